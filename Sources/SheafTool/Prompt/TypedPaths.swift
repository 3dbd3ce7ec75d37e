/// Texts that begin with a path, in which blanks may stand between single quotes and in brackets: `'My sheet'!A1 5`,
/// `sales[2].[Unit Price] 5`.
extension StringProtocol {
  /// The beginning of the text up to a character that ends a path.
  func path(endingAt isEnd: (Character) -> Bool) -> SubSequence {
    var isQuoted = false
    var depth = 0
    return prefix { character in
      switch character {
      case "'": isQuoted.toggle()
      case "[" where !isQuoted: depth += 1
      case "]" where !isQuoted && depth > 0: depth -= 1
      default: break
      }
      return isQuoted || depth > 0 || !isEnd(character)
    }
  }

  /// The paths of the text, which blanks and commas separate.
  var paths: [String] {
    func isEnd(_ character: Character) -> Bool { character.isWhitespace || character == "," }
    var paths: [String] = []
    var rest = self[...]
    while true {
      rest = rest.drop(while: isEnd)
      let path = rest.path(endingAt: isEnd)
      if path.isEmpty { return paths }
      paths.append(String(path))
      rest = rest[path.endIndex...]
    }
  }
}

/// A file as it is named at a prompt: as it stands, in quotation marks, or from the folder of whoever types, as `~/a.sheet`.
struct TypedFile {
  let path: String

  init(_ text: String, _ console: Console) throws(CallFailure) {
    if text.hasPrefix("\""), FileSystem.kind(text) == nil {
      guard text.count > 1, text.hasSuffix("\"") else {
        throw CallFailure("the quotation mark before \(text.dropFirst()) is not closed")
      }
      path = String(text.dropFirst().dropLast())
    } else if text.hasPrefix("~/"), FileSystem.kind(text) == nil, let home = console.surroundings["HOME"] {
      path = FilePath.joined(home, String(text.dropFirst(2)))
    } else {
      path = text
    }
  }
}
