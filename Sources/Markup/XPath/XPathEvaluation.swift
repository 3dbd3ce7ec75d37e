/// Evaluates a query over a tree, with a limit on the nodes that it may visit.
struct XPathEvaluation {
  /// The nodes that a query may visit; one that needs more counts as faulty.
  static let visitLimit = 1_000_000

  let tree: XMLTree
  private var visits = 0

  /// Where an expression stands: a node, and its place among those that a step found.
  struct Place {
    var node: Int
    var position = 1
    var count = 1
  }

  init(_ tree: XMLTree) { self.tree = tree }

  mutating func value(of expression: XPathExpression, at place: Place) throws(XMLFault) -> XPathValue {
    switch expression {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .call(let function, let arguments): return try call(function, arguments, at: place)
    case .negated(let inner): return .number(-(try value(of: inner, at: place).number(in: tree)))
    case .operation(let sign, let left, let right): return try operation(sign, left, right, at: place)
    case .path(let start, let predicates, let steps):
      return .nodes(try path(start, predicates, steps, at: place))
    }
  }

  /// The nodes of an expression that must give nodes.
  mutating func nodes(of expression: XPathExpression, at place: Place) throws(XMLFault) -> [Int] {
    guard case .nodes(let nodes) = try value(of: expression, at: place) else {
      throw XMLFault("The query needs nodes where there is a value.")
    }
    return nodes
  }

  private mutating func visit(_ count: Int) throws(XMLFault) {
    visits += count + 1
    guard visits <= Self.visitLimit else { throw XMLFault("The query visits too many nodes.") }
  }

  // MARK: Paths

  private mutating func path(
    _ start: XPathExpression.Start, _ predicates: [XPathExpression], _ steps: [XPathExpression.Step], at place: Place
  ) throws(XMLFault) -> [Int] {
    var nodes: [Int]
    switch start {
    case .here: nodes = [place.node]
    case .document: nodes = [0]
    case .nodes(let expression): nodes = try self.nodes(of: expression, at: place)
    }
    for predicate in predicates { nodes = try filtered(nodes, by: predicate) }
    for step in steps {
      var found: [Int] = []
      for node in nodes {
        var next = try reached(from: node, by: step)
        for predicate in step.predicates { next = try filtered(next, by: predicate) }
        found += next
      }
      nodes = Self.ordered(found)
    }
    return nodes
  }

  /// Nodes in the order of the document, each once; most steps find them so.
  private static func ordered(_ nodes: [Int]) -> [Int] {
    zip(nodes, nodes.dropFirst()).allSatisfy(<) ? nodes : Array(Set(nodes)).sorted()
  }

  private mutating func filtered(_ nodes: [Int], by predicate: XPathExpression) throws(XMLFault) -> [Int] {
    var kept: [Int] = []
    for (index, node) in nodes.enumerated() {
      let place = Place(node: node, position: index + 1, count: nodes.count)
      let value = try value(of: predicate, at: place)
      let isKept = if case .number(let wanted) = value { wanted == Double(index + 1) } else { value.logical }
      if isKept { kept.append(node) }
    }
    return kept
  }

  /// The nodes on the axis of a step that pass its test, the nearest first.
  private mutating func reached(from node: Int, by step: XPathExpression.Step) throws(XMLFault) -> [Int] {
    let candidates = onAxis(step.axis, from: node)
    try visit(candidates.count)
    return candidates.filter { passes($0, step.test, on: step.axis) }
  }

  private func onAxis(_ axis: XPathExpression.Axis, from node: Int) -> [Int] {
    let current = tree.nodes[node]
    let isTree: (Int) -> Bool = { [tree] in tree.nodes[$0].kind != .attribute }
    switch axis {
    case .itself: return [node]
    case .child: return tree.children(of: node)
    case .attribute: return current.kind == .element ? Array(tree.attributes(of: node)) : []
    case .descendant: return (node + 1..<current.end).filter(isTree)
    case .descendantOrSelf: return [node] + (node + 1..<current.end).filter(isTree)
    case .parent: return current.parent >= 0 ? [current.parent] : []
    case .ancestor: return ancestors(of: node)
    case .ancestorOrSelf: return [node] + ancestors(of: node)
    case .followingSibling, .precedingSibling:
      guard current.parent >= 0, current.kind != .attribute else { return [] }
      let siblings = tree.children(of: current.parent)
      return axis == .followingSibling
        ? siblings.filter { $0 > node } : siblings.filter { $0 < node }.reversed()
    case .following: return (current.end..<tree.nodes.count).filter(isTree)
    case .preceding:
      let above = Set(ancestors(of: node))
      return (0..<node).reversed().filter { isTree($0) && !above.contains($0) }
    }
  }

  private func ancestors(of node: Int) -> [Int] {
    var result: [Int] = []
    var next = tree.nodes[node].parent
    while next >= 0 {
      result.append(next)
      next = tree.nodes[next].parent
    }
    return result
  }

  private func passes(_ node: Int, _ test: XPathExpression.Test, on axis: XPathExpression.Axis) -> Bool {
    let node = tree.nodes[node]
    switch test {
    case .anyNode: return true
    case .text: return node.kind == .text
    case .comment: return node.kind == .comment
    case .instruction(let name): return node.kind == .instruction && (name == nil || name == node.name.local)
    case .anyName(let namespace):
      return node.kind == (axis == .attribute ? .attribute : .element)
        && (namespace == nil || namespace == node.name.namespace)
    case .name(let namespace, let local):
      return node.kind == (axis == .attribute ? .attribute : .element) && node.name.local == local
        && node.name.namespace == namespace
    }
  }

  // MARK: Operators

  private mutating func operation(
    _ sign: XPathExpression.Operator, _ left: XPathExpression, _ right: XPathExpression, at place: Place
  ) throws(XMLFault) -> XPathValue {
    switch sign {
    case .or, .and:
      let isTrue = try value(of: left, at: place).logical
      guard isTrue == (sign == .and) else { return .logical(isTrue) }
      return .logical(try value(of: right, at: place).logical)
    case .union: return .nodes(Self.ordered(try nodes(of: left, at: place) + nodes(of: right, at: place)))
    default: break
    }
    let first = try value(of: left, at: place)
    let second = try value(of: right, at: place)
    let (a, b) = (first.number(in: tree), second.number(in: tree))
    switch sign {
    case .plus: return .number(a + b)
    case .minus: return .number(a - b)
    case .times: return .number(a * b)
    case .divided: return .number(a / b)
    case .modulo: return .number(a.truncatingRemainder(dividingBy: b))
    default: return .logical(try compare(first, second, sign))
    }
  }

  /// A comparison by XPath 1.0 §3.4: nodes hold when any of them does.
  private mutating func compare(
    _ a: XPathValue, _ b: XPathValue, _ sign: XPathExpression.Operator
  ) throws(XMLFault) -> Bool {
    if case .nodes(let nodes) = a {
      if case .logical = b { return holds(.logical(a.logical), b, sign) }
      try visit(nodes.count)
      for node in nodes where try compare(.text(tree.stringValue(of: node)), b, sign) { return true }
      return false
    }
    if case .nodes(let nodes) = b {
      if case .logical = a { return holds(a, .logical(b.logical), sign) }
      try visit(nodes.count)
      for node in nodes where try compare(a, .text(tree.stringValue(of: node)), sign) { return true }
      return false
    }
    return holds(a, b, sign)
  }

  private func holds(_ a: XPathValue, _ b: XPathValue, _ sign: XPathExpression.Operator) -> Bool {
    if sign == .equal || sign == .notEqual {
      let isEqual: Bool
      switch (a, b) {
      case (.logical, _), (_, .logical): isEqual = a.logical == b.logical
      case (.number, _), (_, .number): isEqual = a.number(in: tree) == b.number(in: tree)
      default: isEqual = a.text(in: tree) == b.text(in: tree)
      }
      return isEqual == (sign == .equal)
    }
    let (left, right) = (a.number(in: tree), b.number(in: tree))
    switch sign {
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .greater: return left > right
    default: return left >= right
    }
  }
}
