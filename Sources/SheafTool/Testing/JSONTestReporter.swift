import Hosting
import Verification

/// One JSON object with every test of every file.
struct JSONTestReporter: TestReporter {
  private let sink: TextSink
  private var files: [JSONValue] = []

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ report: TestFileReport) {
    let findings: [JSONValue] = report.findings.map { finding in
      let place = Place(finding.labels.first?.span, in: report)
      return [
        "code": .text(finding.code), "column": .integer(place.column), "help": .optional(finding.help),
        "line": .integer(place.line), "message": .text(finding.message), "severity": .text("\(finding.severity)"),
      ]
    }
    let tests: [JSONValue] = report.outcomes.map { outcome in
      [
        "failures": .list(outcome.failures.map { Self.json($0, report) }), "label": .text(outcome.label),
        "line": .integer(Place(outcome.span, in: report).line), "status": outcome.isPassed ? "passed" : "failed",
      ]
    }
    files.append(["file": .text(report.path), "findings": .list(findings), "tests": .list(tests)])
  }

  private static func json(_ failure: TestFailure, _ report: TestFileReport) -> JSONValue {
    let place = Place(failure.span, in: report)
    let values: [JSONValue] = failure.values.map { value in
      [
        "depth": .integer(value.depth), "formula": .optional(value.formula), "name": .text(value.name),
        "text": .text(value.text),
      ]
    }
    return [
      "code": .text(failure.diagnostic.code), "column": .integer(place.column), "help": .optional(failure.help),
      "line": .integer(place.line), "message": .text(failure.message), "values": .list(values),
    ]
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
