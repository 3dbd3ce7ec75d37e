import CellModel
import Diagnostics

/// A value of a file of settings.
enum SettingValue: Equatable {
  case text(String)
  case integer(Int)
  case number(Double)
  case logical(Bool)
  case list([SettingValue])

  /// What it is, in words.
  var kind: String {
    switch self {
    case .text(let text): "the text “\(PlainText.oneLine(text))”"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .logical(let logical): "\(logical)"
    case .list: "a list"
    }
  }
}

/// One line of a file of settings: a key with the names of its tables in front, and a value.
struct Setting: Equatable {
  let key: [String]
  let value: SettingValue
  let keySpan: SourceSpan
  let valueSpan: SourceSpan

  var path: String { key.joined(separator: ".") }
}

/// What keeps a file of settings from being read, with its place.
struct SettingFault: Error, Equatable {
  let message: String
  let offset: Int
}

/// Reads settings as TOML 1.0 writes them: tables, dotted and quoted keys, strings of one line, numbers, booleans and arrays.
///
/// What settings have no use for is refused by its name rather than misread: inline tables, arrays of tables, strings of several
/// lines, and dates.
///
/// - Complexity: O(*n*) in the length of the text.
struct SettingsReader {
  private let bytes: [UInt8]
  private var index = 0
  private var table: [String] = []
  private var settings: [Setting] = []
  private var known: Set<[String]> = []
  private var tables: Set<[String]> = []
  /// Arrays may stand in each other, but nobody needs so many.
  private static let mostNested = 16

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func settings(in bytes: [UInt8]) throws(SettingFault) -> [Setting] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SettingFault(message: "the file is no text in UTF-8", offset: 0)
    }
    var reader = SettingsReader(Array(text.utf8))
    if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    while reader.skipToStatement() { try reader.readStatement() }
    return reader.settings
  }

  // MARK: Lines

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Passes over blanks, line ends and comments; `false` at the end.
  private mutating func skipToStatement() -> Bool {
    while let byte = next {
      switch byte {
      case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn: index += 1
      case Ascii.hash: skipComment()
      default: return true
      }
    }
    return false
  }

  private mutating func skipComment() { while let byte = next, byte != Ascii.lineFeed { index += 1 } }

  private mutating func skipBlanks() { while next == Ascii.space || next == Ascii.tab { index += 1 } }

  private mutating func readStatement() throws(SettingFault) {
    if next == Ascii.leftBracket { try readTable() } else { try readSetting() }
    skipBlanks()
    switch next {
    case nil, Ascii.lineFeed, Ascii.carriageReturn, Ascii.hash: break
    default: throw fault("the line goes on where it should have ended")
    }
  }

  private mutating func readTable() throws(SettingFault) {
    let start = index
    index += 1
    if next == Ascii.leftBracket { throw fault("arrays of tables are no settings") }
    let key = try readKey()
    guard next == Ascii.rightBracket else { throw fault("a ] is missing behind the name of a table") }
    index += 1
    guard tables.insert(key).inserted, !known.contains(key) else {
      throw SettingFault(message: "[\(key.joined(separator: "."))] is there twice", offset: start)
    }
    table = key
  }

  private mutating func readSetting() throws(SettingFault) {
    let start = index
    let key = table + (try readKey())
    let end = index
    guard next == Ascii.equals else { throw fault("an = is missing behind the name of a setting") }
    index += 1
    skipBlanks()
    let valueStart = index
    let value = try readValue(depth: 0)
    guard known.insert(key).inserted else {
      throw SettingFault(message: "\(key.joined(separator: ".")) is there twice", offset: start)
    }
    settings.append(
      Setting(
        key: key, value: value, keySpan: trimmed(start, end), valueSpan: SourceSpan(valueStart, index)))
  }

  private func trimmed(_ start: Int, _ end: Int) -> SourceSpan {
    var end = end
    while end > start, bytes[end - 1] == Ascii.space || bytes[end - 1] == Ascii.tab { end -= 1 }
    return SourceSpan(start, end)
  }

  // MARK: Keys

  private mutating func readKey() throws(SettingFault) -> [String] {
    var key: [String] = []
    while true {
      skipBlanks()
      key.append(try readKeyPart())
      skipBlanks()
      guard next == Ascii.dot else { return key }
      index += 1
    }
  }

  private mutating func readKeyPart() throws(SettingFault) -> String {
    if next == Ascii.quote || next == Ascii.apostrophe { return try readText() }
    let start = index
    while let byte = next, Ascii.isBareKey(byte) { index += 1 }
    guard index > start else { throw fault("a name is missing") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: Values

  private mutating func readValue(depth: Int) throws(SettingFault) -> SettingValue {
    switch next {
    case Ascii.quote, Ascii.apostrophe: return .text(try readText())
    case Ascii.leftBracket: return .list(try readList(depth: depth))
    case Ascii.leftBrace: throw fault("inline tables are no settings")
    case nil, Ascii.lineFeed, Ascii.carriageReturn, Ascii.hash: throw fault("a value is missing")
    default: return try readWord()
    }
  }

  private mutating func readList(depth: Int) throws(SettingFault) -> [SettingValue] {
    guard depth < Self.mostNested else { throw fault("the lists stand in each other too deep") }
    let start = index
    index += 1
    var list: [SettingValue] = []
    while true {
      guard skipToStatement() else { throw SettingFault(message: "a ] is missing", offset: start) }
      if next == Ascii.rightBracket { break }
      list.append(try readValue(depth: depth + 1))
      guard skipToStatement() else { throw SettingFault(message: "a ] is missing", offset: start) }
      if next == Ascii.comma { index += 1 } else if next != Ascii.rightBracket { throw fault("a comma is missing") }
    }
    index += 1
    return list
  }

  private mutating func readWord() throws(SettingFault) -> SettingValue {
    let start = index
    while let byte = next, !Ascii.endsWord(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "true": return .logical(true)
    case "false": return .logical(false)
    default: break
    }
    // A digit stands on both sides of _.
    let digits = word.wholeMatch(of: /[+-]?(0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?/)
    guard digits != nil else {
      throw SettingFault(
        message: word.isEmpty
          ? "a value is missing" : "\(PlainText.oneLine(word)) is no value; a text stands in quotes",
        offset: start)
    }
    let plain = word.replacing("_", with: "")
    if let integer = Int(plain) { return .integer(integer) }
    guard let number = Double(plain), number.isFinite else {
      throw SettingFault(message: "\(word) is too large", offset: start)
    }
    return .number(number)
  }

  private mutating func readText() throws(SettingFault) -> String {
    let start = index
    let mark = bytes[index]
    if bytes[index...].starts(with: [mark, mark, mark]) { throw fault("texts of several lines are no settings") }
    index += 1
    var text: [UInt8] = []
    while let byte = next, byte != Ascii.lineFeed {
      index += 1
      if byte == mark { return String(decoding: text, as: UTF8.self) }
      if byte == Ascii.backslash, mark == Ascii.quote { text += try readEscape() } else { text.append(byte) }
    }
    throw SettingFault(message: "the text is never closed", offset: start)
  }

  private mutating func readEscape() throws(SettingFault) -> [UInt8] {
    let start = index - 1
    guard let byte = next else { throw SettingFault(message: "the text is never closed", offset: start) }
    index += 1
    switch UnicodeScalar(byte) {
    case "b": return [0x08]
    case "t": return [Ascii.tab]
    case "n": return [Ascii.lineFeed]
    case "f": return [0x0C]
    case "r": return [Ascii.carriageReturn]
    case "\"", "\\": return [byte]
    case "u", "U":
      let count = byte == UInt8(ascii: "u") ? 4 : 8
      let digits = String(decoding: bytes[index..<min(index + count, bytes.count)], as: UTF8.self)
      guard digits.utf8.count == count, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16),
        let scalar = UnicodeScalar(value)
      else {
        throw SettingFault(message: "\\\(UnicodeScalar(byte)) is not followed by a character's number", offset: start)
      }
      index += count
      return Array(String(Character(scalar)).utf8)
    default: throw SettingFault(message: "\\\(UnicodeScalar(byte)) stands for nothing", offset: start)
    }
  }

  private func fault(_ message: String) -> SettingFault { SettingFault(message: message, offset: index) }
}

extension Ascii {
  fileprivate static func isBareKey(_ byte: UInt8) -> Bool { isNamePart(byte) || byte == minus }

  /// Whether a number or a word is at its end.
  fileprivate static func endsWord(_ byte: UInt8) -> Bool {
    [space, tab, lineFeed, carriageReturn, comma, rightBracket, hash].contains(byte)
  }
}
