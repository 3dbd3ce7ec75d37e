import CellModel

/// Several delimiters looked for at once in one text.
struct DelimiterSearch {
  private let text: FoldedText
  private let delimiters: [FoldedText]

  /// - Parameter delimiters: Texts that are not empty.
  init(_ delimiters: [String], in text: String, ignoringCase: Bool) {
    self.text = FoldedText(text, ignoringCase: ignoringCase)
    let folded = delimiters.map { FoldedText($0, ignoringCase: ignoringCase) }
    self.delimiters = folded.count == 1 ? folded : folded.sorted { $0.units.count > $1.units.count }
  }

  /// The places where a delimiter stands, from left to right, none overlapping; the longest wins at one place.
  func matches() -> [Range<Int>] {
    var result: [Range<Int>] = []
    var position = 0
    while position < text.units.count {
      if let found = delimiters.first(where: { text.matches($0, at: position) }) {
        result.append(position..<position + found.units.count)
        position += found.units.count
      } else {
        position += 1
      }
    }
    return result
  }
}

/// One delimiter in a text, both of characters of ASCII, each of which is a byte.
enum AsciiDelimiter {
  /// The place of an occurrence of the delimiter, of those that do not overlap: from 1 from the left, or below 0 from the right.
  ///
  /// - Parameter endCounts: Whether the end of the text, or its start where occurrences count from the right, is the last one.
  /// - Returns: `nil` within `nil` when it does not occur so often; `nil` when a text is empty or of other characters.
  static func place(_ instance: Int, of delimiter: String, in text: String, endCounts: Bool) -> Range<Int>?? {
    var (delimiter, text) = (delimiter, text)
    return text.withUTF8 { text in
      delimiter.withUTF8 { delimiter in
        guard !delimiter.isEmpty, text.isAscii, delimiter.isAscii else {
          return nil
        }
        let wanted = instance > 0 ? instance : count(of: delimiter, in: text) + 1 + instance
        if wanted == 0, endCounts { return .some(0..<0) }
        guard wanted > 0 else { return .some(nil) }
        var (found, position) = (0, 0)
        while let place = next(delimiter, in: text, from: position) {
          found += 1
          if found == wanted { return .some(place..<place + delimiter.count) }
          position = place + delimiter.count
        }
        return .some(endCounts && found + 1 == wanted ? text.count..<text.count : nil)
      }
    }
  }

  private static func count(of delimiter: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var (found, position) = (0, 0)
    while let place = next(delimiter, in: text, from: position) {
      found += 1
      position = place + delimiter.count
    }
    return found
  }

  private static func next(
    _ delimiter: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var place = start
    while place + delimiter.count <= text.count {
      if text[place] == delimiter[0], (1..<delimiter.count).allSatisfy({ text[place + $0] == delimiter[$0] }) {
        return place
      }
      place += 1
    }
    return nil
  }
}
