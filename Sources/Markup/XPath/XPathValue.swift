/// What a query gives: nodes in the order of the document, or a value.
package enum XPathValue {
  case nodes([Int])
  case number(Double)
  case text(String)
  case logical(Bool)

  func number(in tree: XMLTree) -> Double {
    switch self {
    case .number(let number): number
    case .logical(let logical): logical ? 1 : 0
    case .nodes, .text: Self.number(of: text(in: tree))
    }
  }

  func text(in tree: XMLTree) -> String {
    switch self {
    case .text(let text): text
    case .logical(let logical): logical ? "true" : "false"
    case .number(let number): Self.text(of: number)
    case .nodes(let nodes): nodes.first.map { tree.stringValue(of: $0) } ?? ""
    }
  }

  var logical: Bool {
    switch self {
    case .logical(let logical): logical
    case .number(let number): number != 0 && !number.isNaN
    case .text(let text): !text.isEmpty
    case .nodes(let nodes): !nodes.isEmpty
    }
  }

  /// The number of a text by XPath 1.0 §4.4: digits with a point and a minus sign, blanks around, nothing else.
  static func number(of text: String) -> Double {
    let trimmed = normalized(text)
    guard trimmed.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 }) else { return .nan }
    return Double(trimmed.hasSuffix(".") ? trimmed + "0" : trimmed) ?? .nan
  }

  private static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }

  /// A text without blanks at its ends and with one blank between words.
  static func normalized(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }.joined(separator: " ")
  }
}
