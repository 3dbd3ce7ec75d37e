import Diagnostics

/// Everything that can be wrong with a formula's text.
enum FormulaFinding {
  // MARK: The whole
  case emptyFormula(at: SourceSpan)
  case formulaTooLong(_ span: SourceSpan)
  case nestedTooDeeply(at: SourceSpan)
  case notText(at: SourceSpan)

  // MARK: Operands and operators
  case operandExpected(at: SourceSpan, found: String)
  /// `{=SUM(A1:A9)}`, as spreadsheets show what was entered as an array formula.
  case formulaInBraces(at: SourceSpan, opening: Int)
  case missingOperand(behind: String, at: SourceSpan, operator: Int, found: String)
  /// - Parameter word: What stands before the place, which may tell what somebody meant.
  case missingOperator(before: String, behind: String, at: SourceSpan, opening: Opening, isStatement: Bool)
  case unexpected(_ token: String, behind: String, at: SourceSpan, opening: Opening)
  /// A comma that separates nothing; the number around it, if digits stand on both sides.
  case looseComma(at: SourceSpan, number: String?, isStatement: Bool)
  case foreignOperator(_ written: String, at: SourceSpan, groupsOtherwise: Bool)

  // MARK: Brackets
  case unclosed(at: Int, opening: Int, character: Character)
  case unopened(_ token: String, at: SourceSpan, opening: Opening)
  case argumentSeparator(at: SourceSpan)

  // MARK: Literals
  case badNumber(at: SourceSpan, number: String, rest: String)
  case numberTooLarge(at: SourceSpan)
  case noSuchDate(_ written: String, at: SourceSpan)
  case unterminatedText(at: SourceSpan)
  case unterminatedSheetName(at: SourceSpan)
  case singleQuotes(_ content: String, at: SourceSpan)
  case curlyQuotes(at: SourceSpan)
  case unknownErrorLiteral(_ written: String, at: SourceSpan)

  // MARK: Arrays, records, sheets, tables
  case elementIsNoConstant(at: SourceSpan)
  case raggedArray(at: SourceSpan)
  case listInBrackets(at: SourceSpan)
  case fieldInQuotes(_ name: String, at: SourceSpan)
  case fieldExpected(at: SourceSpan)
  case duplicateField(_ name: String, at: SourceSpan, first: String, firstAt: SourceSpan)
  case nothingBehindSheet(_ sheet: String, at: SourceSpan)
  case columnExpected(at: SourceSpan)
  case unknownTablePart(_ written: String, at: SourceSpan)
  case partsDoNotAdjoin(at: SourceSpan)
}

extension FormulaFinding: DiagnosticFact {
  /// Whether a value was expected before what ends one.
  private func isClosing(_ token: String) -> Bool { [")", ",", ";", "]", "}"].contains(token) }

  var code: DiagnosticCode {
    switch self {
    case .emptyFormula, .missingOperand, .nothingBehindSheet: .missingOperand
    case .formulaTooLong: .formulaTooLong
    case .nestedTooDeeply: .nestedTooDeeply
    case .notText: .notUtf8
    case .formulaInBraces: .unexpectedToken
    case .operandExpected(_, let found): isClosing(found) ? .missingOperand : .unexpectedToken
    case .missingOperator, .unexpected, .looseComma, .unopened: .unexpectedToken
    case .foreignOperator: .unknownOperator
    case .unclosed: .unclosedParenthesis
    case .argumentSeparator: .argumentSeparator
    case .badNumber, .numberTooLarge: .badNumber
    case .noSuchDate: .badDate
    case .unterminatedText, .unterminatedSheetName: .unterminatedText
    case .singleQuotes: .singleQuotes
    case .curlyQuotes: .curlyQuotes
    case .unknownErrorLiteral: .unknownErrorLiteral
    case .elementIsNoConstant: .arrayConstant
    case .raggedArray: .raggedArray
    case .listInBrackets: .unexpectedToken
    case .fieldExpected, .fieldInQuotes: .fieldExpected
    case .duplicateField: .duplicateField
    case .columnExpected: .columnExpected
    case .unknownTablePart, .partsDoNotAdjoin: .unknownTablePart
    }
  }

}
