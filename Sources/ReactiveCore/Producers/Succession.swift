/// Runs recipes one after the other; the end of each decides what comes next.
final class SuccessionRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  enum Step {
    case run(Recipe<Value, Error>)
    case end(Termination<Error>)
  }

  /// Tells what to do next: at the start, and then for each end of what was run.
  typealias Plan = (Termination<Error>?) -> Step

  private var makePlan: (() -> Plan)?

  /// Makes a recipe of a function that is called at each start and returns a plan.
  init(_ makePlan: @escaping () -> Plan) {
    self.makePlan = makePlan
    super.init(queues: false)
  }

  // It holds the recipes, which may be successions, too.
  deinit { Teardown.release(makePlan.take()) }

  override func run(on core: Signal<Value, Error>.Core, during work: StartedWork, _ delivery: inout Delivery) {
    guard let makePlan else { return }
    let succession = Succession(CoreInput(core), makePlan())
    work.lifetime += succession
    succession.advance(after: nil, &delivery)
  }
}

/// One run of recipes one after the other.
///
/// A recipe that ends while it is being started is followed by the next one in a loop, not by recursion: a million of them
/// need no more stack than one.
private final class Succession<Value, Error: Swift.Error>: Operator<Value, Error>, Disposable, @unchecked Sendable {
  private let downstream: Observer<Value, Error>
  private let plan: SuccessionRecipe<Value, Error>.Plan
  private let lock = ShortLock()
  private var current: StartedWork?
  private var isStarting = false
  /// The end of a recipe that came while it was being started.
  private var earlyEnd: Termination<Error>?
  private var isOver = false

  init(_ downstream: Observer<Value, Error>, _ plan: @escaping SuccessionRecipe<Value, Error>.Plan) {
    self.downstream = downstream
    self.plan = plan
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    downstream.receive(value, &delivery)
  }

  override func terminate(_ termination: Termination<Error>, _ delivery: inout Delivery) {
    lock.lock()
    if isStarting {
      earlyEnd = termination
      return lock.unlock()
    }
    let ended = current
    lock.unlock()
    advance(after: termination, &delivery)
    // As with any stream, what ends has been seen to end before its work is let go.
    delivery.then { _ in ended?.dispose() }
  }

  /// Does what the plan says, until a recipe is at work or all is over.
  func advance(after termination: Termination<Error>?, _ delivery: inout Delivery) {
    var last = termination
    while !isDisposed {
      switch plan(last) {
      case .end(let termination):
        return downstream.terminate(termination, &delivery)
      case .run(let recipe):
        guard let work = begin() else { return }
        recipe.runNested(into: self, during: work, &delivery)
        guard !delivery.isFull else {
          delivery.postpone { [self] delivery in
            if let end = finishStart() { advance(after: end, &delivery) }
          }
          return
        }
        guard let end = finishStart() else { return }
        last = end
      }
    }
  }

  /// The work for the next recipe, which is being started from now on; `nil` when all is over.
  private func begin() -> StartedWork? {
    let work = StartedWork()
    lock.lock()
    defer { lock.unlock() }
    guard !isOver else { return nil }
    let ended = current
    current = work
    isStarting = true
    return withExtendedLifetime(ended) { work }
  }

  /// A recipe has been started; returns its end when that has come.
  private func finishStart() -> Termination<Error>? {
    lock.lock()
    isStarting = false
    let end = earlyEnd
    earlyEnd = nil
    let work = end == nil ? nil : current
    lock.unlock()
    work?.dispose()
    return end
  }

  var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return isOver
  }

  func dispose() {
    lock.lock()
    let work = current
    isOver = true
    current = nil
    lock.unlock()
    work?.dispose()
  }
}
