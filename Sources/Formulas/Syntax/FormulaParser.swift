import CellModel
import Diagnostics

/// The language a formula is written in.
package enum FormulaDialect: Sendable, Hashable {
  /// What Excel stores in a workbook.
  case excel
  /// What a `.sheet` file says: Excel's formulas with dates, records, rows by number and dotted paths.
  case sheet
}

/// A tree, what was found wrong with the text, and where the reading ended.
package struct ParsedFormula: Sendable {
  package var tree: FormulaTree
  package var diagnostics: [Diagnostic]
  /// The offset of the first byte that is neither part of the expression nor a blank behind it.
  ///
  /// When the expression could not be read, it is the end of the line on which the reading stopped.
  package var end: Int

  package init(tree: FormulaTree, diagnostics: [Diagnostic] = [], end: Int) {
    self.tree = tree
    self.diagnostics = diagnostics
    self.end = end
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Reads Excel's formulas in one pass over UTF-8 bytes.
///
/// The reading never throws and never traps: what cannot be read becomes ``FormulaTree/Node/invalid`` with a diagnostic.
/// Operators are ordered by a stack of their own, so that only brackets recurse, and those at most ``maximumDepth`` deep.
/// From loose to tight: comparison, `&`, `+ -`, `* /`, `^`, `%`, prefixes, union, intersection, range; all from left to
/// right (ECMA-376 part 1, §18.17.2.2; a prefix binds more tightly than `^`, as in Excel).
package struct FormulaParser {
  /// Where an expression ends that stands in a longer text.
  ///
  /// Without any of these it still ends at the end of the text, at a closing bracket, comma or semicolon that belongs to
  /// no bracket of its own, at `<~` and at `..`. What is said here holds only where none of its brackets is open.
  package struct Options: Sendable, Hashable {
    /// A colon ends the expression and is never the range operator.
    package var stopsAtColon: Bool
    /// An equals sign ends the expression and is never a comparison.
    package var stopsAtEquals: Bool
    /// A line end or a comment ends the expression; no text runs over a line end.
    package var endsAtLine: Bool
    /// The expression is one operand with what is behind it, such as a path, without operators.
    package var isOperandOnly: Bool
    /// Words in lower case that end the expression where an operator is expected.
    package var stopWords: [String]

    package init(
      stopsAtColon: Bool = false, stopsAtEquals: Bool = false, endsAtLine: Bool = false, isOperandOnly: Bool = false,
      stopWords: [String] = []
    ) {
      self.stopsAtColon = stopsAtColon
      self.stopsAtEquals = stopsAtEquals
      self.endsAtLine = endsAtLine
      self.isOperandOnly = isOperandOnly
      self.stopWords = stopWords
    }
  }

  /// The most bytes of one formula.
  package static let maximumLength = 65_536
  /// The most brackets and calls inside one another.
  package static let maximumDepth = 256

  let bytes: FormulaBytes
  let options: Options
  var position: Int
  var stack = OperandStack()
  var diagnostics: [Diagnostic] = []
  /// What is not reported again, wherever it is found.
  var reportedOnce: Set<DiagnosticCode> = []
  /// The offsets of the brackets that are open.
  var openings: [Int] = []
  /// Whether an error was found behind which nothing can be understood.
  var isStopped = false

  private init(_ base: UnsafePointer<UInt8>, count: Int, from start: Int, dialect: FormulaDialect, options: Options) {
    bytes = FormulaBytes(base: base, count: count, isSheet: dialect == .sheet, endsAtLine: options.endsAtLine)
    self.options = options
    position = start
    let capacity = min(max(4, (count - start) / 3), 64)
    stack.tree.nodes.reserveCapacity(capacity)
    stack.tree.spans.reserveCapacity(capacity)
  }
}

extension FormulaParser {
  /// Reads a whole text as one formula, which may start with `=`.
  package static func parse(_ text: String, dialect: FormulaDialect = .excel) -> ParsedFormula {
    var text = text
    return text.withUTF8 { parse($0, dialect: dialect) }
  }

  package static func parse(_ bytes: [UInt8], dialect: FormulaDialect = .excel) -> ParsedFormula {
    bytes.withUnsafeBufferPointer { parse($0, dialect: dialect) }
  }

  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>, dialect: FormulaDialect = .excel) -> ParsedFormula {
    run(bytes, from: 0, dialect: dialect, options: Options(), isWhole: true)
  }

  /// Reads the expression that starts at an offset of a text and tells where it ended.
  ///
  /// All spans are offsets into the whole text.
  package static func parsePrefix(
    of bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0, dialect: FormulaDialect = .sheet, options: Options
  ) -> ParsedFormula {
    run(bytes, from: min(max(offset, 0), bytes.count), dialect: dialect, options: options, isWhole: false)
  }

  package static func parsePrefix(
    of bytes: [UInt8], from offset: Int = 0, dialect: FormulaDialect = .sheet, options: Options
  ) -> ParsedFormula {
    bytes.withUnsafeBufferPointer { parsePrefix(of: $0, from: offset, dialect: dialect, options: options) }
  }

  package static func parsePrefix(
    of text: String, from offset: Int = 0, dialect: FormulaDialect = .sheet, options: Options
  ) -> ParsedFormula {
    var text = text
    return text.withUTF8 { parsePrefix(of: $0, from: offset, dialect: dialect, options: options) }
  }

  private static func run(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, dialect: FormulaDialect, options: Options, isWhole: Bool
  ) -> ParsedFormula {
    guard let base = bytes.baseAddress, start < bytes.count else {
      let span = SourceSpan(start, start)
      return ParsedFormula(
        tree: FormulaTree(nodes: [.invalid], spans: [span]),
        diagnostics: [FormulaFinding.emptyFormula(at: span).diagnostic],
        end: start)
    }
    if isWhole, bytes.count > maximumLength { return tooLong(SourceSpan(0, bytes.count)) }
    var parser = FormulaParser(base, count: bytes.count, from: start, dialect: dialect, options: options)
    parser.formula(isWhole: isWhole)
    let end = parser.diagnostics.isEmpty ? parser.position : parser.endAfterError
    if parser.position - start > maximumLength { return tooLong(SourceSpan(start, parser.position)) }
    return ParsedFormula(tree: parser.stack.tree, diagnostics: parser.diagnostics, end: end)
  }

  private static func tooLong(_ span: SourceSpan) -> ParsedFormula {
    ParsedFormula(
      tree: FormulaTree(nodes: [.invalid], spans: [span]),
      diagnostics: [FormulaFinding.formulaTooLong(span).diagnostic],
      end: span.upper)
  }

  private mutating func formula(isWhole: Bool) {
    skipBlanks()
    if bytes.byte(at: position) == Ascii.equals, bytes.byte(at: position + 1) != Ascii.equals { position += 1 }
    _ = expression(allowsUnion: false)
    skipBlanks()
    if isWhole, !isStopped, position < bytes.count { reportRest() }
  }

  /// The end of the line on which the reading stopped, or of the line with the bracket that was never closed.
  private var endAfterError: Int {
    guard isStopped else { return position }
    var end = position
    if let last = diagnostics.last, last.isOne(of: .unclosedParenthesis), last.labels.count > 1 {
      end = last.labels[1].span.lower
    }
    while end < bytes.count, bytes.base[end] != Ascii.lineFeed, bytes.base[end] != Ascii.carriageReturn { end += 1 }
    return end
  }
}

// MARK: - Bytes

extension FormulaParser {

  /// Whether a colon is the range operator here.
  @inline(__always) var colonIsRange: Bool { !(options.stopsAtColon && openings.isEmpty) }

  /// Moves over blanks, line ends and comments that mean nothing here.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while position < bytes.count {
      switch bytes.base[position] {
      case Ascii.space, Ascii.tab: position += 1
      case Ascii.lineFeed, Ascii.carriageReturn:
        if options.endsAtLine, openings.isEmpty { return position > start }
        position += 1
      case 0xC2 where bytes.byte(at: position + 1) == 0xA0: position += 2
      case Ascii.slash where bytes.isSheet && bytes.byte(at: position + 1) == Ascii.slash:
        if options.endsAtLine, openings.isEmpty { return position > start }
        while position < bytes.count, bytes.base[position] != Ascii.lineFeed,
          bytes.base[position] != Ascii.carriageReturn
        {
          position += 1
        }
      default: return position > start
      }
    }
    return position > start
  }

}
