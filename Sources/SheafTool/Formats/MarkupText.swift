import Diagnostics

/// Text as XML 1.0 and HTML have it, in which most control characters cannot stand at all.
enum MarkupText {
  /// A text for people: of a control character its sign stands there.
  static func html(_ text: String) -> String { escaped(text, carriageReturn: "\u{240D}") }

  /// A text for programs, which read back what XML has a form for.
  static func xml(_ text: String) -> String { escaped(text, carriageReturn: "&#13;") }

  private static func escaped(_ text: String, carriageReturn: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\r": result += carriageReturn
      case "\t": result += "\t"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result.unicodeScalars.append(DisplayWidth.shown(scalar))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
