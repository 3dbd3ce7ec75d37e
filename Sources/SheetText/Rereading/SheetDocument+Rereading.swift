import CellModel
import Diagnostics
import Formulas

extension SheetDocument {
  /// Reads a text of which another one was read that differs from it in a part.
  ///
  /// It is the document that the text makes by itself. Only the lines that have changed are read, as far as brackets
  /// allow; what stands behind them is moved.
  ///
  /// - Complexity: O(*n*) in the statements, a fraction of what reading takes.
  package init(_ source: SourceText, changing former: SheetDocument) {
    for more in 0...1 {
      guard let part = ChangedPart(of: source.bytes, changing: former, including: more) else { break }
      guard let document = SheetDocument(source, reading: part, of: former) else { continue }
      self = document
      return
    }
    self.init(source, keepsTrees: former.keepsTrees)
  }

  /// `nil` where what follows the part depends on what is read in it.
  private init?(_ source: SourceText, reading part: ChangedPart, of former: SheetDocument) {
    guard former.keepsTrees, former.lines == nil, former.unshownCount == 0,
      TextValidity.finding(in: Array(source.bytes[part.new.lower..<part.new.upper])) == nil
    else { return nil }
    var parser = SheetParser(source, part: part.new)
    let grid = part.leading > 0 ? former.statements[part.leading - 1].grid : nil
    let read = parser.statements(in: part.new, LinesOfText(grid: grid, isBehindLine: part.leading > 0))
    guard let unmatched = parser.unmatchedBrackets else { return nil }
    if part.trailing > 0 {
      let end = part.new.upper
      let isTorn = !unmatched.isEmpty && source.bytes[end].isBlank
      let goesOn = read.last.map { source.bytes[$0.span.upper - 1] == Ascii.equals } ?? false
      let oldGrid = former.statements[former.statements.count - part.trailing - 1].grid
      guard !isTorn, !goesOn, !parser.hasOpenDocumentation, (read.last.map(\.grid) ?? grid) == oldGrid else {
        return nil
      }
    }
    guard let findings = former.findings(around: part, with: parser.findings) else { return nil }
    var statements: [Statement] = []
    statements.reserveCapacity(part.leading + read.count + part.trailing)
    statements += former.statements[..<part.leading]
    statements += read
    let moved = former.statements.suffix(part.trailing)
    if part.shift == 0 {
      statements += moved
    } else {
      for statement in moved { statements.append(parser.moved(statement, by: part.shift)) }
    }
    self.init(source, statements: statements, diagnostics: findings, unmatchedBrackets: unmatched)
  }

  /// What is wrong outside of a part, with what was found in it; `nil` where a finding is about both.
  private func findings(around part: ChangedPart, with found: DiagnosticList) -> [Diagnostic]? {
    var findings: [Diagnostic] = []
    for finding in diagnostics {
      let places = finding.labels.map(\.span.lower)
      guard let first = places.min(), let last = places.max() else { return nil }
      if last < part.former.lower {
        findings.append(finding)
      } else if part.trailing > 0, first >= part.former.upper {
        findings.append(finding.shifted(by: part.shift))
      } else if first < part.former.lower || part.trailing > 0 && last >= part.former.upper {
        return nil
      }
    }
    guard findings.count + found.count <= DiagnosticList.most else { return nil }
    return SheetDocument.shown(findings + found.kept)
  }
}

extension SheetParser {
  /// A statement of the former text at its place in this one.
  fileprivate mutating func moved(_ statement: Statement, by offset: Int) -> Statement {
    let span = statement.span.shifted(by: offset)
    let kind: Statement.Kind
    if case .cell(let cell) = statement.kind {
      kind = .cell(cell.moved(by: offset))
    } else {
      // Others have places in many parts, so they are read; what is wrong with them is known.
      kind = self.statement(again: span)
    }
    let documentation = statement.documentation.map { documentation in
      Documentation(text: documentation.text, span: documentation.span.shifted(by: offset))
    }
    return statement.moved(to: span, kind: kind, documentation: documentation)
  }
}

extension CellDefinition {
  fileprivate func moved(by offset: Int) -> CellDefinition {
    let target: CellTarget =
      switch self.target {
      case .name(let name): .name(name.moved(by: offset))
      case .address(let row, let column, let span): .address(row: row, column: column, span: span.shifted(by: offset))
      case .area(let top, let left, let bottom, let right, let span):
        .area(top: top, left: left, bottom: bottom, right: right, span: span.shifted(by: offset))
      }
    return CellDefinition(
      target: target, formula: formula.moved(by: offset), format: format?.moved(by: offset))
  }
}

extension WrittenText {
  fileprivate func moved(by offset: Int) -> WrittenText { WrittenText(text, at: span.shifted(by: offset)) }
}

extension SheetFormula {
  /// The formula with its tree at another place; a formula without one is of a text that keeps none.
  fileprivate func moved(by offset: Int) -> SheetFormula {
    let tree = tree
    let spans = tree.spans.map { $0.shifted(by: offset) }
    return SheetFormula(tree: FormulaTree(nodes: tree.nodes, spans: spans), span: span.shifted(by: offset))
  }
}
