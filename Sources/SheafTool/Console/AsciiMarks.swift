/// How the marks of the tool's own words are written where a terminal has no characters but those of ASCII.
///
/// What a sheet itself says is left as it is: its bytes are the user's.
enum AsciiMarks {
  private static let spellings: [Unicode.Scalar: String] = [
    "→": "->", "←": "<-", "…": "...", "“": "\"", "”": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "×": "x",
    "⏎": "\\n", "␍": "\\r", "␛": "\\e",
    "•": "*", "»": ">>", "≤": "<=", "≥": ">=", "≠": "<>", "§": "section ",
  ]

  /// The text with its marks in ASCII.
  static func spelled(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if let spelling = spellings[scalar] { result += spelling } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
