import CellModel
import Diagnostics

extension FormulaParser {
  mutating func report(_ finding: FormulaFinding) {
    if !isStopped { diagnostics.append(finding.diagnostic) }
  }

  /// Reports what would otherwise be repeated at every place.
  mutating func reportOnce(_ finding: FormulaFinding) {
    if reportedOnce.insert(finding.code).inserted { report(finding) }
  }

  /// Reports an error behind which nothing can be understood, so that no further one is reported.
  mutating func stop(_ finding: FormulaFinding) {
    report(finding)
    isStopped = true
  }

  /// What to say of the token at the position, which nothing here can begin with or go on with.
  func unexpected(opening: Int? = nil) -> FormulaFinding {
    let span = bytes.token(at: position)
    guard bytes.scalar(at: position) != nil else { return .notText(at: span) }
    let token = bytes.text(span.lower, span.upper)
    let label = opening.map { ($0, Character(Unicode.Scalar(bytes.base[$0]))) }
    switch bytes.base[position] {
    case Ascii.comma where opening == nil:
      return .looseComma(
        at: span, number: bytes.numberWithCommas(at: position), isStatement: bytes.definitionFollows(position + 1))
    case Ascii.rightParenthesis, Ascii.rightBracket, Ascii.rightBrace:
      return .unopened(token, at: span, opening: label)
    case Ascii.quote, Ascii.leftParenthesis, Ascii.leftBrace, 0x30...0x39:
      return .missingOperator(
        before: token, behind: bytes.word(before: position), at: span, opening: label, isStatement: false)
    default:
      guard bytes.isNameStart(at: position) else {
        return .unexpected(token, behind: bytes.word(before: position), at: span, opening: label)
      }
      return .missingOperator(
        before: token, behind: bytes.word(before: position), at: span, opening: label,
        isStatement: opening == nil && bytes.definitionFollows(position))
    }
  }

  /// Reports what stands behind a complete formula.
  mutating func reportRest() { stop(unexpected()) }

  /// Reports that an operand is missing at the position, unless the reading has stopped before.
  mutating func missingOperand(afterOperator: Bool) -> FormulaTree.Index {
    if !isStopped {
      let token = bytes.token(at: position)
      if position >= bytes.count, let opening = openings.last, !afterOperator,
        stack.operators.isEmpty || !operandIsPending
      {
        let character = Character(Unicode.Scalar(bytes.base[opening]))
        stop(.unclosed(at: position, opening: opening, character: character))
      } else if position < bytes.count, bytes.scalar(at: position) == nil {
        stop(.notText(at: token))
      } else if afterOperator || operandIsPending, let last = stack.operators.last {
        let found = bytes.text(token.lower, token.upper)
        stop(.missingOperand(behind: last.symbol, at: token, operator: last.position, found: found))
      } else if bytes.byte(at: position) == Ascii.equals, let opening = openings.last, isRightBehindBrace(opening) {
        stop(.formulaInBraces(at: token, opening: opening))
      } else if position < bytes.count {
        let found = bytes.text(token.lower, token.upper)
        stop(.operandExpected(at: token, found: found))
      } else {
        stop(.emptyFormula(at: token))
      }
    }
    return stack.tree.append(.invalid, span: SourceSpan(position, position))
  }

  /// Whether an opening brace stands directly before the position, blanks aside.
  private func isRightBehindBrace(_ opening: Int) -> Bool {
    bytes.byte(at: opening) == Ascii.leftBrace && bytes.skippingSpace(from: opening + 1) == position
  }

  /// Whether an operator stands directly before the position, blanks aside.
  private var operandIsPending: Bool {
    guard let last = stack.operators.last else { return false }
    return last.position > (openings.last ?? -1)
  }
}
