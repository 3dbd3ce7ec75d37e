/// The words and signs of a query, after XPath 1.0 §3.7.
enum XPathToken: Equatable {
  case number(Double)
  case text(String)
  /// A name, which may have a prefix or end in `:*`.
  case name(String)
  case sign(String)

  private static let signs = [
    "..", "//", "::", "!=", "<=", ">=", "(", ")", "[", "]", ".", "@", ",", "/", "|", "+", "-", "=", "<", ">", "*", "$",
  ]

  static func tokens(of query: String) throws(XMLFault) -> [XPathToken] {
    let scalars = Array(query.unicodeScalars)
    var tokens: [XPathToken] = []
    var position = 0
    while position < scalars.count {
      guard tokens.count < 1_000 else { throw XMLFault("The query is too long.") }
      let scalar = scalars[position]
      if scalar.properties.isWhitespace {
        position += 1
      } else if scalar == "\"" || scalar == "'" {
        guard let end = scalars[(position + 1)...].firstIndex(of: scalar) else {
          throw XMLFault("A text in the query is not closed.")
        }
        tokens.append(.text(text(scalars[(position + 1)..<end])))
        position = end + 1
      } else if isDigit(scalar) || (scalar == "." && position + 1 < scalars.count && isDigit(scalars[position + 1])) {
        let end = scalars[position...].firstIndex { !isDigit($0) && $0 != "." } ?? scalars.count
        let digits = text(scalars[position..<end])
        guard let value = Double("0" + digits + (digits.hasSuffix(".") ? "0" : "")) else {
          throw XMLFault("A number in the query is not valid.")
        }
        tokens.append(.number(value))
        position = end
      } else if XMLCharacter.isNamePart(scalar, first: true) {
        let end = nameEnd(scalars, position)
        tokens.append(.name(text(scalars[position..<end])))
        position = end
      } else {
        let rest = scalars[position..<min(position + 2, scalars.count)]
        guard let sign = signs.first(where: { rest.starts(with: $0.unicodeScalars) }) else {
          throw XMLFault("The query has the character \(scalar), which means nothing there.")
        }
        tokens.append(.sign(sign))
        position += sign.unicodeScalars.count
      }
    }
    return tokens
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (48...57).contains(scalar.value) }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Where a name ends; a single colon joins a prefix, two of them belong to an axis.
  private static func nameEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    func run(from first: Int) -> Int {
      var end = first
      while end < scalars.count, XMLCharacter.isNamePart(scalars[end], first: end == first) { end += 1 }
      return end
    }
    let end = run(from: start)
    guard end + 1 < scalars.count, scalars[end] == ":", scalars[end + 1] != ":" else { return end }
    if scalars[end + 1] == "*" { return end + 2 }
    let local = run(from: end + 1)
    return local > end + 1 ? local : end
  }
}
