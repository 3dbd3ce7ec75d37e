import Foundation
import ReactiveCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession: ReactiveExtensionsProvider {}

extension Reactive where Base: URLSession {
  /// A producer that makes a request at each start and sends the answer.
  ///
  /// An answer with a status that tells of an error is an answer, too; the producer fails when there is none. Disposing of
  /// a start cancels the request. Events are sent on the queue of the session's delegate.
  public func data(with request: URLRequest) -> SignalProducer<(Data, URLResponse), any Error> {
    SignalProducer { [session = base] observer, lifetime in
      let task = session.dataTask(with: request) { data, response, error in
        if let data, let response {
          observer.send(value: (data, response))
          observer.sendCompleted()
        } else {
          observer.send(error: error ?? URLError(.unknown))
        }
      }
      lifetime.observeEnded { task.cancel() }
      task.resume()
    }
  }
}
