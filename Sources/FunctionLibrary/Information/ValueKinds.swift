import CellModel
import Functions

/// Functions that tell what kind of value something is.
enum ValueKinds: FunctionFamily {
  static let title = "Kinds of value"
  static let functions: [SheetFunction] = kinds + errors + numbers + references

  private static let kinds: [SheetFunction] = [
    SheetFunction(
      "ISBLANK", "Tells whether a cell has nothing in it.", .anything("value", "usually a cell"),
      examples: [
        "ISBLANK(\"\")" => false, "ISBLANK(0)" => false, "ISBLANK({1,\"\"})" => [[false, false]],
        "ISBLANK(NA())" => false, "ISBLANK(1, 2)" => .value,
      ]
    ) { $0.isBlank },

    SheetFunction(
      "ISNUMBER", "Tells whether a value is a number or a date.", .anything("value", "what is asked about"),
      examples: [
        "ISNUMBER(1)" => true, "ISNUMBER(\"1\")" => false, "ISNUMBER({1,\"a\"})" => [[true, false]],
        "ISNUMBER(NA())" => false, "ISNUMBER(1, 2)" => .value,
      ]
    ) { $0.number != nil },

    SheetFunction(
      "ISTEXT", "Tells whether a value is a text.", .anything("value", "what is asked about"),
      examples: [
        "ISTEXT(\"a\")" => true, "ISTEXT(1)" => false, "ISTEXT({\"a\",1})" => [[true, false]], "ISTEXT(NA())" => false,
        "ISTEXT(1, 2)" => .value,
      ]
    ) { $0.text != nil },

    SheetFunction(
      "ISNONTEXT", "Tells whether a value is anything but a text.", .anything("value", "what is asked about"),
      examples: [
        "ISNONTEXT(1)" => true, "ISNONTEXT(\"a\")" => false, "ISNONTEXT({\"a\",1})" => [[false, true]],
        "ISNONTEXT(NA())" => true, "ISNONTEXT(1, 2)" => .value,
      ]
    ) { $0.text == nil },

    SheetFunction(
      "ISLOGICAL", "Tells whether a value is TRUE or FALSE.", .anything("value", "what is asked about"),
      traits: .tellsLogicals,
      examples: [
        "ISLOGICAL(TRUE)" => true, "ISLOGICAL(1)" => false, "ISLOGICAL({TRUE,\"TRUE\"})" => [[true, false]],
        "ISLOGICAL(NA())" => false, "ISLOGICAL(1, 2)" => .value,
      ]
    ) { $0.logical != nil },

    SheetFunction(
      "TYPE",
      "Gives the kind of a value: 1 number, 2 text, 4 logical, 16 error, 64 array, 128 record or LAMBDA.",
      .operand("value", "what is asked about"), .context,
      examples: [
        "TYPE(1)" => 1, "TYPE(\"a\")" => 2, "TYPE(TRUE)" => 4, "TYPE({1,2})" => 64, "TYPE(1/0)" => 16,
        "TYPE(1, 2)" => .value,
      ]
    ) { (operand, context) throws(CellError) in
      if case .reference(let reference) = operand, !reference.isSingleCell { return reference.isSingleArea ? 64 : 16 }
      switch try context.givenValue(of: operand) ?? .blank {
      case .number, .blank: return 1
      case .text: return 2
      case .logical: return 4
      case .error: return 16
      case .array: return 64
      case .record, .lambda: return 128
      }
    },

    SheetFunction(
      "N", "Gives a number as it is, TRUE as 1, and everything else as 0.",
      .operand("value", "a value; of a range its first cell"), .context,
      traits: .takesFirstCells,
      examples: [
        "N(7)" => 7, "N(TRUE)" => 1, "N(\"7\")" => 0, "N({3,\"a\"})" => [[3, 0]], "N(1/0)" => .divisionByZero,
      ]
    ) { (operand, context) throws(CellError) in
      try firstCell(of: operand, in: context) { (value) throws(CellError) in
        switch value {
        case .number, .error: value
        case .logical(let logical): .number(logical ? 1 : 0)
        default: .number(0)
        }
      }
    },

    SheetFunction(
      "T", "Gives a text as it is, and everything else as the empty text.",
      .operand("value", "a value; of a range its first cell"), .context,
      traits: .takesFirstCells,
      examples: ["T(\"a\")" => "a", "T(1)" => "", "T({\"a\",1})" => [["a", ""]], "T(NA())" => .notAvailable]
    ) { (operand, context) throws(CellError) in
      try firstCell(of: operand, in: context) { (value) throws(CellError) in
        switch value {
        case .text, .error: value
        default: .text("")
        }
      }
    },
  ]

  private static let errors: [SheetFunction] = [
    SheetFunction(
      "ISERROR", "Tells whether a value is an error.", .fallible("value", "what may be an error"),
      examples: [
        "ISERROR(1/0)" => true, "ISERROR(1)" => false, "ISERROR({1,#N/A})" => [[false, true]], "ISERROR(NA())" => true,
        "ISERROR(1, 2)" => .value,
      ]
    ) { if case .failure = $0 { true } else { false } },

    SheetFunction(
      "ISERR", "Tells whether a value is an error other than #N/A.", .fallible("value", "what may be an error"),
      examples: [
        "ISERR(1/0)" => true, "ISERR(NA())" => false, "ISERR({#REF!,#N/A})" => [[true, false]], "ISERR(1)" => false,
        "ISERR(1, 2)" => .value,
      ]
    ) { if case .failure(let error) = $0 { error.code != .notAvailable } else { false } },

    SheetFunction(
      "ISNA", "Tells whether a value is the error #N/A.", .fallible("value", "what may be #N/A"),
      examples: [
        "ISNA(NA())" => true, "ISNA(1/0)" => false, "ISNA({#REF!,#N/A})" => [[false, true]], "ISNA(1)" => false,
        "ISNA(1, 2)" => .value,
      ]
    ) { if case .failure(let error) = $0 { error.code == .notAvailable } else { false } },

    SheetFunction(
      "ERROR.TYPE",
      "Gives the number of an error's kind; #N/A for what is no error. #CYCLE!, which Excel lacks, is 16.",
      .fallible("error", "an error value"),
      examples: [
        "ERROR.TYPE(1/0)" => 2, "ERROR.TYPE(NA())" => 7, "ERROR.TYPE({#NULL!,#REF!})" => [[1, 4]],
        "ERROR.TYPE(#FIELD!)" => 13, "ERROR.TYPE(1)" => .notAvailable,
      ]
    ) { (value) throws(CellError) in
      guard case .failure(let error) = value else { throw .notAvailable("The value is no error.") }
      return error.code.number
    },

    SheetFunction(
      "NA", "Gives the error #N/A, which says that a value is not available.",
      examples: ["NA()" => .notAvailable, "ISNA(NA())" => true, "IFNA(NA(), 1)" => 1, "NA()+1" => .notAvailable]
    ) { () throws(CellError) -> Double in throw .notAvailable },
  ]

  private static let numbers: [SheetFunction] = [
    SheetFunction(
      "ISEVEN", "Tells whether a number, without its fraction, is even.",
      .value("number", "the number; not a range"),
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "ISEVEN(4)" => true, "ISEVEN(-3.5)" => false, "ISEVEN({1,2})" => [[false, true]], "ISEVEN(\"x\")" => .value,
        "ISEVEN(TRUE)" => .value, "ISEVEN(A1:A2)" => .value,
      ]
    ) { (value) throws(CellError) in try isEven(value) },

    SheetFunction(
      "ISODD", "Tells whether a number, without its fraction, is odd.",
      .value("number", "the number; not a range"),
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "ISODD(A1:A2)" => .value, "ISODD(3)" => true, "ISODD(2.9)" => false, "ISODD({1,2})" => [[true, false]],
        "ISODD(\"x\")" => .value,
      ]
    ) { (value) throws(CellError) in try !isEven(value) },
  ]

  private static func isEven(_ value: CellValue) throws(CellError) -> Bool {
    if case .logical = value { throw .value("A logical is neither even nor odd.") }
    return try value.asNumber().rounded(.towardZero).truncatingRemainder(dividingBy: 2) == 0
  }

  private static let references: [SheetFunction] = [
    SheetFunction(
      "ISREF", "Tells whether an argument is a reference.", .operand("value", "what is asked about"), .context,
      traits: [.ignoresValues, .takesEachReference],
      examples: [
        "ISREF(A1)" => true, "ISREF(A1:B2)" => true, "ISREF(1)" => false, "ISREF(\"A1\")" => false,
        "ISREF(OFFSET(A1, {0,1}, 0))" => [[true, true]], "ISREF(1, 2)" => .value,
      ]
    ) { (operand, context) in
      guard case .reference(let reference) = operand else { return false }
      let first = reference.first
      // A name that stands for a LAMBDA means the function; only cells of names, which have no place, hold one.
      guard reference.isSingleCell, context.size(of: first.grid) == nil else { return true }
      if case .lambda = context.value(at: first.topLeft) { return false }
      return true
    },

    SheetFunction(
      "ISFORMULA", "Tells whether a cell holds a formula.", .reference("cell", "a cell or a range"), .context,
      traits: [.ignoresValues, .readsFormulas, .takesEachReference],
      examples: [
        "ISFORMULA(A1)" => false, "ISFORMULA(A1:B1)" => [[false, false]], "NOT(ISFORMULA(Z9))" => true,
        "ISFORMULA(1)" => .value,
      ]
    ) { (reference, context) throws(CellError) in
      try CellFacts.mapCells(of: reference) { .logical(context.formulaText(at: $0) != nil) }
    },
  ]

  /// A rule on one value, applied to the first cell of a reference or to each element of an array.
  private static func firstCell(
    of operand: Operand, in context: any EvaluationContext, _ rule: (CellValue) throws(CellError) -> CellValue
  ) throws(CellError) -> Operand {
    switch operand {
    case .reference(let reference):
      let value = context.value(at: reference.first.topLeft)
      if case .array(let array) = value { return .value(try rule(array[0, 0])) }
      return .value(try rule(value))
    case .value(.array(let array)): return .value(.array(try array.map(rule)))
    case .value(let value): return .value(try rule(value))
    case .omitted: return .value(try rule(.blank))
    case .deferred(let deferred): return try firstCell(of: deferred.operand, in: context, rule)
    }
  }
}
