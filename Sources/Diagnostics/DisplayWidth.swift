/// How many columns of a terminal characters take, and what is printed for those that would do something else.
package enum DisplayWidth {
  /// The columns of a character: 2 for East Asian wide ones and emoji, 0 for a lone combining mark (Unicode, UAX #11).
  package static func of(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    let value = scalar.value
    if value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if isWide(value) || scalar.properties.isEmojiPresentation { return 2 }
    return character.unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
  }

  package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// The text on one line, with signs for what would move the cursor or turn the direction of writing.
  static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(shown(scalar)) }
    return String(result)
  }

  /// The sign that is shown for a character that a terminal acts on, such as `␍` and `␛`; `�` for what has none of its own.
  package static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard isHarmful(scalar) else { return scalar }
    return switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }

  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
