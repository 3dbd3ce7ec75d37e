import CellModel
import Formulas

/// An operator as it is applied to arrays, element by element.
struct LiftedOperator {
  let op: BinaryOperator
  /// Whether it is the last operation of a formula, where a difference close to zero becomes zero.
  let isFinal: Bool
  let comparesCase: Bool

  /// What it makes of all elements, as boxes; `nil` where they are not kept so.
  func array(_ a: CellValue, _ b: CellValue) -> CellArray? {
    BoxedOperation.result(of: op, a, b, isFinal: isFinal, comparesCase: comparesCase)
  }
}
