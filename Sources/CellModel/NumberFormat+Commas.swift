/// The commas of a number format, which group digits, scale the number, or do nothing.
extension NumberFormat.Section {
  /// Takes the commas out of the tokens, and says what they do.
  ///
  /// One between digits of the whole part groups, if no text parts them; one behind the last digit scales, but for scientific
  /// notation. One between decimal places does nothing.
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
      if !hasAfter { thousands += 1 } else if index < wholeEnd { hasGrouping = true }
      if let point, index < point { removedBeforePoint += 1 }
      if let exponent, index < exponent { removedBeforeExponent += 1 }
    }
    if kind == .scientific { thousands = 0 }
    tokens = kept
    point = point.map { $0 - removedBeforePoint }
    exponent = exponent.map { $0 - removedBeforeExponent }
    if hasGrouping, wholeIsParted { hasGrouping = false }
  }

  /// Whether other texts stand between the digits of the whole part.
  private var wholeIsParted: Bool {
    let end = FractionParts(self)?.numerator.lowerBound ?? point ?? exponent ?? tokens.count
    let digits = tokens[..<end].indices.filter { tokens[$0].isDigit }
    guard let first = digits.first, let last = digits.last else { return false }
    return last - first >= digits.count
  }
}
