/// The commas of a number format, which group digits, scale the number, or do nothing.
extension NumberFormat.Section {
  /// Takes the commas out of the tokens, and says what they do.
  ///
  /// One right between two digits of the whole part groups; one behind the last digit scales, but for scientific notation.
  /// One before a text that digits follow, or between decimal places, does nothing.
  mutating func settleCommas() {
    let wholeEnd = point ?? exponent ?? tokens.count
    var kept: [NumberFormat.Token] = []
    var (removedBeforePoint, removedBeforeExponent) = (0, 0)
    for (index, token) in tokens.enumerated() {
      guard token == .comma else {
        kept.append(token)
        continue
      }
      let end = [wholeEnd, exponent ?? wholeEnd].first { index < $0 } ?? tokens.count
      let hasAfter = tokens[index..<end].contains(where: \.isDigit)
      if !hasAfter {
        thousands += 1
      } else if index < wholeEnd, tokens[index...].first(where: { $0 != .comma })?.isDigit == true {
        hasGrouping = true
      }
      if let point, index < point { removedBeforePoint += 1 }
      if let exponent, index < exponent { removedBeforeExponent += 1 }
    }
    if kind == .scientific { thousands = 0 }
    tokens = kept
    point = point.map { $0 - removedBeforePoint }
    exponent = exponent.map { $0 - removedBeforeExponent }
  }
}
