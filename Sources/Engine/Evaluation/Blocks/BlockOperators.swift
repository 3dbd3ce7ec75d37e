import CellModel
import Formulas
import Functions

/// Operators of rows that run together: on plain numbers in a loop of their own, else row by row.
enum BlockOperators {
  /// Puts what an operator makes of two operands of each row into the place of the left one.
  static func combine(_ op: BinaryOperator, isFinal: Bool, for rows: [Int], at place: Int, in block: inout Block) {
    typealias Arithmetic = CellArithmetic
    typealias Order = CellComparison
    switch op {
    case .add where isFinal:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { .finite(Arithmetic.finalAdd($0, $1)) }
    case .add: combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { .finite($0 + $1) }
    case .subtract where isFinal:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { .finite(Arithmetic.finalSubtract($0, $1)) }
    case .subtract: combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { .finite($0 - $1) }
    case .multiply: combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { .finite($0 * $1) }
    case .divide: combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { .finite($0 / $1) }
    case .equal:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { BoxedValue(Order.order($0, $1) == 0) }
    case .notEqual:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { BoxedValue(Order.order($0, $1) != 0) }
    case .less: combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { BoxedValue(Order.order($0, $1) < 0) }
    case .lessOrEqual:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { BoxedValue(Order.order($0, $1) <= 0) }
    case .greater:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { BoxedValue(Order.order($0, $1) > 0) }
    case .greaterOrEqual:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { BoxedValue(Order.order($0, $1) >= 0) }
    case .power, .concatenate, .range, .intersection, .union:
      combine(op, isFinal: isFinal, for: rows, at: place, in: &block) { _, _ in nil }
    }
  }

  /// - Parameter numbers: What the operator makes of two plain numbers; `nil` where there is more to it.
  @inline(__always)
  private static func combine(
    _ op: BinaryOperator, isFinal: Bool, for rows: [Int], at place: Int, in block: inout Block,
    _ numbers: (Double, Double) -> BoxedValue?
  ) {
    // A loop that asks the block for them would count their owners in each row.
    let (evaluator, table) = (block.evaluator, block.table)
    for row in rows {
      let left = table.place(row, place)
      if left[0].isNumber, left[1].isNumber, let result = numbers(left[0].number, left[1].number) {
        left.pointee = result
      } else if left[0].isSingle, left[1].isSingle,
        let result = single(op, left[0], left[1], isFinal: isFinal, evaluator, table)
      {
        left.pointee = result
      } else {
        combineOthers(op, in: row, at: left, isFinal: isFinal, &block)
      }
    }
  }

  /// Puts what an operator makes of any two operands of a row into the place of the left one.
  ///
  /// It stands apart, so that the loops are short.
  @inline(never)
  private static func combineOthers(
    _ op: BinaryOperator, in row: Int, at left: UnsafeMutablePointer<BoxedValue>, isFinal: Bool, _ block: inout Block
  ) {
    if let result = singleOfOthers(op, left[0], left[1], isFinal: isFinal, block.evaluator, block.table) {
      left.pointee = result
      return
    }
    block.takeUp(row)
    var result = block.evaluator.binary(
      op, block.table.operand(left[0], block.slots), block.table.operand(left[1], block.slots), isFinal: isFinal)
    block.evaluator.count(&result)
    block.store(result, in: row, at: left)
  }

  /// What an operator makes of two single values; `nil` where there is more to it.
  @inline(__always)
  private static func single(
    _ op: BinaryOperator, _ a: BoxedValue, _ b: BoxedValue, isFinal: Bool, _ evaluator: Evaluator, _ table: BoxTable
  ) -> BoxedValue? {
    guard !op.joinsReferences else { return nil }
    let slots = table.slots(beside: evaluator.cells)
    let value = evaluator.datedScalar(op, slots.value(a), slots.value(b), isFinal: isFinal)
    return value.takesSteps ? nil : table.box(value)
  }

  /// The same of cells that a look-up refers to, and of numbers of kinds, which are single values, too.
  @inline(__always)
  private static func singleOfOthers(
    _ op: BinaryOperator, _ left: BoxedValue, _ right: BoxedValue, isFinal: Bool, _ evaluator: Evaluator,
    _ table: BoxTable
  ) -> BoxedValue? {
    let (a, b) = (table.read(left, in: evaluator.cells), table.read(right, in: evaluator.cells))
    let slots = table.slots(beside: evaluator.cells)
    guard a.isSingle || slots.isNumber(a), b.isSingle || slots.isNumber(b) else { return nil }
    return single(op, a, b, isFinal: isFinal, evaluator, table)
  }

  /// Puts texts together.
  static func join(
    _ number: Int, _ function: UnsafePointer<SheetFunction>?, for rows: [Int], at place: Int, in block: inout Block
  ) {
    let evaluator = block.evaluator
    let line = evaluator.machine.line
    for row in rows {
      let first = block.table.place(row, place)
      line.begin()
      if (0..<number).allSatisfy({ line.append(first[$0], block.slots) }) {
        first.pointee = block.table.box(.text(line.text))
      } else {
        block.takeUp(row)
        var result = block.withOperands(first, number) { evaluator.joined($0, by: function) }
        block.evaluator.count(&result)
        block.store(result, in: row, at: first)
      }
    }
  }
}

extension BoxedValue {
  /// Whether it is a plain number, a text, a logical, a blank or an error of a cell.
  var isSingle: Bool {
    isNumber || (bits >> 48 <= UInt64(Kind.error.rawValue) && !isOmitted)
  }

  /// The box of a number that is one; infinity and what is no number are errors, which an operator words.
  fileprivate static func finite(_ number: Double) -> BoxedValue? { number.isFinite ? BoxedValue(number) : nil }
}
