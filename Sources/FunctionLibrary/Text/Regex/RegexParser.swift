/// Reads the notation of PCRE, as far as the functions support it, into a tree.
///
/// Known are literals, classes, scripts, groups (numbered, named, plain, atomic, looking ahead and behind, numbered
/// anew in each branch), alternatives, greedy, lazy and possessive repetition, anchors, backreferences, calls of
/// groups, conditions, and the flags `i`, `m`, `n`, `s`, `U`, `x` and `xx`. Not known are what controls going back,
/// such as `(*COMMIT)`, other ends of lines than `\n`, callouts, and names that several groups share.
struct RegexParser {
  /// What is still to be read of the pattern.
  var scanner: RegexScanner
  private var depth = 0
  var flags: Flags
  private(set) var groupCount = 0
  private(set) var groupNames: [String: Int] = [:]
  /// The groups that are called, as often as they are.
  var calls: [RegexGroup] = []

  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotTakesNewline = false
    var isExtended = false
    /// Blanks in classes do not matter either.
    var isExtendedInClasses = false
    /// A repetition is lazy unless a question mark follows.
    var isLazy = false
    /// A group without a name is not remembered.
    var namesOnly = false
  }

  /// How deep groups may be nested, which bounds the recursion of everything that walks a tree.
  private static let depthLimit = 100

  init(_ pattern: String, ignoringCase: Bool) {
    scanner = RegexScanner(pattern)
    flags = Flags(ignoresCase: ignoringCase)
  }

  mutating func parse() throws(RegexFault) -> RegexNode {
    while scanner.take("(*UTF)") || scanner.take("(*UCP)") {}
    let node = try alternatives()
    guard scanner.isAtEnd else { throw RegexFault("A parenthesis is closed that was not opened.") }
    return node
  }

  // MARK: - Structure

  private mutating func alternatives() throws(RegexFault) -> RegexNode {
    let branches = try branches()
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  /// - Parameter sharing: Whether the groups of each branch have the same numbers.
  private mutating func branches(sharing: Bool = false) throws(RegexFault) -> [RegexNode] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw RegexFault("The groups are nested too deeply.") }
    let outer = flags
    defer { flags = outer }
    let first = groupCount
    var branches = [try sequence()]
    var last = groupCount
    while scanner.take("|") {
      if sharing { groupCount = first }
      branches.append(try sequence())
      last = max(last, groupCount)
    }
    groupCount = last
    return branches
  }

  private mutating func sequence() throws(RegexFault) -> RegexNode {
    var nodes: [RegexNode] = []
    while let scalar = scanner.next, scalar != "|", scalar != ")" {
      if flags.isExtended, skipExtendedBlank() { continue }
      if scanner.take("\\Q") {
        var isOpen = !scanner.take("\\E")
        while isOpen, !scanner.isAtEnd {
          let node = literal(try scanner.takeScalar())
          isOpen = !scanner.take("\\E")
          nodes.append(isOpen ? node : try repetition(of: node))
        }
        continue
      }
      if scanner.take("\\E") { continue }
      let isGroup = scanner.next == "("
      guard let atom = try atom() else { continue }
      nodes.append(try repetition(of: atom, isGroup: isGroup))
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func skipExtendedBlank() -> Bool {
    guard let scalar = scanner.next else { return false }
    if scalar.properties.isWhitespace {
      scanner.position += 1
      return true
    }
    guard scalar == "#" else { return false }
    while let scalar = scanner.next, scalar != "\n" {
      _ = scalar
      scanner.position += 1
    }
    return true
  }

  private mutating func repetition(of atom: RegexNode, isGroup: Bool = false) throws(RegexFault) -> RegexNode {
    var node = atom
    var isRepeated = false
    while let scalar = scanner.next {
      if flags.isExtended, skipExtendedBlank() { continue }
      let least: Int
      let most: Int?
      switch scalar {
      case "*": (least, most) = (0, nil)
      case "+": (least, most) = (1, nil)
      case "?": (least, most) = (0, 1)
      case "{":
        guard let counts = try counts() else { return node }
        (least, most) = counts
        scanner.position -= 1  // the brace is passed below, as the signs are
      default: return node
      }
      if !isGroup, case .assertion = atom { throw RegexFault("An anchor cannot be repeated.") }
      guard !isRepeated else { throw RegexFault("A repetition is repeated.") }
      isRepeated = true
      scanner.position += 1
      let greed: RegexNode.Greed =
        scanner.take("+") ? .possessive : scanner.take("?") != flags.isLazy ? .lazy : .greedy
      node = .repeated(node, min: least, max: most, greed: greed)
    }
    return node
  }

  /// The counts of `{2}`, `{2,}`, `{,3}` or `{2,3}`; `nil` when the brace is only a character.
  private mutating func counts() throws(RegexFault) -> (Int, Int?)? {
    let start = scanner.position
    scanner.position += 1
    let least = scanner.number()
    var most = least
    if scanner.take(",") { most = scanner.number() } else if least == nil { most = -1 }
    guard scanner.take("}"), most != -1, least != nil || most != nil else {
      scanner.position = start
      return nil
    }
    if let least, let most, least > most { throw RegexFault("A repetition ends before it begins.") }
    return (least ?? 0, most)
  }

  // MARK: - Atoms

  func literal(_ scalar: Unicode.Scalar) -> RegexNode {
    .set(RegexSet(scalar, ignoresCase: flags.ignoresCase))
  }

  private mutating func atom() throws(RegexFault) -> RegexNode? {
    let scalar = try scanner.takeScalar()
    switch scalar {
    case ".":
      if flags.dotTakesNewline { return .set(RegexSet(.any)) }
      var set = RegexSet("\n", ignoresCase: false)
      set.isNegated = true
      return .set(set)
    case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEndBeforeNewline)
    case "(": return try group()
    case "[":
      if scanner.take("[:<:]]") { return wordEdge(next: true) }
      if scanner.take("[:>:]]") { return wordEdge(next: false) }
      if scanner.isAtPOSIXName { throw RegexFault("A class such as [:alpha:] stands inside of another one only.") }
      return .set(try RegexClasses.bracketed(&scanner, flags))
    case "\\": return try escape()
    case "*", "+", "?": throw RegexFault("There is nothing to repeat before \(scalar).")
    case "{":
      scanner.position -= 1
      if try counts() != nil { throw RegexFault("There is nothing to repeat before {.") }
      scanner.position += 1
      return literal(scalar)
    default: return literal(scalar)
    }
  }

  /// The edge of a word before its first letter or behind its last one.
  private func wordEdge(next: Bool) -> RegexNode {
    .sequence([.assertion(.wordBoundary), .look(.set(RegexSet(.word)), ahead: next, negated: false)])
  }

  private mutating func group() throws(RegexFault) -> RegexNode? {
    if scanner.take("*") { return try spelledGroup() }
    guard scanner.take("?") else {
      return flags.namesOnly ? try closed(try alternatives()) : try captured(name: nil)
    }
    if scanner.take("|") { return .alternatives(try closed(try branches(sharing: true))) }
    if scanner.take("(") { return try conditional() }
    if let call = try call() { return call }
    if scanner.take(":") { return try closed(try alternatives()) }
    if scanner.take(">") { return .atomic(try closed(try alternatives())) }
    if scanner.take("=") { return .look(try closed(try alternatives()), ahead: true, negated: false) }
    if scanner.take("!") { return .look(try closed(try alternatives()), ahead: true, negated: true) }
    if scanner.take("<=") { return try lookBehind(negated: false) }
    if scanner.take("<!") { return try lookBehind(negated: true) }
    if scanner.take("#") {
      while let scalar = scanner.next, scalar != ")" {
        _ = scalar
        scanner.position += 1
      }
      return try closed(nil)
    }
    if scanner.take("P=") {
      return .backreference(.name(try scanner.name(until: ")")), ignoresCase: flags.ignoresCase)
    }
    if scanner.take("P<") || scanner.take("<") { return try captured(name: try scanner.name(until: ">")) }
    if scanner.take("'") { return try captured(name: try scanner.name(until: "'")) }
    return try flagGroup()
  }

  /// A group whose kind is spelled out, such as `(*atomic:`, behind the asterisk.
  private mutating func spelledGroup() throws(RegexFault) -> RegexNode {
    if scanner.take("FAIL)") || scanner.take("F)") { return .set(RegexSet()) }
    let kind = try scanner.name(until: ":")
    switch kind {
    case "atomic": return .atomic(try closed(try alternatives()))
    case "pla", "positive_lookahead": return .look(try closed(try alternatives()), ahead: true, negated: false)
    case "nla", "negative_lookahead": return .look(try closed(try alternatives()), ahead: true, negated: true)
    case "plb", "positive_lookbehind": return try lookBehind(negated: false)
    case "nlb", "negative_lookbehind": return try lookBehind(negated: true)
    default: throw RegexFault("A group begins with (* and something unknown.")
    }
  }

  /// A call of a group, such as `(?1)`, `(?R)` or `(?&name)`, behind the question mark; `nil` for anything else.
  private mutating func call() throws(RegexFault) -> RegexNode? {
    let start = scanner.position
    let target: RegexGroup
    if scanner.take("R") {
      target = .number(0)
    } else if scanner.take("&") || scanner.take("P>") {
      target = .name(try scanner.name(until: ")"))
      scanner.position -= 1
    } else if let number = try relativeNumber() {
      target = .number(number)
    } else {
      scanner.position = start
      return nil
    }
    calls.append(target)
    return try closed(.call(target))
  }

  /// The number of a group; one with a sign counts from here. `nil` where there is none.
  mutating func relativeNumber() throws(RegexFault) -> Int? {
    let isForward = scanner.take("+")
    let isBackward = !isForward && scanner.take("-")
    guard let number = scanner.number() else { return nil }
    guard isForward || isBackward else { return number }
    let group = isForward ? groupCount + number : groupCount - number + 1
    guard number > 0, group > 0 else { throw RegexFault("There is no group so far away.") }
    return group
  }

  /// A group that depends on a condition, behind `(?(`.
  private mutating func conditional() throws(RegexFault) -> RegexNode {
    if scanner.take("DEFINE)") { return .definition(try closed(try alternatives())) }
    if scanner.next == "?" || scanner.next == "*" {
      guard case .look(let node, let ahead, let negated) = try group() else {
        throw RegexFault("A condition is a group or looks ahead or behind.")
      }
      let (then, otherwise) = try choices()
      return .alternatives([
        .sequence([.look(node, ahead: ahead, negated: negated), then]),
        .sequence([.look(node, ahead: ahead, negated: !negated), otherwise]),
      ])
    }
    let condition: RegexNode.Condition
    if scanner.take("R)") {
      condition = .called(nil)
    } else if scanner.take("R&") {
      condition = .called(.name(try scanner.name(until: ")")))
    } else if scanner.next == "R", let digit = scanner.peek(1), (48...57).contains(digit.value) {
      scanner.position += 1
      condition = .called(.number(try closed(scanner.number() ?? 0)))
    } else if let number = try relativeNumber() {
      guard number > 0 else { throw RegexFault("The groups are counted from 1.") }
      condition = .matched(.number(try closed(number)))
    } else if scanner.take("<") {
      condition = .matched(.name(try closed(try scanner.name(until: ">"))))
    } else if scanner.take("'") {
      condition = .matched(.name(try closed(try scanner.name(until: "'"))))
    } else {
      condition = .matched(.name(try scanner.name(until: ")")))
    }
    let (then, otherwise) = try choices()
    return .conditional(condition, then, otherwise: otherwise)
  }

  /// What comes when a condition holds, and when it does not.
  private mutating func choices() throws(RegexFault) -> (RegexNode, RegexNode) {
    let nodes = try closed(try branches())
    guard nodes.count <= 2 else { throw RegexFault("A condition has more than two branches.") }
    return (nodes[0], nodes.count == 2 ? nodes[1] : .empty)
  }

  private mutating func closed<Node>(_ node: Node) throws(RegexFault) -> Node {
    guard scanner.take(")") else { throw RegexFault("A parenthesis is not closed.") }
    return node
  }

  private mutating func captured(name: String?) throws(RegexFault) -> RegexNode {
    groupCount += 1
    let number = groupCount
    guard number <= 200 else { throw RegexFault("There are more than 200 groups.") }
    if let name {
      guard groupNames.updateValue(number, forKey: name) ?? number == number else {
        throw RegexFault("Two groups are named \(name).")
      }
    }
    return .capture(number, try closed(try alternatives()))
  }

  private mutating func lookBehind(negated: Bool) throws(RegexFault) -> RegexNode {
    let node = try closed(try alternatives())
    var branches = [node]
    if case .alternatives(let nodes) = node { branches = nodes }
    guard branches.allSatisfy({ $0.fixedLength != nil }) else {
      throw RegexFault("What looks behind must have a fixed length.")
    }
    return .look(node, ahead: false, negated: negated)
  }

  private mutating func flagGroup() throws(RegexFault) -> RegexNode? {
    var changed = flags
    if scanner.take("^") { changed = Flags(isLazy: flags.isLazy) }
    var isOn = true
    while true {
      switch try scanner.takeScalar() {
      case "i": changed.ignoresCase = isOn
      case "m": changed.isMultiline = isOn
      case "n": changed.namesOnly = isOn
      case "s": changed.dotTakesNewline = isOn
      case "U": changed.isLazy = isOn
      case "x":
        changed.isExtended = isOn
        changed.isExtendedInClasses = scanner.take("x") && isOn
      case "-": isOn = false
      case ")":
        flags = changed
        return nil
      case ":":
        let outer = flags
        flags = changed
        let node = try alternatives()
        flags = outer
        return try closed(node)
      default: throw RegexFault("A group begins with (? and something unknown.")
      }
    }
  }
}
