import CellModel
import Formulas

extension BinaryOperator {
  /// What a comparison gives for two texts where upper and lower case differ; `nil` for any other operator.
  func tellingCase(_ a: String, _ b: String) -> Bool? {
    var order: Int { CellComparison.order(tellingCase: a, b) }
    return switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    default: nil
    }
  }

  /// What it gives for two single values.
  ///
  /// - Parameter isFinal: Whether it is the last operation of a formula, where a difference close to zero becomes zero.
  func result(of a: CellValue, and b: CellValue, isFinal: Bool) -> CellValue {
    switch self {
    case .add: isFinal ? CellArithmetic.finalAdd(a, b) : CellArithmetic.add(a, b)
    case .subtract: isFinal ? CellArithmetic.finalSubtract(a, b) : CellArithmetic.subtract(a, b)
    case .multiply: CellArithmetic.multiply(a, b)
    case .divide: CellArithmetic.divide(a, b)
    case .power: CellArithmetic.power(a, b)
    case .concatenate: CellArithmetic.concatenate(a, b)
    case .equal: CellComparison.equal(a, b)
    case .notEqual: CellComparison.notEqual(a, b)
    case .less: CellComparison.less(a, b)
    case .lessOrEqual: CellComparison.lessOrEqual(a, b)
    case .greater: CellComparison.greater(a, b)
    case .greaterOrEqual: CellComparison.greaterOrEqual(a, b)
    case .range, .intersection, .union: .error(.value)
    }
  }
}
