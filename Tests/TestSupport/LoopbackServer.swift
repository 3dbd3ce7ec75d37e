import Foundation
import Synchronization

/// An HTTP/1.1 server on the loopback interface, for tests.
///
/// It listens on a port that the system chooses and serves all connections from one thread, until it is stopped or
/// nobody holds it. Each request is recorded when it has arrived whole, and given to the route, whose answer is sent
/// at once, or later while answers are held back.
package final class LoopbackServer: Sendable {
  package let port: Int
  private let state: LoopbackState

  /// Starts a server.
  ///
  /// - Parameter route: Says what to answer; called on the server's thread.
  package init(_ route: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) throws {
    let (listener, port) = try LoopbackSocket.listen()
    self.port = port
    state = try LoopbackState()
    let loop = LoopbackLoop(listener: listener, state: state, route: route)
    let thread = Thread { loop.run() }
    thread.name = "loopback server"
    thread.start()
  }

  deinit { stop() }

  /// Closes every connection and the port.
  package func stop() { state.change { $0.isStopped = true } }

  /// The URL of a path, which begins with a slash.
  package func url(_ path: String) -> String { "http://\(authority)\(path)" }

  /// The host and the port, as in a URL.
  package var authority: String { "127.0.0.1:\(port)" }

  /// The requests so far, in the order of their arrival.
  package var requests: [LoopbackRequest] { state.read(\.requests) }

  /// How many connections are open now.
  package var openConnections: Int { state.read(\.openConnections) }

  /// Holds back the answers to all requests that arrive from now on.
  package func hold() {
    state.change {
      $0.isHolding = true
      $0.permits = 0
    }
  }

  /// Sends all the answers held back, and holds no more.
  package func release() { state.change { $0.isHolding = false } }

  /// Sends some of the answers held back, the oldest first, and goes on holding.
  package func release(_ count: Int) { state.change { $0.permits += count } }
}

/// A request as it arrived.
package struct LoopbackRequest: Sendable {
  package let method: String
  /// The path with its query.
  package let path: String
  package let headers: [(name: String, value: String)]
  package let body: String

  /// The value of a header.
  package subscript(header: String) -> String? {
    headers.first { $0.name.lowercased() == header.lowercased() }?.value
  }
}

/// What a server does upon a request.
package enum LoopbackAnswer: Sendable {
  /// A whole answer; the connection stays open for more requests.
  case whole(status: Int, headers: [(String, String)], body: [UInt8])
  /// Bytes as they are, after which the connection is closed.
  case raw([UInt8])
  /// A head and then the same bytes once a millisecond, for as long as the client reads; without bytes just the head.
  case endless(head: String, [UInt8])
  /// No answer; the connection stays open.
  case never

  /// An answer of JSON.
  package static func json(_ text: String, status: Int = 200) -> LoopbackAnswer {
    .text(text, type: "application/json; charset=utf-8", status: status)
  }

  /// An answer of a text, of a type; without a type nothing is said of it.
  package static func text(_ text: String, type: String? = "text/plain", status: Int = 200) -> LoopbackAnswer {
    .whole(status: status, headers: type.map { [("Content-Type", $0)] } ?? [], body: Array(text.utf8))
  }

  /// An answer that sends the client to another URL.
  package static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
    .whole(status: status, headers: [("Location", location)], body: [])
  }

  /// Text as it is, its line ends written as the protocol wants them, after which the connection is closed.
  package static func raw(_ text: String) -> LoopbackAnswer {
    .raw(Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8))
  }
}

/// What the thread of a server and its users share.
final class LoopbackState: Sendable {
  struct Content {
    var isStopped = false
    var isHolding = false
    var permits = 0
    var requests: [LoopbackRequest] = []
    var openConnections = 0
  }

  private let content = Mutex(Content())
  private let waker: Int32
  /// Readable when somebody else has changed the content.
  let alarm: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw LoopbackSocket.Failure(step: "pipe", code: errno) }
    (alarm, waker) = (ends[0], ends[1])
  }

  deinit {
    close(alarm)
    close(waker)
  }

  func read<Part>(_ part: (Content) -> Part) -> Part { content.withLock { part($0) } }

  /// Changes the content from outside the server's thread, which then looks at it.
  func change(_ action: (inout Content) -> Void) {
    content.withLock { action(&$0) }
    _ = [UInt8(0)].withUnsafeBytes { write(waker, $0.baseAddress, 1) }
  }

  /// Changes the content from the server's thread.
  func note(_ action: (inout Content) -> Void) { content.withLock { action(&$0) } }
}
