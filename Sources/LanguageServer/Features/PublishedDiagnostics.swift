import Diagnostics
import Hosting
import SheetText

/// What is wrong with a text, as a client shows it while somebody types.
enum PublishedDiagnostics {
  /// Of a text with very much wrong, more is nothing that anybody reads.
  private static let most = 200

  static func message(about document: OpenDocument, in workspace: Workspace) -> JSONValue {
    var items: [JSONValue] = []
    for part in document.parts {
      let loaded = workspace.loaded(part, of: document)
      for finding in loaded.findings.prefix(most - items.count) { items.append(item(finding, in: document)) }
    }
    for finding in document.outcomes.findings.prefix(most - items.count) { items.append(item(finding, in: document)) }
    return notification(document.uri, version: document.version, items)
  }

  static func noneMessage(about uri: String) -> JSONValue { notification(uri, version: nil, []) }

  private static func notification(_ uri: String, version: Int?, _ items: [JSONValue]) -> JSONValue {
    var parameters: [String: JSONValue] = ["uri": .text(uri), "diagnostics": .list(items)]
    if let version { parameters["version"] = .integer(version) }
    return ["jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": .object(parameters)]
  }

  static func item(_ finding: Diagnostic, in document: OpenDocument) -> JSONValue {
    let source = document.source
    let first = finding.labels.first
    var message = finding.message
    if let label = first?.text, !label.isEmpty { message += "; \(label)" }
    if let origin = finding.origin { message += " (\(origin))" }
    if let help = finding.help { message += "\nhelp: \(help)" }
    var item: [String: JSONValue] = [
      "range": source.range(of: first?.span ?? SourceSpan(0, 0)), "severity": .integer(severity(finding)),
      "code": .text(finding.code), "source": "sheaf", "message": .text(message),
    ]
    let others = finding.labels.dropFirst().map { label -> JSONValue in
      [
        "location": ["uri": .text(document.uri), "range": source.range(of: label.span)],
        "message": .text(label.text.isEmpty ? "takes part" : label.text),
      ]
    }
    if !others.isEmpty { item["relatedInformation"] = .list(Array(others)) }
    return .object(item)
  }

  private static func severity(_ finding: Diagnostic) -> Int {
    switch finding.severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
