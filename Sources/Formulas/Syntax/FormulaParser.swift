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

  let base: UnsafePointer<UInt8>
  let count: Int
  let isSheet: Bool
  let options: Options
  var position: Int
  var tree = FormulaTree()
  var diagnostics: [Diagnostic] = []
  /// The offsets of the brackets that are open.
  var openings: [Int] = []
  var operators: [PendingOperator] = []
  var operands: [FormulaTree.Index] = []
  /// Whether an error was found behind which nothing can be understood.
  var isStopped = false

  private init(_ base: UnsafePointer<UInt8>, count: Int, from start: Int, dialect: FormulaDialect, options: Options) {
    self.base = base
    self.count = count
    self.options = options
    isSheet = dialect == .sheet
    position = start
    let capacity = min(max(4, (count - start) / 3), 64)
    tree.nodes.reserveCapacity(capacity)
    tree.spans.reserveCapacity(capacity)
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
    return ParsedFormula(tree: parser.tree, diagnostics: parser.diagnostics, end: end)
  }

  private static func tooLong(_ span: SourceSpan) -> ParsedFormula {
    ParsedFormula(
      tree: FormulaTree(nodes: [.invalid], spans: [span]),
      diagnostics: [FormulaFinding.formulaTooLong(span).diagnostic],
      end: span.upper)
  }

  private mutating func formula(isWhole: Bool) {
    skipBlanks()
    if byte(at: position) == Ascii.equals, byte(at: position + 1) != Ascii.equals { position += 1 }
    _ = expression(allowsUnion: false)
    skipBlanks()
    if isWhole, !isStopped, position < count { reportRest() }
  }

  /// The end of the line on which the reading stopped, or of the line with the bracket that was never closed.
  private var endAfterError: Int {
    guard isStopped else { return position }
    var end = position
    if let last = diagnostics.last, last.isOne(of: .unclosedParenthesis), last.labels.count > 1 {
      end = last.labels[1].span.lower
    }
    while end < count, base[end] != Ascii.lineFeed, base[end] != Ascii.carriageReturn { end += 1 }
    return end
  }
}

// MARK: - Bytes

extension FormulaParser {
  /// The byte at an offset, or 0 behind the end.
  @inline(__always) func byte(at offset: Int) -> UInt8 { offset < count ? base[offset] : 0 }

  /// Whether a colon is the range operator here.
  @inline(__always) var colonIsRange: Bool { !(options.stopsAtColon && openings.isEmpty) }

  /// Moves over blanks, line ends and comments that mean nothing here.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    while position < count {
      switch base[position] {
      case Ascii.space, Ascii.tab: position += 1
      case Ascii.lineFeed, Ascii.carriageReturn:
        if options.endsAtLine, openings.isEmpty { return position > start }
        position += 1
      case 0xC2 where byte(at: position + 1) == 0xA0: position += 2
      case Ascii.slash where isSheet && byte(at: position + 1) == Ascii.slash:
        if options.endsAtLine, openings.isEmpty { return position > start }
        while position < count, base[position] != Ascii.lineFeed, base[position] != Ascii.carriageReturn {
          position += 1
        }
      default: return position > start
      }
    }
    return position > start
  }

  /// The end of the word that starts at an offset: letters, digits, `_`, inner dots, and in Excel `\` and `?`.
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < count {
      let byte = base[end]
      if Ascii.isNamePart(byte) {
        end += 1
      } else if byte >= 0x80 {
        let length = nameScalarLength(at: end)
        if length == 0 { return end }
        end += length
      } else if byte == Ascii.dot {
        guard end > start, !isSheet || isNamePart(at: end + 1) else { return end }
        end += 1
      } else if !isSheet, byte == Ascii.backslash || (byte == Ascii.question && end > start) {
        end += 1
      } else {
        return end
      }
    }
    return end
  }

  func isNamePart(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return Ascii.isNamePart(byte) || (byte >= 0x80 && nameScalarLength(at: offset) > 0)
  }

  /// Whether a name can start at an offset.
  func isNameStart(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return Ascii.isLetter(byte) || byte == Ascii.underscore || (!isSheet && byte == Ascii.backslash)
      || (byte >= 0x80 && nameScalarLength(at: offset) > 0)
  }

  /// The text of a range of bytes; short ones need no storage of their own.
  @inline(__always) func text(_ lower: Int, _ upper: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + lower, count: upper - lower), as: UTF8.self)
  }

  /// The scalar at an offset and its length, or `nil` where the bytes are not UTF-8.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = byte(at: offset)
    if lead < 0x80 { return offset < count ? (Unicode.Scalar(lead), 1) : nil }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, offset + length <= count else { return nil }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for index in 1..<length {
      let next = base[offset + index]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    guard value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return (scalar, length)
  }

  /// The length of the scalar beyond ASCII at an offset if it may stand in a name, else 0.
  private func nameScalarLength(at offset: Int) -> Int {
    guard let (scalar, length) = scalar(at: offset) else { return 0 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .mathSymbol, .currencySymbol,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation, .otherPunctuation,
      .unassigned, .privateUse, .surrogate:
      return 0
    default: return scalar.value == 0xFEFF ? 0 : length
    }
  }
}
