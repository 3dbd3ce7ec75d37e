import CellModel

/// Finds the arguments of a call in a formula of OpenFormula.
enum OpenFormulaArguments {
  /// Where the arguments stand behind a parenthesis that opens, each without the `;` around it; the last ends where the
  /// parenthesis closes, or at the end of the text.
  static func ranges(in bytes: [UInt8], behind opening: Int) -> [Range<Int>] {
    var arguments: [Range<Int>] = []
    var (depth, brackets, start) = (0, 0, opening + 1)
    var quote: UInt8?
    for place in opening..<bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case Ascii.quote: quote = byte
      // What is in brackets may hold anything between apostrophes.
      case Ascii.apostrophe where brackets > 0: quote = byte
      case Ascii.leftBracket: brackets += 1
      case Ascii.rightBracket: brackets -= 1
      case Ascii.leftParenthesis, Ascii.leftBrace: depth += 1
      case Ascii.rightParenthesis, Ascii.rightBrace:
        depth -= 1
        if depth == 0 { return arguments + [start..<place] }
      case Ascii.semicolon where depth == 1 && brackets == 0:
        arguments.append(start..<place)
        start = place + 1
      default: break
      }
    }
    return arguments + [start..<bytes.count]
  }
}
