import CellModel

/// The characters that escapes stand for.
extension RegexScanner {
  /// The character of a number of at most so many octal digits.
  mutating func octal(digits: Int) throws(RegexFault) -> Unicode.Scalar {
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

  /// The character for which a scalar behind a backslash stands.
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
