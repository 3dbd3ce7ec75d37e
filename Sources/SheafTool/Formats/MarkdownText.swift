/// Text as Markdown has it, so that whoever shows the page shows the characters and takes none for marks.
enum MarkdownText {
  /// A text in one line with a backslash before whatever may be a mark; control characters are not for pages.
  static func escaped(_ text: String) -> String {
    var result = ""
    var before: Character = " "
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\", "`", "*", "[", "]", "<", "&", "|", "~", "$": result += "\\\(character)"
      // Within a word it is no mark.
      case "_" where !before.isWord || !(rest.first?.isWord ?? false): result += "\\_"
      case "\n", "\r\n": result += "<br>"
      default: result += PlainText.oneLine(String(character))
      }
      before = character
    }
    return result
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber || self == "_" }
}
