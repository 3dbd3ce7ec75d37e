import Diagnostics
import Foundation
import Testing

@testable import SheetText

/// Files in `Corpus`: the good ones are read without a finding, beside each bad one stands what is found.
///
/// To record what is found, run with `RECORD_FINDINGS=1` and read the difference.
@Suite("Sheet corpus")
struct CorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")

  static func files(_ name: String) -> [URL] {
    let contents = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)
    return (contents ?? []).filter { $0.pathExtension == "sheet" }.sorted { $0.path < $1.path }
  }

  @Test("Good files have no findings", arguments: files("Good"))
  func good(file: URL) throws {
    let document = SheetDocument(name: file.lastPathComponent, bytes: [UInt8](try Data(contentsOf: file)))
    #expect(findings(of: document) == "")
    #expect(!document.statements.contains { if case .invalid = $0.kind { true } else { false } })
  }

  @Test("Bad files have the findings beside them", arguments: files("Bad"))
  func bad(file: URL) throws {
    let document = SheetDocument(name: file.lastPathComponent, bytes: [UInt8](try Data(contentsOf: file)))
    let expected = file.deletingPathExtension().appendingPathExtension("findings")
    let found = findings(of: document)
    if ProcessInfo.processInfo.environment["RECORD_FINDINGS"] != nil {
      try Data(found.utf8).write(to: expected)
    }
    #expect(found == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
  }
}

/// Each finding with its places in brackets under the line, in a form that is easy to compare.
func findings(of document: SheetDocument) -> String {
  var result = ""
  for finding in document.diagnostics {
    result += "\(finding.severity): \(finding.message) [\(finding.code)]\n"
    for label in finding.labels {
      let (line, column) = document.source.location(of: label.span.lower)
      let text = document.source[document.source.span(ofLine: line - 1)]
      let place = "\(line):\(column)"
      let marks = String(repeating: "^", count: max(1, document.source[label.span].prefix { !$0.isNewline }.count))
      let indent = String(repeating: " ", count: column - 1)
      result +=
        "  \(place.padding(toLength: 6, withPad: " ", startingAt: 0)) \(text)\n         \(indent)\(marks) \(label.text)\n"
    }
    if let help = finding.help { result += "  help: \(help)\n" }
  }
  return result
}
