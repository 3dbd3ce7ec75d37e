import CellModel

/// Whole numbers that Excel reads with room for what a computation lost: places, counts of characters, parts of dates.
///
/// What lacks less than 2^-22 of the next whole number is that one, so that a place of 28.999999999999996 is 29. Excel reads
/// most places so and cuts other whole numbers off, as those of `MID`, `REPT`, `CHOOSE` and `ROUNDUP`.
extension Double {
  /// The whole number that is meant, towards zero but for what is nearly the next one.
  package var wholePlace: Double {
    (magnitude + 0x1p-22).rounded(.down) * (self < 0 ? -1 : 1)
  }

  /// The whole number that is meant, downwards but for what is nearly the next one.
  package var wholeBelow: Double { (self + 0x1p-22).rounded(.down) }
}

extension Parameter where Value == Int {
  /// The place in a range that a number means, which is below 0 where the number is.
  package static func placeInRange(_ number: Double) throws(CellError) -> Int { try truncated(number.wholeBelow) }

  /// The place that a number means; `#NUM!` for one that is too large.
  package static func place(_ number: Double) throws(CellError) -> Int { try truncated(number.wholePlace) }

  /// A place; omitted reads as `fallback` when there is one.
  package static func place(_ name: String, _ help: String, default fallback: Int? = nil) -> Parameter {
    counted(name, help, default: fallback) { (number) throws(CellError) in try place(number) }
  }

  /// A place that is something when it is left out, and 0 when it is left empty.
  package static func place(_ name: String, _ help: String, whenAbsent fallback: Int) -> Parameter {
    counted(name, help, whenAbsent: fallback) { (number) throws(CellError) in try place(number) }
  }
}

extension Parameter where Value == Int? {
  /// A place in a range that may be left out or left empty.
  package static func optionalPlace(_ name: String, _ help: String) -> Parameter {
    optionalCounted(name, help) { (number) throws(CellError) in try Parameter<Int>.placeInRange(number) }
  }

  /// A place in a range that may be missing; left empty after a comma it is 0, as in Excel.
  package static func optionalPlaceCount(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      guard call.position < call.count else { return nil }
      return try Parameter<Int>.placeInRange((try call.nextValue() ?? .blank).asNumber())
    }
    .numeric(default: .some(nil)) { (number) throws(CellError) in try Parameter<Int>.placeInRange(number) }
  }
}
