import CellModel

/// Kana of one script in those of another; all other characters stay.
enum KanaScripts {
  /// What lies between a hiragana and the same katakana.
  private static let distance: UInt32 = 0x60

  static func shown(_ phonetics: PhoneticText) -> String {
    switch phonetics.script {
    case .asTyped: phonetics.spoken
    case .katakana: katakana(phonetics.spoken)
    case .hiragana: hiragana(phonetics.spoken)
    case .narrowKatakana: narrow(katakana(phonetics.spoken))
    }
  }

  /// A text with its hiragana and half-width katakana as full-width katakana.
  static func katakana(_ text: String) -> String {
    mapped(wide(text)) { scalar in
      switch scalar.value {
      // From small a to small ke, and the marks of repetition.
      case 0x3041...0x3096, 0x309D...0x309E: scalar.value + distance
      default: scalar.value
      }
    }
  }

  /// A text with its katakana as hiragana, as far as there are such.
  static func hiragana(_ text: String) -> String {
    mapped(wide(text)) { scalar in
      switch scalar.value {
      case 0x30A1...0x30F6, 0x30FD...0x30FE: scalar.value - distance
      default: scalar.value
      }
    }
  }

  private static func mapped(_ text: String, _ value: (Unicode.Scalar) -> UInt32) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(Unicode.Scalar(value(scalar)) ?? scalar) }
    return String(result)
  }

  /// Half-width katakana as full-width ones; ASCII stays.
  private static func wide(_ text: String) -> String {
    changing(text, where: { (0xFF61...0xFF9F).contains($0.value) }, CharacterWidths.widened)
  }

  /// Full-width katakana as half-width ones; ASCII stays.
  private static func narrow(_ text: String) -> String {
    // Katakana with their marks, and the stops and brackets that have narrow forms.
    func isOfKind(_ scalar: Unicode.Scalar) -> Bool {
      "、。「」".unicodeScalars.contains(scalar) || (0x3099...0x30FF).contains(scalar.value)
    }
    return changing(text, where: isOfKind, CharacterWidths.narrowed)
  }

  /// Changes each run of scalars of some kind as a whole, for a mark of voice is a scalar of its own.
  private static func changing(
    _ text: String, where isOfKind: (Unicode.Scalar) -> Bool, _ change: (String) -> String
  ) -> String {
    guard text.unicodeScalars.contains(where: isOfKind) else { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      let isChanged = isOfKind(first)
      let run = rest.prefix { isOfKind($0) == isChanged }
      result += isChanged ? change(String(run)) : String(run)
      rest = rest[run.endIndex...]
    }
    return result
  }
}
