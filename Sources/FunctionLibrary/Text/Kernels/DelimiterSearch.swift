import CellModel

/// Several delimiters looked for at once in one text.
struct DelimiterSearch {
  private let text: FoldedText
  private let delimiters: [FoldedText]

  /// - Parameter delimiters: Texts that are not empty.
  init(_ delimiters: [String], in text: String, ignoringCase: Bool) {
    self.text = FoldedText(text, ignoringCase: ignoringCase)
    self.delimiters = delimiters.map { FoldedText($0, ignoringCase: ignoringCase) }
      .sorted { $0.units.count > $1.units.count }
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
