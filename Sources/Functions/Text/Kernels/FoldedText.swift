/// A text as UTF-16 code units, as it is or with case folded one to one, for searching by position.
struct FoldedText {
  let units: [UInt16]

  init(_ text: String, ignoringCase: Bool) {
    guard ignoringCase else {
      units = Array(text.utf16)
      return
    }
    var units: [UInt16] = []
    units.reserveCapacity(text.utf16.count)
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        let isUpper = (65...90).contains(scalar.value)
        units.append(UInt16(isUpper ? scalar.value + 32 : scalar.value))
      } else {
        let lower = scalar.singleLowercase
        // A fold that changed the length would shift every position after it.
        let sameLength = UTF16.width(lower) == UTF16.width(scalar)
        units.append(contentsOf: UTF16.encode(sameLength ? lower : scalar) ?? UTF16.encodedReplacementCharacter)
      }
    }
    self.units = units
  }

  /// The position of the first occurrence of another text at or after a position.
  func firstIndex(of other: FoldedText, from start: Int = 0) -> Int? {
    let length = other.units.count
    guard start >= 0, start + length <= units.count else { return nil }
    if length == 0 { return start }
    let head = other.units[0]
    var position = start
    while position + length <= units.count {
      if units[position] == head, matches(other, at: position) { return position }
      position += 1
    }
    return nil
  }

  func matches(_ other: FoldedText, at position: Int) -> Bool {
    guard position + other.units.count <= units.count else { return false }
    for offset in other.units.indices where units[position + offset] != other.units[offset] { return false }
    return true
  }
}

/// A pattern of SEARCH: `?` stands for one character, `*` for any number, `~` takes the meaning from the
/// next, and at the end it has none.
///
/// The text between two `*` is a segment. A match begins at the first place where the first segment stands; the other
/// segments are then found from left to right, and when one is missing no later beginning can help.
struct SearchPattern {
  /// The units of each segment; `nil` is any one unit.
  private var segments: [[UInt16?]] = [[]]
  /// Whether `?` stands only for a character of one byte where bytes are counted.
  private let countsBytes: Bool

  init(_ pattern: String, countingBytes: Bool = false) {
    countsBytes = countingBytes
    let units = FoldedText(pattern, ignoringCase: true).units
    var position = 0
    while position < units.count {
      let unit = units[position]
      switch unit {
      case 0x7E where units.count > 1:
        position += 1
        if position < units.count { segments[segments.count - 1].append(units[position]) }
      case 0x2A: segments.append([])
      case 0x3F: segments[segments.count - 1].append(nil)
      default: segments[segments.count - 1].append(unit)
      }
      position += 1
    }
  }

  /// The position of the first match at or after a position.
  func firstMatch(in text: FoldedText, from start: Int) -> Int? {
    guard let first = find(segments[0], in: text.units, from: start) else { return nil }
    var position = first + segments[0].count
    for segment in segments.dropFirst() {
      guard let found = find(segment, in: text.units, from: position) else { return nil }
      position = found + segment.count
    }
    return first
  }

  private func find(_ segment: [UInt16?], in units: [UInt16], from start: Int) -> Int? {
    var position = start
    search: while position + segment.count <= units.count {
      for offset in segment.indices {
        let unit = units[position + offset]
        if segment[offset].map({ $0 != unit }) ?? (countsBytes && Unicode.Scalar(unit)?.isDoubleByte != false) {
          position += 1
          continue search
        }
      }
      return position
    }
    return nil
  }
}
