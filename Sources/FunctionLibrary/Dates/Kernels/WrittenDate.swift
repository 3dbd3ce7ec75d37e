/// Telling a written date or time from a plain number.
enum WrittenDate {
  /// Whether a text that reads as a number is written as a date or a time: with a colon, a month's name, a slash that is no
  /// fraction's, or a hyphen between digits.
  static func isDateOrTime(_ text: String) -> Bool {
    var hasLetter = false
    var hasSlash = false
    var hyphens = 0
    var previous: UInt8 = 0
    // The last that is no blank.
    var before: UInt8 = 0
    var blanksInside = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"): return true
      case UInt8(ascii: "/"): hasSlash = true
      case UInt8(ascii: "-"): if (48...57).contains(before) || hasLetter { hyphens += 1 }
      case UInt8(ascii: " "): if previous != byte, previous != 0 { blanksInside += 1 }
      case 65...90, 97...122:
        // A single E is an exponent.
        if (byte | 0x20) != UInt8(ascii: "e") || (65...122).contains(previous) { return true }
        hasLetter = true
      default: break
      }
      previous = byte
      if byte != UInt8(ascii: " ") { before = byte }
    }
    if hasSlash { return blanksInside == 0 || text.utf8.count { $0 == UInt8(ascii: "/") } > 1 }
    return hyphens > 0 && !hasLetter
  }
}
