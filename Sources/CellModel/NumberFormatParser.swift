/// Reads the sections of a number format.
struct NumberFormatParser {
  typealias Format = NumberFormat

  private let bytes: [UInt8]
  private var position = 0
  var section = Format.Section(tokens: [])
  /// Bytes of literal text not yet made a token.
  private var pending: [UInt8] = []
  /// Where the last character ended that stands behind a backslash, an underscore or a star, and is no placeholder.
  private var escapedEnd = 0
  /// What stands in the place of a whole section that names the system's long date or time.
  private var replacement: [Format.Token]?
  /// Whether the section has an instruction of its own in brackets, such as a colour, which shows nothing.
  private var hasInstruction = false

  private init(_ source: String) { bytes = Array(source.utf8) }

  static func sections(of source: String) throws(Format.SyntaxError) -> [Format.Section] {
    guard source.utf8.count <= 1_000 else {
      throw Format.SyntaxError(offset: 1_000, reason: "the format is longer than 1,000 characters")
    }
    var parser = NumberFormatParser(source)
    var sections: [Format.Section] = []
    while true {
      let start = parser.position
      sections.append(try parser.readSection())
      if let reason = Self.fault(ofLast: sections) { throw Format.SyntaxError(offset: start, reason: reason) }
      guard parser.position < parser.bytes.count else { break }
      guard sections.count < 4 else {
        throw Format.SyntaxError(offset: parser.position, reason: "a format has at most four sections")
      }
      parser.position += 1
    }
    return sections
  }

  /// What the last of some sections cannot be beside the others.
  private static func fault(ofLast sections: [Format.Section]) -> String? {
    guard let last = sections.last else { return nil }
    if last.hasText, sections.count(where: \.hasText) > 1 { return "a format has one section for texts" }
    if last.condition != nil, sections.count(where: { $0.condition != nil }) > 2 {
      return "a format has at most two conditions"
    }
    return sections.count == 4 && last.kind != .plain ? "the fourth section is for texts, not for numbers" : nil
  }

  func failure(_ reason: String, at offset: Int? = nil) -> Format.SyntaxError {
    Format.SyntaxError(offset: offset ?? position, reason: reason)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    section.tokens.append(.literal(String(decoding: pending, as: UTF8.self)))
    pending.removeAll()
  }

  private mutating func append(_ token: Format.Token) {
    flush()
    section.tokens.append(token)
  }

  /// Takes one whole character, of however many bytes.
  private mutating func takeCharacter() -> [UInt8] {
    guard let first = current else { return [] }
    var end = position + 1
    if first >= 0xC0 { while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 } }
    defer { position = end }
    return Array(bytes[position..<end])
  }

  private func hasPrefix(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where Ascii.lowercased(bytes[position + offset]) != Ascii.lowercased(text.utf8Start[offset]) {
      return false
    }
    return true
  }

  private mutating func readSection() throws(Format.SyntaxError) -> Format.Section {
    section = Format.Section(tokens: [])
    replacement = nil
    hasInstruction = false
    let start = position
    while let byte = current, byte != Ascii.semicolon { try readToken(byte) }
    flush()
    if let replacement { section.tokens = replacement }
    // `[Red]` alone is General in that colour.
    if section.tokens.isEmpty, hasInstruction { section.tokens = [.general] }
    try finish(from: start)
    return section
  }

  private mutating func readToken(_ byte: UInt8) throws(Format.SyntaxError) {
    switch byte {
    case Ascii.quote:
      let start = position
      position += 1
      while let next = current, next != Ascii.quote {
        pending.append(next)
        position += 1
      }
      guard current != nil else { throw failure("the quotation mark is not closed", at: start) }
      position += 1
    case Ascii.backslash:
      position += 1
      guard current != nil else { throw failure("a character is missing after \\", at: position - 1) }
      pending += takeCharacter()
      escapedEnd = position
    case Ascii.underscore, Ascii.star:
      position += 1
      guard current != nil else { throw failure("a character is missing after _ or *", at: position - 1) }
      _ = takeCharacter()
      escapedEnd = position
      append(byte == Ascii.underscore ? .skip : .fill)
    case Ascii.leftBracket: try readBracket()
    case Ascii.zero, Ascii.hash, Ascii.question: take(.digit(byte))
    case Ascii.dot: try readPoint()
    case Ascii.comma: takeCommas()
    case Ascii.percent: take(.percent)
    case Ascii.slash: take(.slash)
    case Ascii.at: take(.text)
    default: try readLetter(byte)
    }
  }

  private mutating func take(_ token: Format.Token, bytes count: Int = 1) {
    append(token)
    position += count
  }

  /// Commas, each of which groups or scales where they stand right behind a digit; elsewhere, as behind a point that has
  /// digits, they are a text, of which one is shown.
  private mutating func takeCommas() {
    let before = position > escapedEnd ? bytes[position - 1] : 0
    let count = bytes[position...].prefix { $0 == Ascii.comma }.count
    let isBeforeDigit = position + count < bytes.count && Self.isDigit(bytes[position + count])
    if Self.isDigit(before) || before == Ascii.dot && !isBeforeDigit {
      for _ in 0..<count { take(.comma) }
    } else {
      pending.append(Ascii.comma)
      position += count
    }
  }

  /// Whether a byte is a placeholder or a digit that stands for itself.
  static func isDigit(_ byte: UInt8) -> Bool {
    Ascii.isDigit(byte) || byte == Ascii.hash || byte == Ascii.question
  }

  /// A point, or behind a part of a date or time the decimal places of the second.
  private mutating func readPoint() throws(Format.SyntaxError) {
    flush()
    var end = position + 1
    while end < bytes.count, bytes[end] == Ascii.zero { end += 1 }
    let places = end - position - 1
    if places > 0, section.tokens.contains(where: \.isDayOrTime) {
      guard places <= 3 else { throw failure("a second has at most three decimal places") }
      return take(.subsecond(places), bytes: places + 1)
    }
    take(.point)
  }

  private mutating func readLetter(_ byte: UInt8) throws(Format.SyntaxError) {
    if hasPrefix("General") { return take(.general, bytes: 7) }
    if hasPrefix("AM/PM") { return take(.halfDay(am: "AM", pm: "PM"), bytes: 5) }
    if hasPrefix("A/P") {
      // Each letter as the format has it.
      let (am, pm) = (bytes[position], bytes[position + 2])
      return take(.halfDay(am: String(UnicodeScalar(am)), pm: String(UnicodeScalar(pm))), bytes: 3)
    }
    let lower = Ascii.lowercased(byte)
    switch lower {
    case 0x79, 0x6D, 0x64, 0x68, 0x73, 0x62, 0x61:
      var count = 1
      while position + count < bytes.count, Ascii.lowercased(bytes[position + count]) == lower { count += 1 }
      let token: Format.Token
      switch lower {
      // In East Asia `aaa` and `aaaa` are days of the week.
      case 0x61 where count < 3:
        pending += takeCharacter()
        return
      case 0x61: token = .day(count)
      case 0x62 where hasPrefix("b1"):
        // The calendar that is used anyway.
        position += 2
        return
      case 0x62 where hasPrefix("b2"): throw failure("the Islamic calendar is not known")
      case 0x62: token = .buddhistYear(count)
      case 0x79: token = .year(count)
      case 0x6D: token = .month(min(count, 6))
      case 0x64: token = .day(count)
      case 0x68: token = .hour(count)
      default: token = .second(count)
      }
      take(token, bytes: count)
    case 0x65:
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      let hasDigits = section.tokens.contains(where: \.isDigit)
      if next == Ascii.plus || next == Ascii.minus, byte != 0x65 || hasDigits {
        take(.exponent(letter: byte, showsPlus: next == Ascii.plus), bytes: 2)
      } else {
        guard byte == 0x65 else { throw failure("+ or - is missing after E") }
        var count = 1
        while position + count < bytes.count, bytes[position + count] == 0x65 { count += 1 }
        take(.eraYear(count), bytes: count)
      }
    case 0x67:
      let letters = bytes[position...].prefix { Ascii.lowercased($0) == 0x67 }
      take(.era(letters: String(decoding: letters, as: UTF8.self)), bytes: letters.count)
    case 0x6E: throw failure("the letter n stands in quotes or behind \\")
    default: pending += takeCharacter()
    }
  }

  // MARK: Brackets

  private mutating func readBracket() throws(Format.SyntaxError) {
    let start = position
    guard let close = bytes[position...].firstIndex(of: Ascii.rightBracket) else {
      throw failure("the bracket [ is not closed")
    }
    let content = String(decoding: bytes[(position + 1)..<close], as: UTF8.self)
    position = close + 1
    let lower = CaseFolding.folded(content)
    if content.hasPrefix("$") {
      readLocale(content.dropFirst())
    } else if let first = lower.first, "hms".contains(first), lower.allSatisfy({ $0 == first }) {
      switch first {
      case "h": append(.elapsedHours(lower.count))
      case "m": append(.elapsedMinutes(lower.count))
      default: append(.elapsedSeconds(lower.count))
      }
    } else if let colour = colour(lower) {
      section.colour = colour
      hasInstruction = true
    } else if let condition = condition(content) {
      section.condition = condition
      hasInstruction = true
    } else if ["dbnum1", "dbnum2", "dbnum3", "dbnum4"].contains(lower) {
      // Digits of East Asia, which Excel for the United States shows as its own.
      hasInstruction = true
    } else if ["eng", "jpn", "twn", "hij"].contains(lower) {
      // Excel for the Mac writes a language or calendar so in front of the locale that says it again.
      hasInstruction = true
    } else {
      throw failure("[\(content)] is no colour, condition, locale or elapsed time", at: start)
    }
  }

  /// A currency sign, and after the hyphen a locale, whose months and days are shown.
  private mutating func readLocale(_ text: Substring) {
    let sign = text.prefix { $0 != "-" }
    pending += sign.utf8
    let locale = text.dropFirst(sign.count + 1)
    switch locale.lowercased() {
    case "f800", "x-sysdate":
      replacement = [
        .day(4), .literal(", "), .month(4), .literal(" "), .day(1), .literal(", "), .year(4),
      ]
    case "f400", "x-systime":
      replacement = [
        .hour(1), .literal(":"), .minute(2), .literal(":"), .second(2), .literal(" "), .halfDay(am: "AM", pm: "PM"),
      ]
    default:
      section.language = CalendarNames.language(of: locale) ?? section.language
      section.yearCount = YearCount(locale: locale) ?? section.yearCount
    }
  }

  private func colour(_ name: String) -> Format.Colour? {
    if let named = Format.Colour.named.first(where: { $0.name.lowercased() == name }) { return named.colour }
    guard name.hasPrefix("color"), let index = Int(name.dropFirst(5).drop { $0 == " " }), (1...56).contains(index)
    else { return nil }
    return .indexed(index)
  }

  private func condition(_ text: String) -> Format.Condition? {
    let relations: [(String, Criterion.Relation)] = [
      (">=", .greaterOrEqual), ("<=", .lessOrEqual), ("<>", .notEqual), (">", .greater), ("<", .less), ("=", .equal),
    ]
    guard let (sign, relation) = relations.first(where: { text.hasPrefix($0.0) }),
      let limit = TypedText.number(String(text.dropFirst(sign.count)))
    else { return nil }
    return Format.Condition(relation: relation, limit: limit)
  }
}
