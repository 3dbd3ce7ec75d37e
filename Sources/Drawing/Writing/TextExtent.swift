/// About how wide texts are where no font can be asked: in a sans-serif face such as Helvetica or DejaVu Sans.
package enum TextExtent {
  /// The width of a text in units of the size of its font.
  package static func width(of text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F000...: return 1.1
    default: break
    }
    switch character {
    case "i", "j", "l", "I", "!", "|", "'", ".", ",", ":", ";": return 0.34
    case "f", "t", "r", "(", ")", "[", "]", "{", "}", " ", "-", "/": return 0.42
    case "m", "w", "M", "W", "@", "%", "…", "→": return 0.98
    default: return character.isUppercase ? 0.72 : 0.63
    }
  }

  /// The text, or its beginning with an ellipsis where it is wider.
  package static func cut(_ text: String, to most: Double) -> String {
    guard width(of: text) > most else { return text }
    var result = ""
    var total = width(of: "…")
    for character in text {
      total += width(of: character)
      if total > most { break }
      result.append(character)
    }
    return result + "…"
  }
}
