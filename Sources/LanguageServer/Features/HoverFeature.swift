import CellModel
import Diagnostics
import Formulas
import Functions
import Hosting
import LiveSheets
import SheetPrograms
import SheetText

/// What is said of the name under the cursor: its value, its formula, its documentation, and why it has that value.
struct HoverFeature: ServerFeature {
  let methods = ["textDocument/hover"]
  var capability: (name: String, value: JSONValue) { ("hoverProvider", true) }
  /// How many lines of a *why* are shown.
  private static let mostSteps = 12
  /// How much of a value is shown.
  private static let longest = 200

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let place = try workspace.place(of: parameters)
    guard let part = place.part, let statement = part.statement(at: place.offset) else { return .null }
    guard let written = WrittenName(at: place.offset, in: statement, of: part.document.source, workspace.catalog),
      let text = Self.text(about: written, at: place)
    else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .text(text)],
      "range": place.document.source.range(of: written.span),
    ]
  }

  private static func text(about written: WrittenName, at place: TextPlace) -> String? {
    guard let sheet = place.loaded?.sheet else { return nil }
    // A function of the catalog comes before a cell of its name.
    if written.isCall, let function = place.workspace.catalog.function(named: written.path) {
      return text(about: function)
    }
    if case .success(let cell) = sheet.cell(written.path) { return text(about: cell, in: sheet) }
    return definitionText(written, place)
  }

  // MARK: Texts

  private static func text(about cell: CellInfo, in sheet: LiveSheet) -> String {
    let value = codeSpan(line(sheet.summary(of: sheet.value(of: cell), format: cell.format)))
    var lines = ["**\(cell.name)** =\(value) — \(kindWords(cell, in: sheet))"]
    if let documentation = cell.documentation { lines += ["", documentation] }
    if let formula = cell.formulaText { lines += ["", "```sheet", "\(cell.name) = \(formula)", "```"] }
    if case .success(let why) = sheet.why(cell.name) { lines += whyLines(why) }
    return lines.joined(separator: "\n")
  }

  private static func kindWords(_ cell: CellInfo, in sheet: LiveSheet) -> String {
    guard cell.kind == .input else { return cell.kind.word }
    let rule = Possibilities(of: sheet).inputs.first { $0.path.lowercased() == cell.name.lowercased() }?.rule
    let type = cell.typeText.flatMap { $0 == ValueType.any.rawValue ? nil : "input, \($0)" } ?? "input"
    guard let rule else { return type }
    switch rule.domain {
    case .choices(let choices)?: return "\(type), one of \(choices.map { sheet.literal($0) }.joined(separator: ", "))"
    case .range(let lower, let upper)?:
      return "\(type), \(rule.bound(lower, sheet.valueText)) to \(rule.bound(upper, sheet.valueText))"
    case nil: return type
    }
  }

  /// What the value was made of: the steps of the formula, then the cells that it names.
  private static func whyLines(_ why: Explanation) -> [String] {
    let steps = why.steps.map { "\($0.expression) → \($0.text)" }
    let precedents = why.precedents.map { "\($0.cell.name) = \($0.text)" }
    let all = steps + precedents
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(mostSteps) + (all.count > mostSteps ? ["… \(all.count - mostSteps) more"] : [])
    var lines = ["", "```text"] + shown.map(line) + ["```"]
    if let error = why.error, !error.message.isEmpty { lines += ["", error.message] }
    return lines
  }

  /// A text in one line, which of a long one is the beginning.
  private static func line(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > longest ? line.prefix(longest - 1) + "…" : line
  }

  /// A text as Markdown's code behind a blank, between more backticks than stand in it; an empty text is nothing.
  private static func codeSpan(_ text: String) -> String {
    if text.isEmpty { return "" }
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let marks = String(repeating: "`", count: longest + 1)
    let margin = text.first == "`" || text.last == "`" ? " " : ""
    return " " + marks + margin + text + margin + marks
  }

  private static func text(about function: SheetFunction) -> String {
    var lines = ["```sheet", function.signature, "```", "", function.summary]
    if !function.parameters.isEmpty {
      lines.append("")
      lines += function.parameters.map { "- `\($0.name)`: \($0.help)" }
    }
    if let example = function.examples.first { lines += ["", "Example: `=\(example.formula)`"] }
    return lines.joined(separator: "\n")
  }

  /// What a name says of itself that is no cell: an action, a service, a used sheet, a table's column.
  private static func definitionText(_ written: WrittenName, _ place: TextPlace) -> String? {
    guard let found = NameResolver(workspace: place.workspace).target(at: place),
      let (statement, name) = found.target.definition
    else { return nil }
    let source = found.target.home.document.source
    let whole = source[statement.span]
    let first = whole.prefix { !$0.isNewline }
    var lines = ["**\(name.text)**"]
    if let documentation = statement.documentation?.text { lines += ["", documentation] }
    lines += ["", "```sheet", String(first) + (first.count < whole.count ? " …" : ""), "```"]
    return lines.joined(separator: "\n")
  }
}

/// A name as it stands at a place of a statement, up to and with the part that the place lies in.
struct WrittenName {
  var path: String
  var span: SourceSpan
  /// Whether something is called by it.
  var isCall: Bool

  init?(at offset: Int, in statement: Statement, of source: SourceText, _ catalog: FunctionCatalog) {
    for occurrence in statement.nameOccurrences(in: source, catalog) where occurrence.role != .field {
      guard let index = occurrence.parts.firstIndex(where: { $0.span.contains(offset) }) else { continue }
      isCall = occurrence.role == .call
      // Functions such as STDEV.S have dots in their names.
      let parts = isCall ? occurrence.parts[...] : occurrence.parts[...index]
      path = parts.map(\.text).joined(separator: ".")
      if case .input(let alias) = occurrence.role { path = "\(alias).\(path)" }
      if case .column(let table) = occurrence.role { path = "\(table)[\(path)]" }
      span = SourceSpan(parts[0].span.lower, parts.last?.span.upper ?? parts[0].span.upper)
      return
    }
    // Cells of a grid, as the formula has them.
    for reference in statement.formulas.flatMap(\.tree.references) where reference.span.contains(offset) {
      var cells = reference.value
      if cells.sheet == nil { cells.sheet = statement.grid.map { SheetPrefix($0) } }
      var tree = FormulaTree()
      tree.append(.reference(cells), span: reference.span)
      (path, span, isCall) = (tree.text(), reference.span, false)
      return
    }
    guard case .cell(let cell) = statement.kind, cell.target.span.contains(offset), cell.target.name == nil else {
      return nil
    }
    guard case .address(let row, let column, let span) = cell.target else { return nil }
    path = A1Notation.text(row: row, column: column)
    if let grid = statement.grid { path = "'\(grid)'!\(path)" }
    self.span = span
    isCall = false
  }
}
