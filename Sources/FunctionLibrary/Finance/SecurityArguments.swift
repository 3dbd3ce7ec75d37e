import CellModel
import Functions

// What the functions of securities take: days, a frequency of coupons, a basis.

extension Parameter where Value == Int {
  /// A whole day.
  static func day(_ name: String, _ help: String) -> Parameter {
    Parameter<Double>.date(name, help).map { Int($0) }
  }

  /// How days are counted.
  static var basis: Parameter {
    scalar(
      "basis", "how days count: 0 30/360, 1 actual/actual, 2 actual/360, 3 actual/365, 4 European 30/360", default: 0
    ) { (value) throws(CellError) in try checkedBasis(try value.asNumber()) }
    .numeric(default: 0) { (number) throws(CellError) in try checkedBasis(number) }
  }

  private static func checkedBasis(_ number: Double) throws(CellError) -> Int {
    let basis = number.rounded(.towardZero)
    guard basis >= 0, basis < 5 else { throw .number("A basis is 0 to 4.") }
    return Int(basis)
  }

  /// How often a year interest is paid.
  static var frequency: Parameter {
    scalar("frequency", Self.frequencyHelp, default: nil) { (value) throws(CellError) in
      try checkedFrequency(try value.asNumber())
    }
    .numeric(default: nil) { (number) throws(CellError) in try checkedFrequency(number) }
  }

  private static var frequencyHelp: String { "the interest payments per year: 1, 2 or 4" }

  private static func checkedFrequency(_ number: Double) throws(CellError) -> Int {
    let whole = number.rounded(.towardZero)
    guard whole == 1 || whole == 2 || whole == 4 else { throw .number("A frequency is 1, 2 or 4.") }
    return Int(whole)
  }
}

extension Parameter where Value == DayCount {
  /// The rules for days in the date system of the context; it stands for no argument.
  static var dayCount: Parameter { hidden(dateSystem: { DayCount(calendar: SerialCalendar(system: $0)) }) }
}
