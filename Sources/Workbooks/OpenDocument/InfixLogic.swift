import CellModel

/// Writes `(A1>0)AND(B1>0)`, which LibreOffice takes for a call, as one.
///
/// `AND` and `OR` between two values bind weaker than all operators, `OR` weaker than `AND`, and reach to the ends of the argument,
/// or of the parentheses, in which they stand. The text is a formula as Excel has it, but for them.
struct InfixLogic {
  private enum Word: String {
    case and = "AND"
    case or = "OR"
  }

  /// A call, or parentheses, while it is read.
  private struct Level {
    /// Where its last argument begins in the result.
    var start: Int
    /// The words between the values of that argument, each with where the value behind it begins.
    var words: [(word: Word, place: Int)] = []
  }

  private let bytes: [UInt8]
  private var position = 0
  private var result: [UInt8] = []
  private var levels = [Level(start: 0)]

  /// The formula with calls in place of such words.
  static func asCalls(_ formula: [UInt8]) -> [UInt8] {
    var writer = InfixLogic(formula)
    writer.write()
    return writer.result
  }

  /// Whether a name behind some text of a formula is such a word.
  static func isWord(_ name: ArraySlice<UInt8>, behind text: [UInt8]) -> Bool {
    endsWithValue(text) && word(name) != nil
  }

  private init(_ formula: [UInt8]) { bytes = formula }

  private static func word(_ name: ArraySlice<UInt8>) -> Word? {
    guard let first = name.first, first & 0xDF == UInt8(ascii: "A") || first & 0xDF == UInt8(ascii: "O") else {
      return nil
    }
    return Word(rawValue: String(decoding: name.prefix(4), as: UTF8.self).uppercased())
  }

  private static func endsWithValue(_ text: [UInt8]) -> Bool {
    guard let last = text.last(where: { $0 > Ascii.space }) else { return false }
    return switch last {
    case Ascii.rightParenthesis, Ascii.rightBrace, Ascii.rightBracket, Ascii.quote, UInt8(ascii: "%"): true
    default: isOfName(last)
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == Ascii.underscore || byte == Ascii.dot || byte >= 0x80
  }

  private mutating func write() {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case Ascii.quote, Ascii.apostrophe: copy(through: byte)
      case Ascii.leftBracket: copyBrackets()
      case Ascii.leftBrace: copyArray()
      case Ascii.leftParenthesis:
        copy()
        levels.append(Level(start: result.count))
      case Ascii.rightParenthesis:
        endArgument()
        if levels.count > 1 { levels.removeLast() }
        copy()
      case Ascii.comma:
        endArgument()
        copy()
        levels[levels.count - 1].start = result.count
      case _ where Self.isOfName(byte): writeName()
      default: copy()
      }
    }
    while let level = levels.popLast() {
      levels.append(level)
      endArgument()
      levels.removeLast()
    }
  }

  private mutating func copy() {
    result.append(bytes[position])
    position += 1
  }

  private mutating func copy(through mark: UInt8) {
    copy()
    while position < bytes.count {
      let byte = bytes[position]
      copy()
      if byte == mark { return }
    }
  }

  /// Copies an array constant, in whose texts a brace ends nothing.
  private mutating func copyArray() {
    while position < bytes.count, bytes[position] != Ascii.rightBrace {
      if bytes[position] == Ascii.quote { copy(through: Ascii.quote) } else { copy() }
    }
    if position < bytes.count { copy() }
  }

  /// Copies the columns of a table, in which an apostrophe is before what means itself.
  private mutating func copyBrackets() {
    var depth = 0
    repeat {
      let byte = bytes[position]
      copy()
      if byte == Ascii.apostrophe, position < bytes.count { copy() }
      if byte == Ascii.leftBracket { depth += 1 }
      if byte == Ascii.rightBracket { depth -= 1 }
    } while depth > 0 && position < bytes.count
  }

  private mutating func writeName() {
    let start = position
    while position < bytes.count, Self.isOfName(bytes[position]) { position += 1 }
    let name = bytes[start..<position]
    guard let word = Self.word(name), Self.endsWithValue(result) else {
      result += name
      return
    }
    levels[levels.count - 1].words.append((word, result.count))
  }

  /// Writes the argument that ends here anew where words are in it.
  private mutating func endArgument() {
    let level = levels[levels.count - 1]
    guard !level.words.isEmpty else { return }
    levels[levels.count - 1].words = []
    var (all, some): ([[UInt8]], [[UInt8]]) = ([], [])
    var start = level.start
    for (word, place) in level.words {
      all.append(Array(result[start..<place]))
      start = place
      if word == .or {
        some.append(Self.call(.and, all))
        all = []
      }
    }
    all.append(Array(result[start...]))
    some.append(Self.call(.and, all))
    result.removeLast(result.count - level.start)
    result += Self.call(.or, some)
  }

  private static func call(_ word: Word, _ values: [[UInt8]]) -> [UInt8] {
    if values.count == 1 { return values[0] }
    let arguments = values.map { value in
      let rest = value.drop { $0 == Ascii.space }
      return rest.dropLast(rest.reversed().prefix { $0 == Ascii.space }.count)
    }
    return Array("\(word.rawValue)(".utf8) + arguments.joined(separator: [Ascii.comma]) + [Ascii.rightParenthesis]
  }
}
