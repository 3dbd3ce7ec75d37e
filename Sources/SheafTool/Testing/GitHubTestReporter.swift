import Diagnostics

/// Annotations for GitHub's checks, errors first, and the sum.
struct GitHubTestReporter: TestReporter {
  private let sink: TextSink
  private var errors: [String] = []
  private var others: [String] = []

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ report: TestFileReport) {
    for finding in report.findings {
      let place = Place(finding.labels.first?.span, in: report)
      let words = finding.message + (finding.help.map { "\n\($0)" } ?? "")
      switch finding.severity {
      case .error: errors.append(Self.annotation("error", place, finding.code, words))
      case .warning: others.append(Self.annotation("warning", place, finding.code, words))
      case .note: others.append(Self.annotation("notice", place, finding.code, words))
      }
    }
    for outcome in report.outcomes {
      for failure in outcome.failures {
        let words = ([failure.message] + failure.valueTexts).joined(separator: "\n")
        errors.append(Self.annotation("error", Place(failure.span, in: report), outcome.label, words))
      }
    }
  }

  static func annotation(_ kind: String, _ place: Place, _ title: String, _ words: String) -> String {
    "::\(kind) file=\(property(place.file)),line=\(place.line),col=\(place.column),title=\(property(title))::\(data(words))"
  }

  /// The message of a workflow command.
  private static func data(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// A property of a workflow command, in which two more characters are special.
  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func escaped(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let escape = table[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  mutating func finish(_ totals: TestTotals) {
    for line in errors + others { sink.line(line) }
    sink.line(totals.text)
  }
}
