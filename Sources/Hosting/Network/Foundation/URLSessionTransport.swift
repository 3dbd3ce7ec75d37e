#if canImport(Darwin)
  import Foundation
  import ReactiveCore

  /// Requests through Foundation, on Apple's systems.
  final class URLSessionTransport: NSObject, HTTPTransport, URLSessionDataDelegate, @unchecked Sendable {
    private let transfers = Atomic<[Int: URLSessionTransfer]>([:])
    private let base = Atomic<URLSession?>(nil)
    private let connectionsPerHost: Int
    private let permission: NetworkPermission
    private let outcomes = DispatchQueue(label: "Sheaf.HTTP")

    init(connectionsPerHost: Int, permission: NetworkPermission) {
      self.connectionsPerHost = connectionsPerHost
      self.permission = permission
    }

    var count: Int { transfers.value.count }

    func transfer(_ request: HTTPRequest, for exchange: HTTPExchange) -> any HTTPTransfer {
      let task = opened.dataTask(with: urlRequest(request))
      let transfer = URLSessionTransfer(task, exchange)
      transfers.modify { $0[task.taskIdentifier] = transfer }
      return transfer
    }

    func tell(_ outcome: @escaping @Sendable () -> Void) { outcomes.async(execute: outcome) }

    /// The base holds its delegate until then.
    func end() { base.value?.invalidateAndCancel() }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest {
      var made = URLRequest(url: URL(string: request.address) ?? request.url)
      made.httpMethod = request.method
      made.httpBody = request.body.map { Data($0) }
      for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
      return made
    }

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
      // Whoever runs a proxy sees what goes through it; the system does not tell which it would be.
      if permission != .everything { configuration.connectionProxyDictionary = [:] }
      // The client's own timeout is the one that counts. A week, because Foundation wants a number.
      configuration.timeoutIntervalForRequest = 604_800
      configuration.timeoutIntervalForResource = 604_800
      return configuration
    }

    private subscript(_ task: URLSessionTask) -> URLSessionTransfer? {
      transfers.withValue { $0[task.taskIdentifier] }
    }

    // MARK: What Foundation calls

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      completionHandler(self[dataTask]?.take(response) ?? false ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      guard let transfer = self[dataTask] else { return }
      _ = data.withUnsafeBytes { transfer.exchange.take($0, of: transfer) }
    }

    /// Has a redirect followed by a transfer of its own.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      transfers.modify { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
    }
  }

  /// A task of Foundation's.
  private final class URLSessionTransfer: HTTPTransfer, @unchecked Sendable {
    private let task: URLSessionDataTask
    let exchange: HTTPExchange
    // For the delegate's queue only.
    private var hasHead = false

    init(_ task: URLSessionDataTask, _ exchange: HTTPExchange) {
      self.task = task
      self.exchange = exchange
    }

    func resume() { task.resume() }
    func cancel() { task.cancel() }

    func take(_ response: URLResponse) -> Bool {
      guard let response = response as? HTTPURLResponse else { return true }
      hasHead = true
      var head = HTTPHead(status: response.statusCode)
      head.type = response.value(forHTTPHeaderField: "Content-Type")
      head.location = response.value(forHTTPHeaderField: "Location").flatMap { $0.isEmpty ? nil : $0 }
      if response.expectedContentLength >= 0 { head.length = Int(response.expectedContentLength) }
      return exchange.take(head, of: self)
    }

    func complete(_ error: (any Error)?) {
      // Of some answers Foundation tells only the task.
      if !hasHead, let response = task.response { _ = take(response) }
      exchange.complete(self, error.map(Self.failure))
    }

    private static func failure(_ error: any Error) -> TransferFailure {
      switch (error as? URLError)?.code {
      case .cannotFindHost, .dnsLookupFailed: .noHost(unusedProxy: nil)
      case .cannotConnectToHost: .cannotConnect(unusedProxy: nil)
      case .timedOut: .timedOut
      case .notConnectedToInternet: .noConnection
      // The URL was read before; what is not supported is what came back.
      case .badURL, .unsupportedURL, .badServerResponse, .cannotParseResponse: .notHTTP
      case .cannotDecodeContentData, .cannotDecodeRawData: .unreadableEncoding
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected:
        .notSecure("")
      default: .broken
      }
    }
  }

  /// The queue of a session.
  ///
  /// Foundation does not wait for the delegate: what has arrived and was not looked at is in memory. An urgent queue looks
  /// soon, so that an answer without end is given up soon.
  private final class DelegateQueue: OperationQueue, @unchecked Sendable {
    // Held here, because the property below holds nothing.
    private let queue = DispatchQueue(label: "Sheaf.URLSession", qos: .userInteractive)

    override init() {
      super.init()
      maxConcurrentOperationCount = 1
      underlyingQueue = queue
    }
  }
#endif
