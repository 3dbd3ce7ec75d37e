import Hosting

/// TAP version 14, with a YAML block for each failure.
struct TapTestReporter: TestReporter {
  private let sink: TextSink
  private var count = 0

  init(sink: TextSink) {
    self.sink = sink
    sink.line("TAP version 14")
  }

  mutating func show(_ report: TestFileReport) {
    if report.hasErrors {
      line(isPassed: false, "\(report.path): loads")
      yaml(report.errors.map { ($0.message, Place($0.labels.first?.span, in: report), []) })
    }
    for outcome in report.outcomes {
      line(isPassed: outcome.isPassed, "\(report.path): \(report.title(of: outcome))")
      if !outcome.isPassed { yaml(outcome.failures.map { ($0.message, Place($0.span, in: report), $0.valueTexts) }) }
    }
    for label in report.notRun {
      line(isPassed: true, "\(report.path): \(label)", directive: " # SKIP the sheet has errors")
    }
  }

  private mutating func line(isPassed: Bool, _ name: String, directive: String = "") {
    count += 1
    sink.line("\(isPassed ? "ok" : "not ok") \(count) - \(Self.escaped(PlainText.oneLine(name)))\(directive)")
  }

  /// A `#` would begin a directive.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for character in name {
      if character == "#" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result
  }

  private func yaml(_ failures: [(message: String, place: Place, values: [String])]) {
    sink.line("  ---")
    sink.line("  failures:")
    for failure in failures {
      sink.line("    - message: \(JSONValue.text(failure.message).compactText)")
      sink.line("      at: \(JSONValue.text(failure.place.text).compactText)")
      guard !failure.values.isEmpty else { continue }
      sink.line("      values:")
      for value in failure.values { sink.line("        - \(JSONValue.text(value).compactText)") }
    }
    sink.line("  ...")
  }

  mutating func finish(_ totals: TestTotals) { sink.line("1..\(count)") }
}
