import CellModel
import Functions

/// Functions that find a text in another and change it.
enum TextSearching: FunctionFamily {
  static let title = "Searching texts"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "FIND", "Gives the position of a text in another, with upper and lower case told apart.",
      .text("find", "the text to find"), .text("within", "the text to look in"),
      .placeCount("start", "the position to begin at; 1 when left out", missing: 1),
      examples: [
        "FIND(\"c\", \"abcabc\")" => 3, "FIND(\"c\", \"abcabc\", 4)" => 6, "FIND(\"\", \"abc\")" => 1,
        "FIND({\"a\",\"b\"}, \"ab\")" => [[1, 2]], "FIND(\"A\", \"abc\")" => .value,
      ]
    ) { (text, within, start) throws(CellError) in try find(text, in: within, from: start) },

    SheetFunction(
      "SEARCH", "Gives the position of a pattern in a text, in any case.",
      .text("find", "the pattern; ? is one character, * any number, ~ takes their meaning away"),
      key: .text("within", "the text to look in"),
      .count("start", "the position to begin at; 1 when left out", missing: 1), .context,
      examples: [
        "SEARCH(\"C\", \"abcabc\")" => 3, "SEARCH(\"b?a\", \"abcabc\")" => 2, "SEARCH(\"~?\", \"why?\")" => 4,
        "SEARCH(\"~\", \"a~b\")" => 1,
        "SEARCH({\"a\",\"b\"}, \"ab\")" => [[1, 2]], "SEARCH(\"x\", \"abc\")" => .value,
      ]
    ) { (pattern, start, context) in search(for: pattern, from: start, context.textMatching) },

    SheetFunction(
      "SUBSTITUTE", "Puts a text in the place of another wherever it occurs, or at one occurrence.",
      .text("text", "the text to change"), .text("old", "what goes, in this very case"), .text("new", "what comes"),
      .optionalPlaceCount("occurrence", "which occurrence, from 1; all when left out"),
      examples: [
        "SUBSTITUTE(\"abcabc\", \"b\", \"x\")" => "axcaxc", "SUBSTITUTE(\"abcabc\", \"b\", \"x\", 2)" => "abcaxc",
        "SUBSTITUTE(\"abc\", \"\", \"x\")" => "abc", "SUBSTITUTE({\"a\",\"b\"}, \"a\", \"c\")" => [["c", "b"]],
        "SUBSTITUTE(\"a\", \"a\", \"b\", 0)" => .value,
      ]
    ) { (text, old, new, occurrence) throws(CellError) in
      if let occurrence, occurrence < 1 { throw .value("The occurrence must be at least 1.") }
      return try substitute(text, old, new, occurrence)
    },
  ]

  static func find(_ text: String, in within: String, from start: Int) throws(CellError) -> Int {
    if within.isAscii {
      // Each letter is a code unit and a byte.
      guard (1...within.utf8.count + 1).contains(start) else { return try find(text, inUnitsOf: within, from: start) }
      guard let found = Self.firstByte(of: text, in: within, from: start - 1) else {
        throw .value("The text does not occur.")
      }
      return found + 1
    }
    return try find(text, inUnitsOf: within, from: start)
  }

  private static func find(_ text: String, inUnitsOf within: String, from start: Int) throws(CellError) -> Int {
    let units = FoldedText(within, ignoringCase: false)
    let start = try checked(start, within: units)
    guard let found = units.firstIndex(of: FoldedText(text, ignoringCase: false), from: start) else {
      throw .value("The text does not occur.")
    }
    return found + 1
  }

  /// The byte at which a text first occurs in another, at or after one.
  private static func firstByte(of text: String, in within: String, from start: Int) -> Int? {
    var (text, within) = (text, within)
    return within.withUTF8 { within in text.withUTF8 { within.firstIndex(of: $0, from: start) } }
  }

  /// What finds the place of a pattern in one text after the other.
  static func search(
    for pattern: String, from start: Int, _ matching: TextMatching, countingBytes: Bool = false
  ) -> (String) throws(CellError) -> Int {
    // What means more than its characters is understood once; what does not, when a text wants it.
    let meaning = pattern.utf8.allSatisfy(isPlain) ? nil : PatternMeaning(of: pattern, matching)
    var known: PatternMeaning?
    return { (within) throws(CellError) in
      switch search(for: meaning, or: pattern, in: within, from: start - 1, countingBytes: countingBytes) {
      case .found(let place): return place + 1
      case .absent: throw .value("The pattern does not occur.")
      case .unknown: break
      }
      let units = FoldedText(within, ignoringCase: true)
      guard !units.units.isEmpty else { throw .value("There is nothing to search in.") }
      let start = try checked(start, within: units)
      let meaning = meaning ?? known ?? PatternMeaning(of: pattern, matching)
      known = meaning
      switch meaning {
      case .nothing: return start + 1
      case .expression(let expression): return try place(of: expression, in: within, from: start)
      case .wildcards(let search):
        let found = search.firstMatch(
          in: units, from: start, where: { !countingBytes || Unicode.Scalar($0)?.isDoubleByte == false })
        guard let found else { throw .value("The pattern does not occur.") }
        return found + 1
      }
    }
  }

  /// What a pattern stands for that is more than a text.
  private enum PatternMeaning {
    /// A tilde that takes the meaning from nothing is an empty pattern.
    case nothing
    case wildcards(WildcardSearch)
    case expression(RegularTextSearch)

    init(of pattern: String, _ matching: TextMatching) {
      if matching.patterns == .regularExpressions, RegularTextSearch.isNeeded(pattern),
        let expression = RegularTextSearch(pattern)
      {
        self = .expression(expression)
      } else {
        let asked = Wildcard.pattern(of: pattern, matching)
        self = asked == "~" ? .nothing : .wildcards(WildcardSearch(Wildcard(asked)))
      }
    }
  }

  private static func place(
    of expression: RegularTextSearch, in within: String, from start: Int
  ) throws(CellError) -> Int {
    let scalars = Array(within.unicodeScalars)
    func units(_ count: Int) -> Int { scalars.prefix(count).reduce(0) { $0 + UTF16.width($1) } }
    let first = scalars.indices.first { units($0) >= start } ?? scalars.count
    guard let found = expression.range(in: scalars, from: first) else { throw .value("The expression does not occur.") }
    return units(found.lowerBound) + 1
  }

  /// What bytes tell of where a text occurs in another.
  private enum PlainSearch {
    case found(Int)
    case absent
    case unknown
  }

  /// Looks byte by byte where a text is of characters of ASCII, for another one or for one with wildcards.
  private static func search(
    for meaning: PatternMeaning?, or plain: String, in within: String, from start: Int, countingBytes: Bool
  ) -> PlainSearch {
    guard let meaning else { return search(plain: plain, in: within, from: start) }
    guard case .wildcards(let search) = meaning, !countingBytes, start >= 0, start < within.utf8.count else {
      return .unknown
    }
    var within = within
    return within.withUTF8 { within in
      guard within.isAscii else { return .unknown }
      return search.firstMatch(inAscii: within, from: start).map { .found($0) } ?? .absent
    }
  }

  /// Looks byte by byte for a text in any case: both are of characters of ASCII, none of which means more in a pattern.
  private static func search(plain pattern: String, in within: String, from start: Int) -> PlainSearch {
    guard start >= 0, start < within.utf8.count else { return .unknown }
    var (pattern, within) = (pattern, within)
    return within.withUTF8 { within in
      pattern.withUTF8 { pattern in
        guard let first = pattern.first.map(Ascii.lowercased), within.isAscii else { return .unknown }
        var place = start
        while place + pattern.count <= within.count {
          if Ascii.lowercased(within[place]) == first,
            (1..<pattern.count).allSatisfy({
              Ascii.lowercased(within[place + $0]) == Ascii.lowercased(pattern[$0])
            })
          {
            return .found(place)
          }
          place += 1
        }
        return .absent
      }
    }
  }

  /// Whether a byte is a character of ASCII that stands for itself, in wildcards and in regular expressions.
  private static func isPlain(_ byte: UInt8) -> Bool {
    Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ",")
  }

  private static func checked(_ start: Int, within text: FoldedText) throws(CellError) -> Int {
    guard start >= 1, start - 1 <= text.units.count else { throw .value("The position lies outside of the text.") }
    return start - 1
  }

  private static func substitute(
    _ text: String, _ old: String, _ new: String, _ occurrence: Int?
  ) throws(CellError) -> String {
    if let result = substituteShort(text, old, new, occurrence) { return result }
    let units = FoldedText(text, ignoringCase: false)
    let wanted = FoldedText(old, ignoringCase: false)
    guard !wanted.units.isEmpty else { return text }
    let replacement = Array(new.utf16)
    var result: [UInt16] = []
    var copied = 0
    var searched = 0
    var count = 0
    while let found = units.firstIndex(of: wanted, from: searched) {
      count += 1
      searched = found + wanted.units.count
      if let occurrence, count != occurrence { continue }
      result.append(contentsOf: units.units[copied..<found])
      result.append(contentsOf: replacement)
      copied = searched
      guard result.count <= TextLimit.length else { throw .value("The text would be too long.") }
      if occurrence != nil { break }
    }
    guard copied > 0 else { return text }
    result.append(contentsOf: units.units[copied...])
    return try TextParts.limited(String(decoding: result, as: UTF16.self))
  }

  /// The same byte by byte, where the result cannot become too long; `nil` where it might.
  ///
  /// A text occurs in another where its bytes do: no character begins within another.
  private static func substituteShort(_ text: String, _ old: String, _ new: String, _ occurrence: Int?) -> String? {
    guard text.utf8.count <= 1_000, new.utf8.count <= 30 else { return nil }
    if old.isEmpty { return text }
    var (text, old, new) = (text, old, new)
    return text.withUTF8 { bytes in
      old.withUTF8 { old in
        new.withUTF8 { new in
          // Counted first, because a short text needs no memory of its own.
          var replaced = 0
          bytes.forEachPlace(of: old, occurrence) { _ in replaced += 1 }
          let length = bytes.count + replaced * (new.count - old.count)
          return String(unsafeUninitializedCapacity: length) { result in
            var (copied, end) = (0, 0)
            func append(_ bytes: UnsafeBufferPointer<UInt8>) {
              _ = result[end...].update(fromContentsOf: bytes)
              end += bytes.count
            }
            bytes.forEachPlace(of: old, occurrence) { place in
              append(UnsafeBufferPointer(rebasing: bytes[copied..<place]))
              append(new)
              copied = place + old.count
            }
            append(UnsafeBufferPointer(rebasing: bytes[copied...]))
            return end
          }
        }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Tells where some bytes occur, one after the other and none within another, or where they do for the nth time.
  @inline(__always)
  fileprivate func forEachPlace(of other: UnsafeBufferPointer<UInt8>, _ occurrence: Int?, _ body: (Int) -> Void) {
    var (searched, count) = (0, 0)
    while let found = firstIndex(of: other, from: searched) {
      count += 1
      searched = found + other.count
      if occurrence == nil || count == occurrence { body(found) }
      if count == occurrence { break }
    }
  }

  /// Where some bytes first occur, at or after a place.
  fileprivate func firstIndex(of other: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = other.first else { return start <= count ? start : nil }
    var place = start
    while place + other.count <= count {
      if self[place] == first, (1..<other.count).allSatisfy({ self[place + $0] == other[$0] }) { return place }
      place += 1
    }
    return nil
  }
}
