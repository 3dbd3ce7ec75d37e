/// A text pattern: `*` for any characters, `?` for one, `~` before a character for that character as it is.
///
/// A `~` at the end stands for nothing, as in Excel.
/// Case does not matter. Matching never looks back further than the latest `*`, so it takes at most the product of the
/// lengths of pattern and text.
public struct Wildcard: Sendable, Hashable {
  private static let one = UInt32.max
  private static let any = UInt32.max - 1

  /// The folded characters of the pattern, with the two signs above among them.
  private let tokens: [UInt32]

  public init(_ pattern: String) {
    var tokens: [UInt32] = []
    var scalars = pattern.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "*": if tokens.last != Self.any { tokens.append(Self.any) }
      case "?": tokens.append(Self.one)
      case "~":
        if let next = scalars.next() { tokens.append(Self.folded(next)) }
      default: tokens.append(Self.folded(scalar))
      }
    }
    self.tokens = tokens
  }

  /// Whether a text means something else as a pattern than as itself.
  public static func isNeeded(_ text: String) -> Bool {
    for byte in text.utf8 where byte == 0x2A || byte == 0x3F || byte == 0x7E { return true }
    return false
  }

  /// A character with its case folded, where that is one character again.
  static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
    let value = scalar.value
    if value < 0x80 { return (0x41...0x5A).contains(value) ? value | 0x20 : value }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = lower.first, lower.count == 1 else { return value }
    return first.value
  }

  /// Whether the pattern matches a whole text.
  public func matches(_ text: String) -> Bool {
    let ascii: Bool?? = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? match(bytes) { UInt32(CellComparison.lowered($0)) } : nil
    }
    if let result = ascii, let result { return result }
    let scalars: [UInt32] = text.unicodeScalars.map(Self.folded)
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

  /// The first place, from a given one on, where the pattern matches some of the text, as SEARCH finds it.
  public func firstMatch(in text: String, from start: String.Index? = nil) -> String.Index? {
    let scalars = text.unicodeScalars[(start ?? text.startIndex)...]
    let folded: [UInt32] = scalars.map(Self.folded)
    let parts = tokens.split(separator: Self.any, omittingEmptySubsequences: true)
    // With a leading `*` the match begins at once; otherwise it begins where the first part does.
    var found = 0
    var from = 0
    for (number, part) in parts.enumerated() {
      guard let place = Self.find(part, in: folded, from: from) else { return nil }
      if number == 0, tokens.first != Self.any { found = place }
      from = place + part.count
    }
    return scalars.index(scalars.startIndex, offsetBy: found)
  }

  private static func find(_ part: ArraySlice<UInt32>, in text: [UInt32], from start: Int) -> Int? {
    guard text.count - start >= part.count else { return nil }
    for place in start...(text.count - part.count) {
      var isHere = true
      for (offset, token) in part.enumerated() where token != one && token != text[place + offset] {
        isHere = false
        break
      }
      if isHere { return place }
    }
    return nil
  }
}
