import CellModel
import Formulas

/// An operator on numbers of which it is known at once that it gives numbers, so that none of them is made before somebody asks.
///
/// It gives what ``BoxedOperation`` gives, to the bit.
struct LazyOperation {
  let lifted: LiftedOperator

  /// What the operator makes of two values; `nil` where a look at all elements tells.
  func result(_ a: CellValue, _ b: CellValue) -> CellArray? {
    guard let operation, let (rows, columns) = Self.shape(a, b), rows * columns >= LazyNumbers.leastCount,
      let left = Self.side(a), let right = Self.side(b), CellArray.hasRoom(for: rows * columns),
      let numbers = LazyNumbers(operation, left, right)
    else { return nil }
    return CellArray(rows: rows, columns: columns, numbers)
  }

  private var operation: LazyNumbers.Operation? {
    switch lifted.op {
    // At the end of a formula a difference close to zero is zero.
    case .add: lifted.isFinal ? nil : .sum
    case .subtract: lifted.isFinal ? nil : .difference
    case .multiply: .product
    default: nil
    }
  }

  private static func shape(_ a: CellValue, _ b: CellValue) -> (rows: Int, columns: Int)? {
    switch (a, b) {
    case (.array(let array), _), (_, .array(let array)): (array.rows, array.columns)
    default: nil
    }
  }

  private static func side(_ value: CellValue) -> LazyNumbers.Side? {
    switch value {
    case .array(let array): .array(array)
    // What a sum and a difference are depends on what their operands are.
    case .number(let number, .plain): .number(number)
    default: nil
    }
  }
}
