import CellModel
import Diagnostics

/// What was meant by something before `=` that is no target of a definition.
struct MeantTarget {
  private let text: String

  init(_ text: String) { self.text = text }

  /// What to write instead; `nil` where nothing is known of it.
  var help: String? {
    if let target { return "write \(target)" }
    if text.hasPrefix("/*") { return "comments begin with //" }
    if text.lowercased().hasPrefix("if ") || text.lowercased().hasPrefix("if(") {
      return "write … = IF(condition, a, b)"
    }
    let head = text.prefix { $0 != " " && $0 != ":" }
    if let sign = text.last, "+-*/&^".contains(sign) {
      return "a cell is what its formula gives; a state changes: state \(head) = 0 { on event : \(head) \(sign) … }"
    }
    if let sign = text.firstIndex(of: "!"), text[..<sign].contains(".") {
      return "a cell of a used sheet or workbook is bound: \(text) <~ 5"
    }
    if text.contains("!") { return "write the definition below a line: sheet \(text.prefix { $0 != "!" })" }
    // What is longer than the letters of a column is a type.
    if let colon = text.firstIndex(of: ":"), case let name = String(text[..<colon].trimmed),
      SheetNames.isWellFormed(name),
      text[colon...].count > 4
    {
      return "only what is set from outside has a type: input \(name)\(text[colon...]) = …"
    }
    if text.contains(".") || text.contains("[") { return "only tests and the prompt set what a path leads to" }
    if let open = text.firstIndex(of: "("), open > text.startIndex, text.hasSuffix(")") {
      let parameters = text[text.index(after: open)...].dropLast()
      // A word of another language may stand before the name.
      let name = text[..<open].split(separator: " ").last ?? ""
      return "write \(name) = LAMBDA(\(parameters.isEmpty ? "" : parameters + ", ")…)"
    }
    return nil
  }

  /// The target that it is but for signs that none may have.
  var target: String? {
    if HiddenCharacter(in: text) != nil {
      let cleaned = HiddenCharacter.cleaned(text).split(separator: " ").joined(separator: " ")
      return cleaned.isEmpty ? nil : cleaned
    }
    if text.count > 2, text.hasPrefix("\""), text.hasSuffix("\""), case let name = String(text.dropFirst().dropLast()),
      SheetNames.isWellFormed(name)
    {
      return name
    }
    let plain = text.filter { $0 != "$" }
    if plain != text, !plain.isEmpty { return plain }
    guard text.contains(where: { $0 == " " || $0 == "-" }), !text.lowercased().hasPrefix("if "),
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " || $0 == "-" })
    else { return nil }
    let parts = text.split { $0 == " " || $0 == "-" }
    return parts.count > 1 ? parts.joined(separator: "_") : nil
  }
}
