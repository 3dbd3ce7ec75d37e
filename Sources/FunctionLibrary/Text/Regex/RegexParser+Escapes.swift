import CellModel

/// What a backslash means in a regular expression.
extension RegexParser {
  mutating func escape() throws(RegexFault) -> RegexNode {
    let scalar = try scanner.takeScalar()
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
    case "K": return .keep
    case "X": return .cluster
    case "k":
      guard let opening = scanner.next, let closing = Self.closings[opening] else {
        throw RegexFault("A backreference has no name.")
      }
      scanner.position += 1
      return .backreference(.name(try scanner.name(until: closing)), ignoresCase: flags.ignoresCase)
    case "g": return try group()
    case "1"..."9": return try numbered(scalar)
    default:
      if var set = try RegexClasses.named(scalar, &scanner) {
        set.ignoresCase = flags.ignoresCase
        return .set(set)
      }
      return literal(try scanner.characterEscape(scalar))
    }
  }

  /// A group that is named or counted behind `\g`: what it took, or in other brackets than braces its pattern again.
  private mutating func group() throws(RegexFault) -> RegexNode {
    let opening = scanner.next.flatMap { Self.closings[$0] == nil ? nil : $0 }
    if opening != nil { scanner.position += 1 }
    let group: RegexGroup
    if let number = try relativeNumber() {
      group = .number(number)
      if let opening, !scanner.take(String(Self.closings[opening] ?? "}")) {
        throw RegexFault("The number of a group is not complete.")
      }
    } else if let opening {
      group = .name(try scanner.name(until: Self.closings[opening] ?? "}"))
    } else {
      throw RegexFault("A backreference has no number.")
    }
    if opening == nil || opening == "{" {
      if case .number(0) = group { throw RegexFault("The groups are counted from 1.") }
      return .backreference(group, ignoresCase: flags.ignoresCase)
    }
    calls.append(group)
    return .call(group)
  }

  /// What a group of a number took, or the character of an octal number.
  private mutating func numbered(_ first: Unicode.Scalar) throws(RegexFault) -> RegexNode {
    scanner.position -= 1
    let start = scanner.position
    let number = scanner.number() ?? 0
    guard number >= 10, number > groupCount, first < "8" else {
      return .backreference(.number(number), ignoresCase: flags.ignoresCase)
    }
    scanner.position = start
    return literal(try scanner.octal(digits: 3))
  }

  /// What closes a name or a number, by what opens it.
  private static let closings: [Unicode.Scalar: Unicode.Scalar] = ["<": ">", "{": "}", "'": "'"]
}
