import CellModel
import Functions

/// Units of measure and Bessel functions.
enum Engineering: FunctionFamily {
  static let title = "Units and Bessel functions"

  static let functions: [SheetFunction] = units + bessel

  static let units: [SheetFunction] = [
    SheetFunction(
      "CONVERT", "Turns a number of one unit of measure into a number of another.",
      .number("number", "the number"), .text("from_unit", "its unit, such as \"km\"; case matters"),
      .text("to_unit", "the unit wanted, of the same kind"),
      traits: .analysisToolPak,
      examples: [
        "CONVERT(1, \"lbm\", \"kg\")" => 0.45359237, "CONVERT(68, \"F\", \"C\")" => 20,
        "CONVERT({1,2}, \"km\", \"m\")" => [[1000, 2000]],
        "CONVERT(1, \"kibyte\", \"byte\")" => 1024, "CONVERT(0.5, \"Mmph\", \"m/s\")" => 223_520,
        "CONVERT(2.5, \"ft\", \"sec\")" => .notAvailable,
      ]
    ) { (number, from, to) throws(CellError) in
      do throws(MeasureUnits.Failure) {
        return try MeasureUnits.convert(number, from: from, to: to)
      } catch {
        switch error {
        case .unknown: throw .notAvailable("There is no such unit.")
        case .differentKind: throw .notAvailable("The units measure different things.")
        }
      }
    }
  ]

  static let x: Parameter<Double> = .number("x", "the argument")
  /// The order of a Bessel function; `#NUM!` when it is negative or absurd.
  ///
  /// A recurrence runs through all orders below, so that a large one takes steps.
  static let n: Parameter<Int> = Parameter(ParameterInfo("n", "the order, not negative", lifts: true)) {
    (call) throws(CellError) in
    let value = try call.nextValue() ?? .blank
    let n = try Parameter<Int>.truncated(.number(try StrictNumbers.number(value)))
    guard n >= 0, n <= 1_000_000 else { throw .number("The order is out of range.") }
    if n >= 64 { try call.context.takeSteps(n >> 6) }
    return n
  }
  .numeric(default: nil) { (number) throws(CellError) in
    guard number > -1, number < 64 else { throw .number }
    return Int(number)
  }

  static let bessel: [SheetFunction] = [
    SheetFunction(
      "BESSELJ", "Gives the Bessel function of the first kind.", x, n,
      traits: .analysisToolPak,
      examples: [
        "ROUND(BESSELJ(1.9, 2), 6)" => 0.329926, "BESSELJ(100, 3.9)" => 0.07628420171444693,
        "BESSELJ(0, {0,1})" => [[1.00000000283141, 0]],
        "BESSELJ(1, -1)" => .number,
      ]
    ) { (x, n) throws(CellError) in BesselFunctions.first(x, order: n) },

    SheetFunction(
      "BESSELY", "Gives the Bessel function of the second kind.", x, n,
      traits: .analysisToolPak,
      examples: [
        "ROUND(BESSELY(2.5, 1), 6)" => 0.145918, "ROUND(BESSELY(1, 0), 6)" => 0.088257,
        "ROUND(BESSELY({1,2.5}, 1), 3)" => [[-0.781, 0.146]], "BESSELY(0, 1)" => .number,
      ]
    ) { (x, n) throws(CellError) in
      guard x > 0 else { throw .number("The argument is not positive.") }
      return BesselFunctions.second(x, order: n)
    },

    SheetFunction(
      "BESSELI", "Gives the modified Bessel function of the first kind.", x, n,
      traits: .analysisToolPak,
      examples: [
        "ROUND(BESSELI(1.5, 1), 6)" => 0.981666, "BESSELI(-10, 2)" => 2281.518997169878,
        "BESSELI(0, {0,1})" => [[1, 0]], "BESSELI(1, TRUE)" => .value,
        "BESSELI(1, -1)" => .number,
      ]
    ) { (x, n) throws(CellError) in BesselFunctions.modifiedFirst(x, order: n) },

    SheetFunction(
      "BESSELK", "Gives the modified Bessel function of the second kind.", x, n,
      traits: .analysisToolPak,
      examples: [
        "ROUND(BESSELK(1.5, 1), 6)" => 0.277388, "ROUND(BESSELK(2, 0), 6)" => 0.113894,
        "ROUND(BESSELK({1.5,2}, 0), 3)" => [[0.214, 0.114]], "BESSELK(0, 1)" => .number,
      ]
    ) { (x, n) throws(CellError) in
      guard x > 0 else { throw .number("The argument is not positive.") }
      return BesselFunctions.modifiedSecond(x, order: n)
    },
  ]
}
