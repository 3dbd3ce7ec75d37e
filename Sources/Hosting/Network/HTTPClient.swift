import CellModel
import LiveSheets
import ReactiveCore

/// What sends the requests of HTTP services and turns the answers into values.
///
/// Requests share connections and one queue: however many are under way, none has a thread of its own. To one host a
/// certain number of connections is open at most; further requests to it wait for one.
package final class HTTPClient: @unchecked Sendable {
  /// What the host program tells a user who wants a host to be permitted, such as what to type.
  package typealias Advice = @Sendable (_ host: String) -> String?

  package let permission: NetworkPermission
  /// How many seconds a request may take from its start to the end of the answer, waiting for a connection included.
  package let timeout: Double
  /// How many bytes an answer may have, counted after decompression.
  package let sizeLimit: Int
  let advice: Advice
  private let clock: any DateScheduler
  private let transport: any HTTPTransport

  /// Makes a client, which opens nothing until it is used.
  ///
  /// - Parameters:
  ///   - connectionsPerHost: How many connections to one host may be open.
  ///   - clock: Measures the timeout.
  ///   - proxies: Used where they are permitted; Apple's systems know their own.
  ///   - advice: Ends the refusal of a host, given its name, and the port where that is not the usual one.
  package init(
    _ permission: NetworkPermission, timeout: Double = 30, sizeLimit: Int = 16 << 20, connectionsPerHost: Int = 64,
    clock: any DateScheduler, proxies: ProxySettings = .environment, advice: @escaping Advice = { _ in nil }
  ) {
    self.permission = permission
    self.timeout = timeout
    self.sizeLimit = sizeLimit
    #if canImport(Darwin)
      transport = URLSessionTransport(connectionsPerHost: connectionsPerHost, permission: permission)
    #else
      transport = CurlTransport(connectionsPerHost: connectionsPerHost, permission: permission, proxies: proxies)
    #endif
    self.clock = clock
    self.advice = advice
  }

  deinit { transport.end() }

  /// How many requests are under way.
  package var openCalls: Int { transport.count }

  /// A producer that makes a request at each start and sends the value of the answer.
  ///
  /// It fails when there is no permission, no whole answer in time, a status outside 200…299, or an answer that cannot be
  /// read; the reason is for the eyes of a user. What is wrong with the request itself is a failure at the start, too.
  /// Disposing of a start ends its request. Events are sent on a queue of the client, a timeout's failure by its clock.
  ///
  /// JSON becomes values as ``JSONReader`` says, an empty answer is blank, and any other text is a text.
  ///
  /// - Parameters:
  ///   - method: `GET`, `POST` and their kin.
  ///   - url: An absolute URL; what must be escaped in it may be written plainly.
  ///   - headers: They replace those that the client would send.
  ///   - body: Sent as JSON; but a text is sent as it is when the headers give another content type. Not with `GET`.
  package func request(
    _ method: String, _ url: String, headers: [(String, String)] = [], body: CellValue? = nil
  ) -> SignalProducer<CellValue, ServiceError> {
    let request: HTTPRequest
    do {
      request = try HTTPRequest(method, url, headers: headers, body: body)
      try request.check(permission, advice)
    } catch {
      return SignalProducer(error: error)
    }
    return SignalProducer { [self] observer, lifetime in
      let exchange = HTTPExchange(request, for: self, on: transport, observer)
      // The client is held as long as a request of it is under way.
      lifetime.observeEnded { withExtendedLifetime(self) { exchange.end() } }
      exchange.start()
    }.timeout(after: timeout, raising: .noAnswer(from: request.endpoint, within: timeout), on: clock)
  }
}
