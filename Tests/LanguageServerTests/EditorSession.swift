import FunctionLibrary
import Hosting
import LiveSheets
import SheetText
import Testing

@testable import LanguageServer

/// An editor that talks to a server without any bytes between them.
final class EditorSession {
  /// Files that come and go while the server runs.
  final class Disk {
    var files: [String: String]
    init(_ files: [String: String]) { self.files = files }
  }

  let server: LanguageServer
  let disk: Disk
  private var count = 0
  /// What the server has told about texts, the latest by its URI.
  private(set) var told: [String: [JSONValue]] = [:]
  private var version = 1

  /// - Parameter files: Texts on a disk, by their paths; sheets are found in the folder `/w`.
  init(files: [String: String] = [:], isRunning: Bool = true) {
    let disk = Disk(files)
    self.disk = disk
    server = LanguageServer(
      LanguageHost(
        environment: { folder in
          LiveSheet.Environment(
            catalog: .standard,
            readFile: { path in
              guard let text = disk.files[FileAddress.joined(folder, path)] else { throw LiveSheet.FileRefused() }
              return Array(text.utf8)
            }, services: .mocked)
        },
        readFile: { disk.files[$0].map { Array($0.utf8) } },
        sheetFiles: { folder in disk.files.keys.filter { $0.hasPrefix(folder) && $0.hasSuffix(".sheet") }.sorted() }),
      version: "test")
    if isRunning { _ = request("initialize", ["rootUri": "file:///w"]) }
  }

  /// Asks and gives the whole answer.
  func answer(_ method: String, _ parameters: JSONValue) -> JSONValue? {
    count += 1
    let messages = server.handle(
      ["jsonrpc": "2.0", "id": .integer(count), "method": .text(method), "params": parameters])
    note(messages)
    return messages.first { $0["id"]?.integer == count }
  }

  /// Asks and gives the result; `nil` for an error.
  func request(_ method: String, _ parameters: JSONValue) -> JSONValue? { answer(method, parameters)?["result"] }

  func notify(_ method: String, _ parameters: JSONValue) {
    note(server.handle(["jsonrpc": "2.0", "method": .text(method), "params": parameters]))
  }

  /// Opens a text and waits for what is wrong with it.
  @discardableResult
  func open(_ text: String, as uri: String = "file:///w/a.sheet", language: String = "sheet") -> [JSONValue] {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .text(uri), "languageId": .text(language), "version": 1, "text": .text(text)]])
    return idle(uri)
  }

  /// Types a text in place of a range, as one notification of several changes.
  @discardableResult
  func change(_ changes: [JSONValue], in uri: String = "file:///w/a.sheet") -> [JSONValue] {
    version += 1
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": .text(uri), "version": .integer(version)], "contentChanges": .list(changes)])
    return idle(uri)
  }

  /// The text of `/w/a.sheet` as the server has it.
  var text: String? {
    server.workspace.documents["file:///w/a.sheet"].map { String(decoding: $0.source.bytes, as: UTF8.self) }
  }

  func idle(_ uri: String) -> [JSONValue] {
    note(server.idle())
    return told[uri] ?? []
  }

  private func note(_ messages: [JSONValue]) {
    for message in messages where message["method"]?.text == "textDocument/publishDiagnostics" {
      guard let uri = message["params"]?["uri"]?.text else { continue }
      told[uri] = message["params"]?["diagnostics"]?.list ?? []
    }
  }

  /// The parameters of a request about a place.
  static func at(_ line: Int, _ character: Int, in uri: String = "file:///w/a.sheet") -> JSONValue {
    [
      "textDocument": ["uri": .text(uri)],
      "position": ["line": .integer(line), "character": .integer(character)],
    ]
  }

  static func replacement(_ text: String, _ start: (Int, Int), _ end: (Int, Int)) -> JSONValue {
    [
      "text": .text(text),
      "range": [
        "start": ["line": .integer(start.0), "character": .integer(start.1)],
        "end": ["line": .integer(end.0), "character": .integer(end.1)],
      ],
    ]
  }
}

/// `0:4-0:7` of a range.
func words(of range: JSONValue?) -> String {
  let place: (JSONValue?) -> String = { "\($0?["line"]?.integer ?? -1):\($0?["character"]?.integer ?? -1)" }
  return "\(place(range?["start"]))-\(place(range?["end"]))"
}
