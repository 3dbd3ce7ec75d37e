import Diagnostics
import Hosting
import LiveSheets

/// One JSON object with every finding of every file.
struct JSONFindings: FindingReporter {
  private let sink: TextSink
  private var files: [JSONValue] = []
  private var counts: [Diagnostic.Severity: Int] = [:]

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ file: FileFindings) {
    for finding in file.findings { counts[finding.diagnostic.severity, default: 0] += 1 }
    let findings = file.findings.map { finding in
      JSONValue.finding(
        finding.diagnostic, in: file.source, of: file.path, values: finding.values, isFixable: finding.isFixable)
    }
    files.append(["file": .text(file.path), "findings": .list(findings)])
  }

  mutating func finish(_ summary: String) {
    let object: JSONValue = [
      "errors": .integer(counts[.error] ?? 0), "files": .list(files), "notes": .integer(counts[.note] ?? 0),
      "version": 1, "warnings": .integer(counts[.warning] ?? 0),
    ]
    sink.line(object.compactText)
  }
}

extension JSONValue {
  /// A finding about a text with its place.
  static func finding(
    _ finding: Diagnostic, in source: SourceText, of path: String, values: [ValueLine] = [],
    isFixable: Bool? = nil
  ) -> JSONValue {
    var object = place(finding.labels.first?.span, in: source, of: path)
    object["code"] = .text(finding.code)
    object["help"] = .optional(finding.help)
    object["message"] = .text(finding.message)
    object["severity"] = .text("\(finding.severity)")
    if let isFixable { object["fixable"] = .logical(isFixable) }
    let related = finding.labels.dropFirst().map { label -> JSONValue in
      var object = place(label.span, in: source, of: path)
      object["text"] = .text(label.text)
      return .object(object)
    }
    if !related.isEmpty { object["related"] = .list(Array(related)) }
    if !values.isEmpty { object["values"] = .list(values.map(JSONValue.value)) }
    return .object(object)
  }

  /// Where a text is: by line and column for people and editors, by bytes for programs that cut it out.
  static func place(_ span: SourceSpan?, in source: SourceText, of path: String) -> [String: JSONValue] {
    let place = Place(span, in: source, of: path)
    var object: [String: JSONValue] = [
      "column": .integer(place.column), "endColumn": .integer(place.endColumn), "endLine": .integer(place.endLine),
      "line": .integer(place.line),
    ]
    if let span {
      object["start"] = .integer(span.lower)
      object["end"] = .integer(span.upper)
    }
    return object
  }

  /// A value that a condition names.
  static func value(_ value: ValueLine) -> JSONValue {
    [
      "depth": .integer(value.depth), "formula": .optional(value.formula), "name": .text(value.name),
      "text": .text(value.text),
    ]
  }
}
