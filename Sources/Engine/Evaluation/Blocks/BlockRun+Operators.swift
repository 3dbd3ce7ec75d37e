import CellModel
import Formulas
import Functions

// Operators of rows that run together.

extension BlockRun {
  mutating func combine(_ op: BinaryOperator, isFinal: Bool, for rows: [Int], at place: Int) {
    typealias Arithmetic = CellArithmetic
    typealias Order = CellComparison
    switch op {
    case .add where isFinal:
      combine(op, isFinal: isFinal, for: rows, at: place) { .finite(Arithmetic.finalAdd($0, $1)) }
    case .add: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 + $1) }
    case .subtract where isFinal:
      combine(op, isFinal: isFinal, for: rows, at: place) { .finite(Arithmetic.finalSubtract($0, $1)) }
    case .subtract: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 - $1) }
    case .multiply: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 * $1) }
    case .divide: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 / $1) }
    case .equal: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) == 0) }
    case .notEqual: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) != 0) }
    case .less: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) < 0) }
    case .lessOrEqual: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) <= 0) }
    case .greater: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) > 0) }
    case .greaterOrEqual: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) >= 0) }
    case .power, .concatenate, .range, .intersection, .union:
      combine(op, isFinal: isFinal, for: rows, at: place) { _, _ in nil }
    }
  }

  /// - Parameter numbers: What the operator makes of two plain numbers; `nil` where there is more to it.
  @inline(__always)
  private mutating func combine(
    _ op: BinaryOperator, isFinal: Bool, for rows: [Int], at place: Int, _ numbers: (Double, Double) -> BoxedValue?
  ) {
    for row in rows {
      let left = table.place(row, place)
      if left[0].isNumber, left[1].isNumber, let result = numbers(left[0].number, left[1].number) {
        left.pointee = result
      } else {
        combine(op, in: row, at: left, isFinal: isFinal)
      }
    }
  }

  /// Puts what an operator makes of two operands of a row into the place of the left one.
  private mutating func combine(
    _ op: BinaryOperator, in row: Int, at left: UnsafeMutablePointer<BoxedValue>, isFinal: Bool
  ) {
    if let result = single(op, left[0], left[1], isFinal: isFinal) {
      left.pointee = result
      return
    }
    takeUp(row)
    var result = evaluator.binary(op, table.operand(left[0], slots), table.operand(left[1], slots), isFinal: isFinal)
    evaluator.count(&result)
    store(result, in: row, at: left)
  }

  /// What an operator makes of two single values; `nil` where there is more to it.
  @inline(__always)
  private func single(_ op: BinaryOperator, _ a: BoxedValue, _ b: BoxedValue, isFinal: Bool) -> BoxedValue? {
    guard a.isSingle, b.isSingle, !op.joinsReferences else { return nil }
    let value = evaluator.datedScalar(op, slots.value(a), slots.value(b), isFinal: isFinal)
    return value.takesSteps ? nil : table.box(value)
  }

  /// Puts texts together.
  mutating func join(
    _ number: Int, _ function: UnsafePointer<SheetFunction>?, for rows: [Int], at place: Int
  ) {
    let line = evaluator.machine.line
    for row in rows {
      let first = table.place(row, place)
      line.begin()
      if (0..<number).allSatisfy({ line.append(first[$0], slots) }) {
        first.pointee = table.box(.text(line.text))
      } else {
        takeUp(row)
        var result = withOperands(first, number) { evaluator.joined($0, by: function) }
        evaluator.count(&result)
        store(result, in: row, at: first)
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
