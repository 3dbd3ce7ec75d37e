extension Signal {
  /// The values of the signal from now on, for `for try await`.
  ///
  /// The loop ends when the signal completes or is interrupted. Values that are not taken are kept. Cancelling the task
  /// that iterates, or giving the stream up, ends the observation.
  public var asyncThrowingStream: AsyncThrowingStream<Value, any Swift.Error> {
    .observing { observe($0) }
  }
}

extension Signal where Error == Never {
  /// The values of the signal from now on, for `for await`.
  ///
  /// The loop ends when the signal completes or is interrupted. Values that are not taken are kept. Cancelling the task
  /// that iterates, or giving the stream up, ends the observation.
  public var asyncStream: AsyncStream<Value> {
    .observing { observe($0) }
  }
}

extension SignalProducer {
  /// The values of the producer, which is started now, for `for try await`.
  ///
  /// The loop ends when the signal completes or is interrupted. Values that are not taken are kept. Cancelling the task
  /// that iterates, or giving the stream up, stops the work.
  public var asyncThrowingStream: AsyncThrowingStream<Value, any Swift.Error> {
    .observing { start($0) }
  }
}

extension SignalProducer where Error == Never {
  /// The values of the producer, which is started now, for `for await`.
  ///
  /// The loop ends when the signal completes or is interrupted. Values that are not taken are kept. Cancelling the task
  /// that iterates, or giving the stream up, stops the work.
  public var asyncStream: AsyncStream<Value> {
    .observing { start($0) }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  fileprivate static func observing<Fault>(
    _ observe: (Signal<Element, Fault>.Observer) -> (any Disposable)?
  ) -> AsyncThrowingStream {
    AsyncThrowingStream { continuation in
      let observation = Unchecked(
        observe(
          .init { event in
            switch event {
            case .value(let value):
              // Handed over: nobody here uses the value once it is in the stream.
              nonisolated(unsafe) let value = value
              continuation.yield(value)
            case .failed(let error): continuation.finish(throwing: error)
            case .completed, .interrupted: continuation.finish()
            }
          }))
      continuation.onTermination = { _ in observation.content?.dispose() }
    }
  }
}

extension AsyncStream {
  fileprivate static func observing(
    _ observe: (Signal<Element, Never>.Observer) -> (any Disposable)?
  ) -> AsyncStream {
    AsyncStream { continuation in
      let observation = Unchecked(
        observe(
          .init { event in
            switch event {
            case .value(let value):
              // Handed over: nobody here uses the value once it is in the stream.
              nonisolated(unsafe) let value = value
              continuation.yield(value)
            case .completed, .interrupted: continuation.finish()
            }
          }))
      continuation.onTermination = { _ in observation.content?.dispose() }
    }
  }
}
