/// A text pattern: `*` for any characters, `?` for one, `~` before a character for that character as it is.
///
/// A `~` at the end stands for nothing, as in Excel; alone it stands for itself.
/// Case does not matter. Matching never looks back further than the latest `*`, so it takes at most the product of the
/// lengths of pattern and text.
@usableFromInline package struct Wildcard: Sendable, Hashable {
  private static let one = UInt32.max
  private static let any = UInt32.max - 1

  /// The folded characters of the pattern, with the two signs above among them.
  private let tokens: [UInt32]

  package init(_ pattern: String) {
    var tokens: [UInt32] = []
    var scalars = pattern.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "*": if tokens.last != Self.any { tokens.append(Self.any) }
      case "?": tokens.append(Self.one)
      case "~":
        if let next = scalars.next() ?? (tokens.isEmpty ? scalar : nil) { tokens.append(next.singleLowercase.value) }
      default: tokens.append(scalar.singleLowercase.value)
      }
    }
    self.tokens = tokens
  }

  /// The pattern of all texts that begin with one.
  package init(beginning text: String) {
    tokens = text.unicodeScalars.map(\.singleLowercase.value) + [Self.any]
  }

  /// Whether a text has a `*` or `?`, be it for itself behind a `~`.
  static func hasWildcard(_ text: String) -> Bool {
    text.utf8.contains { $0 == Ascii.star || $0 == Ascii.question }
  }

  /// Whether a text means something else as a pattern than as itself.
  package static func isNeeded(_ text: String) -> Bool {
    for byte in text.utf8 where byte == Ascii.star || byte == Ascii.question || byte == Ascii.tilde { return true }
    return false
  }

  /// The folded characters with which all texts begin that the pattern matches.
  package var beginning: String {
    var text = String.UnicodeScalarView()
    for token in tokens {
      guard let scalar = Unicode.Scalar(token) else { break }
      text.append(scalar)
    }
    return String(text)
  }

  /// Each three folded characters of ASCII that stand together in all texts that the pattern matches, as bytes of a number.
  package var trios: [UInt32] {
    tokens.indices.dropLast(2).compactMap { place in
      let three = tokens[place...place + 2]
      return three.allSatisfy { $0 < 0x80 } ? three.reduce(0) { $0 << 8 | $1 } : nil
    }
  }

  /// Whether the pattern matches a whole text.
  package func matches(_ text: String) -> Bool {
    let ascii: Bool?? = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? match(bytes) { UInt32(Ascii.lowercased($0)) } : nil
    }
    if let result = ascii, let result { return result }
    let scalars: [UInt32] = text.unicodeScalars.map(\.singleLowercase.value)
    return scalars.withUnsafeBufferPointer { match($0) { $0 } }
  }

  private func match<Unit>(_ text: UnsafeBufferPointer<Unit>, _ fold: (Unit) -> UInt32) -> Bool {
    var position = 0
    var token = 0
    var starToken = -1
    var starPosition = 0
    while position < text.count {
      if token < tokens.count, tokens[token] == Self.any {
        starToken = token
        starPosition = position
        token += 1
      } else if token < tokens.count, tokens[token] == Self.one || tokens[token] == fold(text[position]) {
        token += 1
        position += 1
      } else if starToken >= 0 {
        token = starToken + 1
        starPosition += 1
        position = starPosition
      } else {
        return false
      }
    }
    while token < tokens.count, tokens[token] == Self.any { token += 1 }
    return token == tokens.count
  }

  /// The parts between two `*` in UTF-16 units, `nil` standing for any one.
  fileprivate var segments: [[UInt16?]] {
    tokens.split(separator: Self.any, omittingEmptySubsequences: false).map { segment in
      segment.flatMap { token -> [UInt16?] in
        Unicode.Scalar(token).map { Array(Character($0).utf16) } ?? [nil]
      }
    }
  }
}

/// A pattern that is looked for within texts, as SEARCH does.
///
/// The part of the pattern between two `*` is a segment. A match begins at the first place where the first segment
/// stands; the other segments are then found from left to right, and when one is missing no later beginning can help.
package struct WildcardSearch: Sendable {
  private static let one = UInt32.max

  /// The units of all segments, one behind the other, and the sign above for `?`.
  private let units: [UInt32]
  /// Where among them each segment ends.
  private let ends: [Int]

  package init(_ pattern: Wildcard) {
    let segments = pattern.segments
    units = segments.flatMap { segment in segment.map { $0.map(UInt32.init) ?? Self.one } }
    ends = segments.indices.map { last in segments[...last].reduce(0) { $0 + $1.count } }
  }

  /// The position in UTF-16 units of the first match of some of a text, from a given one on.
  ///
  /// - Parameter isOne: Whether `?` may stand for a unit.
  package func firstMatch(
    in text: FoldedText, from start: Int, where isOne: (UInt16) -> Bool = { _ in true }
  ) -> Int? {
    text.units.withUnsafeBufferPointer { text in
      firstMatch(within: text.count, from: start, unit: { text[$0] }, where: isOne)
    }
  }

  /// The same in the bytes of a text of ASCII, whatever their case.
  package func firstMatch(inAscii bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    firstMatch(within: bytes.count, from: start, unit: { UInt16(Ascii.lowercased(bytes[$0])) }, where: { _ in true })
  }

  @inline(__always)
  private func firstMatch(
    within count: Int, from start: Int, unit: (Int) -> UInt16, where isOne: (UInt16) -> Bool
  ) -> Int? {
    units.withUnsafeBufferPointer { units in
      ends.withUnsafeBufferPointer { ends in
        var first: Int?
        var position = start
        var segment = 0
        for end in ends {
          search: while true {
            guard position + end - segment <= count else { return nil }
            for offset in 0..<(end - segment) {
              let wanted = units[segment + offset]
              let found = unit(position + offset)
              if wanted == Self.one ? !isOne(found) : wanted != UInt32(found) {
                position += 1
                continue search
              }
            }
            break
          }
          first = first ?? position
          position += end - segment
          segment = end
        }
        return first
      }
    }
  }
}
