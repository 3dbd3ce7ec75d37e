import Foundation
import ReactiveCore

/// The error of streams made of rows.
struct Fault: Error, Equatable, CustomStringConvertible {
  var description: String { "fault" }
}

/// An error that a `#` in a row stands for; `Never` for rows without one.
protocol MarbleError: Error {
  static var mark: Self { get }
}

extension Fault: MarbleError {
  static var mark: Fault { Fault() }
}

extension Never: MarbleError {
  static var mark: Never { preconditionFailure("a row of a stream that cannot fail has no #") }
}

/// A value that the text in a row stands for.
protocol MarbleValue {
  init?(_ text: String)
}

extension String: MarbleValue {}
extension Int: MarbleValue {}
extension Bool: MarbleValue {
  init?(_ text: String) { self = text == "t" }
}

/// Streams made of rows, and the virtual clock that drives them.
///
/// A tick is a second. The events of hot signals are scheduled in the order in which the signals are made; those of a
/// producer are sent from its start, tick 0 before `start` returns.
final class Marbles {
  let scheduler = TestScheduler()
  private let origin = Date(timeIntervalSinceReferenceDate: 0)
  /// The tick at which the observer of the result goes.
  private var disposalTick: Int?
  private var length = 0
  private var works: [String: [Span]] = [:]
  /// What is sent before the observer comes.
  private var early: [(tick: Int, send: () -> Void)] = []
  /// Held to the end: a signal whose input is gone is interrupted.
  private var inputs: [AnyObject] = []
  /// Whether the row is complete; what happens afterwards is not part of it.
  private var isOver = false

  // MARK: Streams

  /// A signal that sends the row whether or not somebody observes it.
  func signal<Value: MarbleValue, Failure: MarbleError>(
    _ row: String, of: Value.Type = String.self, error: Failure.Type = Fault.self
  ) -> Signal<Value, Failure> {
    hot(row) { Value($0)! }
  }

  /// A signal that sends the values that the texts in the row stand for.
  func signal<Value, Failure: MarbleError>(
    _ row: String, _ values: [String: Value], error: Failure.Type = Fault.self
  ) -> Signal<Value, Failure> {
    hot(row) { values[$0]! }
  }

  /// A producer that sends the row from its start on.
  func producer<Value: MarbleValue, Failure: MarbleError>(
    _ row: String, of: Value.Type = String.self, error: Failure.Type = Fault.self
  ) -> SignalProducer<Value, Failure> {
    cold(row) { Value($0)! }
  }

  /// A producer that sends the values that the texts in the row stand for.
  func producer<Value, Failure: MarbleError>(
    _ row: String, _ values: [String: Value], error: Failure.Type = Fault.self
  ) -> SignalProducer<Value, Failure> {
    cold(row) { values[$0]! }
  }

  /// Takes the observer of the result away at a tick.
  func dispose(at tick: Int) { disposalTick = tick }

  /// When the work of the producers of a row was done, one text a start: `"--^--!"`.
  func spans(of row: String) -> [String] {
    (works[row] ?? []).map { span in
      let before = String(repeating: "-", count: span.start)
      guard let end = span.end else { return before + "^" }
      return before + (end == span.start ? "(^!)" : "^" + String(repeating: "-", count: end - span.start - 1) + "!")
    }
  }

  private final class Span {
    let start: Int
    var end: Int?

    init(from start: Int) { self.start = start }
  }

  private var tick: Int { Int(scheduler.currentDate.timeIntervalSince(origin).rounded(.down)) }

  private func at(_ tick: Int, _ action: @escaping () -> Void) -> (any Disposable)? {
    scheduler.schedule(after: origin.addingTimeInterval(TimeInterval(tick)), action: action)
  }

  private func hot<Value, Failure: MarbleError>(
    _ text: String, _ value: @escaping (String) -> Value
  ) -> Signal<Value, Failure> {
    let row = MarbleRow(text)
    length = max(length, row.length)
    let (signal, input) = Signal<Value, Failure>.pipe()
    inputs.append(input)
    for (tick, marks) in row.marks.sorted(by: { $0.key < $1.key }) {
      let send = { for mark in marks { input.send(mark, value) } }
      if tick < 0 { early.append((tick, send)) } else { _ = at(tick, send) }
    }
    return signal
  }

  private func cold<Value, Failure: MarbleError>(
    _ text: String, _ value: @escaping (String) -> Value
  ) -> SignalProducer<Value, Failure> {
    let row = MarbleRow(text)
    length = max(length, row.length)
    return SignalProducer { [weak self] input, lifetime in
      guard let self else { return input.sendInterrupted() }
      inputs.append(input)
      let span = Span(from: tick)
      works[text, default: []].append(span)
      lifetime.observeEnded { [weak self] in
        if let self, !isOver { span.end = tick }
      }
      for (tick, marks) in row.marks.sorted(by: { $0.key < $1.key }) where tick > 0 {
        lifetime += at(span.start + tick) { for mark in marks { input.send(mark, value) } }
      }
      for mark in row.marks[0] ?? [] { input.send(mark, value) }
    }
  }

  // MARK: Results

  private func sendEarly() {
    for each in early.sorted(by: { $0.tick < $1.tick }) { each.send() }
  }

  func result<Value, Failure>(of signal: Signal<Value, Failure>, until expected: MarbleRow) -> MarbleRow {
    sendEarly()
    return withExtendedLifetime(signal) { record(until: expected) { signal.observe($0) } }
  }

  func result<Value, Failure>(
    of producer: SignalProducer<Value, Failure>, until expected: MarbleRow
  ) -> MarbleRow {
    sendEarly()
    return record(until: expected) { producer.start($0) }
  }

  private func record<Value, Failure>(
    until expected: MarbleRow, _ start: (Signal<Value, Failure>.Observer) -> (any Disposable)?
  ) -> MarbleRow {
    var result = MarbleRow()
    let disposable = start(
      // An interruption that waits on the scheduler comes when the scheduler is released.
      Signal<Value, Failure>.Observer { [weak self] event in
        if let self, !isOver { result.add(MarbleRow.Mark(event), at: tick) }
      })
    if let disposalTick { _ = at(disposalTick) { disposable?.dispose() } }
    // Somewhat longer than the rows, so that an event too many is seen.
    let end = expected.isOpen ? expected.length - 1 : max(expected.length, length) + 20
    scheduler.advance(to: origin.addingTimeInterval(TimeInterval(end) + 0.5))
    isOver = true
    disposable?.dispose()
    return result
  }
}

extension MarbleRow.Mark {
  fileprivate init<Value, Failure>(_ event: Signal<Value, Failure>.Event) {
    switch event {
    case .value(let value): self = .value(marble(of: value))
    case .completed: self = .completed
    case .failed: self = .failed
    case .interrupted: self = .interrupted
    }
  }
}

extension Signal.Observer where Error: MarbleError {
  fileprivate func send(_ mark: MarbleRow.Mark, _ value: (String) -> Value) {
    switch mark {
    case .value(let text): send(value: value(text))
    case .completed: sendCompleted()
    case .failed: send(error: .mark)
    case .interrupted: sendInterrupted()
    }
  }
}
