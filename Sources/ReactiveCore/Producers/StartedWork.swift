/// The work of one start of a producer, or of one part of it.
///
/// Disposing of it interrupts the events where they come from, so that all operators on their way see the interruption.
/// An operator that may stop what is before it, or holds something, has a work of its own, which lies within the work
/// around it; the innermost work is the one where the events come from.
class StartedWork: Disposable, @unchecked Sendable {
  fileprivate enum Interrupter {
    /// Who sends the events looks at ``isDisposed`` after each.
    case none
    /// The events come from this work's core.
    case ownCore
    case inner(StartedWork)
  }

  private let lock = ShortLock()
  private var interrupter: Interrupter
  private var isOver = false
  /// What sends the events: held for who may interrupt the work, so that a function of a user need not hold it.
  private var input: AnyObject?
  /// The lifetime, once somebody has asked for it.
  private var knownLifetime: Lifetime?
  private var lifetimeHasEnded = false

  fileprivate init(_ interrupter: Interrupter) { self.interrupter = interrupter }

  /// The work of whatever nobody can interrupt.
  static let uninterrupted = StartedWork()

  /// A work that is over.
  static let finished: StartedWork = {
    let work = StartedWork()
    work.dispose()
    return work
  }()

  /// Makes a work whose events come from a work within; that is to be named.
  convenience init() { self.init(.none) }

  /// Ends with the work.
  final var lifetime: Lifetime {
    lock.lock()
    let known = knownLifetime
    lock.unlock()
    return known ?? makeLifetime()
  }

  private func makeLifetime() -> Lifetime {
    let new = Lifetime(CompositeDisposable())
    lock.lock()
    let lifetime = knownLifetime ?? new
    knownLifetime = lifetime
    let hasEnded = lifetimeHasEnded
    lock.unlock()
    if hasEnded { lifetime.disposables.dispose() }
    return lifetime
  }

  private func endLifetime() {
    lock.lock()
    lifetimeHasEnded = true
    let lifetime = knownLifetime
    lock.unlock()
    lifetime?.disposables.dispose()
  }

  /// Says in which part of the work the events come up; it is disposed of at once when the work is over.
  final func setInterrupter(_ inner: StartedWork) {
    if set(.inner(inner)) { inner.dispose() }
  }

  /// Says that who sends the events looks at ``isDisposed`` after each.
  final func interruptsItself() { _ = set(.none) }

  /// Holds what sends the events until the work is over.
  final func hold(_ input: AnyObject) {
    lock.lock()
    if !isOver { self.input = input }
    lock.unlock()
  }

  /// Lets go of what sends the events: nobody is left who could interrupt the work.
  final func releaseInput() {
    lock.lock()
    let released = input
    input = nil
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(released) {}
  }

  /// Tells whether the work is over.
  private func set(_ new: Interrupter) -> Bool {
    lock.lock()
    let old = interrupter
    if !isOver { interrupter = new }
    let isOver = isOver
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(old) {}
    return isOver
  }

  final var isDisposed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return isOver
  }

  final func dispose() {
    let interrupter = stop()
    end(interrupter, isLast: !hasCore)
  }

  /// Disposes of all that is left, as the core has ended and the observers have seen it.
  final func finish() {
    lock.lock()
    isOver = true
    let last = interrupter
    interrupter = .none
    lock.unlock()
    end(last, isLast: true)
    releaseInput()
  }

  private func end(_ interrupter: Interrupter, isLast: Bool) {
    switch interrupter {
    case .none: break
    case .ownCore: interruptCore()
    case .inner(let inner): Self.disposeFromInnermost(inner)
    }
    if isLast { endLifetime() }
  }

  /// Makes the work over; returns what is to be interrupted.
  private func stop() -> Interrupter {
    lock.lock()
    defer { lock.unlock() }
    guard !isOver else { return .none }
    isOver = true
    // Taken out: works that held each other to the end would be released by recursion.
    let last = interrupter
    interrupter = .none
    return last
  }

  /// Disposes of a work and of what is within, the innermost first, without recursion.
  private static func disposeFromInnermost(_ outermost: StartedWork) {
    var works: [StartedWork] = []
    var next = outermost
    descent: while !next.endsByItself {
      if !next.hasCore { works.append(next) }
      switch next.stop() {
      case .none: break descent
      case .ownCore:
        next.interruptCore()
        break descent
      case .inner(let inner): next = inner
      }
    }
    while let work = works.popLast() { work.endLifetime() }
  }

  // MARK: For works with a core

  /// Whether the work is finished by the end of its core, and not before.
  fileprivate var hasCore: Bool { false }

  /// Whether the core's end has come or is on its way to the observers.
  fileprivate var endsByItself: Bool { false }

  fileprivate func interruptCore() {}
}

/// The work of an inner stream of a flattening, and where it stands among those.
///
/// Not in the observer of the inner stream: a list of works needs no metadata of the values' types.
final class InnerWork: StartedWork, @unchecked Sendable {
  // Both are used under the lock of the flattening.
  /// Where the flattening lists it.
  var place = 0
  /// Whether it was started and that call has returned.
  var hasStarted = false

  init() { super.init(.none) }
}

/// A work and the core that sends its events.
///
/// The end of the core finishes the work, as soon as the observers have seen it.
final class ProducerRun<Value, Error: Swift.Error>: StartedWork, @unchecked Sendable {
  let core: Signal<Value, Error>.Core

  init(_ recipe: Recipe<Value, Error>) {
    core = Signal<Value, Error>.Core(queues: recipe.queues)
    super.init(.ownCore)
    core.work = self
  }

  /// Runs the recipe, unless the run was interrupted while it was set up.
  func start(_ recipe: Recipe<Value, Error>) {
    Delivery.run { start(recipe, &$0) }
  }

  func start(_ recipe: Recipe<Value, Error>, _ delivery: inout Delivery) {
    guard !isDisposed else { return }
    if delivery.isFull {
      delivery.postpone { [self] in start(recipe, &$0) }
    } else {
      delivery.room -= 1
      recipe.run(on: core, during: self, &delivery)
      delivery.room += 1
    }
  }

  fileprivate override var hasCore: Bool { true }

  fileprivate override var endsByItself: Bool { !core.isAlive }

  fileprivate override func interruptCore() {
    Delivery.run { core.terminate(.interrupted, &$0) }
  }
}

/// A work that has no core of its own and is finished all the same when the observers have seen the end, not before.
final class FinishedWork: StartedWork, @unchecked Sendable {
  init() { super.init(.none) }

  fileprivate override var hasCore: Bool { true }
}

/// The work of what feeds an observer without a core: it is over when the feed is.
final class FedWork: StartedWork, @unchecked Sendable {
  private let feed: any Disposable

  init(_ feed: any Disposable) {
    self.feed = feed
    super.init(.ownCore)
  }

  fileprivate override var hasCore: Bool { true }

  fileprivate override var endsByItself: Bool { feed.isDisposed }

  fileprivate override func interruptCore() { feed.dispose() }
}

/// What interrupts a run that was started from outside. As long as it is there, the run is not interrupted for want of
/// somebody who could send.
final class InterruptHandle: Disposable, @unchecked Sendable {
  private let run: StartedWork

  init(_ run: StartedWork) { self.run = run }

  deinit { run.releaseInput() }

  var isDisposed: Bool { run.isDisposed }

  func dispose() { run.dispose() }
}
