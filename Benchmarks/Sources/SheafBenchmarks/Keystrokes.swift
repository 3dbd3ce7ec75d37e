import Foundation

/// From a key in an editor to what is wrong with the text: the tool serves as `sheaf lsp`, over pipes.
enum Keystrokes {
  static let count = 10_000

  static func rows() throws -> [Row] {
    var text = "input rate = 0.05\nitem_1 = 1\n"
    for line in 2...count { text += "item_\(line) = item_\(line - 1) * rate + \(line)\n" }
    let editor = try Editor(text)
    defer { editor.end() }
    // A digit of a formula in the middle is typed over and over.
    let times = try (0..<20).map { key in try editor.type("\(key % 10)", line: count / 2, character: 31) }
    // A line comes between two others and goes again.
    let lines = try (0..<20).map { number in
      let isThere = !number.isMultiple(of: 2)
      return try editor.change(
        from: (count / 2, 0), to: (count / 2 + (isThere ? 1 : 0), 0), isThere ? "" : "new_\(number) = rate\n")
    }
    let hover = try (0..<5).map { _ in try editor.hover(line: count / 2) }
    return [
      Row("key to findings in a sheet of 10,000 lines", (times.min() ?? 0) * 1e3, "ms", good: 25, must: 50),
      Row("the same, the slowest of twenty keys", (times.max() ?? 0) * 1e3, "ms", good: 25, must: 50),
      Row("a line more or less, the slowest of twenty", (lines.max() ?? 0) * 1e3, "ms", good: 25, must: 50),
      Row("hover behind it", (hover.min() ?? 0) * 1e3, "ms", good: 5, must: 20),
    ]
  }
}

/// An editor without a screen that waits for each answer.
private final class Editor {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var buffer = Data()
  private var version = 1
  private let uri = "file:///tmp/keys.sheet"

  init(_ text: String) throws {
    process.executableURL = URL(fileURLWithPath: try ToolProcess.tool())
    process.arguments = ["lsp"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try send(["id": 0, "method": "initialize", "params": [String: Any]()])
    try wait { $0["id"] as? Int == 0 }
    try send([
      "method": "textDocument/didOpen",
      "params": ["textDocument": ["uri": uri, "languageId": "sheaf", "version": 1, "text": text] as [String: Any]],
    ])
    try wait { $0["method"] as? String == "textDocument/publishDiagnostics" }
  }

  /// Seconds until the findings about the text with a key in place of the one before have come.
  func type(_ key: String, line: Int, character: Int) throws -> Double {
    try change(from: (line, character), to: (line, character + (version > 1 ? 1 : 0)), key)
  }

  /// Seconds until the findings about the text with another piece have come.
  func change(
    from first: (line: Int, character: Int), to last: (line: Int, character: Int), _ text: String
  ) throws -> Double {
    version += 1
    let place = { (place: (line: Int, character: Int)) in ["line": place.line, "character": place.character] }
    let start = ContinuousClock.now
    try send([
      "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": uri, "version": version] as [String: Any],
        "contentChanges": [
          ["range": ["start": place(first), "end": place(last)], "text": text] as [String: Any]
        ],
      ] as [String: Any],
    ])
    try wait { (($0["params"] as? [String: Any])?["version"] as? Int) == version }
    return seconds(since: start)
  }

  func hover(line: Int) throws -> Double {
    let start = ContinuousClock.now
    try send([
      "id": 1, "method": "textDocument/hover",
      "params": ["textDocument": ["uri": uri], "position": ["line": line, "character": 0]] as [String: Any],
    ])
    try wait { $0["id"] as? Int == 1 }
    return seconds(since: start)
  }

  func end() { process.terminate() }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let time = (ContinuousClock.now - start).components
    return Double(time.seconds) + Double(time.attoseconds) * 1e-18
  }

  private func send(_ message: [String: Any]) throws {
    let body = try JSONSerialization.data(withJSONObject: message)
    try input.fileHandleForWriting.write(contentsOf: Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  /// Reads messages until one is what is waited for.
  private func wait(_ isWanted: ([String: Any]) -> Bool) throws {
    while true {
      while let end = buffer.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        guard let length = Int(head.filter(\.isNumber)), buffer.endIndex - end.upperBound >= length else { break }
        let body = buffer[end.upperBound..<end.upperBound + length]
        buffer = Data(buffer[(end.upperBound + length)...])
        if let message = try JSONSerialization.jsonObject(with: body) as? [String: Any], isWanted(message) { return }
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure("the server has gone away") }
      buffer += more
    }
  }
}
