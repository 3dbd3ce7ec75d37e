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

  /// Ticks, and sets the timer again when the tick has had its effect.
  ///
  /// So the next interval is that of the cells as they are then, and what the tick has begun comes before the next one that is
  /// due at the same time, as on a test scheduler of ReactiveSwift.
  func timerIsDue(_ payload: CellValue, _ stream: StreamInstance) {
    stream.beginBehindInstant()
    stream.sendInAStep(.blank)
  }
}
