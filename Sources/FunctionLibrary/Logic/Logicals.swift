import CellModel
import Functions

/// The truth values among several arguments, as AND and its kin see them.
///
/// Logicals and numbers count; the first error ends the call. Texts and blanks of ranges and arrays are skipped, while a
/// direct text must read TRUE or FALSE, with spaces around it or not, or be empty, which is skipped. An omitted argument
/// is FALSE. Arguments without any truth value are `#VALUE!`, but for areas without cells, such as a column of a table without rows: of these all are true and none is.
struct Logicals {
  private(set) var trueCount = 0
  private(set) var falseCount = 0

  init(_ operands: [Operand], in context: any EvaluationContext) throws(CellError) {
    var hasCells = operands.isEmpty
    for operand in operands where !operand.isNoCells {
      hasCells = hasCells || !operand.isEmptyArea
      try add(operand, in: context)
    }
    guard trueCount + falseCount > 0 || !hasCells else {
      throw .value("There is no TRUE or FALSE among the arguments.")
    }
  }

  private mutating func add(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    switch operand {
    case .omitted: falseCount += 1
    case .deferred(let deferred): try add(deferred.operand, in: context)
    case .value(.array(let array)): try add(array)
    case .value(.blank): falseCount += 1
    case .value(.text("")): break
    case .value(.text(let text)): count(try CellValue.text(String(text.trimmed)).asLogical())
    case .value(let value): count(try value.asLogical())
    case .reference(let reference):
      for area in reference.areas { try add(area, in: context) }
    }
  }

  private mutating func count(_ logical: Bool) {
    if logical { trueCount += 1 } else { falseCount += 1 }
  }

  private mutating func add(_ array: CellArray) throws(CellError) {
    for element in array.elements {
      switch element {
      case .logical(let logical): count(logical)
      case .number(let number, _): count(number != 0)
      case .error(let error): throw error
      case .array(let inner): try add(inner)
      default: break
      }
    }
  }

  private mutating func add(_ area: Area, in context: any EvaluationContext) throws(CellError) {
    var found: [Bool] = []
    var firstError: (row: Int, column: Int, error: CellError)?
    var held: [CellArray] = []
    context.forEachRun(in: area) { row, column, run in
      for (index, box) in run.enumerated() {
        switch box.kind {
        case .number: found.append(box.number != 0)
        case .logical: found.append(box.logical)
        case .error:
          if let first = firstError, (first.row, first.column) <= (row + index, column) { continue }
          firstError = context.unboxed(box).error.map { (row + index, column, $0) }
        case .array: if let array = context.unboxed(box).array { held.append(array) }
        default: break
        }
      }
    }
    if let firstError { throw firstError.error }
    for logical in found { count(logical) }
    for array in held { try add(array) }
  }
}

extension Operand {
  /// Whether it refers to an area without cells.
  fileprivate var isEmptyArea: Bool {
    switch self {
    case .reference(let reference): reference.areas.allSatisfy(\.isEmpty)
    case .deferred(let deferred): deferred.operand.isEmptyArea
    default: false
    }
  }
}

/// Functions that combine truth values.
enum LogicalConnectives: FunctionFamily {
  static let title = "Logical connectives"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "AND", "Tells whether all arguments are true.",
      .rest("logical", "conditions, ranges or arrays of them"), .context, kernel: .all,
      examples: [
        "AND(TRUE, 1>0)" => true, "AND(TRUE, 0)" => false, "AND({TRUE,FALSE})" => false, "AND(\"true\", 1)" => true,
        "AND(\"1\", 1)" => .value, "AND(\"\", TRUE)" => true, "AND(\"\")" => .value, "AND({\"x\",1})" => true,
        "AND(\"x\")" => .value, "AND(\" TRUE \", 1)" => true,
        "AND(FALSE, 1/0)" => .divisionByZero,
      ]
    ) { (operands, context) throws(CellError) in try Logicals(operands, in: context).falseCount == 0 },

    SheetFunction(
      "OR", "Tells whether an argument is true.",
      .rest("logical", "conditions, ranges or arrays of them"), .context, kernel: .any,
      examples: [
        "OR(FALSE, 1>0)" => true, "OR(FALSE, 0)" => false, "OR({FALSE,3})" => true, "OR(\"x\", TRUE)" => .value,
        "OR({\"TRUE\"})" => .value,
        "OR(TRUE, NA())" => .notAvailable,
      ]
    ) { (operands, context) throws(CellError) in try Logicals(operands, in: context).trueCount > 0 },

    SheetFunction(
      "XOR", "Tells whether an odd number of arguments is true.",
      .rest("logical", "conditions, ranges or arrays of them"), .context,
      examples: [
        "XOR(TRUE, FALSE)" => true, "XOR(TRUE, TRUE)" => false, "XOR({TRUE,TRUE,TRUE})" => true,
        "XOR({\"x\",TRUE})" => true,
        "XOR(\"x\")" => .value,
      ]
    ) { (operands, context) throws(CellError) in !(try Logicals(operands, in: context).trueCount.isMultiple(of: 2)) },

    SheetFunction(
      "NOT", "Turns true into false and false into true.", .logical("logical", "the condition"), kernel: .not,
      examples: ["NOT(TRUE)" => false, "NOT(0)" => true, "NOT({TRUE,0})" => [[false, true]], "NOT(\"x\")" => .value]
    ) { !$0 },

    SheetFunction(
      "TRUE", "The truth value TRUE.",
      examples: ["TRUE()" => true, "NOT(TRUE())" => false, "TRUE()+1" => 2, "TRUE(1)" => .value]
    ) { true },

    SheetFunction(
      "FALSE", "The truth value FALSE.",
      examples: ["FALSE()" => false, "NOT(FALSE())" => true, "FALSE()+1" => 1, "FALSE(1)" => .value]
    ) { false },
  ]
}
