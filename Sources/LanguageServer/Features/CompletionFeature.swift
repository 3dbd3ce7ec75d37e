import Diagnostics
import Hosting
import LiveSheets
import SheetText

/// What a word may become, and what is said of one of the offers.
struct CompletionFeature: ServerFeature {
  let methods = ["textDocument/completion", "completionItem/resolve"]
  var capability: (name: String, value: JSONValue) {
    ("completionProvider", ["triggerCharacters": ["[", ".", "=", "@"], "resolveProvider": true])
  }
  /// More than this nobody looks through; what is typed next asks again.
  private static let most = 200
  /// The protocol's number of a request that a typed sign makes.
  private static let bySign = 2

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    if method == "completionItem/resolve" { return Self.resolved(parameters, in: workspace) }
    let place = try workspace.place(of: parameters)
    guard let part = place.part, let sheet = place.loaded?.sheet else {
      return ["isIncomplete": false, "items": []]
    }
    let line = TypedLine(at: place.offset, in: place.document.source)
    let completion = SheetCompletion(sheet)
    // A sign that asks of itself, as = does, asks for what goes with it and not for all there is.
    let isAskedFor = parameters["context"]?["triggerKind"]?.integer != Self.bySign
    let found = completion.candidates(
      before: line.before, word: line.word, isInTest: part.isInTest(place.offset),
      inRowsOf: part.table(at: place.offset), isAskedFor: isAskedFor)
    let range = place.document.source.range(of: SourceSpan(place.offset - line.word.utf8.count, place.offset))
    let items = found.prefix(Self.most).enumerated().map { index, candidate in
      Self.item(candidate, completion.label(of: candidate), index, range)
    }
    return ["isIncomplete": .logical(found.count > Self.most), "items": .list(items)]
  }

  private static func item(
    _ candidate: CompletionCandidate, _ label: String, _ index: Int, _ range: JSONValue
  ) -> JSONValue {
    let number = String(index)
    var item: [String: JSONValue] = [
      "label": .text(candidate.text.hasSuffix("(") ? String(candidate.text.dropLast()) : candidate.text),
      "kind": .integer(kind(candidate.kind)), "filterText": .text(candidate.text),
      "sortText": .text(String(repeating: "0", count: 4 - number.count) + number),
      "textEdit": ["range": range, "newText": .text(candidate.text)],
    ]
    if label != candidate.text { item["detail"] = .text(label) }
    return .object(item)
  }

  /// The numbers of the protocol.
  private static func kind(_ kind: CompletionCandidate.Kind) -> Int {
    switch kind {
    case .keyword: 14
    case .name: 6
    case .trigger: 23
    case .service, .function: 3
    case .column, .field: 5
    case .value: 12
    }
  }

  /// An offer with what its function does.
  private static func resolved(_ item: JSONValue, in workspace: Workspace) -> JSONValue {
    guard case .object(var fields) = item, item["kind"]?.integer == kind(.function), let name = item["label"]?.text,
      let function = workspace.catalog.function(named: name)
    else { return item }
    let help = function.parameters.map { "- `\($0.name)`: \($0.help)" }
    let text = ([function.summary] + (help.isEmpty ? [] : [""] + help)).joined(separator: "\n")
    fields["documentation"] = ["kind": "markdown", "value": .text(text)]
    return .object(fields)
  }
}

/// The signature of the call whose arguments are written.
struct SignatureFeature: ServerFeature {
  let methods = ["textDocument/signatureHelp"]
  var capability: (name: String, value: JSONValue) {
    ("signatureHelpProvider", ["triggerCharacters": ["(", ","], "retriggerCharacters": [")"]])
  }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let place = try workspace.place(of: parameters)
    guard let part = place.part, let sheet = place.loaded?.sheet else { return .null }
    let source = place.document.source
    let lineStart = source.lineStarts[source.lineIndex(of: place.offset)]
    // A call may have begun on a line above, within the same statement.
    let start = min(part.statement(at: place.offset)?.span.lower ?? lineStart, lineStart)
    guard let hint = SheetCompletion(sheet).hint(at: source[SourceSpan(start, place.offset)]) else { return .null }
    var signature: [String: JSONValue] = [
      "label": .text(hint.signature), "documentation": .text(hint.summary),
      "parameters": .list(
        hint.parameters.map { parameter in
          ["label": .text(parameter.name), "documentation": .text(parameter.help)]
        }),
    ]
    if let active = hint.active { signature["activeParameter"] = .integer(active) }
    var answer: [String: JSONValue] = ["signatures": [.object(signature)], "activeSignature": 0]
    if let active = hint.active { answer["activeParameter"] = .integer(active) }
    return .object(answer)
  }
}

/// The line that is typed, up to the cursor.
struct TypedLine {
  /// What stands before the word.
  var before: String
  /// The name, with dots in it, that ends at the cursor.
  var word: String

  init(at offset: Int, in source: SourceText) {
    let line = source[SourceSpan(source.lineStarts[source.lineIndex(of: offset)], offset)]
    let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    word = String(line.reversed().prefix(while: isPart).reversed())
    before = String(line.dropLast(word.count))
  }
}

extension SheetPart {
  /// Whether a place lies in the braces of a test.
  func isInTest(_ offset: Int) -> Bool {
    guard let statement = statement(at: offset), case .test(let test) = statement.kind else { return false }
    return offset > test.label.span.upper
  }

  /// The name of the table in whose braces a place lies.
  func table(at offset: Int) -> String? {
    guard let statement = statement(at: offset), case .table(let table) = statement.kind,
      offset > table.name.span.upper
    else { return nil }
    return table.name.text
  }
}
