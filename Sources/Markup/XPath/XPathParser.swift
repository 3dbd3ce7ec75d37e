/// Reads a query in the notation of XPath 1.0; variables are not known.
struct XPathParser {
  private let tokens: [XPathToken]
  private let namespaces: [String: String]
  private var position = 0
  private var depth = 0

  private init(_ tokens: [XPathToken], _ namespaces: [String: String]) {
    self.tokens = tokens
    self.namespaces = namespaces
  }

  /// - Parameter namespaces: What the prefixes of names stand for.
  static func expression(
    of query: String, namespaces: [String: String]
  ) throws(XMLFault) -> XPathExpression {
    var parser = XPathParser(try XPathToken.tokens(of: query), namespaces)
    let expression = try parser.expression()
    guard parser.position == parser.tokens.count else { throw XMLFault("The query ends before its text does.") }
    return expression
  }

  private var current: XPathToken? { position < tokens.count ? tokens[position] : nil }
  private func peek(_ offset: Int) -> XPathToken? {
    position + offset < tokens.count ? tokens[position + offset] : nil
  }

  private mutating func take(_ sign: String) -> Bool {
    guard current == .sign(sign) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ sign: String) throws(XMLFault) {
    guard take(sign) else { throw XMLFault("The query lacks a \(sign).") }
  }

  // MARK: Operators

  private static let levels: [[(String, XPathExpression.Operator)]] = [
    [("or", .or)], [("and", .and)], [("=", .equal), ("!=", .notEqual)],
    [("<", .less), ("<=", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual)], [("+", .plus), ("-", .minus)],
    [("*", .times), ("div", .divided), ("mod", .modulo)],
  ]

  private mutating func expression() throws(XMLFault) -> XPathExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 50 else { throw XMLFault("The query is nested too deeply.") }
    return try operation(at: 0)
  }

  private mutating func operation(at level: Int) throws(XMLFault) -> XPathExpression {
    guard level < Self.levels.count else { return try signed() }
    var left = try operation(at: level + 1)
    var count = 0
    while let found = Self.levels[level].first(where: { current == .sign($0.0) || current == .name($0.0) }) {
      position += 1
      count += 1
      // A long row of operators would be a deep tree.
      guard count <= 200 else { throw XMLFault("The query is too long.") }
      left = .operation(found.1, left, try operation(at: level + 1))
    }
    return left
  }

  private mutating func signed() throws(XMLFault) -> XPathExpression {
    var isNegative = false
    var hasSign = false
    while take("-") {
      isNegative.toggle()
      hasSign = true
    }
    var left = try path()
    var count = 0
    while take("|") {
      count += 1
      guard count <= 200 else { throw XMLFault("The query is too long.") }
      left = .operation(.union, left, try path())
    }
    guard hasSign else { return left }
    return isNegative ? .negated(left) : .negated(.negated(left))
  }

  // MARK: Paths

  private mutating func path() throws(XMLFault) -> XPathExpression {
    if take("//") {
      return .path(start: .document, predicates: [], steps: [Self.anyBelow] + (try steps()))
    }
    if take("/") {
      return .path(start: .document, predicates: [], steps: beginsStep ? try steps() : [])
    }
    guard let primary = try primary() else { return .path(start: .here, predicates: [], steps: try steps()) }
    let predicates = try self.predicates()
    var steps: [XPathExpression.Step] = []
    if take("//") {
      steps = [Self.anyBelow] + (try self.steps())
    } else if take("/") {
      steps = try self.steps()
    }
    if predicates.isEmpty, steps.isEmpty { return primary }
    return .path(start: .nodes(primary), predicates: predicates, steps: steps)
  }

  private static let anyBelow = XPathExpression.Step(axis: .descendantOrSelf, test: .anyNode, predicates: [])

  private var beginsStep: Bool {
    switch current {
    case .name?, .sign("*")?, .sign("@")?, .sign(".")?, .sign("..")?: true
    default: false
    }
  }

  private mutating func steps() throws(XMLFault) -> [XPathExpression.Step] {
    var steps = [try step()]
    while true {
      if take("//") {
        steps.append(Self.anyBelow)
      } else if !take("/") {
        return steps
      }
      steps.append(try step())
    }
  }

  private mutating func step() throws(XMLFault) -> XPathExpression.Step {
    if take("..") { return XPathExpression.Step(axis: .parent, test: .anyNode, predicates: []) }
    if take(".") { return XPathExpression.Step(axis: .itself, test: .anyNode, predicates: []) }
    var axis = XPathExpression.Axis.child
    if take("@") {
      axis = .attribute
    } else if case .name(let name)? = current, peek(1) == .sign("::") {
      guard let named = XPathExpression.Axis(rawValue: name) else { throw XMLFault("There is no axis \(name).") }
      axis = named
      position += 2
    }
    let test = try self.test()
    return XPathExpression.Step(axis: axis, test: test, predicates: try predicates())
  }

  private mutating func predicates() throws(XMLFault) -> [XPathExpression] {
    var predicates: [XPathExpression] = []
    while take("[") {
      predicates.append(try expression())
      try expect("]")
    }
    return predicates
  }

  private static let nodeTypes = ["text", "node", "comment", "processing-instruction"]

  private mutating func test() throws(XMLFault) -> XPathExpression.Test {
    if take("*") { return .anyName(namespace: nil) }
    guard case .name(let name)? = current else { throw XMLFault("A step of the query has no name.") }
    position += 1
    guard Self.nodeTypes.contains(name), take("(") else { return try nameTest(name) }
    if name == "processing-instruction", case .text(let wanted)? = current {
      position += 1
      try expect(")")
      return .instruction(wanted)
    }
    try expect(")")
    switch name {
    case "text": return .text
    case "comment": return .comment
    case "node": return .anyNode
    default: return .instruction(nil)
    }
  }

  private func nameTest(_ name: String) throws(XMLFault) -> XPathExpression.Test {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .name(namespace: "", local: name) }
    guard let namespace = namespaces[parts[0]] else { throw XMLFault("The prefix \(parts[0]) is not declared.") }
    return parts[1] == "*" ? .anyName(namespace: namespace) : .name(namespace: namespace, local: parts[1])
  }

  // MARK: Values

  /// A number, a text, a call or an expression in parentheses; `nil` where a path begins.
  private mutating func primary() throws(XMLFault) -> XPathExpression? {
    switch current {
    case .number(let number)?:
      position += 1
      return .number(number)
    case .text(let text)?:
      position += 1
      return .text(text)
    case .sign("(")?:
      position += 1
      let inner = try expression()
      try expect(")")
      return inner
    case .name(let name)? where peek(1) == .sign("(") && !Self.nodeTypes.contains(name): return try call(name)
    default: return nil
    }
  }

  private mutating func call(_ name: String) throws(XMLFault) -> XPathExpression {
    guard let function = XPathFunction(rawValue: name) else { throw XMLFault("There is no function \(name).") }
    position += 2
    var arguments: [XPathExpression] = []
    if !take(")") {
      repeat { arguments.append(try expression()) } while take(",")
      try expect(")")
    }
    guard function.arity.contains(arguments.count) else {
      throw XMLFault("The function \(name) has another number of arguments.")
    }
    return .call(function, arguments)
  }
}
