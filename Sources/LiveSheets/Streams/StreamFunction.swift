import CellModel
import Diagnostics
import ReactiveCore

/// A function that makes a stream of events of other streams, or of a cell or of time, as a sheet has written it.
///
/// All that is known of such a function stands in one file, and in the list ``StreamFunctions/all``. It lives in a
/// ``TimeForm``, once for all instances. What it remembers between two events lies in the instance, as a
/// ``StreamMemory``, and what it waits for among the timers: both are plain values, which a snapshot takes and puts back.
protocol StreamFunction: SendableMetatype {
  static var name: String { get }
  /// The fewest and the most arguments.
  static var argumentCounts: ClosedRange<Int> { get }
  /// Whether its first argument is a stream.
  static var takesStream: Bool { get }

  init(_ arguments: StreamArguments) throws(Diagnostic)

  /// The streams it is made of.
  var sources: [Int] { get }
  /// The source of which an event has surely just happened whenever this stream sends.
  var carrier: Int? { get }
  /// What it evaluates for a payload, and only then.
  var functions: [TimeExpression] { get }
  /// How many seconds it lets an event wait, where that may be for no time.
  var waitingTime: TimeExpression? { get }
  /// What else it evaluates.
  var settings: [TimeExpression] { get }
  /// The cell whose changes it sends, as a number of the form's watches.
  var watch: Int? { get }
  /// The condition that holds its events back as long as it holds.
  var restraint: TimeExpression? { get }
  /// Whether it remembers anything between two events.
  var remembers: Bool { get }
  /// Whether it remembers the timer that it waits for, as ``StreamMemory/count``.
  var knowsItsTimer: Bool { get }

  /// Makes the signal of the stream in an instance.
  func makeSignal(_ stream: StreamInstance) -> Signal<CellValue, Never>
  /// Does what there is to do when time begins for an instance.
  func begin(_ stream: StreamInstance)
  /// Does what there is to do when a timer of the stream is due.
  func timerIsDue(_ payload: CellValue, _ stream: StreamInstance)
  /// Sends what has been joined, when all streams of lower rank have been told.
  func sendJoined(_ payload: CellValue, _ stream: StreamInstance)
}

extension StreamFunction {
  static var takesStream: Bool { true }
  var sources: [Int] { [] }
  var carrier: Int? { nil }
  var functions: [TimeExpression] { [] }
  var waitingTime: TimeExpression? { nil }
  var settings: [TimeExpression] { [waitingTime].compactMap(\.self) }
  var watch: Int? { nil }
  var restraint: TimeExpression? { nil }
  var remembers: Bool { false }
  var knowsItsTimer: Bool { false }
  func begin(_ stream: StreamInstance) {}
  func timerIsDue(_ payload: CellValue, _ stream: StreamInstance) { stream.sendInAStep(payload) }
  func sendJoined(_ payload: CellValue, _ stream: StreamInstance) {}
}

/// The functions of streams.
enum StreamFunctions {
  static let all: [any StreamFunction.Type] = [
    MapFunction.self, FilterFunction.self, ScanFunction.self, MergeFunction.self, DelayFunction.self,
    DebounceFunction.self, ThrottleFunction.self, HoldFunction.self, TakeFunction.self, DropFunction.self,
    TakeUntilFunction.self, DistinctFunction.self, PairwiseFunction.self, SampleFunction.self, EveryFunction.self,
    ValuesFunction.self,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names in their order.
  static let names: [String] = byName.keys.sorted()

  static func function(named name: String) -> (any StreamFunction.Type)? { byName[name] }
}
