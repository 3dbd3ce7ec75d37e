import CellModel
import Functions
import Mathematics

/// Factorials, combinations and divisors.
enum CountingArrangements: FunctionFamily {
  static let title = "Counting and divisors"

  static let functions: [SheetFunction] = factorials + choices + divisors

  /// A number cut to a whole one, and `#NUM!` when it is negative.
  static func natural(_ number: Double) throws(CellError) -> Double {
    let whole = number.rounded(.towardZero)
    guard number >= 0 else { throw .number("A negative number stands where a count is wanted.") }
    return whole
  }

  static let factorials: [SheetFunction] = [
    SheetFunction(
      "FACT", "Gives the factorial of a number cut to an integer.", .number("number", "a number from 0 to 170"),
      examples: [
        "FACT(5)" => 120, "FACT(1.9)" => 1, "FACT({0,3})" => [[1, 6]], "FACT(-1)" => .number, "FACT(171)" => .number,
      ]
    ) { (number) throws(CellError) in
      let whole = try natural(number < 0 ? number : number.wholePlace)
      return Combinatorics.factorial(whole > 170 ? 171 : Int(whole))
    },

    SheetFunction(
      "FACTDOUBLE", "Gives the product of every second number up to a number.",
      .number("number", "a number from 0 to 300"),
      traits: .analysisToolPak,
      examples: [
        "FACTDOUBLE(6)" => 48, "FACTDOUBLE(7)" => 105, "FACTDOUBLE(-0.5)" => 1, "FACTDOUBLE(-1)" => .number,
        "FACTDOUBLE({0,5})" => [[1, 15]],
        "FACTDOUBLE(-2)" => .number,
      ]
    ) { (number) throws(CellError) in
      guard number > -1 else { throw .number("The number is negative.") }
      return Combinatorics.doubleFactorial(number > 300 ? 301 : Int(number))
    },

    SheetFunction(
      "MULTINOMIAL", "Gives the factorial of a sum divided by the factorials of its terms.",
      .rest("number", "the terms, not negative").reading(.strict), .context,
      examples: [
        "MULTINOMIAL(2, 3, 4)" => 1260, "MULTINOMIAL({2,3})" => 10, "MULTINOMIAL(0)" => 1,
        "MULTINOMIAL(-1, 2)" => .number, "MULTINOMIAL(TRUE, 2)" => .value,
      ]
    ) { (numbers, context) throws(CellError) in
      var terms: [Double] = []
      for number in try StrictNumbers(numbers, in: context).values { terms.append(try natural(number)) }
      return Combinatorics.multinomial(terms)
    },
  ]

  static let choices: [SheetFunction] = [
    SheetFunction(
      "COMBIN", "Counts the ways to choose some of a number of things, without order.",
      .number("number", "how many things there are"), .number("chosen", "how many are chosen"),
      examples: [
        "COMBIN(8, 2)" => 28, "COMBIN(5, 0)" => 1, "COMBIN(60, 30)" => 118_264_581_564_861_424,
        "COMBIN({4,5}, 2)" => [[6, 10]],
        "COMBIN(2, 3)" => .number,
      ]
    ) { (number, chosen) throws(CellError) in
      let number = try natural(number)
      guard number < 2_147_483_647 else { throw .number("The number is too large.") }
      return Combinatorics.combinations(number, try natural(chosen))
    },

    SheetFunction(
      "COMBINA", "Counts the ways to choose some of a number of things, without order and with repetition.",
      .number("number", "how many things there are"), .number("chosen", "how many are chosen"),
      examples: [
        "COMBINA(4, 3)" => 20, "COMBINA(0, 0)" => 1, "COMBINA({4,10}, 3)" => [[20, 220]], "COMBINA(-1, 3)" => .number,
      ]
    ) { (number, chosen) throws(CellError) in
      let number = try natural(number)
      let chosen = try natural(chosen)
      if chosen == 0 { return 1.0 }
      return Combinatorics.combinations(number + chosen - 1, chosen)
    },

    SheetFunction(
      "PERMUT", "Counts the ways to choose some of a number of things, in order.",
      .number("number", "how many things there are"), .number("chosen", "how many are chosen"),
      examples: [
        "PERMUT(100, 3)" => 970200, "PERMUT(3, 0)" => 1, "PERMUT({3,4}, 2)" => [[6, 12]], "PERMUT(2, 3)" => .number,
      ]
    ) { (number, chosen) throws(CellError) in
      Combinatorics.permutations(try natural(number), try natural(chosen))
    },

    SheetFunction(
      "PERMUTATIONA", "Counts the ways to choose some of a number of things, in order and with repetition.",
      .number("number", "how many things there are"), .number("chosen", "how many are chosen"),
      examples: [
        "PERMUTATIONA(3, 2)" => 9, "PERMUTATIONA(2, 2)" => 4, "PERMUTATIONA(0, 0)" => 1,
        "PERMUTATIONA({2,3}, 2)" => [[4, 9]], "PERMUTATIONA(-1, 2)" => .number, "PERMUTATIONA(0, 2)" => 0,
      ]
    ) { (number, chosen) throws(CellError) in
      let number = try natural(number)
      let chosen = try natural(chosen)
      return pow(number, chosen)
    },
  ]

  /// The whole numbers of a call of GCD or LCM; each at most 2⁵³.
  ///
  /// All of them are read before one is found to be negative. A first argument left empty is `#N/A`, any other is 0. A blank cell given by itself is left out, one of a range is 0, and an empty text in a cell is no number.
  static func divisible(_ operands: [Operand], _ context: any EvaluationContext) throws(CellError) -> [Double] {
    if case .omitted? = operands.first { throw .notAvailable("The first argument is empty.") }
    var result: [Double] = []
    for operand in operands {
      let range = try CellRange(operand, in: context)
      let isCell = range.area != nil && range.count == 1
      for element in try range.array().elements {
        if isCell ? element.isBlank : range.area == nil && element == .text("") { continue }
        result.append(element.isBlank ? 0 : try StrictNumbers.number(element))
      }
    }
    guard !result.isEmpty else { throw .value("There are no numbers.") }
    for index in result.indices { result[index] = try divisible(result[index]) }
    return result
  }

  fileprivate static func divisible(_ number: Double) throws(CellError) -> Double {
    let whole = try natural(number)
    guard whole < 9_007_199_254_740_992 else { throw .number("The number is too large.") }
    return whole
  }

  /// A common multiple of a number and the next.
  private static func commonMultiple(_ multiple: Double, _ number: Double) throws(CellError) -> Double {
    let multiple = multiple / Combinatorics.greatestCommonDivisor(multiple, number) * number
    guard multiple < 9_007_199_254_740_992 else { throw .number("The multiple is too large.") }
    return multiple
  }

  @Sendable private static func commonDivisor(_ numbers: NumericArguments) throws(CellError) -> Double {
    var result: Double = 0
    for number in numbers.all { result = Combinatorics.greatestCommonDivisor(result, try divisible(number)) }
    return result
  }

  @Sendable private static func commonMultiple(_ numbers: NumericArguments) throws(CellError) -> Double {
    var result: Double = 1
    for number in numbers.all {
      let number = try divisible(number)
      // What comes behind a 0 may be no number for it; the ordinary call says so.
      if number == 0 { throw .value }
      result = try commonMultiple(result, number)
    }
    return result
  }

  static let divisors: [SheetFunction] = [
    SheetFunction(
      "GCD", "Gives the greatest common divisor of numbers cut to integers.",
      .rest("number", "numbers that are not negative").reading(.strict), .context,
      numbers: commonDivisor,
      examples: [
        "GCD(24, 36)" => 12, "GCD(5, 0)" => 5, "GCD({8,12,20})" => 4, "GCD(8, TRUE)" => .value, "GCD(2^53)" => .number,
        "GCD(-1, 2)" => .number, "GCD(-1, TRUE)" => .value,
      ]
    ) { (numbers, context) throws(CellError) in
      if numbers.count == 1, case .reference = numbers[0], case let range = try CellRange(numbers[0], in: context),
        let divisor = ColumnFold.ofNumbersAlone(range, addedTo: CommonDivisor())?.result
      {
        return divisor
      }
      return try divisible(numbers, context).reduce(0, Combinatorics.greatestCommonDivisor)
    },

    SheetFunction(
      "LCM", "Gives the least common multiple of numbers cut to integers.",
      .rest("number", "numbers that are not negative").reading(.strict), .context,
      numbers: commonMultiple,
      examples: [
        "LCM(24, 36)" => 72, "LCM(5, 0)" => 0, "LCM({4,6,10})" => 60, "LCM(4, 6,)" => 0, "LCM(,4)" => .notAvailable,
        "LCM(\"\")" => .value,
        "LCM(-1, 2)" => .number,
      ]
    ) { (numbers, context) throws(CellError) in
      var result: Double = 1
      for number in try divisible(numbers, context) {
        if number == 0 { return 0.0 }
        result = try commonMultiple(result, number)
      }
      return result
    },
  ]
}

/// The greatest common divisor of numbers that are taken in one after the other; it comes to nothing without a number, and
/// where one of them has no divisors.
private struct CommonDivisor: NumberFold {
  private var divisor: Double?
  private var isRefused = false

  mutating func add(_ number: Double) {
    guard !isRefused, let number = try? CountingArrangements.divisible(number) else {
      isRefused = true
      return
    }
    divisor = Combinatorics.greatestCommonDivisor(divisor ?? 0, number)
  }

  var result: Double? { isRefused ? nil : divisor }
}
