import CellModel

/// What a backslash means in a regular expression.
extension RegexParser {
  mutating func escape() throws(RegexFault) -> RegexNode {
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
    case "K": return .keep
    case "X": return .cluster
    case "k":
      guard let opening = next, let closing = Self.closings[opening] else {
        throw RegexFault("A backreference has no name.")
      }
      position += 1
      return .backreference(.name(try name(until: closing)), ignoresCase: flags.ignoresCase)
    case "g": return try group()
    case "1"..."9": return try numbered(scalar)
    default:
      if var set = try classEscape(scalar) {
        set.ignoresCase = flags.ignoresCase
        return .set(set)
      }
      return literal(try characterEscape(scalar))
    }
  }

  /// A group that is named or counted behind `\g`: what it took, or in other brackets than braces its pattern again.
  private mutating func group() throws(RegexFault) -> RegexNode {
    let opening = next.flatMap { Self.closings[$0] == nil ? nil : $0 }
    if opening != nil { position += 1 }
    let group: RegexGroup
    if let number = try relativeNumber() {
      group = .number(number)
      if let opening, !take(String(Self.closings[opening] ?? "}")) {
        throw RegexFault("The number of a group is not complete.")
      }
    } else if let opening {
      group = .name(try name(until: Self.closings[opening] ?? "}"))
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
    position -= 1
    let start = position
    let number = number() ?? 0
    guard number >= 10, number > groupCount, first < "8" else {
      return .backreference(.number(number), ignoresCase: flags.ignoresCase)
    }
    position = start
    return literal(try octal(digits: 3))
  }

  /// What closes a name or a number, by what opens it.
  private static let closings: [Unicode.Scalar: Unicode.Scalar] = ["<": ">", "{": "}", "'": "'"]

  /// The character of a number of at most so many octal digits.
  private mutating func octal(digits: Int) throws(RegexFault) -> Unicode.Scalar {
    var value: UInt32 = 0
    var count = 0
    while count < digits, let digit = next, (48...55).contains(digit.value), value < 0x20_0000 {
      value = value * 8 + digit.value - 48
      position += 1
      count += 1
    }
    guard let result = Unicode.Scalar(value) else { throw RegexFault("There is no character of the number \(value).") }
    return result
  }

  mutating func characterEscape(_ scalar: Unicode.Scalar) throws(RegexFault) -> Unicode.Scalar {
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "e": return "\u{1B}"
    case "a": return "\u{07}"
    case "0": return try octal(digits: 2)
    case "c":
      let letter = try takeScalar()
      guard (32...126).contains(letter.value), let result = Unicode.Scalar(letter.singleUppercase.value ^ 64) else {
        throw RegexFault("A control character is written with a letter of ASCII.")
      }
      return result
    case "o":
      guard take("{"), next != "}" else { throw RegexFault("A character's number is not complete.") }
      let result = try octal(digits: 7)
      guard take("}") else { throw RegexFault("A character's number is not complete.") }
      return result
    case "N":
      guard take("{U+") else { throw RegexFault("\\N{ is followed by U+ and a number.") }
      position -= 3
      return try numbered()
    case "x":
      if next == "{" { return try numbered() }
      var digits = "0"
      while digits.count < 3, let digit = next, digit.properties.isASCIIHexDigit {
        digits.unicodeScalars.append(digit)
        position += 1
      }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\0"
    default:
      let isLetterOrDigit = scalar.isASCII && RegexSet.isWord(scalar) && scalar != "_"
      guard !isLetterOrDigit else { throw RegexFault("\\\(scalar) has no meaning.") }
      return scalar
    }
  }

  /// The character of a hexadecimal number in braces, as in `\x{41}` and `\N{U+41}`.
  private mutating func numbered() throws(RegexFault) -> Unicode.Scalar {
    _ = take("{U+") || take("{")
    var digits = ""
    while let digit = next, digit != "}" {
      digits.unicodeScalars.append(digit)
      position += 1
    }
    guard take("}") else { throw RegexFault("A character's number is not complete.") }
    guard let value = UInt32(digits, radix: 16), let result = Unicode.Scalar(value) else {
      throw RegexFault("There is no character of the number “\(digits.prefix(20))”.")
    }
    return result
  }
}
