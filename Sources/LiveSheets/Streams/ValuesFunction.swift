import CellModel
import Diagnostics
import ReactiveCore

/// `VALUES(cell)`: the value of a cell when time begins, and then each change.
struct ValuesFunction: StreamFunction {
  static let name = "VALUES"
  static let argumentCounts = 1...1
  static let takesStream = false
  private let followed: Int

  init(_ arguments: StreamArguments) throws(Diagnostic) { followed = try arguments.watch(0) }

  var watch: Int? { followed }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> { stream.ownSignal() }

  func begin(_ stream: StreamInstance) { stream.sendInAStep(stream.instance.seen.watched[followed]) }
}
