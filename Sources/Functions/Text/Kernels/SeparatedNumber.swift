/// Numbers written with any decimal and group separator.
enum SeparatedNumber {
  /// The number of a text, as NUMBERVALUE reads it; `nil` when it is none.
  ///
  /// Blanks are dropped, group separators before the decimal mark are dropped, each `%` at the end divides by 100, and the
  /// empty text is 0.
  static func parse(_ text: String, point: Unicode.Scalar, comma: Unicode.Scalar) -> Double? {
    var plain: [UInt8] = []
    var percents = 0
    var sawPoint = false
    var sawExponent = false
    var sawDigit = false
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      if scalar == "%" {
        percents += 1
        continue
      }
      if percents > 0 { return nil }
      if scalar == point {
        if sawPoint || sawExponent { return nil }
        sawPoint = true
        plain.append(UInt8(ascii: "."))
      } else if scalar == comma {
        if sawPoint || sawExponent { return nil }
      } else if scalar == "+" || scalar == "-" {
        guard plain.isEmpty || plain.last == UInt8(ascii: "E") else { return nil }
        plain.append(UInt8(ascii: scalar))
      } else if scalar == "E" || scalar == "e" {
        if sawExponent || !sawDigit { return nil }
        sawExponent = true
        plain.append(UInt8(ascii: "E"))
      } else if (48...57).contains(scalar.value) {
        sawDigit = true
        plain.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    if plain.isEmpty { return percents == 0 ? 0 : nil }
    guard sawDigit, var number = Double(String(decoding: plain, as: UTF8.self)) else { return nil }
    for _ in 0..<min(percents, 400) { number /= 100 }
    return number
  }
}
