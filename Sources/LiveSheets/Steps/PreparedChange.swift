import CellModel
import Diagnostics
import SheetText

/// A step that has been checked and is to take effect.
struct PreparedChange {
  enum Effect {
    case set(TakenValue)
    case trigger(Trigger, [CellValue])
    case stop(TimeInstance, Int)
    case answer(Int, ServiceAnswer)
    case insert(table: Int, at: Int, [CellValue])
    case delete(table: Int, row: Int)
  }

  var step: TestStep
  var effect: Effect

  /// How the value that is set is written, where it is a literal.
  func typed(in source: SourceText) -> String? {
    guard case .assign(_, let value) = step.kind, value.isConstant else { return nil }
    return source[value.span]
  }

  /// How the values of a row are written, those that are literals.
  func typedValues(in source: SourceText) -> [String?] {
    guard case .insert(_, _, let values) = step.kind else { return [] }
    return values.map { value in value.flatMap { $0.isConstant ? source[$0.span] : nil } }
  }
}
