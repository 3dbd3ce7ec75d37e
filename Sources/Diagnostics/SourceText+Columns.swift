// Counting the characters of a line without making a text of it: a line may have megabytes.
//
// Between two *plain* characters there is always a boundary (Unicode, UAX #29, rule GB999), so plain ones are counted one
// by one. Only what lies between them, a *cluster run*, is decoded and counted as a text.

extension SourceText {
  /// The offset of a line and column, both counted from 1; the nearest one where the text has no such place.
  package func offset(line: Int, column: Int) -> Int {
    let index = min(max(line, firstLine) - firstLine, lineStarts.count - 1)
    let whole = span(ofLine: index)
    var left = min(max(column, 1) - 1, whole.count)
    var position = whole.lower
    // A piece at a time, so that a far column costs one pass.
    while left > 0, position < whole.upper {
      let piece = SourceSpan(position, boundary(near: min(position + max(left, 64), whole.upper), in: whole))
      let count = characterCount(from: piece.lower, to: piece.upper)
      guard count > left else {
        left -= count
        position = piece.upper
        continue
      }
      for character in self[piece].prefix(left) { position += character.utf8.count }
      left = 0
    }
    return min(position, whole.upper)
  }

  /// The nearest offset from a given one on that lies between two plain characters or at the end of the line.
  private func boundary(near offset: Int, in line: SourceSpan) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var position = offset
      while position < line.upper {
        if bytes[position] < 0x80, position > line.lower, bytes[position - 1] < 0x80 { return position }
        position += 1
      }
      return line.upper
    }
  }

  /// The number of characters between two offsets of one line.
  func characterCount(from lower: Int, to upper: Int) -> Int {
    let lower = min(max(lower, 0), bytes.count)
    let upper = min(max(upper, lower), bytes.count)
    return bytes.withUnsafeBufferPointer { Self.characterCount($0, from: lower, to: upper) }
  }

  private static func characterCount(_ bytes: UnsafeBufferPointer<UInt8>, from lower: Int, to upper: Int) -> Int {
    var count = 0
    var position = lower
    while position < upper {
      // Eight ASCII bytes are eight characters.
      while upper - position >= 8, isASCII(bytes, position) {
        position += 8
        count += 8
      }
      guard position < upper else { break }
      var length = plainLength(bytes, position, upper)
      if length > 0 {
        position += length
        count += 1
        continue
      }
      // The run begins with the plain character before, which a mark here would belong to.
      var start = position
      while start > lower, bytes[start - 1] & 0xC0 == 0x80 { start -= 1 }
      if start > lower {
        start -= 1
        count -= 1
      }
      // It ends between the first two plain characters that meet.
      var isAfterPlain = false
      while position < upper {
        length = plainLength(bytes, position, upper)
        if length > 0, isAfterPlain { break }
        isAfterPlain = length > 0
        position += max(1, length)
      }
      count += String(decoding: bytes[start..<position], as: UTF8.self).count
    }
    return count
  }

  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    return word & 0x8080_8080_8080_8080 == 0
  }

  /// The bytes of a character that joins no other plain one, or 0: ASCII, Latin, Greek, Cyrillic, kana, Han, Hangul.
  private static func plainLength(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int, _ upper: Int) -> Int {
    let lead = bytes[position]
    switch lead {
    case 0..<0x80: return 1
    case 0xC3...0xCB, 0xCE...0xD1:
      return position + 1 < upper && bytes[position + 1] & 0xC0 == 0x80 ? 2 : 0
    case 0xE3...0xE9, 0xEB...0xEC:
      guard position + 2 < upper, bytes[position + 1] & 0xC0 == 0x80, bytes[position + 2] & 0xC0 == 0x80 else {
        return 0
      }
      guard lead == 0xE3 else { return 3 }
      // Of U+3000 and its neighbours only kana are plain, without the marks U+3099 and U+309A.
      switch bytes[position + 1] {
      case 0x81, 0x83: return 3
      case 0x82: return bytes[position + 2] == 0x99 || bytes[position + 2] == 0x9A ? 0 : 3
      default: return 0
      }
    default: return 0
    }
  }
}
