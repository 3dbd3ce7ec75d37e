import Foundation
import ReactiveCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The connections of a client, and which exchange each task under way belongs to.
///
/// Foundation for Linux takes a delegate of a task and then does not call it, so the session's is the only one. It runs
/// on one serial queue.
final class HTTPSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let exchanges = Atomic<[Int: HTTPExchange]>([:])
  private let base = Atomic<URLSession?>(nil)
  private let connectionsPerHost: Int

  init(connectionsPerHost: Int) { self.connectionsPerHost = connectionsPerHost }

  /// How many tasks have not completed.
  var count: Int { exchanges.value.count }

  /// Makes a task that has not begun.
  func task(_ request: URLRequest, for exchange: HTTPExchange) -> URLSessionTask {
    let task = opened.dataTask(with: request)
    exchanges.modify { $0[task.taskIdentifier] = exchange }
    return task
  }

  /// Ends all that is under way; the session is of no use any more.
  ///
  /// The base holds its delegate until then.
  func invalidate() { base.value?.invalidateAndCancel() }

  /// Made by the first request, because that costs more than all else here.
  private var opened: URLSession {
    base.modify { base in
      if let base { return base }
      let made = URLSession(configuration: configuration, delegate: self, delegateQueue: DelegateQueue())
      base = made
      return made
    }
  }

  /// Keeps nothing from one request for the next but connections.
  private var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connectionsPerHost
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    // The client's own timeout is the one that counts. A week, because Foundation wants a number.
    configuration.timeoutIntervalForRequest = 604_800
    configuration.timeoutIntervalForResource = 604_800
    return configuration
  }

  private subscript(_ task: URLSessionTask) -> HTTPExchange? { exchanges.withValue { $0[task.taskIdentifier] } }

  // MARK: What Foundation calls

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    self[dataTask]?.didReceive(response, of: dataTask)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    self[dataTask]?.didReceive(data, of: dataTask)
  }

  /// Has a redirect followed by a task of its own.
  ///
  /// The handler is not called, and that is meant: Foundation for Linux traps when it is called for a task that is
  /// cancelled at the same moment, and it resolves a relative location against the root.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    self[task]?.didReceiveRedirect(response, of: task, on: self)
  }

  /// Answers a demand for a password with none, so that the answer counts as it came.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = exchanges.modify { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.didComplete(task, error)
  }
}

/// The queue of a session.
///
/// Foundation does not wait for the delegate: what has arrived and was not looked at is in memory. An urgent queue looks
/// soon, so that an answer without end is given up soon.
private final class DelegateQueue: OperationQueue, @unchecked Sendable {
  // Held here, because the property below holds nothing.
  private let queue = DispatchQueue(label: "Sheaf.HTTPSession", qos: .userInteractive)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
    underlyingQueue = queue
  }
}
