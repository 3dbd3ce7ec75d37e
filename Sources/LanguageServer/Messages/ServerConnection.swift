import Hosting

/// Bytes from a client to a server, and bytes back.
///
/// Messages are answered in their order. What is already there is read before the first is answered, so that a request
/// that was cancelled meanwhile costs nothing.
package final class ServerConnection {
  private let server: LanguageServer
  private var framer = MessageFramer()
  private let write: ([UInt8]) -> Void

  /// - Parameter write: Sends bytes to the client.
  package init(_ server: LanguageServer, write: @escaping ([UInt8]) -> Void) {
    self.server = server
    self.write = write
  }

  /// The status with which the process ends; `nil` as long as the client has not asked for it.
  package var exitStatus: Int32? { server.exitStatus }

  /// Takes what the client has sent and answers every whole message in it.
  package func receive(_ bytes: [UInt8]) {
    framer.append(bytes)
    var waiting: [JSONValue] = []
    while let piece = framer.next() {
      switch piece {
      case .broken(let fault): send(RequestFailure(.parseError, fault).response(to: .null))
      case .message(let bytes): read(bytes, &waiting)
      }
    }
    let cancelled = Set(
      waiting.compactMap { $0["method"]?.text == "$/cancelRequest" ? $0["params"]?["id"]?.compactText : nil })
    for message in waiting where server.exitStatus == nil {
      if let id = message["id"], message["method"] != nil, cancelled.contains(id.compactText) {
        send(RequestFailure(.requestCancelled, "the request was cancelled").response(to: id))
      } else {
        server.handle(message).forEach(send)
      }
    }
  }

  /// Does what waits until no more messages come: tells what is wrong with texts that have changed.
  package func idle() { server.idle().forEach(send) }

  /// Tidies up, after everything has been sent.
  package func rest() { server.rest() }

  private func read(_ bytes: [UInt8], _ waiting: inout [JSONValue]) {
    do throws(JSONError) {
      waiting.append(try JSONReader.tree(of: bytes))
    } catch {
      // A length that was too great took the next message with it.
      if let before = framer.recover(from: bytes), let value = try? JSONReader.tree(of: before) {
        waiting.append(value)
      } else {
        send(RequestFailure(.parseError, "\(error)").response(to: .null))
      }
    }
  }

  private func send(_ message: JSONValue) {
    let body = Array(message.compactText.utf8)
    write(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }
}
