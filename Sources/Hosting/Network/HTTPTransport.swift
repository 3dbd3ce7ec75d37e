/// What carries requests to servers and tells what comes back: libcurl, on Apple's systems Foundation.
///
/// A transport keeps nothing from one request for the next but connections, and follows no redirect by itself.
protocol HTTPTransport: AnyObject, Sendable {
  /// How many transfers are not over.
  var count: Int { get }

  /// Makes a transfer that has not begun.
  ///
  /// What comes of it is told to the exchange, one thing after the other, by a thread of the transport.
  func transfer(_ request: HTTPRequest, for exchange: HTTPExchange) -> any HTTPTransfer

  /// Has an outcome told; outcomes are told one after the other, while the transport goes on.
  func tell(_ outcome: @escaping @Sendable () -> Void)

  /// Ends all that is under way; the transport is of no use any more.
  func end()
}

/// One request on its way, up to its answer or a redirect.
protocol HTTPTransfer: AnyObject, Sendable {
  func resume()
  func cancel()
}

/// The beginning of an answer, as far as somebody here asks for it.
struct HTTPHead: Equatable, Sendable {
  var status: Int
  var type: String?
  /// Where else the answer is.
  var location: String?
  /// How long the answer says it is, before it is decompressed; ``Int/max`` for what is longer than a number can tell.
  var length: Int?
}

/// Why no whole answer has come.
enum TransferFailure: Error, Equatable, Sendable {
  /// - Parameter unusedProxy: A proxy that the environment names and that is not permitted.
  case noHost(unusedProxy: String?)
  case noProxy
  case cannotConnect(unusedProxy: String?)
  case noConnection
  case timedOut
  case notHTTP
  case headTooLarge
  case unreadableEncoding
  /// - Parameter reason: What is wrong with the certificate, as far as it is known.
  case notSecure(_ reason: String)
  /// The server went away, or the line did.
  case broken
  /// Requests cannot be made on this machine.
  case unavailable(String)
}
