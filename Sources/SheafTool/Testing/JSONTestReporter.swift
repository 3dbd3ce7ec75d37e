import Hosting
import Verification

/// One JSON object with every test of every file.
struct JSONTestReporter: TestReporter {
  private let sink: TextSink
  private var files: [JSONValue] = []

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ report: TestFileReport) {
    let findings = report.findings.map { JSONValue.finding($0, in: report.source, of: report.path) }
    let tests: [JSONValue] = report.outcomes.map { outcome in
      [
        "failures": .list(outcome.failures.map { Self.json($0, report) }), "kind": .text(outcome.kind.rawValue),
        "label": .text(outcome.label),
        "line": .integer(Place(outcome.span, in: report).line), "status": outcome.isPassed ? "passed" : "failed",
      ]
    }
    files.append(["file": .text(report.path), "findings": .list(findings), "tests": .list(tests)])
  }

  private static func json(_ failure: TestFailure, _ report: TestFileReport) -> JSONValue {
    var object = JSONValue.place(failure.span, in: report.source, of: report.path)
    object["code"] = .text(failure.diagnostic.code)
    object["help"] = .optional(failure.help)
    object["message"] = .text(failure.message)
    object["values"] = .list(failure.values.map(JSONValue.value))
    return .object(object)
  }

  mutating func finish(_ totals: TestTotals) {
    let object: JSONValue = [
      "failed": .integer(totals.failed), "files": .list(files), "notRun": .integer(totals.notRun),
      "passed": .integer(totals.passed), "version": 1,
    ]
    sink.line(object.compactText)
  }
}

extension TestFailure {
  /// The values in plain lines, for reports without colour.
  var valueTexts: [String] { ValueLines.text(values, Paint(isOn: false), indent: "") }
}
