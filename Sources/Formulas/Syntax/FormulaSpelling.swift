import CellModel

/// How formulas are spelled in a language: what separates, and what functions, errors and logicals are called.
///
/// A spelling translates texts, not trees: what it does not know stays as the author wrote it, blanks and line ends too.
/// The texts in a formula, such as the format of TEXT, are not translated.
package struct FormulaSpelling: Sendable {
  /// What stands between arguments.
  package var list: Character = ","
  package var decimal: Character = "."
  /// What stands between the columns of an array, and between its rows.
  package var arrayColumn: Character = ","
  package var arrayRow: Character = ";"
  package var logicals: [Bool: String] = [true: "TRUE", false: "FALSE"]
  package var errors: [ErrorCode: String] = Dictionary(uniqueKeysWithValues: ErrorCode.allCases.map { ($0, $0.text) })
  /// The parts of a table that a structured reference can name, by their English name.
  package var tableParts: [String: String] = Dictionary(
    uniqueKeysWithValues: ["#All", "#Data", "#Headers", "#Totals", "#This Row"].map { ($0, $0) })
  /// The name of a function for its English one, and back; `nil` for one that is the same.
  package var functionName: @Sendable (String) -> String? = { _ in nil }
  package var canonicalName: @Sendable (String) -> String? = { _ in nil }

  package init() {}

  /// Excel's English, which is what sheets and workbooks hold.
  package static let canonical = FormulaSpelling()

  /// A formula of this spelling in another one.
  package func translated(_ formula: String, to other: FormulaSpelling) -> String {
    var translation = SpellingTranslation(formula, from: self, to: other)
    return translation.result()
  }
}

/// The separators of a spelling as bytes.
private struct Separators {
  let list, decimal, arrayColumn, arrayRow: UInt8

  init(_ spelling: FormulaSpelling) {
    list = spelling.list.asciiValue ?? Ascii.comma
    decimal = spelling.decimal.asciiValue ?? Ascii.dot
    arrayColumn = spelling.arrayColumn.asciiValue ?? Ascii.comma
    arrayRow = spelling.arrayRow.asciiValue ?? Ascii.semicolon
  }
}

/// One pass over the bytes of a formula that writes it in another spelling.
private struct SpellingTranslation {
  private enum Bracket { case round, array, record }

  private let from: FormulaSpelling
  private let to: FormulaSpelling
  private let old: Separators
  private let new: Separators
  private let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []
  private var brackets: [Bracket] = []

  init(_ formula: String, from: FormulaSpelling, to: FormulaSpelling) {
    self.from = from
    self.to = to
    old = Separators(from)
    new = Separators(to)
    bytes = Array(formula.utf8)
    output.reserveCapacity(bytes.count + 16)
  }

  mutating func result() -> String {
    while position < bytes.count { step() }
    return String(decoding: output, as: UTF8.self)
  }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func copy() {
    output.append(bytes[position])
    position += 1
  }

  private mutating func put(_ text: String, insteadOf length: Int) {
    output.append(contentsOf: text.utf8)
    position += length
  }

  private mutating func step() {
    let next = bytes[position]
    switch next {
    case Ascii.quote, Ascii.apostrophe: copyQuoted(next)
    case Ascii.leftBracket: copyBracketed()
    case Ascii.hash: error()
    case Ascii.slash where byte(position + 1) == next: copyComment()
    case Ascii.leftParenthesis: open(.round)
    case Ascii.leftBrace: open(isRecord(after: position + 1) ? .record : .array)
    case Ascii.rightParenthesis, Ascii.rightBrace:
      _ = brackets.popLast()
      copy()
    case _
    where Ascii.isDigit(next) || (next == old.decimal && Ascii.isDigit(byte(position + 1)) && !isInsideArray(next)):
      number()
    case _ where isWordStart(next): word()
    default: separator(next)
    }
  }

  /// Whether a byte that could begin a number separates the columns of an array here.
  private func isInsideArray(_ byte: UInt8) -> Bool { brackets.last == .array && byte == old.arrayColumn }

  private mutating func open(_ bracket: Bracket) {
    brackets.append(bracket)
    copy()
  }

  private mutating func separator(_ byte: UInt8) {
    switch (brackets.last, byte) {
    case (.array, old.arrayColumn): output.append(new.arrayColumn)
    case (.array, old.arrayRow): output.append(new.arrayRow)
    case (.array, _): output.append(byte)
    case (_, old.list): output.append(new.list)
    default: output.append(byte)
    }
    position += 1
  }

  private mutating func copyComment() {
    while position < bytes.count, bytes[position] != Ascii.lineFeed { copy() }
  }

  private mutating func copyQuoted(_ mark: UInt8) {
    copy()
    while position < bytes.count {
      let isMark = bytes[position] == mark
      copy()
      guard isMark else { continue }
      if byte(position) != mark { return }
      copy()
    }
  }

  /// Copies a structured reference up to its last bracket; only the parts of the table and separators are translated.
  private mutating func copyBracketed() {
    var depth = 0
    while position < bytes.count {
      let next = bytes[position]
      switch next {
      case Ascii.leftBracket: depth += 1
      case Ascii.rightBracket: depth -= 1
      case Ascii.apostrophe where position + 1 < bytes.count: copy()
      case Ascii.hash:
        if let (part, length) = tablePart() {
          put(part, insteadOf: length)
          continue
        }
      case old.list where byte(position - 1) == Ascii.rightBracket:
        output.append(new.list)
        position += 1
        continue
      default: break
      }
      copy()
      if depth == 0 { return }
    }
  }

  private func tablePart() -> (String, Int)? {
    for (part, written) in from.tableParts
    where matches(written) && byte(position + written.utf8.count) == Ascii.rightBracket {
      return (to.tableParts[part] ?? part, written.utf8.count)
    }
    return nil
  }

  private mutating func error() {
    let found = from.errors.filter { matches($0.value) }.max { $0.value.utf8.count < $1.value.utf8.count }
    guard let found else { return copy() }
    put(to.errors[found.key] ?? found.key.text, insteadOf: found.value.utf8.count)
  }

  /// Whether a text stands here, in any case.
  private func matches(_ text: String) -> Bool {
    let end = position + text.utf8.count
    guard end <= bytes.count else { return false }
    let here = String(decoding: bytes[position..<end], as: UTF8.self)
    return here == text || here.uppercased() == text.uppercased()
  }

  private mutating func number() {
    while Ascii.isDigit(byte(position)) { copy() }
    if byte(position) == old.decimal, !isInsideArray(old.decimal), Ascii.isDigit(byte(position + 1)) {
      output.append(new.decimal)
      position += 1
      while Ascii.isDigit(byte(position)) { copy() }
    }
    guard byte(position) | 0x20 == UInt8(ascii: "e") else { return }
    let sign = byte(position + 1)
    let digits = sign == Ascii.plus || sign == Ascii.minus ? position + 2 : position + 1
    guard Ascii.isDigit(byte(digits)) else { return }
    while position < digits { copy() }
    while Ascii.isDigit(byte(position)) { copy() }
  }

  private func isWordStart(_ byte: UInt8) -> Bool {
    Ascii.isLetter(byte) || byte == Ascii.underscore || byte >= 0x80
  }

  /// The end of the word that starts at an offset; inside an array a dot may separate its columns.
  private func wordEnd(from start: Int) -> Int {
    let dotIsPart = !isInsideArray(Ascii.dot)
    var end = start
    while end < bytes.count,
      isWordStart(bytes[end]) || Ascii.isDigit(bytes[end]) || (bytes[end] == Ascii.dot && dotIsPart)
    {
      end += 1
    }
    return end
  }

  private mutating func word() {
    let end = wordEnd(from: position)
    let word = String(decoding: bytes[position..<end], as: UTF8.self)
    var next = end
    while [Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn].contains(byte(next)) { next += 1 }
    if byte(next) == Ascii.leftParenthesis {
      let canonical = from.canonicalName(word) ?? word
      put(to.functionName(canonical) ?? canonical, insteadOf: end - position)
    } else if byte(end) != Ascii.exclamation,
      let logical = from.logicals.first(where: { $0.value == word.uppercased() })
    {
      put(to.logicals[logical.key] ?? word, insteadOf: end - position)
    } else {
      put(word, insteadOf: end - position)
    }
  }

  /// Whether a brace opens a record: a name and a colon come first.
  private func isRecord(after start: Int) -> Bool {
    var offset = start
    while byte(offset) == Ascii.space || byte(offset) == Ascii.lineFeed { offset += 1 }
    guard isWordStart(byte(offset)) else { return false }
    while isWordStart(byte(offset)) || Ascii.isDigit(byte(offset)) { offset += 1 }
    while byte(offset) == Ascii.space { offset += 1 }
    return byte(offset) == Ascii.colon
  }
}
