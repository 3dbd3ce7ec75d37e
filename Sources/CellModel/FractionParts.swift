/// Where the parts of a fraction such as `# ?/?` stand among the tokens of a section.
package struct FractionParts {
  package let slash: Int
  package let numerator: Range<Int>
  package let denominator: Range<Int>
  /// The denominator that the format prescribes.
  package let fixedDenominator: Int?
  /// The last placeholder of the whole number.
  package let lastWhole: Int?

  /// `nil` for a section without a fraction.
  package init?(_ section: NumberFormat.Section) {
    let tokens = section.tokens
    guard let slash = tokens.firstIndex(of: .slash) else { return nil }
    self.slash = slash
    var end = slash
    while end > 0, !tokens[end - 1].isDigit { end -= 1 }
    var start = end
    while start > 0, tokens[start - 1].isDigit { start -= 1 }
    numerator = start..<end
    lastWhole = tokens[..<start].lastIndex(where: \.isDigit)
    func number(_ place: Int) -> Int? { if case .literal(let text) = tokens[place] { Int(text) } else { nil } }
    start = slash + 1
    while start < tokens.count, !tokens[start].isDigit, number(start) == nil { start += 1 }
    end = start
    fixedDenominator = start < tokens.count ? number(start) : nil
    if fixedDenominator != nil { end += 1 } else { while end < tokens.count, tokens[end].isDigit { end += 1 } }
    denominator = start..<end
  }
}
