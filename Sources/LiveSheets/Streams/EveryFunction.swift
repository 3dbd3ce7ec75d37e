import CellModel
import Diagnostics
import ReactiveCore

/// `EVERY(seconds)`: an event again and again.
struct EveryFunction: StreamFunction {
  static let name = "EVERY"
  static let argumentCounts = 1...1
  static let takesStream = false
  private let seconds: TimeExpression

  init(_ arguments: StreamArguments) throws(Diagnostic) {
    seconds = arguments.expression(0)
    if let number = seconds.tree.constant?.number, number < SheetTime.tick {
      throw TimeFinding.notPositive(arguments.span(0)).diagnostic
    }
  }

  var settings: [TimeExpression] { [seconds] }

  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never> { stream.ownSignal() }

  /// Sets the timer of the next tick; without a positive interval there is none.
  func begin(_ stream: StreamInstance) {
    let interval = SheetTime(seconds: stream.value(seconds).number ?? 0)
    guard interval > .zero else {
      return stream.report(.notPositive(seconds.span), of: seconds)
    }
    stream.wait(interval, .blank)
  }

  /// Ticks, and sets the timer again: with an interval that is made of cells when the tick has had its effect on them.
  func timerIsDue(_ payload: CellValue, _ stream: StreamInstance) {
    if seconds.tree.constant == nil { stream.beginBehindInstant() } else { begin(stream) }
    stream.sendInAStep(.blank)
  }
}
