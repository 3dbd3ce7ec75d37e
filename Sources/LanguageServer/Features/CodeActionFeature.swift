import Diagnostics
import Hosting
import SheetText

/// The edits that a finding asks for, where there is one obvious edit.
struct CodeActionFeature: ServerFeature {
  let methods = ["textDocument/codeAction"]
  var capability: (name: String, value: JSONValue) { ("codeActionProvider", ["codeActionKinds": ["quickfix"]]) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    guard let range = document.source.span(of: parameters["range"]) else {
      throw RequestFailure(.invalidParameters, "the request names no range")
    }
    var actions: [JSONValue] = []
    for part in document.parts where part.span.upper >= range.lower && part.span.lower <= range.upper {
      for finding in workspace.loaded(part, of: document).findings {
        guard let place = finding.labels.first?.span, place.upper >= range.lower, place.lower <= range.upper else {
          continue
        }
        for (index, edit) in finding.obviousEdits(in: part.document).enumerated() {
          actions.append(Self.action(edit, for: finding, isPreferred: index == 0, in: document))
        }
      }
    }
    return .list(actions)
  }

  private static func action(
    _ edit: ObviousEdit, for finding: Diagnostic, isPreferred: Bool, in document: OpenDocument
  ) -> JSONValue {
    let changes = edit.edits.map { change -> JSONValue in
      ["range": document.source.range(of: change.span), "newText": .text(change.text)]
    }
    return [
      "title": .text(edit.title), "kind": "quickfix", "isPreferred": .logical(isPreferred),
      "diagnostics": [PublishedDiagnostics.item(finding, in: document)],
      "edit": ["changes": .object([document.uri: .list(changes)])],
    ]
  }
}
