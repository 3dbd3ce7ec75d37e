import FunctionLibrary
import Hosting
import LiveSheets
import Testing

@testable import LanguageServer

@Suite("Server connection")
struct ServerConnectionTests {
  /// A client that writes bytes and reads messages.
  private final class Client {
    private var bytes: [UInt8] = []
    private(set) lazy var connection = ServerConnection(
      LanguageServer(
        LanguageHost(environment: { _ in LiveSheet.Environment(catalog: .standard, services: .mocked) }),
        version: "test")
    ) { [unowned self] in bytes += $0 }

    init() {
      send(#"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}"#)
      send(
        #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///t.sheet", "text": "A = 1"}}}"#)
      _ = takeAnswers()
    }

    func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
    func send(_ body: String) { write(framed(body)) }
    func write(_ text: String) { connection.receive(Array(text.utf8)) }

    /// What has come since: of an answer its id and the code of its error, of anything else its method.
    func takeAnswers() -> [String] {
      var framer = MessageFramer()
      framer.append(bytes)
      bytes = []
      var found: [String] = []
      while case .message(let body)? = framer.next() {
        guard let message = try? JSONReader.tree(of: body) else { return found + ["unreadable"] }
        let error = message["error"]?["code"]?.integer.map { " \($0)" } ?? ""
        found.append(message["method"]?.text ?? "\(message["id"]?.compactText ?? "")\(error)")
      }
      return found
    }
  }

  private static let hover =
    #""method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///t.sheet"}, "position": {"line": 0, "character": 0}}}"#

  @Test("Half a message waits for its other half")
  func halves() {
    let client = Client()
    let whole = client.framed(#"{"id": 1, "# + Self.hover)
    client.write(String(whole.prefix(40)))
    #expect(client.takeAnswers().isEmpty)
    client.write(String(whole.dropFirst(40)))
    #expect(client.takeAnswers() == ["1"])
  }

  @Test("A wrong length is answered, and the next message is read")
  func lengths() {
    let client = Client()
    let next = #"{"id": 2, "# + Self.hover
    // Too short: what is left over stands before the next header.
    let body = #"{"id": 1, "# + Self.hover
    client.write("Content-Length: \(body.utf8.count - 3)\r\n\r\n\(body)")
    client.send(next)
    #expect(client.takeAnswers() == ["null -32700", "2"])
    // Too long: the message has the beginning of the next one in it.
    client.write("Content-Length: \(body.utf8.count + 30)\r\n\r\n\(body)")
    client.send(next)
    #expect(client.takeAnswers() == ["1", "2"])
    client.write("Content-Length: none\r\n\r\n")
    client.send(next)
    #expect(client.takeAnswers() == ["null -32700", "2"])
  }

  @Test("What is no JSON, or no message, is answered")
  func nonsense() {
    let client = Client()
    client.send("{oops}")
    client.send("[1, 2]")
    client.send(#"{"id": 3}"#)
    client.send(#"{"id": 4, "method": "$/unknown"}"#)
    client.send(#"{"method": "$/unknown"}"#)
    client.send(#"{"id": 5, "result": null}"#)
    client.send(String(repeating: "[", count: 10_000))
    client.send(#"{"id": 6, "# + Self.hover)
    #expect(client.takeAnswers() == ["null -32700", "null -32600", "3 -32600", "4 -32601", "null -32700", "6"])
  }

  @Test("A text with half of a surrogate pair is taken as a text of the same length")
  func halvesOfPairs() {
    let server = LanguageServer(
      LanguageHost(environment: { _ in LiveSheet.Environment(catalog: .standard, services: .mocked) }), version: "test")
    let connection = ServerConnection(server) { _ in }
    for message in [
      #"{"id": 0, "method": "initialize", "params": {}}"#,
      #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///t.sheet", "text":"#
        + #" "A = \"\ud83d\u0041\ude00 \ud83d\ude00 \ud83d\""}}}"#,
    ] {
      connection.receive(Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
    }
    let text = server.workspace.documents["file:///t.sheet"].map { String(decoding: $0.source.bytes, as: UTF8.self) }
    #expect(text == "A = \"\u{FFFD}A\u{FFFD} 😀 \u{FFFD}\"")
  }

  @Test("A request that was cancelled before it was reached is not carried out")
  func cancelling() {
    let client = Client()
    client.write(
      client.framed(#"{"id": 1, "# + Self.hover) + client.framed(#"{"id": 2, "# + Self.hover)
        + client.framed(#"{"method": "$/cancelRequest", "params": {"id": 1}}"#))
    #expect(client.takeAnswers() == ["1 -32800", "2"])
  }

  @Test("Keys that are typed quickly are judged once")
  func coalescing() {
    let client = Client()
    for text in ["B", "BC", "BCD"] {
      client.send(
        #"{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///t.sheet", "version": 2},"#
          + #" "contentChanges": [{"text": "A = \#(text)"}]}}"#)
    }
    #expect(client.takeAnswers().isEmpty)
    client.connection.idle()
    client.connection.idle()
    #expect(client.takeAnswers() == ["textDocument/publishDiagnostics"])
  }

  @Test("A long text is opened, and the server goes on")
  func longTexts() {
    let client = Client()
    // Comments cost what reading costs; release builds are measured with formulas.
    let text = String(repeating: "// 3456789012345678901234567890\\n", count: 33_000)
    client.send(
      #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///b.sheet", "text": "\#(text)"}}}"#
    )
    client.connection.idle()
    client.send(#"{"id": 1, "# + Self.hover)
    let found = client.takeAnswers()
    #expect(found.contains("textDocument/publishDiagnostics") && found.last == "1")
  }

  @Test("A text of ten megabytes is opened, edited and closed, and the server goes on")
  func hugeTexts() {
    let client = Client()
    let line = "// " + String(repeating: "3456789 ", count: 128) + "\\n"
    let text = String(repeating: line, count: 10_000) + "A = 1\\nB = A + nothing\\n"
    client.send(
      #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///b.sheet", "version": 1, "text": "\#(text)"}}}"#
    )
    client.connection.idle()
    client.send(
      #"{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///b.sheet", "version": 2}, "contentChanges": [{"range": {"start": {"line": 10000, "character": 4}, "end": {"line": 10000, "character": 5}}, "text": "2"}]}}"#
    )
    client.connection.idle()
    client.send(#"{"id": 1, "# + Self.hover)
    client.send(#"{"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///b.sheet"}}}"#)
    client.send(#"{"id": 2, "# + Self.hover)
    let found = client.takeAnswers()
    #expect(found.filter { $0 == "textDocument/publishDiagnostics" }.count >= 2 && found.contains("1"), "\(found)")
    #expect(found.last?.hasPrefix("2") == true, "\(found)")
  }

  @Test("The connection ends when the client asks for it")
  func ending() {
    let client = Client()
    client.send(#"{"id": 1, "method": "shutdown"}"#)
    client.send(#"{"id": 2, "# + Self.hover)
    client.send(#"{"method": "exit"}"#)
    client.send(#"{"id": 3, "# + Self.hover)
    #expect(client.takeAnswers() == ["1", "2 -32600"])
    #expect(client.connection.exitStatus == 0)
  }
}
