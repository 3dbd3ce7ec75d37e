import Dispatch

extension SignalProducer {
  /// Starts the work and blocks the calling thread until the first value or the end.
  ///
  /// - Returns: The first value, or the error if there was none; `nil` when the work ended with neither.
  public func first() -> Result<Value, Error>? { Awaited.outcome(of: self, .first) }

  /// Starts the work and blocks the calling thread until its end or a second value.
  ///
  /// - Returns: The only value, or the error; `nil` when there was none, or more than one.
  public func single() -> Result<Value, Error>? { Awaited.outcome(of: self, .single) }

  /// Starts the work and blocks the calling thread until its end.
  ///
  /// - Returns: The last value, or the error; `nil` when there was none or the work was interrupted.
  public func last() -> Result<Value, Error>? { Awaited.outcome(of: self, .last) }

  /// Starts the work and blocks the calling thread until its end.
  ///
  /// - Returns: The error, if the work failed.
  public func wait() -> Result<(), Error> {
    if case .failure(let error) = Awaited.outcome(of: self, .end) { return .failure(error) }
    return .success(())
  }
}

/// Waits for a value or the end of a producer.
private final class Awaited<Value, Error: Swift.Error>: Observer<Value, Error>, @unchecked Sendable {
  enum Wish { case first, single, last, end }

  private let wish: Wish
  private let run: any Disposable
  private let lock = ShortLock()
  private var outcome: Result<Value, Error>?
  private var isSettled = false
  /// There once the thread waits; a producer that does all its work at once needs none.
  private var semaphore: DispatchSemaphore?

  private init(_ wish: Wish, _ run: any Disposable) {
    self.wish = wish
    self.run = run
  }

  static func outcome(of producer: SignalProducer<Value, Error>, _ wish: Wish) -> Result<Value, Error>? {
    let run = ProducerRun(producer.recipe)
    let awaited = Awaited(wish, run)
    run.core.attach(awaited)
    run.start(producer.recipe)
    // Who waits does not interrupt.
    run.releaseInput()
    awaited.wait()
    return awaited.outcome
  }

  private func wait() {
    lock.lock()
    guard !isSettled else { return lock.unlock() }
    let semaphore = DispatchSemaphore(value: 0)
    self.semaphore = semaphore
    lock.unlock()
    semaphore.wait()
  }

  override func receive(_ value: Value) {
    switch wish {
    case .first: settle(.success(value))
    case .single where outcome != nil: settle(nil)
    case .single, .last: outcome = .success(value)
    case .end: break
    }
  }

  override func terminate(_ termination: Termination<Error>) {
    switch termination {
    case .failed(let error): settle(.failure(error))
    case .interrupted where wish == .last: settle(nil)
    case .completed, .interrupted: settle(outcome)
    }
  }

  private func settle(_ result: Result<Value, Error>?) {
    lock.lock()
    guard !isSettled else { return lock.unlock() }
    isSettled = true
    let replaced = outcome
    outcome = result
    let semaphore = semaphore
    lock.unlock()
    // Released after the lock.
    withExtendedLifetime(replaced) {}
    run.dispose()
    semaphore?.signal()
  }
}
