import CellModel
import Diagnostics

/// What a definition is about, whatever text it stands in.
package enum DefinitionPlace: Hashable, Sendable {
  /// A name in lower case.
  case name(String)
  /// A cell of a grid, which is known by the name in lower case on its `sheet` line; `nil` before the first such line.
  case cell(grid: String?, row: Int, column: Int)

  package init(_ name: some StringProtocol) { self = .name(name.lowercased()) }
}

/// A change of what a text says about one definition, told without places in the text.
///
/// So changes can be collected while lines are typed, and the text is read again when somebody wants to see it.
package enum DefinitionEdit: Sendable {
  /// Another formula, or another value of an input; `nil` takes the value of an input away.
  case formula(DefinitionPlace, String?)
  /// Another statement in place of one, and other remarks where they are given.
  case redefinition(DefinitionPlace, String, StatementRemarks)
  /// Takes a definition away, with its documentation and the comment behind it.
  case removal(DefinitionPlace)
  /// A statement with its remarks, added behind the others of a grid.
  case addition(DefinitionPlace?, String, grid: String?)
  /// A change of the written rows of a table.
  case rows(table: String, RowEdit)

  /// What it is about.
  package var place: DefinitionPlace? {
    switch self {
    case .formula(let place, _), .redefinition(let place, _, _), .removal(let place): place
    case .addition(let place, _, _): place
    case .rows(let table, _): DefinitionPlace(table)
    }
  }
}

extension SheetDocument {
  /// Makes changes one after the other, and reads the text again once.
  package func applying(_ edits: [DefinitionEdit]) -> SheetDocument {
    guard !edits.isEmpty else { return self }
    var change = TextChange(self)
    for edit in edits { change.add(edit) }
    return change.document
  }

  /// The statement that defines a place, the first if there are several.
  ///
  /// - Complexity: O(*n*) in the statements, a few nanoseconds each.
  package func definition(at place: DefinitionPlace) -> Int? { definition(at: place, from: 0) }

  /// The first statement that defines a place, of those from a number on.
  package func definition(at place: DefinitionPlace, from first: Int) -> Int? {
    switch place {
    case .name(let key): statements[first...].firstIndex { $0.definedName?.hasKey(key) == true }
    case .cell(let grid, let row, let column):
      statements[first...].firstIndex { statement in
        guard case .cell(let cell) = statement.kind, case .address(row, column, _) = cell.target else { return false }
        return statement.grid?.lowercased() == grid
      }
    }
  }

  /// The lines on which a statement stands with its documentation, as a text of their own; `nil` where another statement
  /// stands on them as well.
  ///
  /// It says of the statement what the whole text says, and is read at once however long that is.
  package func linesAlone(ofStatement index: Int) -> SheetDocument? {
    let statement = statements[index]
    let lines = LineFinder(bytes: bytes)
    let place = SourceSpan(lines.start(statement.documentedSpan.lower), lines.limit(statement.span.upper))
    if index > 0, statements[index - 1].span.upper > place.lower { return nil }
    if index + 1 < statements.count, statements[index + 1].documentedSpan.lower < place.upper { return nil }
    let source = SourceText(name: source.name, bytes: Array(bytes[place.lower..<place.upper]))
    let alone = SheetDocument(source, lines: LinesOfText(grid: statement.grid, isBehindLine: place.lower > 0))
    guard alone.statements.count == 1, alone.statements[0].span == statement.span.shifted(by: -place.lower) else {
      return nil
    }
    return alone
  }

  /// The place of a definition of a single cell that a text names: a name, or `B2` in a grid; `nil` for what is neither.
  package static func place(written text: String, inGrid grid: String?) -> DefinitionPlace? {
    guard !text.contains("!"), !text.hasPrefix("\""),
      let read = SheetDocument(name: "", "\(text) = 0").statements.first,
      case .cell(let cell) = read.kind, cell.target.span.count == text.utf8.count
    else { return nil }
    switch cell.target {
    case .name(let name): return DefinitionPlace(name.text)
    case .address(let row, let column, _): return .cell(grid: grid?.lowercased(), row: row, column: column)
    case .area: return nil
    }
  }

  /// The statement that a text names: a name, `B2`, `B2:B9`, `Inputs!B2`, or the label of a check or a test in quotes;
  /// the word that the statement begins with may stand before it, as in `never "big"`.
  ///
  /// - Parameter grid: The name on the `sheet` line under which an address lies that stands alone.
  package func statement(written text: String, inGrid grid: String?) -> Int? {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    if words.count == 2, let keyword = SheetKeyword(rawValue: words[0].lowercased()) {
      let name = String(words[1])
      if let label = Self.label(name) { return statement(labelled: label, keyword) }
      return statement(written: name, inGrid: grid).flatMap {
        statements[$0].begins(with: keyword, in: source) ? $0 : nil
      }
    }
    if let label = Self.label(text) { return statement(labelled: label) }
    if let sign = text.firstRange(of: "<~") {
      return binding(of: text[..<sign.lowerBound], inGrid: grid)
    }
    if text.contains("!") { return definition(written: text) ?? binding(of: text[...], inGrid: grid) }
    if let read = SheetDocument(name: "", "\(text) = 0").statements.first, case .cell(let cell) = read.kind,
      cell.target.name == nil
    {
      return statement(like: read, inGrid: grid)
    }
    return definition(of: text) ?? binding(of: text[...], inGrid: grid)
  }

  /// What stands between quotation marks.
  private static func label(_ text: String) -> Substring? {
    text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 2 ? text.dropFirst().dropLast() : nil
  }

  /// The first check, test or chart with a label, of all or of those that begin with a word.
  private func statement(labelled label: Substring, _ keyword: SheetKeyword? = nil) -> Int? {
    statements.firstIndex { statement in
      guard keyword.map({ statement.begins(with: $0, in: source) }) ?? true else { return false }
      return switch statement.kind {
      case .check(let check): check.label.text == label
      case .test(let test): test.label.text == label
      case .chart(let chart): chart.label.text == label
      default: false
      }
    }
  }

  /// The statement that binds an input or a cell, as it is written.
  private func binding(of target: Substring, inGrid grid: String?) -> Int? {
    SheetDocument(name: "", "\(target) <~ 0").statements.first.flatMap { statement(like: $0, inGrid: grid) }
  }

  /// The statement that another one takes the place of: that of the same name, of the same cells, or of a binding of the
  /// same input.
  package func statement(like statement: Statement, inGrid grid: String?) -> Int? {
    if let name = statement.definedName { return definition(of: name.text) }
    if case .binding(let binding) = statement.kind {
      let target = binding.target.tree.text().lowercased()
      return statements.firstIndex { other in
        guard case .binding(let known) = other.kind, other.grid?.lowercased() == grid?.lowercased() else {
          return false
        }
        return known.target.tree.text().lowercased() == target
      }
    }
    guard case .cell(let cell) = statement.kind else { return nil }
    return statements.firstIndex { other in
      guard case .cell(let known) = other.kind, other.grid?.lowercased() == grid?.lowercased() else { return false }
      return known.target.isSamePlace(as: cell.target)
    }
  }

  /// Replaces a statement, and its remarks where others are given.
  package func redefining(statement index: Int, with text: String, _ remarks: StatementRemarks) -> SheetDocument {
    replacing(edits(redefining: statements[index], with: text, remarks))
  }

  /// What replaces a statement, and its remarks where others are given.
  fileprivate func edits(
    redefining statement: Statement, with text: String, _ remarks: StatementRemarks
  ) -> [TextEdit] {
    var edits = edits(replacing: statement.span, of: statement, by: withLineEnds(text))
    if let comment = remarks.comment { edits += self.edits(writing: comment, behind: statement) }
    if let documentation = remarks.documentation {
      if let known = statement.documentation {
        edits.append(TextEdit(known.span, withLineEnds(documentation)))
      } else {
        let start = LineFinder(bytes: bytes).start(statement.span.lower)
        let isFirst = bytes[start..<statement.span.lower].allSatisfy(\.isBlank)
        let lines = (isFirst ? "" : lineEnd) + withLineEnds(documentation) + lineEnd
        edits.append(
          TextEdit(SourceSpan(isFirst ? start : statement.span.lower, isFirst ? start : statement.span.lower), lines))
      }
    }
    return edits
  }

  /// What writes a comment behind a statement, in place of the one that is there; where another statement follows on the
  /// line there is no room for one.
  private func edits(writing comment: String, behind statement: Statement) -> [TextEdit] {
    let end = statement.span.upper
    if let known = source.comment(behind: end) { return [TextEdit(known, comment)] }
    let next = bytes[end...].first { !$0.isBlank }
    return next.map(\.isLineEnd) ?? true ? [TextEdit(SourceSpan(end, end), "  " + comment)] : []
  }

  /// The places that statements define, each with the first that does.
  fileprivate var definitions: [DefinitionPlace: Int] {
    var found: [DefinitionPlace: Int] = [:]
    for (index, statement) in statements.enumerated() {
      guard let place = statement.place, found[place] == nil else { continue }
      found[place] = index
    }
    return found
  }
}

extension Statement {
  /// The name or the cell that the statement defines.
  package var place: DefinitionPlace? {
    if case .cell(let cell) = kind, case .address(let row, let column, _) = cell.target {
      return .cell(grid: grid?.lowercased(), row: row, column: column)
    }
    return definedName.map { DefinitionPlace($0.text) }
  }
}

/// Changes of a text that are gathered, of which later ones may be about what earlier ones have made.
private struct TextChange {
  /// What one statement is to say, in parts or as a whole.
  private struct StatementChange {
    /// Another text of all of it.
    var text: String?
    var remarks = StatementRemarks()
    /// Another formula, where the rest of it stays; `.some(nil)` takes the value away.
    var formula: String??
  }

  private let base: SheetDocument
  private let definitions: [DefinitionPlace: Int]
  /// By the number of the statement.
  private var changes: [Int: StatementChange] = [:]
  private var removed: Set<Int> = []
  private var tables: [Int: WrittenRows] = [:]
  /// Statements that are added; `nil` for one that was taken away again.
  private var additions: [(grid: String?, text: String)?] = []
  private var added: [DefinitionPlace: Int] = [:]

  init(_ base: SheetDocument) {
    self.base = base
    definitions = base.definitions
  }

  mutating func add(_ edit: DefinitionEdit) {
    switch edit {
    case .addition(let place, let text, let grid):
      if let place { added[place] = additions.count }
      additions.append((grid, text))
    case .formula(let place, let formula):
      if let number = added[place], let addition = additions[number] {
        additions[number]?.text = Self.setting(addition.text, to: formula)
      } else if let index = index(of: place) {
        set(formula, of: index)
      }
    case .redefinition(let place, let text, let remarks):
      if let number = added[place], let addition = additions[number] {
        let document = SheetDocument(name: "", addition.text)
        guard !document.statements.isEmpty else { return }
        additions[number]?.text = document.redefining(statement: 0, with: text, remarks).text
      } else if let index = index(of: place) {
        let former = changes[index]?.remarks ?? StatementRemarks()
        changes[index] = StatementChange(text: text, remarks: former.replaced(by: remarks))
      }
    case .removal(let place):
      if let number = added.removeValue(forKey: place) {
        additions[number] = nil
      } else if let index = index(of: place) {
        removed.insert(index)
        changes[index] = nil
      }
    case .rows(let table, let edit):
      guard let index = index(of: DefinitionPlace(table)), case .table(let table) = base.statements[index].kind else {
        return
      }
      tables[index, default: WrittenRows(table)].apply(edit)
    }
  }

  private mutating func set(_ formula: String?, of index: Int) {
    if let text = changes[index]?.text {
      changes[index]?.text = Self.setting(text, to: formula)
    } else {
      changes[index, default: StatementChange()].formula = .some(formula)
    }
  }

  private func index(of place: DefinitionPlace) -> Int? {
    definitions[place].flatMap { removed.contains($0) ? nil : $0 }
  }

  /// A statement that was added a moment ago with another formula.
  private static func setting(_ text: String, to formula: String?) -> String {
    let document = SheetDocument(name: "", text)
    guard let statement = document.statements.first, let edits = document.edits(setting: statement, to: formula) else {
      return text
    }
    return document.replacing(edits).text
  }

  var document: SheetDocument {
    var edits: [TextEdit] = []
    for (index, change) in changes {
      let statement = base.statements[index]
      if let text = change.text {
        edits += base.edits(redefining: statement, with: text, change.remarks)
      } else if let formula = change.formula {
        edits += base.edits(setting: statement, to: formula) ?? []
      }
    }
    edits += base.edits(removing: removed.sorted())
    for (index, rows) in tables where !removed.contains(index) { edits += rows.edits(in: base) }
    var document = edits.isEmpty ? base : base.replacing(edits)
    var grids: [String?] = []
    for case let addition? in additions where !grids.contains(addition.grid) { grids.append(addition.grid) }
    for grid in grids {
      let texts = additions.compactMap { addition in addition.flatMap { $0.grid == grid ? $0.text : nil } }
      document = document.adding(texts.joined(separator: "\n"), toGrid: grid)
    }
    return document
  }
}

extension CellTarget {
  /// Whether another definition is about the same cells, wherever it stands.
  fileprivate func isSamePlace(as other: CellTarget) -> Bool {
    switch (self, other) {
    case (.address(let row, let column, _), .address(let otherRow, let otherColumn, _)):
      row == otherRow && column == otherColumn
    case (.area(let top, let left, let bottom, let right, _), .area(let top2, let left2, let bottom2, let right2, _)):
      (top, left, bottom, right) == (top2, left2, bottom2, right2)
    default: false
    }
  }
}

extension DefinitionPlace {
  /// The name, or the address without its grid.
  package var localName: String {
    switch self {
    case .name(let name): name
    case .cell(_, let row, let column): A1Notation.text(row: row, column: column)
    }
  }
}

extension Statement {
  /// Whether the statement begins with a word.
  fileprivate func begins(with keyword: SheetKeyword, in source: SourceText) -> Bool {
    source[span].prefix { $0.isLetter }.lowercased() == keyword.rawValue
  }
}
