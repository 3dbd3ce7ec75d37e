import CellModel
import Functions
import Mathematics

/// Interest rates turned into each other, and prices with fractions.
enum InterestRates: FunctionFamily {
  static let title = "Interest rates and fractional prices"

  static let functions: [SheetFunction] = rates + fractions

  /// The logarithm of a quotient; where both are nearly the same it comes from their difference, to keep its digits.
  private static func logarithm(of value: Double, over base: Double) -> Double {
    let excess = (value - base) / base
    return abs(excess) < 0.5 ? log1p(excess) : log(value / base)
  }

  static let rates: [SheetFunction] = [
    SheetFunction(
      "EFFECT", "Gives the interest rate per year that a nominal rate comes to.",
      .number("nominal_rate", "the rate that is named"), .integer("npery", "how often a year interest is paid"),
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "ROUND(EFFECT(0.0525, 4), 7)" => 0.0535427, "EFFECT(0.1, 1.9) = EFFECT(0.1, 1)" => true,
        "ROUND(EFFECT({0.1,0.2}, 2), 9)" => [[0.1025, 0.21]], "EFFECT(0, 4)" => .number,
      ]
    ) { (nominal, periods) throws(CellError) in
      guard nominal > 0, periods >= 1 else { throw .number("An argument is out of range.") }
      return expm1(Double(periods) * log1p(nominal / Double(periods)))
    },

    SheetFunction(
      "NOMINAL", "Gives the nominal interest rate that comes to a rate per year.",
      .number("effect_rate", "the rate per year"), .integer("npery", "how often a year interest is paid"),
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "ROUND(NOMINAL(0.053543, 4), 6)" => 0.0525, "ROUND(NOMINAL(0.21, 2), 9)" => 0.2,
        "ROUND(NOMINAL({0.1025,0.21}, 2), 9)" => [[0.1, 0.2]], "NOMINAL(0.1, 0)" => .number,
      ]
    ) { (effective, periods) throws(CellError) in
      guard effective > 0, periods >= 1 else { throw .number("An argument is out of range.") }
      return Double(periods) * expm1(log1p(effective) / Double(periods))
    },

    SheetFunction(
      "RRI", "Gives the interest rate per period with which a value grows into another.",
      .number("nper", "the count of periods"), .number("pv", "the value at the start"),
      .number("fv", "the value at the end"),
      examples: [
        "ROUND(RRI(96, 10000, 11000), 6)" => 0.000993, "ROUND(RRI(1000000, 10000, 10001) * 10^10, 9)" => 0.999950003,
        "ROUND(RRI(2, 100, 121), 9)" => 0.1,
        "ROUND(RRI({1,2}, 100, 121), 9)" => [[0.21, 0.1]], "RRI(0, 1, 1)" => .number, "RRI(5, 0, 0)" => 0,
      ]
    ) { (periods, present, future) throws(CellError) in
      if periods > 0, present == 0, future == 0 { return 0.0 }
      guard periods > 0, present != 0 else { throw .number("An argument is out of range.") }
      guard future / present > 0 else { return pow(future / present, 1 / periods) - 1 }
      return expm1(logarithm(of: future, over: present) / periods)
    },

    SheetFunction(
      "PDURATION", "Gives the count of periods in which a value grows into another.",
      .number("rate", "the interest rate per period"), .number("pv", "the value at the start"),
      .number("fv", "the value at the end"),
      examples: [
        "ROUND(PDURATION(0.025, 2000, 2200), 4)" => 3.8599, "PDURATION(1, 1, 8)" => 3,
        "PDURATION(1, 1, {2,4})" => [[1, 2]],
        "PDURATION(0, 1, 2)" => .number,
      ]
    ) { (rate, present, future) throws(CellError) in
      guard rate > 0, present > 0, future > 0 else { throw .number("An argument is out of range.") }
      return logarithm(of: future, over: present) / log1p(rate)
    },
  ]

  /// The power of ten above a denominator, and the denominator itself, cut to an integer.
  static func denominator(_ fraction: Double) throws(CellError) -> (fraction: Double, scale: Double) {
    let whole = fraction.rounded(.towardZero)
    guard whole >= 0, whole < 1e15 else { throw .number("The denominator is out of range.") }
    guard whole >= 1 else { throw .divisionByZero("The denominator is 0.") }
    var scale: Double = 1
    while scale < whole { scale *= 10 }
    return (whole, scale)
  }

  static let fractions: [SheetFunction] = [
    SheetFunction(
      "DOLLARDE", "Reads a price whose decimals are the numerator of a fraction.",
      .number("fractional_dollar", "the price"), .number("fraction", "the denominator"),
      traits: .analysisToolPak,
      examples: [
        "DOLLARDE(1.02, 16)" => 1.125, "DOLLARDE(1.1, 32)" => 1.3125,
        "DOLLARDE({1.02,-1.02}, 16)" => [[1.125, -1.125]],
        "DOLLARDE(1, 0)" => .divisionByZero, "DOLLARDE(1, -1)" => .number,
      ]
    ) { (price, fraction) throws(CellError) in
      let (denominator, scale) = try denominator(fraction)
      let whole = price.rounded(.towardZero)
      return whole + DecimalRounding.round((price - whole) * scale, places: 10) / denominator
    },

    SheetFunction(
      "DOLLARFR", "Writes a price so that its decimals are the numerator of a fraction.",
      .number("decimal_dollar", "the price"), .number("fraction", "the denominator"),
      traits: .analysisToolPak,
      examples: [
        "DOLLARFR(1.125, 16)" => 1.02, "DOLLARFR(1.125, 32)" => 1.04,
        "DOLLARFR({1.125,-1.125}, 16)" => [[1.02, -1.02]],
        "DOLLARFR(1, 0)" => .divisionByZero, "DOLLARFR(1, -1)" => .number,
      ]
    ) { (price, fraction) throws(CellError) in
      let (denominator, scale) = try denominator(fraction)
      let whole = price.rounded(.towardZero)
      return whole + (price - whole) * denominator / scale
    },
  ]
}
