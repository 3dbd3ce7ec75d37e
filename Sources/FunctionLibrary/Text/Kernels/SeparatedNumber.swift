import CellModel

/// Numbers written with any decimal and group separator.
enum SeparatedNumber {
  /// The scalars of a text without its blanks; a no-break space is none.
  static func withoutBlanks(_ text: String) -> String.UnicodeScalarView {
    text.unicodeScalars.filter { !$0.properties.isWhitespace || $0 == "\u{A0}" }
  }

  /// A text without blanks that may be a date or a time: it has a sign that stands in no number, and neither separator.
  static func possibleDay(
    _ text: String.UnicodeScalarView, point: Unicode.Scalar, comma: Unicode.Scalar?
  ) -> String? {
    guard text.contains(where: { $0 == "-" || $0 == "/" || $0 == ":" }),
      !text.contains(where: { $0 == point || $0 == comma })
    else { return nil }
    return String(text)
  }

  /// The number of a text without blanks, as NUMBERVALUE reads it; `nil` when it is none.
  ///
  /// Group separators before the decimal mark are dropped, a dollar sign is dropped, parentheses make it negative, each `%`
  /// at the end divides by 100, and the empty text is 0.
  static func parse(
    _ text: String.UnicodeScalarView, point: Unicode.Scalar, comma: Unicode.Scalar?
  ) -> Double? {
    var scalars = text
    guard !scalars.isEmpty else { return 0 }
    let isBracketed = scalars.first == "(" && scalars.last == ")"
    if isBracketed { scalars = String.UnicodeScalarView(scalars.dropFirst().dropLast()) }
    var percents = 0
    while scalars.last == "%" {
      scalars.removeLast()
      percents += 1
    }
    guard let plain = plain(scalars, point, comma), !(isBracketed && plain.hasSign),
      var number = TypedText.number(plain.text)
    else { return nil }
    for _ in 0..<min(percents, 400) { number /= 100 }
    return isBracketed && number != 0 ? -number : number
  }

  /// A number in the notation of programs: sign, digits, point and exponent.
  private static func plain(
    _ scalars: String.UnicodeScalarView, _ point: Unicode.Scalar, _ comma: Unicode.Scalar?
  ) -> (text: String, hasSign: Bool)? {
    var plain: [UInt8] = []
    var sawPoint = false
    var sawExponent = false
    var sawDigit = false
    var sawCurrency = false
    for scalar in scalars {
      switch scalar {
      case point:
        if sawPoint || sawExponent { return nil }
        sawPoint = true
        plain.append(UInt8(ascii: "."))
      case comma: if sawPoint || sawExponent { return nil }
      case "$":
        if sawCurrency || sawDigit { return nil }
        sawCurrency = true
      case "+", "-":
        guard plain.isEmpty || plain.last == UInt8(ascii: "E") else { return nil }
        plain.append(UInt8(ascii: scalar))
      case "E", "e":
        if sawExponent || !sawDigit { return nil }
        sawExponent = true
        plain.append(UInt8(ascii: "E"))
      case "0"..."9":
        sawDigit = true
        plain.append(UInt8(scalar.value))
      default: return nil
      }
    }
    guard sawDigit else { return nil }
    return (String(decoding: plain, as: UTF8.self), plain[0] == UInt8(ascii: "-") || plain[0] == UInt8(ascii: "+"))
  }
}
