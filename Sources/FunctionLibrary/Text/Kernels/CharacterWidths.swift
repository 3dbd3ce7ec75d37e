/// Half-width and full-width forms of ASCII and katakana.
enum CharacterWidths {
  /// The full-width forms of U+FF61 to U+FF9F, in this order.
  private static let katakana: [Unicode.Scalar] = Array(
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜".unicodeScalars)

  private static let voicedMark: Unicode.Scalar = "\u{FF9E}"
  private static let halfVoicedMark: Unicode.Scalar = "\u{FF9F}"

  /// The marks of ASCII whose full-width forms, in the Japanese character sets, are no copies of them.
  private static let wideMarks: [Unicode.Scalar: Unicode.Scalar] = ["\"": "”", "'": "’", "`": "‘", "\\": "￥"]

  /// Full-width katakana, and ``wideMarks``, with the half-width scalars they fall into; a voiced one falls into two.
  private static let narrowForms: [Unicode.Scalar: [Unicode.Scalar]] = {
    var result: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for (narrow, wide) in wideMarks { result[wide] = [narrow] }
    for (index, wide) in katakana.enumerated() {
      guard let narrow = Unicode.Scalar(0xFF61 + UInt32(index)) else { continue }
      result[wide] = [narrow]
      if let voiced = voiced(wide) { result[voiced] = [narrow, voicedMark] }
      if let halfVoiced = halfVoiced(wide) { result[halfVoiced] = [narrow, halfVoicedMark] }
    }
    return result
  }()

  /// The voiced form of a full-width katakana, such as ガ of カ.
  private static func voiced(_ wide: Unicode.Scalar) -> Unicode.Scalar? {
    switch wide {
    case "カ", "キ", "ク", "ケ", "コ", "サ", "シ", "ス", "セ", "ソ", "タ", "チ", "ツ", "テ", "ト", "ハ", "ヒ", "フ", "ヘ", "ホ":
      Unicode.Scalar(wide.value + 1)
    case "ウ": "ヴ"
    case "ワ": "ヷ"
    case "ヲ": "ヺ"
    default: nil
    }
  }

  private static func halfVoiced(_ wide: Unicode.Scalar) -> Unicode.Scalar? {
    switch wide {
    case "ハ", "ヒ", "フ", "ヘ", "ホ": Unicode.Scalar(wide.value + 2)
    default: nil
    }
  }

  static func narrowed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: result.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      case 0x3000: result.append(" ")
      default: result.append(contentsOf: narrowForms[scalar] ?? [scalar])
      }
    }
    return String(result)
  }

  static func widened(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x21...0x7E: result.append(wideMarks[scalar] ?? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar)
      case 0x20: result.append("\u{3000}")
      case 0xFF61...0xFF9F:
        let mark = scalar == voicedMark ? voiced : scalar == halfVoicedMark ? halfVoiced : { _ in nil }
        if let last = result.last, let marked = mark(last) {
          result.removeLast()
          result.append(marked)
        } else {
          result.append(katakana[Int(scalar.value - 0xFF61)])
        }
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
