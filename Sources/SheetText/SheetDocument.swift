import Diagnostics

/// What a reader of some lines of a text has to know of those above them.
package struct LinesOfText: Sendable {
  /// The name on the `sheet` line above.
  var grid: String?
  /// Whether any line is above them.
  var isBehindLine: Bool
}

/// A sheet's text and what it says.
///
/// Reading never fails: what cannot be read is an invalid statement with a diagnostic, and the reading goes on with the
/// next one. The text is kept byte for byte, and the edits of a document change only the lines they are about.
package struct SheetDocument: Sendable {
  package let source: SourceText
  package let statements: [Statement]
  /// What is wrong, in the order of the text; a hundred at most, then a note of how many more there are.
  package let diagnostics: [Diagnostic]
  /// How many findings there are beyond the hundred.
  package let unshownCount: Int
  /// Whether the formula of every cell is at hand as a tree; where it is not, it is made when somebody asks for it.
  package let keepsTrees: Bool

  /// Where the lines stand, if they are some of another text.
  let lines: LinesOfText?
  /// The brackets without partners, in no order; `nil` where there are very many.
  let unmatchedBrackets: [Int]?

  /// Reads the text of a sheet.
  ///
  /// - Parameters:
  ///   - keepsTrees: Whether the formula of every cell is at hand as a tree. A document that is read to be run needs
  ///     none of most formulas, and takes a fraction of the time and memory without them.
  ///   - lines: Where the lines stand, if they are some of another text.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package init(_ source: SourceText, keepsTrees: Bool = true, lines: LinesOfText? = nil) {
    self.source = source
    self.keepsTrees = keepsTrees
    self.lines = lines
    if let finding = TextValidity.finding(in: source.bytes) {
      statements = []
      diagnostics = [finding.diagnostic]
      unshownCount = 0
      unmatchedBrackets = nil
      return
    }
    var parser = SheetParser(source, keepsTrees: keepsTrees)
    statements = parser.document(lines)
    diagnostics = parser.findings.closed()
    unshownCount = max(0, parser.findings.count - DiagnosticList.most)
    unmatchedBrackets = parser.unmatchedBrackets
  }

  /// A text with what was read of it.
  init(_ source: SourceText, statements: [Statement], diagnostics: [Diagnostic], unmatchedBrackets: [Int]) {
    self.source = source
    self.statements = statements
    self.diagnostics = diagnostics
    self.unmatchedBrackets = unmatchedBrackets
    unshownCount = 0
    keepsTrees = true
    lines = nil
  }

  /// A text of which only some statements are kept.
  private init(_ document: SheetDocument, _ statements: [Statement]) {
    source = document.source
    self.statements = statements
    diagnostics = document.diagnostics
    unshownCount = document.unshownCount
    keepsTrees = document.keepsTrees
    lines = document.lines
    unmatchedBrackets = document.unmatchedBrackets
  }

  /// The same text without its tests.
  package var withoutTests: SheetDocument {
    keeping { if case .test = $0.kind { false } else { true } }
  }

  /// The same text with some of its statements.
  package func keeping(_ isKept: (Statement) -> Bool) -> SheetDocument {
    SheetDocument(self, statements.filter(isKept))
  }

  /// The same text with one statement more, behind all others.
  package func adding(_ statement: Statement) -> SheetDocument { SheetDocument(self, statements + [statement]) }

  package init(name: String, bytes: [UInt8], keepsTrees: Bool = true) {
    self.init(SourceText(name: name, bytes: bytes), keepsTrees: keepsTrees)
  }

  package init(name: String, _ text: String, keepsTrees: Bool = true) {
    self.init(SourceText(name: name, text), keepsTrees: keepsTrees)
  }

  /// The text, byte for byte as it was given.
  package var bytes: [UInt8] { source.bytes }

  /// The text; equal to what was given wherever that was well-formed.
  package var text: String { String(decoding: source.bytes, as: UTF8.self) }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The index of the statement that defines a name, the first if there are several.
  package func definition(of name: String) -> Int? {
    let key = name.lowercased()
    return statements.firstIndex { $0.definedName?.key == key }
  }

  /// The index of the statement that defines a single cell of a grid, whose row and column count from 0.
  package func definition(ofRow row: Int, column: Int, grid: String? = nil) -> Int? {
    let key = grid?.lowercased()
    return statements.firstIndex { statement in
      guard case .cell(let cell) = statement.kind, case .address(row, column, _) = cell.target else { return false }
      return statement.grid?.lowercased() == key
    }
  }
}
