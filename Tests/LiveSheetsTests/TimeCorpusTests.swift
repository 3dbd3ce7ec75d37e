import Diagnostics
import Foundation
import FunctionLibrary
import SheetText
import Testing
import Verification

@testable import LiveSheets

/// Files in `Corpus/Bad`: beside each stands what is found in it and what its tests say.
///
/// To record what is found, run with `RECORD_FINDINGS=1` and read the difference.
@Suite("Bad sheets in time")
struct TimeCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus/Bad")

  static let files: [URL] = {
    let contents = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (contents ?? []).filter { $0.pathExtension == "sheet" }.sorted { $0.path < $1.path }
  }()

  private static let found = Dictionary(
    uniqueKeysWithValues: files.map { ($0, (try? findings(of: $0)) ?? "cannot be read") })

  @Test("Bad files have the findings beside them", arguments: files)
  func bad(file: URL) throws {
    let found = try #require(Self.found[file])
    let expected = file.deletingPathExtension().appendingPathExtension("findings")
    if ProcessInfo.processInfo.environment["RECORD_FINDINGS"] != nil { try Data(found.utf8).write(to: expected) }
    #expect(found == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
  }

  /// What a ``TimeFinding`` may be.
  private static let codes: [DiagnosticCode] = [
    .badBinding, .badInterval, .badUpdate, .boundTwice, .circularStream, .circularUse, .eventLoop, .guardError,
    .notAStream, .nothingToCall,
    .notInRows, .refusedBinding, .rowLength, .serviceInFormula, .streamInFormula, .unknownFunction, .unknownName,
    .unreachableClause, .unreadableFile, .wrongArgumentCount,
  ]

  @Test("Every finding about time is in a sample and has its words in the guide")
  func samples() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/Sheaf/Sheaf.docc/Errors.md"), encoding: .utf8)
    let found = Self.found.values.joined()
    for code in Self.codes.map(\.rawValue) {
      #expect(found.contains("[\(code)]"), "\(code) has no sample")
      #expect(page.contains("| `\(code)` |"), "\(code) is not on the page of errors")
    }
  }

  /// What is found at load, and then what the tests say, each with its place.
  private static func findings(of file: URL) throws -> String {
    let environment = LiveSheet.Environment(
      catalog: .standard,
      readFile: { name in
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { throw NoSuchFile() }
        return [UInt8](try Data(contentsOf: file))
      })
    let document = SheetDocument(name: file.lastPathComponent, bytes: [UInt8](try Data(contentsOf: file)))
    let sheet = LiveSheet(document, environment: environment)
    var result = (sheet.diagnostics + sheet.takeReports()).map { shown($0, in: document.source) }.joined()
    let runner = TestRunner(document: document, environment: environment)
    for test in runner.tests {
      let failures = runner.run(test).failures
      result += "\(test.label.text): \(failures.isEmpty ? "passed" : "failed")\n"
      for failure in failures {
        result += "  \(failure.message)\n" + shown(Diagnostic.Label(failure.span), in: document.source)
        for value in failure.values { result += "  \(value.name) \(value.text)\n" }
        if let help = failure.help { result += "  help: \(help)\n" }
      }
      result += reports(of: test, document, environment).map { shown($0, in: document.source) }.joined()
    }
    return result
  }

  /// What is found wrong while the steps of a test are performed.
  private static func reports(
    of test: TestDefinition, _ document: SheetDocument, _ environment: LiveSheet.Environment
  ) -> [Diagnostic] {
    var environment = environment
    environment.services = .mocked
    let sheet = LiveSheet(document, environment: environment)
    _ = sheet.takeReports()
    for step in test.steps { _ = sheet.perform(step) }
    return sheet.takeReports()
  }

  private static func shown(_ finding: Diagnostic, in source: SourceText) -> String {
    var result = "\(finding.severity): \(finding.message) [\(finding.code)]\n"
    for label in finding.labels { result += shown(label, in: source) }
    if let help = finding.help { result += "  help: \(help)\n" }
    return result
  }

  private struct NoSuchFile: Error, CustomStringConvertible { let description = "there is no such file" }

  /// The line of a place, with the place marked under it.
  private static func shown(_ label: Diagnostic.Label, in source: SourceText) -> String {
    let (line, column) = source.location(of: label.span.lower)
    let text = source[source.span(ofLine: line - 1)]
    let marks = String(repeating: "^", count: max(1, source[label.span].prefix { !$0.isNewline }.count))
    let place = "\(line):\(column)".padding(toLength: 6, withPad: " ", startingAt: 0)
    let indent = String(repeating: " ", count: 9 + column - 1)
    return "  \(place) \(text)\n\(indent)\(marks)\(label.text.isEmpty ? "" : " ")\(label.text)\n"
  }
}
