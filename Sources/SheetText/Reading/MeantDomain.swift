import CellModel

/// What somebody meant who wrote a domain in another way: `1-5`, `1:5`, `{1..5}`, `(1, 2)`, `"a", "b"`, `5`.
enum MeantDomain {
  /// The text of the domain that was meant; `nil` where nobody can tell.
  static func text(of text: String) -> String? {
    let written = text[...]
    if let range = inner(of: written, "{", "}"), range.contains(".."), !range.contains("\"") {
      return range.contains(",") ? nil : range.replacing("...", with: "..")
    }
    if let list = inner(of: written, "(", ")") ?? inner(of: written, "[", "]") { return "{\(list)}" }
    for separator in ["...", "-", ":", "–", " to "] {
      // A sign may stand before either number.
      guard let place = written.dropFirst().firstRange(of: separator) else { continue }
      let (low, high) = (written[..<place.lowerBound], written[place.upperBound...])
      if isNumber(low), isNumber(high) { return "\(low.trimmed)..\(high.trimmed)" }
    }
    let items = written.split(separator: ",", omittingEmptySubsequences: false)
    guard items.allSatisfy({ isNumber($0) || isText($0) }) else { return nil }
    return "{\(written.trimmed)}"
  }

  private static func inner(of text: Substring, _ first: Character, _ last: Character) -> String? {
    let text = text.trimmed
    return text.first == first && text.last == last && text.count > 2
      ? String(text.dropFirst().dropLast().trimmed) : nil
  }

  private static func isNumber(_ text: Substring) -> Bool {
    let text = text.trimmed
    return DecimalNumber.number(String(text.last == "%" ? text.dropLast() : text)) != nil
  }

  private static func isText(_ text: Substring) -> Bool {
    let text = text.trimmed
    return text.count > 1 && text.first == "\"" && text.last == "\"" && !text.dropFirst().dropLast().contains("\"")
  }
}
