import CellModel
import SheetText

/// Statements of a sheet as `SheetFormatter` writes them, without columns that somebody has made by blanks.
///
/// Most statements of two versions are the same byte for byte. Only of the others does the form matter, so only those
/// are written, all that are asked for in one text.
struct StatementForms {
  let document: SheetDocument
  private var forms: [Int: (document: SheetDocument, place: Int)] = [:]

  init(_ document: SheetDocument) { self.document = document }

  /// Writes statements by their indices.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the statements.
  mutating func write(_ indices: [Int]) {
    let missing = indices.filter { forms[$0] == nil }
    guard !missing.isEmpty else { return }
    let text = missing.map { document.source[document.statements[$0].span] }.joined(separator: "\n\n") + "\n"
    let excerpt = SheetDocument(name: document.source.name, text, keepsTrees: document.keepsTrees)
    guard !excerpt.hasErrors, excerpt.statements.count == missing.count else { return writeAll() }
    let written = SheetFormatter.formatted(excerpt, keepsColumns: false)
    for (place, index) in missing.enumerated() { forms[index] = (written, place) }
  }

  /// Writes the whole sheet, if some of its statements mean nothing without the others.
  private mutating func writeAll() {
    let written = SheetFormatter.formatted(document, keepsColumns: false)
    for index in document.statements.indices { forms[index] = (written, index) }
  }

  /// A statement and the document that it is read from, in its form if it has been written.
  subscript(index: Int) -> (statement: Statement, document: SheetDocument) {
    guard let form = forms[index] else { return (document.statements[index], document) }
    return (form.document.statements[form.place], form.document)
  }

  /// The text of a statement, in its form if that has been written.
  func text(of index: Int) -> String {
    let (statement, document) = self[index]
    return document.source[statement.span]
  }

  /// The bytes of a statement as they stand in the sheet.
  func bytes(of index: Int) -> ArraySlice<UInt8> {
    let span = document.statements[index].span
    return document.bytes[span.lower..<span.upper]
  }

  // MARK: Identity

  /// What tells each statement from the others of the sheet; a second statement with the same one gets a number.
  mutating func identities() -> [String] {
    write(document.statements.indices.filter { !isNamedAsWritten(document.statements[$0]) })
    var counts: [String: Int] = [:]
    return document.statements.indices.map { index in
      let key = key(of: index)
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count == 1 ? key : "\(key)\u{0}\(count)"
    }
  }

  private func key(of index: Int) -> String {
    let statement = document.statements[index]
    let name = name(of: index).lowercased()
    if statement.definedName != nil { return name }
    return "\(statement.grid?.lowercased() ?? "")!\(name)"
  }

  /// Whether no blank can stand in what a statement is called.
  private func isNamedAsWritten(_ statement: Statement) -> Bool {
    if statement.definedName != nil { return true }
    switch statement.kind {
    case .cell(let cell):
      let target = cell.target.span
      return !document.bytes[target.lower..<target.upper].contains { $0 <= Ascii.space }
    case .grid, .check, .test, .chart: return true
    default: return false
    }
  }

  /// What people call a statement.
  func name(of index: Int) -> String {
    let (statement, document) = self[index]
    if let name = statement.definedName { return name.text }
    switch statement.kind {
    case .cell(let cell):
      let target = document.source[cell.target.span]
      return self.document.statements[index].grid.map { "\($0)!\(target)" } ?? target
    case .grid(let name): return "sheet \(name.text)"
    case .check(let check): return "\(check.isAlways ? "always" : "never") \"\(check.label.text)\""
    case .test(let test): return "test \"\(test.label.text)\""
    case .chart(let chart): return "chart \"\(chart.label.text)\""
    case .binding(let binding): return "\(document.source[binding.target.span]) <~"
    default: return document.source[statement.span]
    }
  }
}
