import CellModel
import Diagnostics
import Hosting
import LiveSheets
import SheetText

/// The value of each definition beside it, and the mode that holds beside `modes`.
struct InlayHintFeature: ServerFeature {
  let methods = ["textDocument/inlayHint"]
  var capability: (name: String, value: JSONValue) { ("inlayHintProvider", true) }
  private static let longest = 48

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    let source = document.source
    let wanted = source.span(of: parameters["range"]) ?? SourceSpan(0, source.bytes.count)
    var hints: [JSONValue] = []
    for part in document.parts where part.span.upper >= wanted.lower && part.span.lower <= wanted.upper {
      let sheet = workspace.loaded(part, of: document).sheet
      for statement in part.document.statements {
        if statement.span.lower > wanted.upper { break }
        guard statement.span.upper >= wanted.lower, let (offset, path) = Self.place(of: statement, in: source),
          wanted.contains(offset), case .success(let cell) = sheet.cell(path), cell.area == nil
        else { continue }
        let value = sheet.summary(of: sheet.value(of: cell), format: cell.format)
          .split(whereSeparator: \.isNewline).joined(separator: " ")
        let shown = value.count > Self.longest ? value.prefix(Self.longest - 1) + "…" : value
        hints.append(["position": source.position(of: offset).json, "label": .text("= \(shown)"), "paddingLeft": true])
      }
    }
    return .list(hints)
  }

  /// Where the value of a definition is shown, and whose it is; `nil` for what shows its value by itself.
  private static func place(of statement: Statement, in source: SourceText) -> (offset: Int, path: String)? {
    switch statement.kind {
    case .cell(let cell):
      guard !cell.isConstant else { return nil }
      switch cell.target {
      case .name(let name): return (statement.span.upper, name.text)
      case .address(let row, let column, _):
        let address = A1Notation.text(row: row, column: column)
        return (statement.span.upper, statement.grid.map { "'\($0)'!\(address)" } ?? address)
      case .area: return nil
      }
    case .input(let input) where input.initial == nil: return (statement.span.upper, input.name.text)
    case .state(let state): return (endOfLine(state.initial.span.upper, source), state.name.text)
    case .modes(let modes): return (endOfLine(modes.name.span.upper, source), modes.name.text)
    case .fetch: return statement.definedName.map { (statement.span.upper, $0.text) }
    default: return nil
    }
  }

  private static func endOfLine(_ offset: Int, _ source: SourceText) -> Int {
    source.span(ofLine: source.lineIndex(of: offset)).upper
  }
}
