import CellModel

/// The calls of services that wait for an answer, and those of which the world outside is to hear.
///
/// Numbers of calls are given once and never again, so that a late answer finds nothing.
///
/// - R1. No call is open whose number was not given.
/// - R2. What the world outside is to start it is not also to cancel.
struct OpenCalls {
  private(set) var open: [Int: OpenCall] = [:]
  /// How many numbers were given.
  private(set) var count = 0
  /// Calls for the world outside, to be started when the instant is over.
  private(set) var outbox: [ServiceCall] = []
  /// The numbers of those to be cancelled.
  private(set) var cancelled: [Int] = []

  init() {}

  /// Goes on where others ended: no call has the number of an earlier one, and none that was cancelled is forgotten.
  init(after former: OpenCalls) {
    count = former.count
    cancelled = former.cancelled
  }

  var isEmpty: Bool { open.isEmpty }

  /// The open calls in the order in which they were made.
  var inOrder: [ServiceCall] { open.values.map(\.call).sorted { $0.number < $1.number } }

  subscript(number: Int) -> OpenCall? { open[number] }

  /// Opens a call under a number of its own.
  mutating func add(_ service: String, _ arguments: [CellValue], for run: Int, _ index: Int) -> ServiceCall {
    count += 1
    let call = ServiceCall(number: count, service: service, arguments: arguments)
    open[count] = OpenCall(call: call, run: run, index: index)
    return call
  }

  /// Takes note of the run that answers a call.
  mutating func answer(_ number: Int, byRun body: Int) { open[number]?.body = body }

  /// Takes a call as one that waits no more.
  mutating func close(_ number: Int) { open[number] = nil }

  // MARK: The world outside

  /// Lets the world outside start a call.
  mutating func start(_ call: ServiceCall) { outbox.append(call) }

  /// Lets the world outside hear that a call which was closed is not wanted any more; one that it has not started just goes.
  mutating func cancel(_ number: Int) {
    if outbox.contains(where: { $0.number == number }) {
      outbox.removeAll { $0.number == number }
    } else {
      tellCancelled(number)
    }
  }

  /// Lets the world outside hear that a call which it has started is not wanted any more.
  mutating func tellCancelled(_ number: Int) { cancelled.append(number) }

  /// Takes the calls that the world outside has to answer, and the numbers of those that are not wanted any more.
  mutating func take() -> (started: [ServiceCall], cancelled: [Int]) {
    defer { (outbox, cancelled) = ([], []) }
    return (outbox, cancelled)
  }

  // MARK: Putting back

  /// Takes others in place of the open ones.
  mutating func restore(_ calls: [OpenCall]) {
    open = Dictionary(uniqueKeysWithValues: calls.map { ($0.call.number, $0) })
  }

  /// Gives numbers to calls that are put back.
  mutating func numbers(for calls: Int) -> [Int] {
    defer { count += calls }
    return Array(count + 1..<count + 1 + calls)
  }

  /// Takes calls as those that the world outside is to start.
  mutating func restore(outbox calls: [ServiceCall]) { outbox = calls }
}
