/// `NAME=VALUE` on the command line; in quotes and brackets `=` belongs to the name: `'t=0'!B2=5`, `sales[2].[a=b]=3`.
struct NameAndValue {
  let name: String
  let value: String

  /// `nil` where there is no name or no `=` behind it.
  init?(_ text: String) {
    guard let equals = Self.separator(in: text) ?? text.firstIndex(of: "="), equals > text.startIndex else {
      return nil
    }
    name = String(text[..<equals].trimmed)
    value = String(text[text.index(after: equals)...])
  }

  private static func separator(in text: String) -> String.Index? {
    var (isQuoted, depth) = (false, 0)
    return text.indices.first { index in
      switch text[index] {
      case "'": isQuoted.toggle()
      case "[" where !isQuoted: depth += 1
      case "]" where !isQuoted: depth -= 1
      case "=": return !isQuoted && depth <= 0
      default: break
      }
      return false
    }
  }
}
