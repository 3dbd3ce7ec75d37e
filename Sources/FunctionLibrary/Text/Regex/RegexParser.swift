/// Why a regular expression cannot be used, as a sentence.
struct RegexFault: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// Reads the notation of PCRE, as far as the functions support it, into a tree.
///
/// Known are literals, classes, groups (numbered, named, plain, atomic, looking ahead and behind), alternatives, greedy,
/// lazy and possessive repetition, anchors, backreferences, and the flags `i`, `m`, `s` and `x`.
struct RegexParser {
  private let pattern: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private var flags: Flags
  private(set) var groupCount = 0
  private(set) var groupNames: [String: Int] = [:]
  private var highestReference = 0

  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotTakesNewline = false
    var isExtended = false
  }

  /// How deep groups may be nested, which bounds the recursion of everything that walks a tree.
  private static let depthLimit = 100

  init(_ pattern: String, ignoringCase: Bool) {
    self.pattern = Array(pattern.unicodeScalars)
    flags = Flags(ignoresCase: ignoringCase)
  }

  mutating func parse() throws(RegexFault) -> RegexNode {
    let node = try alternatives()
    guard position == pattern.count else { throw RegexFault("A parenthesis is closed that was not opened.") }
    guard highestReference <= groupCount else { throw RegexFault("There is no group \(highestReference).") }
    return node
  }

  // MARK: - Reading scalars

  private var next: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

  private func peek(_ offset: Int) -> Unicode.Scalar? {
    position + offset < pattern.count ? pattern[position + offset] : nil
  }

  private mutating func take(_ text: String) -> Bool {
    var offset = 0
    for scalar in text.unicodeScalars {
      guard peek(offset) == scalar else { return false }
      offset += 1
    }
    position += offset
    return true
  }

  private mutating func takeScalar() throws(RegexFault) -> Unicode.Scalar {
    guard let scalar = next else { throw RegexFault("The pattern ends too early.") }
    position += 1
    return scalar
  }

  // MARK: - Structure

  private mutating func alternatives() throws(RegexFault) -> RegexNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw RegexFault("The groups are nested too deeply.") }
    let outer = flags
    defer { flags = outer }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(RegexFault) -> RegexNode {
    var nodes: [RegexNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if flags.isExtended, skipExtendedBlank() { continue }
      if take("\\Q") {
        var isOpen = !take("\\E")
        while isOpen, position < pattern.count {
          let node = literal(try takeScalar())
          isOpen = !take("\\E")
          nodes.append(isOpen ? node : try repetition(of: node))
        }
        continue
      }
      if take("\\E") { continue }
      guard let atom = try atom() else { continue }
      nodes.append(try repetition(of: atom))
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func skipExtendedBlank() -> Bool {
    guard let scalar = next else { return false }
    if scalar.properties.isWhitespace {
      position += 1
      return true
    }
    guard scalar == "#" else { return false }
    while let scalar = next, scalar != "\n" {
      _ = scalar
      position += 1
    }
    return true
  }

  private mutating func repetition(of atom: RegexNode) throws(RegexFault) -> RegexNode {
    var node = atom
    var isRepeated = false
    while let scalar = next {
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
        position -= 1  // the brace is passed below, as the signs are
      default: return node
      }
      if case .assertion = atom { throw RegexFault("An anchor cannot be repeated.") }
      guard !isRepeated else { throw RegexFault("A repetition is repeated.") }
      isRepeated = true
      position += 1
      let greed: RegexNode.Greed = take("?") ? .lazy : take("+") ? .possessive : .greedy
      node = .repeated(node, min: least, max: most, greed: greed)
    }
    return node
  }

  /// The counts of `{2}`, `{2,}`, `{,3}` or `{2,3}`; `nil` when the brace is only a character.
  private mutating func counts() throws(RegexFault) -> (Int, Int?)? {
    let start = position
    position += 1
    let least = number()
    var most = least
    if take(",") { most = number() } else if least == nil { most = -1 }
    guard take("}"), most != -1, least != nil || most != nil else {
      position = start
      return nil
    }
    if let least, let most, least > most { throw RegexFault("A repetition ends before it begins.") }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    var result: Int?
    while let scalar = next, (48...57).contains(scalar.value) {
      result = min((result ?? 0) * 10 + Int(scalar.value - 48), 100_000)
      position += 1
    }
    return result
  }

  // MARK: - Atoms

  private func literal(_ scalar: Unicode.Scalar) -> RegexNode {
    .set(RegexSet(scalar, ignoresCase: flags.ignoresCase))
  }

  private mutating func atom() throws(RegexFault) -> RegexNode? {
    let scalar = try takeScalar()
    switch scalar {
    case ".":
      if flags.dotTakesNewline { return .set(RegexSet(.any)) }
      var set = RegexSet("\n", ignoresCase: false)
      set.isNegated = true
      return .set(set)
    case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEndBeforeNewline)
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\": return try escape()
    case "*", "+", "?": throw RegexFault("There is nothing to repeat before \(scalar).")
    case "{":
      position -= 1
      if try counts() != nil { throw RegexFault("There is nothing to repeat before {.") }
      position += 1
      return literal(scalar)
    default: return literal(scalar)
    }
  }

  private mutating func group() throws(RegexFault) -> RegexNode? {
    guard take("?") else { return try captured(name: nil) }
    if take(":") { return try closed(try alternatives()) }
    if take(">") { return .atomic(try closed(try alternatives())) }
    if take("=") { return .look(try closed(try alternatives()), ahead: true, negated: false) }
    if take("!") { return .look(try closed(try alternatives()), ahead: true, negated: true) }
    if take("<=") { return try lookBehind(negated: false) }
    if take("<!") { return try lookBehind(negated: true) }
    if take("#") {
      while let scalar = next, scalar != ")" {
        _ = scalar
        position += 1
      }
      return try closed(nil)
    }
    if take("P<") || take("<") { return try captured(name: try name(until: ">")) }
    if take("'") { return try captured(name: try name(until: "'")) }
    return try flagGroup()
  }

  private mutating func closed<Node>(_ node: Node) throws(RegexFault) -> Node {
    guard take(")") else { throw RegexFault("A parenthesis is not closed.") }
    return node
  }

  private mutating func captured(name: String?) throws(RegexFault) -> RegexNode {
    groupCount += 1
    let number = groupCount
    guard number <= 200 else { throw RegexFault("There are more than 200 groups.") }
    if let name {
      guard groupNames.updateValue(number, forKey: name) == nil else {
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

  private mutating func name(until end: Unicode.Scalar) throws(RegexFault) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != end {
      guard RegexSet.isWord(scalar) else { throw RegexFault("A group's name has letters and digits only.") }
      name.append(scalar)
      position += 1
    }
    position += 1
    guard position <= pattern.count, !name.isEmpty else { throw RegexFault("A group's name is not complete.") }
    return String(name)
  }

  private mutating func flagGroup() throws(RegexFault) -> RegexNode? {
    var changed = flags
    var isOn = true
    while true {
      switch try takeScalar() {
      case "i": changed.ignoresCase = isOn
      case "m": changed.isMultiline = isOn
      case "s": changed.dotTakesNewline = isOn
      case "x": changed.isExtended = isOn
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

  // MARK: - Escapes

  private mutating func escape() throws(RegexFault) -> RegexNode {
    let scalar = try takeScalar()
    switch scalar {
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "A", "G": return .assertion(.textStart)
    case "z": return .assertion(.textEnd)
    case "Z": return .assertion(.textEndBeforeNewline)
    case "R":
      let pair = RegexNode.sequence([
        .set(RegexSet("\r", ignoresCase: false)), .set(RegexSet("\n", ignoresCase: false)),
      ])
      return .atomic(.alternatives([pair, .set(RegexSet(.verticalSpace))]))
    case "k":
      guard let opening = next, let closing = ["<": ">", "{": "}", "'": "'"][opening] as Unicode.Scalar? else {
        throw RegexFault("A backreference has no name.")
      }
      position += 1
      let name = try name(until: closing)
      guard let number = groupNames[name] else { throw RegexFault("There is no group named \(name).") }
      return .backreference(number, ignoresCase: flags.ignoresCase)
    case "g":
      let isBraced = take("{")
      guard let number = number(), number > 0, !isBraced || take("}") else {
        throw RegexFault("A backreference has no number.")
      }
      highestReference = max(highestReference, number)
      return .backreference(number, ignoresCase: flags.ignoresCase)
    case "1"..."9":
      position -= 1
      let number = number() ?? 0
      highestReference = max(highestReference, number)
      return .backreference(number, ignoresCase: flags.ignoresCase)
    default:
      if var set = try classEscape(scalar) {
        set.ignoresCase = flags.ignoresCase
        return .set(set)
      }
      return literal(try characterEscape(scalar))
    }
  }

  /// The set that a letter after a backslash names, such as `\d`; `nil` when it names none.
  private mutating func classEscape(_ scalar: Unicode.Scalar) throws(RegexFault) -> RegexSet? {
    switch scalar {
    case "d": return RegexSet(.digit)
    case "D": return RegexSet(.digit, negated: true)
    case "w": return RegexSet(.word)
    case "W": return RegexSet(.word, negated: true)
    case "s": return RegexSet(.space)
    case "S": return RegexSet(.space, negated: true)
    case "h": return RegexSet(.horizontalSpace)
    case "H": return RegexSet(.horizontalSpace, negated: true)
    case "v": return RegexSet(.verticalSpace)
    case "V": return RegexSet(.verticalSpace, negated: true)
    case "N":
      return {
        var set = RegexSet("\n", ignoresCase: false)
        set.isNegated = true
        return set
      }()
    case "p", "P":
      var name = String(try takeScalar())
      var negated = scalar == "P"
      if name == "{" {
        if take("^") { negated.toggle() }
        name = take("L&}") ? "L&" : try self.name(until: "}")
      }
      guard let kind = Self.categories[name] else { throw RegexFault("There is no property \(name).") }
      return RegexSet(kind, negated: negated)
    default: return nil
    }
  }

  /// The properties of `\p`, by the names of Unicode's general categories.
  private static let categories: [String: RegexSet.Class] = [
    "L": .category([.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]),
    "L&": .category([.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
    "Lu": .category([.uppercaseLetter]), "Ll": .category([.lowercaseLetter]), "Lt": .category([.titlecaseLetter]),
    "Lm": .category([.modifierLetter]), "Lo": .category([.otherLetter]),
    "M": .category([.nonspacingMark, .spacingMark, .enclosingMark]), "Mn": .category([.nonspacingMark]),
    "Mc": .category([.spacingMark]), "Me": .category([.enclosingMark]),
    "N": .category([.decimalNumber, .letterNumber, .otherNumber]), "Nd": .category([.decimalNumber]),
    "Nl": .category([.letterNumber]), "No": .category([.otherNumber]),
    "P": .punctuation, "Pc": .category([.connectorPunctuation]), "Pd": .category([.dashPunctuation]),
    "Ps": .category([.openPunctuation]), "Pe": .category([.closePunctuation]),
    "Pi": .category([.initialPunctuation]), "Pf": .category([.finalPunctuation]),
    "Po": .category([.otherPunctuation]),
    "S": .symbol, "Sm": .category([.mathSymbol]), "Sc": .category([.currencySymbol]),
    "Sk": .category([.modifierSymbol]), "So": .category([.otherSymbol]),
    "Z": .separator, "Zs": .category([.spaceSeparator]), "Zl": .category([.lineSeparator]),
    "Zp": .category([.paragraphSeparator]),
    "C": .category([.control, .format, .surrogate, .privateUse, .unassigned]), "Cc": .category([.control]),
    "Cf": .category([.format]), "Co": .category([.privateUse]), "Cn": .category([.unassigned]), "Any": .any,
  ]

  private mutating func characterEscape(_ scalar: Unicode.Scalar) throws(RegexFault) -> Unicode.Scalar {
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "e": return "\u{1B}"
    case "a": return "\u{07}"
    case "0": return "\0"
    case "x":
      var digits = ""
      if take("{") {
        while let digit = next, digit != "}" {
          digits.unicodeScalars.append(digit)
          position += 1
        }
        guard take("}") else { throw RegexFault("A character's number is not complete.") }
      } else {
        while digits.count < 2, let digit = next, digit.properties.isASCIIHexDigit {
          digits.unicodeScalars.append(digit)
          position += 1
        }
      }
      guard let value = UInt32(digits, radix: 16), let result = Unicode.Scalar(value) else {
        throw RegexFault("There is no character of the number “\(digits.prefix(20))”.")
      }
      return result
    default:
      let isLetterOrDigit = scalar.isASCII && RegexSet.isWord(scalar) && scalar != "_"
      guard !isLetterOrDigit else { throw RegexFault("\\\(scalar) has no meaning.") }
      return scalar
    }
  }

  // MARK: - Character classes

  private mutating func characterClass() throws(RegexFault) -> RegexSet {
    var set = RegexSet()
    set.isNegated = take("^")
    set.ignoresCase = flags.ignoresCase
    var isFirst = true
    while true {
      let scalar = try takeScalar()
      if scalar == "]", !isFirst { return set }
      isFirst = false
      if scalar == "[", next == ":", try posixClass(&set) { continue }
      var lower = scalar
      if scalar == "\\" {
        let letter = try takeScalar()
        if let inner = try classEscape(letter) {
          if inner.isNegated { throw RegexFault("\\N cannot stand in a class.") }
          set.classes += inner.classes
          continue
        }
        lower = letter == "b" ? "\u{08}" : try characterEscape(letter)
      }
      guard next == "-", let after = peek(1), after != "]" else {
        set.ranges.append(lower.value...lower.value)
        continue
      }
      position += 1
      var upper = try takeScalar()
      if upper == "\\" {
        let letter = try takeScalar()
        if "dDwWsShHvVpP".unicodeScalars.contains(letter) { throw RegexFault("A range in a class ends in a class.") }
        upper = letter == "b" ? "\u{08}" : try characterEscape(letter)
      }
      guard lower.value <= upper.value else { throw RegexFault("A range in a class ends before it begins.") }
      set.ranges.append(lower.value...upper.value)
    }
  }

  private mutating func posixClass(_ set: inout RegexSet) throws(RegexFault) -> Bool {
    let start = position
    position += 1
    let negated = take("^")
    var name = ""
    while let scalar = next, scalar.isASCII, scalar.properties.isAlphabetic {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take(":]") else {
      position = start
      return false
    }
    let kinds: [RegexSet.Class]
    switch name {
    case "alpha": kinds = [.letter]
    case "digit": kinds = [.digit]
    case "alnum": kinds = [.letter, .digit]
    case "upper": kinds = [.upper]
    case "lower": kinds = [.lower]
    case "space": kinds = [.space]
    case "blank": kinds = [.horizontalSpace]
    case "punct": kinds = [.punctuation, .symbol]
    case "word": kinds = [.word]
    case "cntrl": kinds = [.control]
    case "ascii": kinds = [.ascii]
    case "graph", "print":
      guard !negated else { throw RegexFault("[:^\(name):] is not supported.") }
      set.ranges += [(name == "graph" ? 33 : 32)...126]
      return true
    case "xdigit":
      guard !negated else { throw RegexFault("[:^xdigit:] is not supported.") }
      set.ranges += [48...57, 65...70, 97...102]
      return true
    default: throw RegexFault("There is no class [:\(name):].")
    }
    guard !negated || kinds.count == 1 else { throw RegexFault("[:^\(name):] is not supported.") }
    set.classes += kinds.map { ($0, negated) }
    return true
  }
}
