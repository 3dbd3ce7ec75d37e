/// A query of XPath 1.0 as a tree.
indirect enum XPathExpression: Sendable {
  case number(Double)
  case text(String)
  case call(XPathFunction, [XPathExpression])
  case negated(XPathExpression)
  case operation(Operator, XPathExpression, XPathExpression)
  /// Nodes filtered by predicates and followed by steps; without a start the steps begin where the query stands.
  case path(start: Start, predicates: [XPathExpression], steps: [Step])

  enum Start: Sendable {
    case here, document
    case nodes(XPathExpression)
  }

  enum Operator: Sendable {
    case or, and, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, plus, minus, times, divided,
      modulo, union
  }

  struct Step: Sendable {
    var axis: Axis
    var test: Test
    var predicates: [XPathExpression]
  }

  enum Axis: String, Sendable {
    case child, descendant, parent, ancestor, following, preceding, attribute
    case itself = "self"
    case descendantOrSelf = "descendant-or-self"
    case ancestorOrSelf = "ancestor-or-self"
    case followingSibling = "following-sibling"
    case precedingSibling = "preceding-sibling"
  }

  enum Test: Sendable {
    case anyNode, text, comment
    case instruction(String?)
    /// `*`, or `p:*` with the namespace of the prefix.
    case anyName(namespace: String?)
    case name(namespace: String, local: String)
  }
}

/// A function of XPath 1.0, with how many arguments it takes.
enum XPathFunction: String, Sendable {
  case last, position, count, string, concat, contains, substring, translate, boolean, not, number, sum, floor, ceiling,
    round, name
  case localName = "local-name"
  case namespaceURI = "namespace-uri"
  case startsWith = "starts-with"
  case substringBefore = "substring-before"
  case substringAfter = "substring-after"
  case stringLength = "string-length"
  case normalizeSpace = "normalize-space"
  case isTrue = "true"
  case isFalse = "false"

  var arity: ClosedRange<Int> {
    switch self {
    case .last, .position, .isTrue, .isFalse: 0...0
    case .count, .boolean, .not, .sum, .floor, .ceiling, .round: 1...1
    case .string, .number, .name, .localName, .namespaceURI, .stringLength, .normalizeSpace: 0...1
    case .contains, .startsWith, .substringBefore, .substringAfter: 2...2
    case .substring: 2...3
    case .translate: 3...3
    case .concat: 2...100
    }
  }
}
