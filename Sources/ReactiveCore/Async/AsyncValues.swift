/// The values of a signal or producer as an asynchronous sequence that throws the stream's own error.
///
/// The sequence ends when the stream completes or is interrupted. Values that are not taken are kept. Cancelling the task
/// that iterates, or giving the iterator up, disposes of the observation.
public struct AsyncValues<Element, Failure: Error>: AsyncSequence {
  typealias Stream = AsyncStream<Unchecked<Result<Element, Failure>>>

  private let makeStream: () -> Stream

  init(_ makeStream: @escaping () -> Stream) { self.makeStream = makeStream }

  public func makeAsyncIterator() -> Iterator { Iterator(base: makeStream().makeAsyncIterator()) }

  /// The values one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Stream.Iterator

    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      try await base.next(isolation: actor)?.content.get()
    }
  }

  fileprivate static func stream(
    _ observe: (Signal<Element, Failure>.Observer) -> (any Disposable)?
  ) -> Stream {
    AsyncStream { continuation in
      let observation = Unchecked(
        observe(
          .init { event in
            switch event {
            case .value(let value): continuation.yield(Unchecked(.success(value)))
            case .failed(let error):
              continuation.yield(Unchecked(.failure(error)))
              continuation.finish()
            case .completed, .interrupted: continuation.finish()
            }
          }))
      continuation.onTermination = { _ in observation.content?.dispose() }
    }
  }
}

extension AsyncValues: @unchecked Sendable where Element: Sendable {}

extension Signal {
  /// The values of the signal from now on, as an asynchronous sequence for one iteration.
  public var values: AsyncValues<Value, Error> {
    let stream = AsyncValues.stream { observe($0) }
    return AsyncValues { stream }
  }
}

extension SignalProducer {
  /// The values of the producer, which is started by each iteration, as an asynchronous sequence.
  public var values: AsyncValues<Value, Error> {
    AsyncValues { AsyncValues.stream { start($0) } }
  }
}
