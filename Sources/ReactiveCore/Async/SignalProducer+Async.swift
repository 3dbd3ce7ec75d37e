extension SignalProducer {
  /// Makes a producer of the elements of an asynchronous sequence, which each start iterates in a task of its own.
  ///
  /// The task is cancelled when the started signal ends or is interrupted.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Value, S.Failure == Error {
    self.init(inTask: { observer throws(Error) in
      var iterator = sequence.makeAsyncIterator()
      while let value = try await iterator.next(isolation: nil) { observer.send(value: value) }
    })
  }

  /// Makes a producer of an asynchronous function, which each start calls in a task of its own.
  ///
  /// What the function returns is sent and the signal completes; what it throws fails the signal. The task is cancelled
  /// when the started signal is interrupted.
  public init(awaiting action: @escaping () async throws(Error) -> Value) {
    self.init(inTask: { observer throws(Error) in observer.send(value: try await action()) })
  }

  private init(inTask work: @escaping (Signal<Value, Error>.Observer) async throws(Error) -> Void) {
    self.init { observer, lifetime in
      let work = Unchecked(work)
      let task = Task {
        do throws(Error) {
          try await work.content(observer)
          observer.sendCompleted()
        } catch {
          observer.send(error: error)
        }
      }
      lifetime.observeEnded { task.cancel() }
    }
  }
}
