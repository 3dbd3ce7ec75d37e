import CellModel
import Diagnostics

extension FormulaParser {
  mutating func report(_ finding: FormulaFinding) {
    if !isStopped { diagnostics.append(finding.diagnostic) }
  }

  /// Reports what would otherwise be repeated at every place.
  mutating func reportOnce(_ finding: FormulaFinding) {
    if !diagnostics.contains(where: { $0.isOne(of: finding.code) }) { report(finding) }
  }

  /// Reports an error behind which nothing can be understood, so that no further one is reported.
  mutating func stop(_ finding: FormulaFinding) {
    report(finding)
    isStopped = true
  }

  /// The span of the word, number or sign at the position.
  func tokenSpan() -> SourceSpan {
    guard position < count else { return SourceSpan(count, count) }
    if let (_, end) = errorCode(at: position) { return SourceSpan(position, end) }
    if base[position] == Ascii.quote, let (_, end) = quoted(from: position, by: Ascii.quote) {
      return SourceSpan(position, end)
    }
    let end = wordEnd(from: position)
    return SourceSpan(position, end > position ? end : position + (scalar(at: position)?.length ?? 1))
  }

  /// What to say of the token at the position, which nothing here can begin with or go on with.
  func unexpected(opening: Int? = nil) -> FormulaFinding {
    let span = tokenSpan()
    guard scalar(at: position) != nil else { return .notText(at: span) }
    let token = text(span.lower, span.upper)
    let label = opening.map { ($0, Character(Unicode.Scalar(base[$0]))) }
    switch base[position] {
    case Ascii.comma where opening == nil:
      return .looseComma(at: span, number: numberWithCommas(), isStatement: definitionFollows(position + 1))
    case Ascii.rightParenthesis, Ascii.rightBracket, Ascii.rightBrace:
      return .unopened(token, at: span, opening: label)
    case Ascii.quote, Ascii.leftParenthesis, Ascii.leftBrace, 0x30...0x39:
      return .missingOperator(before: token, behind: wordBefore(), at: span, opening: label, isStatement: false)
    default:
      guard isNameStart(at: position) else {
        return .unexpected(token, behind: wordBefore(), at: span, opening: label)
      }
      return .missingOperator(
        before: token, behind: wordBefore(), at: span, opening: label,
        isStatement: opening == nil && definitionFollows(position))
    }
  }

  /// The digits, commas and points around the comma at the position, if digits stand on both sides of it.
  private func numberWithCommas() -> String? {
    guard position > 0, Ascii.isDigit(base[position - 1]), Ascii.isDigit(byte(at: position + 1)) else { return nil }
    func belongs(_ byte: UInt8) -> Bool { Ascii.isDigit(byte) || byte == Ascii.comma || byte == Ascii.dot }
    var start = position
    while start > 0, belongs(base[start - 1]) { start -= 1 }
    var end = position
    while belongs(byte(at: end)) { end += 1 }
    return text(start, end)
  }

  /// The word, number or percentage right before the position, blanks aside.
  private func wordBefore() -> String {
    var end = position
    while end > 0, base[end - 1] == Ascii.space || base[end - 1] == Ascii.tab { end -= 1 }
    var start = end
    while start > 0, isWordPart(base[start - 1]) { start -= 1 }
    return text(start, end)
  }

  private func isWordPart(_ byte: UInt8) -> Bool {
    Ascii.isDigit(byte) || Ascii.isLetter(byte) || byte == Ascii.underscore || byte == Ascii.percent
      || byte == Ascii.dot
      || byte >= 0x80
  }

  /// Whether a name and `=` follow, as in a definition.
  private func definitionFollows(_ start: Int) -> Bool {
    var index = start
    while byte(at: index) == Ascii.space { index += 1 }
    guard isNameStart(at: index) else { return false }
    while isNamePart(at: index) { index += scalar(at: index)?.length ?? 1 }
    while byte(at: index) == Ascii.space { index += 1 }
    return byte(at: index) == Ascii.equals
  }

  /// Reports what stands behind a complete formula.
  mutating func reportRest() { stop(unexpected()) }

  /// Reports that an operand is missing at the position, unless the reading has stopped before.
  mutating func missingOperand(afterOperator: Bool) -> FormulaTree.Index {
    if !isStopped {
      let token = tokenSpan()
      if position >= count, let opening = openings.last, !afterOperator, operators.isEmpty || !operandIsPending {
        let character = Character(Unicode.Scalar(base[opening]))
        stop(.unclosed(at: position, opening: opening, character: character))
      } else if position < count, scalar(at: position) == nil {
        stop(.notText(at: token))
      } else if afterOperator || operandIsPending, let last = operators.last {
        let found = text(token.lower, token.upper)
        stop(
          .missingOperand(behind: last.symbol, at: token, operator: last.position, found: found))
      } else if position < count {
        let found = text(token.lower, token.upper)
        stop(.operandExpected(at: token, found: found))
      } else {
        stop(.emptyFormula(at: token))
      }
    }
    return tree.append(.invalid, span: SourceSpan(position, position))
  }

  /// Whether an operator stands directly before the position, blanks aside.
  private var operandIsPending: Bool {
    guard let last = operators.last else { return false }
    return last.position > (openings.last ?? -1)
  }
}

extension PendingOperator {
  /// How the operator is written.
  var symbol: String {
    switch kind {
    case .binary(let binary): binary.rawValue
    case .prefix(.minus): "-"
    case .prefix(.plus): "+"
    case .prefix: "@"
    }
  }
}
