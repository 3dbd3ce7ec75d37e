import Diagnostics

/// The words of everything that can be wrong with a formula's text.
enum FormulaDiagnostics {
  static let unclosedCode = "unclosed-parenthesis"

  typealias Opening = (offset: Int, character: Character)?

  private static func labels(_ span: SourceSpan, _ text: String = "", opening: Opening = nil) -> [Diagnostic.Label] {
    var labels = [Diagnostic.Label(span, text)]
    if let opening { labels.append(.init(SourceSpan(opening.offset, opening.offset + 1), "opened here")) }
    return labels
  }

  // MARK: The whole

  static func emptyFormula(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-operand", "there is no formula here", at: span, label: "a value was expected")
  }

  static func formulaTooLong(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "formula-too-long", "this formula has \(span.count) bytes, and the limit is \(FormulaParser.maximumLength)",
      at: span, help: "give parts of it cells of their own")
  }

  static func nestedTooDeeply(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "nested-too-deeply", "brackets are nested more than \(FormulaParser.maximumDepth) deep", at: span,
      help: "give an inner part a cell of its own")
  }

  static func notText(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "not-utf-8", "these bytes are not UTF-8 text", at: span, help: "save the file with the encoding UTF-8")
  }

  // MARK: Operands and operators

  static func operandExpected(at span: SourceSpan, found: String) -> Diagnostic {
    switch found {
    case ")", ",", ";", "]", "}":
      Diagnostic(
        code: "missing-operand", "a value is missing before \(found)", at: span, label: "a value was expected before it"
      )
    default:
      Diagnostic(
        code: "unexpected-token", "no value begins with \(found)", at: span, label: "a value was expected",
        help: helpForStart(found))
    }
  }

  private static func helpForStart(_ found: String) -> String? {
    switch found {
    case "!": "write NOT(…) to negate"
    case "<", ">", "=": "compare two values, as in A1 \(found) 10"
    case "$": "write $ directly before a column or row, as in $A$1; for money use a number format"
    case "€", "£", "¥": "write the number alone and give it a number format"
    case "√": "write SQRT(…)"
    case "∑": "write SUM(…)"
    case "π": "write PI()"
    case "~": "write NOT(…) to negate"
    default: nil
    }
  }

  static func missingOperand(behind symbol: String, at span: SourceSpan, operator offset: Int, found: String)
    -> Diagnostic
  {
    let name = symbol == " " ? "the blank between references" : symbol
    return Diagnostic(
      code: "missing-operand", "a value is missing behind \(name)",
      at: [
        .init(span, found.isEmpty ? "the formula ends here" : "found \(found) instead"),
        .init(SourceSpan(offset, offset + max(1, symbol.utf8.count)), "wants a value on its right"),
      ])
  }

  static func missingOperator(before token: String, at span: SourceSpan, opening: Opening) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", "an operator is missing before \(shortened(token))",
      at: labels(span, "did not expect another value here", opening: opening),
      help: token.hasPrefix("\"") ? "join texts with &" : nil)
  }

  static func unexpected(_ token: String, at span: SourceSpan, opening: Opening) -> Diagnostic {
    var help: String?
    switch token {
    case ";" where opening != nil: help = "separate arguments with a comma"
    case ";": help = "a formula is a single expression"
    case "!": help = "write sheet!A1 without blanks, or <> to compare"
    case "|": help = "write OR(a, b), or & to join texts"
    case "?": help = "write IF(condition, a, b)"
    case ".": help = "write a dot only inside numbers and paths"
    default: break
    }
    return Diagnostic(
      code: "unexpected-token", "did not expect \(token) here", at: labels(span, opening: opening), help: help)
  }

  static func looseComma(at span: SourceSpan, isDecimal: Bool) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", "did not expect a comma here", at: span,
      label: isDecimal ? "numbers are written with a decimal point" : "only arguments and unions have commas",
      help: isDecimal ? "write a point instead of the comma, as in 1.5" : nil)
  }

  static func foreignOperator(_ written: String, at span: SourceSpan) -> Diagnostic {
    let help: String
    switch written {
    case "==": help = "write = to compare"
    case "!=", "≠": help = "write <> to compare for difference"
    case "&&": help = "write AND(a, b), or a single & to join texts"
    case "||": help = "write OR(a, b)"
    case "**": help = "write ^ for a power"
    case "=>", "≥": help = "write >="
    case "=<", "≤": help = "write <="
    case "×": help = "write *"
    case "÷": help = "write /"
    default: help = "write - with the plain sign of the keyboard"
    }
    return Diagnostic(code: "unknown-operator", "there is no operator \(written)", at: span, help: help)
  }

  // MARK: Brackets

  static func unclosed(at offset: Int, opening: Int, character: Character) -> Diagnostic {
    let end = character == "(" ? ")" : character == "[" ? "]" : "}"
    return Diagnostic(
      code: unclosedCode, "this \(character) is never closed",
      at: labels(SourceSpan(offset, offset), "\(end) is missing here", opening: (opening, character)))
  }

  static func unopened(_ token: String, at span: SourceSpan, opening: Opening) -> Diagnostic {
    if let opening {
      return Diagnostic(
        code: "unexpected-token", "\(token) does not close \(opening.character)", at: labels(span, opening: opening))
    }
    return Diagnostic(
      code: "unexpected-token", "\(token) closes nothing", at: span, label: "no bracket is open here",
      help: "take it away, or open the bracket before")
  }

  static func argumentSeparator(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "argument-separator", "arguments are not separated by a semicolon", at: span, help: "write a comma")
  }

  // MARK: Literals

  static func badNumber(at span: SourceSpan, number: String, rest: String) -> Diagnostic {
    let startsWithLetter = rest.first?.isLetter == true && rest.lowercased() != "e"
    return Diagnostic(
      code: "bad-number", "\(shortened(number + rest)) is neither a number nor a name", at: span,
      help: startsWithLetter ? "to multiply, write \(shortened(number))*\(shortened(rest))" : nil)
  }

  static func numberTooLarge(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-number", "this number is too large", at: span, label: "the largest is 1.7976931348623157E+308")
  }

  static func noSuchDate(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-date", "there is no day \(written)", at: span,
      help: written < "1900" ? "dates begin with 1900-01-01" : nil)
  }

  static func unterminatedText(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unterminated-text", "this text never ends", at: span, label: "begins here",
      help: "close it with \"; a quotation mark inside a text is written twice")
  }

  static func unterminatedSheetName(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unterminated-text", "this quoted sheet name never ends", at: span, label: "begins here",
      help: "texts stand in double quotation marks")
  }

  static func singleQuotes(_ content: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "single-quotes", "a text stands in double quotation marks", at: span,
      label: "single ones are for sheets, as in 'My Sheet'!A1", help: "write \"\(shortened(content))\"")
  }

  static func curlyQuotes(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "curly-quotes", "a text stands in plain quotation marks", at: span, label: "these are typographic ones",
      help: "write \"…\"")
  }

  static func unknownErrorLiteral(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-error-literal", "there is no error value \(shortened(written))", at: span,
      help: "the error values are #N/A, #DIV/0!, #VALUE!, #REF!, #NAME?, #NUM!, #NULL! and a few more")
  }

  // MARK: Arrays, records, sheets, tables

  static func elementIsNoConstant(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "array-constant", "an array in braces holds constants only", at: span,
      help: "use HSTACK and VSTACK for values that are computed")
  }

  static func raggedArray(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "ragged-array", "the rows of this array differ in length", at: span)
  }

  static func fieldExpected(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "field-expected", "a field of a record is missing here", at: span,
      help: "write a name, a colon and a value, as in {name: \"Ada\"}")
  }

  static func nothingBehindSheet(_ sheet: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-operand", "no cell or name stands behind \(shortened(sheet))!", at: span,
      help: "write \(shortened(sheet))!A1")
  }

  static func columnExpected(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "column-expected", "the name of a column is missing here", at: span)
  }

  static func unknownTablePart(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-table-part", "a table has no part \(shortened(written))", at: span,
      help: "the parts are #All, #Data, #Headers, #Totals and #This Row")
  }

  static func partsDoNotAdjoin(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-table-part", "these parts of a table do not adjoin", at: span,
      help: "combine #Headers and #Data, or #Data and #Totals")
  }

  private static func shortened(_ text: String) -> String {
    text.count > 40 ? text.prefix(37) + "…" : text
  }
}
