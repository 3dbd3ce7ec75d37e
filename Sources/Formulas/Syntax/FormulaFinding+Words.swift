import CellModel
import Diagnostics

/// The words of each finding.
extension FormulaFinding {
  var words: DiagnosticWords {
    switch self {
    case .emptyFormula(let span):
      return DiagnosticWords("there is no formula here", at: span, label: "a value was expected")
    case .formulaTooLong(let span):
      return DiagnosticWords(
        "this formula has \(span.count) bytes, and the limit is \(FormulaParser.maximumLength)", at: span,
        help: "give parts of it cells of their own")
    case .nestedTooDeeply(let span):
      return DiagnosticWords(
        "brackets are nested more than \(FormulaParser.maximumDepth) deep", at: span,
        help: "give an inner part a cell of its own")
    case .notText(let span):
      return DiagnosticWords("these bytes are not UTF-8 text", at: span, help: "save the file with the encoding UTF-8")
    case .operandExpected(let span, let found):
      return switch found {
      case ")", ",", ";", "]", "}":
        DiagnosticWords("a value is missing before \(found)", at: span, label: "a value was expected before it")
      default:
        DiagnosticWords(
          "no value begins with \(found)", at: span, label: HiddenCharacter(in: found)?.label ?? "a value was expected",
          help: helpForStart(found))
      }
    case .formulaInBraces(let span, let opening):
      return DiagnosticWords(
        "braces hold the values of an array, and no formula",
        at: [.init(span, "a value was expected"), .init(SourceSpan(opening, opening + 1), "the array begins here")],
        help: "leave the braces out: every formula calculates with arrays")
    case .missingOperand(let symbol, let span, let offset, let found):
      let name = symbol == " " ? "the blank between references" : symbol
      return DiagnosticWords(
        "a value is missing behind \(name)",
        at: [
          .init(span, found.isEmpty ? "the formula ends here" : "found \(found) instead"),
          .init(SourceSpan(offset, offset + max(1, symbol.utf8.count)), "wants a value on its right"),
        ],
        help: helpForOperand(behind: symbol, found))
    case .missingOperator(let token, let word, let span, let opening, let isStatement):
      return DiagnosticWords(
        "an operator is missing before \(shortened(token))",
        at: labels(span, "did not expect another value here", opening: opening),
        help: isStatement
          ? "statements are separated by ; or by a line end"
          : helpForMissingOperator(token, behind: word, in: opening?.character))
    case .unexpected(let token, let word, let span, let opening):
      var help: String?
      switch token {
      case ";" where opening != nil: help = "separate arguments with a comma"
      case ";": help = "a formula is a single expression"
      case "!" where Double(word) != nil: help = "write FACT(\(word)) for a factorial"
      case "!": help = "write sheet!A1 without blanks, or <> to compare"
      case "€", "$", "£", "¥":
        help = "write the number alone and show the unit by a format, as in 5 as \"0.00 \(token)\""
      case "°": help = "write the number alone and show the unit by a format, as in 5 as \"0°\""
      case "|": help = "write OR(a, b), or & to join texts"
      case "?": help = "write IF(condition, a, b)"
      case "#": help = "comments begin with //"
      case "." where Self.isAddress(word): help = "write : for a range, as in \(word):A9"
      case "." where word.first?.isLetter == true:
        help = "write a dot only inside numbers and paths, such as \(word).name and '\(word).My sheet'!A1"
      case ".": help = "write a dot only inside numbers and paths"
      default: break
      }
      let label = HiddenCharacter(in: token)?.label ?? ""
      return DiagnosticWords("did not expect \(token) here", at: labels(span, label, opening: opening), help: help)
    case .looseComma(let span, _, true):
      return DiagnosticWords(
        "did not expect a comma here", at: span, label: "only arguments and unions have commas",
        help: "statements are separated by ; or by a line end")
    case .looseComma(let span, let number, _):
      return DiagnosticWords(
        "did not expect a comma here", at: span,
        label: number == nil ? "only arguments and unions have commas" : "a number has no comma",
        help: number.map(Self.withoutComma))
    case .foreignOperator(let written, let span, let groupsOtherwise):
      let (help, meant): (String, String?) =
        switch written {
        case "==", "===": ("write = to compare", "=")
        case "!=", "!==", "≠": ("write <> to compare for difference", "<>")
        case "&&": ("write AND(a, b), or a single & to join texts", nil)
        case "||": ("write OR(a, b)", nil)
        case "??": ("write IF(ISBLANK(a), b, a), or IFERROR(a, b) for an error", nil)
        case "|>": ("write b(a)", nil)
        case "->": ("write a.b to read a field, or LAMBDA(a, b) for a function", nil)
        case "**" where groupsOtherwise:
          ("write ^ for a power, and what goes first in parentheses: -2^2 is 4 here", "^")
        case "**": ("write ^ for a power", "^")
        case "=>", "≥": ("write >=", ">=")
        case "=<", "≤": ("write <=", "<=")
        case "×": ("write *", "*")
        case "÷": ("write /", "/")
        default: ("write - with the plain sign of the keyboard", "-")
        }
      return DiagnosticWords(
        "there is no operator \(written)", at: span, help: help,
        cure: meant.map { .write($0, isSafe: !groupsOtherwise) })
    case .unclosed(let offset, let opening, let character):
      let end = character == "(" ? ")" : character == "[" ? "]" : "}"
      return DiagnosticWords(
        "this \(character) is never closed",
        at: labels(SourceSpan(offset, offset), "\(end) is missing here", opening: (opening, character)),
        cure: .insert(end, atLabel: 0))
    case .unopened(let token, let span, let opening):
      if let opening {
        return DiagnosticWords("\(token) does not close \(opening.character)", at: labels(span, opening: opening))
      }
      return DiagnosticWords(
        "\(token) closes nothing", at: span, label: "no bracket is open here",
        help: "take it away, or open the bracket before", cure: .leaveOut)
    case .argumentSeparator(let span):
      return DiagnosticWords("arguments are not separated by a semicolon", at: span, help: "write a comma")
    case .badNumber(let span, let number, let rest):
      return DiagnosticWords(
        "\(shortened(number + rest)) is neither a number nor a name", at: span,
        label: HiddenCharacter(in: rest)?.label ?? "",
        help: helpForNumber(number, rest))
    case .numberTooLarge(let span):
      return DiagnosticWords("this number is too large", at: span, label: "the largest is 1.7976931348623157E+308")
    case .noSuchDate(let written, let span):
      return DiagnosticWords(
        "there is no day \(written)", at: span, help: written < "1900" ? "dates begin with 1900-01-01" : nil)
    case .unterminatedText(let span):
      return DiagnosticWords(
        "this text never ends", at: span, label: "begins here",
        help: "close it with \"; a quotation mark inside a text is written twice")
    case .unterminatedSheetName(let span):
      return DiagnosticWords(
        "this quoted sheet name never ends", at: span, label: "begins here",
        help: "texts stand in double quotation marks")
    case .singleQuotes(let content, let span):
      return DiagnosticWords(
        "a text stands in double quotation marks", at: span, label: "single ones are for sheets, as in 'My Sheet'!A1",
        help: "write \"\(shortened(content))\"")
    case .curlyQuotes(let span):
      return DiagnosticWords(
        "a text stands in plain quotation marks", at: span, label: "these are typographic ones", help: "write \"…\"")
    case .unknownErrorLiteral(let written, let span):
      return DiagnosticWords(
        "there is no error value \(shortened(written))", at: span,
        help: Self.errorMeant(by: written).map { "write \($0)" }
          ?? "the error values are #N/A, #DIV/0!, #VALUE!, #REF!, #NAME?, #NUM!, #NULL! and a few more")
    case .elementIsNoConstant(let span):
      return DiagnosticWords(
        "an array in braces holds constants only", at: span, help: "use HSTACK and VSTACK for values that are computed")
    case .raggedArray(let span):
      return DiagnosticWords("the rows of this array differ in length", at: span)
    case .listInBrackets(let span):
      return DiagnosticWords(
        "a list stands in braces", at: span, label: "brackets are for columns of tables", help: "write {1, 2, 3}")
    case .fieldInQuotes(let name, let span):
      return DiagnosticWords(
        "the name of a field stands without quotation marks", at: span, label: "a name goes here",
        help: "write {\(shortened(name)): …}")
    case .fieldExpected(let span):
      return DiagnosticWords(
        "a field of a record is missing here", at: span,
        help: "write a name, a colon and a value, as in {name: \"Ada\"}")
    case .duplicateField(let name, let span, let first, let firstSpan):
      return DiagnosticWords(
        name == first
          ? "this record has the field \(shortened(name)) twice"
          : "the fields \(shortened(first)) and \(shortened(name)) differ only in capitals",
        at: [
          .init(span, "names are the same in capitals and small letters"), .init(firstSpan, "the first stands here"),
        ])
    case .nothingBehindSheet(let sheet, let span):
      return DiagnosticWords(
        "no cell or name stands behind \(shortened(sheet))!", at: span, help: "write \(shortened(sheet))!A1")
    case .columnExpected(let span):
      return DiagnosticWords("the name of a column is missing here", at: span)
    case .unknownTablePart(let written, let span):
      return DiagnosticWords(
        "a table has no part \(shortened(written))", at: span,
        help: "the parts are #All, #Data, #Headers, #Totals and #This Row")
    case .partsDoNotAdjoin(let span):
      return DiagnosticWords(
        "these parts of a table do not adjoin", at: span, help: "combine #Headers and #Data, or #Data and #Totals")
    }
  }

  typealias Opening = (offset: Int, character: Character)?

  private func labels(_ span: SourceSpan, _ text: String = "", opening: Opening = nil) -> [Diagnostic.Label] {
    var labels = [Diagnostic.Label(span, text)]
    if let opening { labels.append(.init(SourceSpan(opening.offset, opening.offset + 1), "opened here")) }
    return labels
  }

  /// What somebody means who writes words of another language between values.
  private func helpForMissingOperator(
    _ token: String, behind word: String, in opening: Character?
  ) -> String? {
    if word == FormulaBytes.escapedQuote { return "a quotation mark inside a text is written twice" }
    if Self.isLikeFunction(word) {
      let call = "a function takes its arguments in parentheses, as in \(shortened(word))(\(shortened(token)))"
      return token.hasPrefix("\"") ? call + "; texts are joined with &" : call
    }
    if opening == "{" { return "elements are separated by commas" }
    if token.hasPrefix("\"") {
      return word.lowercased() == "as" ? "a format belongs to a definition: name = … as \(token)" : "join texts with &"
    }
    if let help = OperatorWord.help(for: token), token.lowercased() != "not" { return help }
    switch (token.lowercased(), word.lowercased()) {
    case ("if", _), (_, "if"): return OperatorWord.help(for: "then")
    case (_, "not"): return "write NOT(\(shortened(token)))"
    case ("x", _) where Double(word) != nil: return "write * to multiply"
    case (_, "x") where Double(token) != nil: return "write * to multiply"
    case ("(", _) where Double(word) != nil: return "write * to multiply, as in \(shortened(word))*(…)"
    default: break
    }
    if let help = OperatorWord.help(for: word) { return help }
    if word.hasSuffix("%") {
      return "write MOD(a, b) for what a division leaves; % behind a number makes it a percentage"
    }
    if let help = helpForGroupedDigits(token, behind: word, in: opening) { return help }
    if Double(word) != nil, token.first?.isLetter == true, !Self.wordsOfStatements.contains(token.lowercased()) {
      // A quotation mark inside a text is written twice.
      let unit = "\"\"\(shortened(token))\"\""
      return "write the number alone and show the unit by a format, as in \(word) as \"0 \(unit)\""
    }
    return nil
  }

  /// What somebody means who puts a blank between two numbers.
  private func helpForGroupedDigits(_ token: String, behind word: String, in opening: Character?) -> String? {
    guard !word.isEmpty, word.allSatisfy(\.isNumber), token.first?.isNumber == true else { return nil }
    if token.prefix(while: \.isNumber).count == 3, word.count <= 3 {
      return "write \(word)\(token): digits are not grouped"
    }
    return opening == "(" ? "arguments are separated by commas" : nil
  }

  /// Whether a word is written in capitals, as the names of functions are, and is no sign of another language.
  private static func isLikeFunction(_ word: String) -> Bool {
    word.utf8.count > 1 && word.first?.isLetter == true
      && word.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "." }
      && OperatorWord.help(for: word) == nil && !["IF", "TRUE", "FALSE"].contains(word)
  }

  /// Words that stand behind values in the statements of a sheet, and are no units.
  private static let wordsOfStatements: Set<String> = [
    "as", "else", "from", "in", "of", "on", "over", "rows", "when", "where",
  ]

  private func helpForStart(_ found: String) -> String? {
    switch found {
    case "!": "write NOT(…) to negate"
    case "<", ">", "=": "compare two values, as in A1 \(found) 10; a criterion stands in quotes, as in \"\(found)10\""
    case "$": "write $ directly before a column or row, as in $A$1; for money use a number format"
    case "€", "£", "¥": "write the number alone and give it a number format"
    case "√": "write SQRT(…)"
    case "∑": "write SUM(…)"
    case "π": "write PI()"
    case "~": "write NOT(…) to negate"
    default: nil
    }
  }

  /// What to write instead of a number with commas, which group its digits or stand for its point.
  private static func withoutComma(_ number: String) -> String {
    let parts = number.split(separator: ",", omittingEmptySubsequences: false)
    if let point = number.firstIndex(of: "."), let comma = number.firstIndex(of: ","), point < comma, parts.count == 2 {
      // Where a point groups the digits the comma stands for the point.
      return "write \(parts[0].filter { $0 != "." }).\(parts[1])"
    }
    let groups = parts.dropFirst().map { $0.prefix { $0 != "." } }
    let whole = parts.joined()
    let isGrouped = parts[0].count <= 3 && groups.allSatisfy { $0.count == 3 }
    let isDecimal = parts.count == 2 && !number.contains(".") && groups.last != "000"
    guard isGrouped else {
      return isDecimal
        ? "write \(parts.joined(separator: "."))" : "write {\(parts.joined(separator: ", "))} for several values"
    }
    return isDecimal
      ? "write \(whole) for thousands, or \(parts.joined(separator: ".")) for a decimal" : "write \(whole)"
  }

  /// What somebody means who goes on behind a number as a name does.
  private func helpForNumber(_ number: String, _ rest: String) -> String? {
    if rest.first == "_" {
      let digits = (number + rest).filter { $0 != "_" }
      return digits.allSatisfy(\.isNumber) ? "write \(digits): digits are not grouped" : nil
    }
    if let power = ["²": 2, "³": 3][rest] { return "write \(number)^\(power)" }
    if ["s", "sec", "ms", "min", "h"].contains(rest.lowercased()) {
      return "a number has no unit, and times such as that of wait and DELAY are seconds"
    }
    guard rest.first?.isLetter == true, rest.lowercased() != "e" else { return Self.helpForDate(number + rest) }
    return "to multiply, write \(shortened(number))*\(shortened(rest))"
  }

  /// The error value that is meant by one without its sign, such as `#REF` or `#NA`.
  private static func errorMeant(by written: String) -> String? {
    func letters(_ text: String) -> String { text.uppercased().filter { $0.isLetter || $0.isNumber } }
    return ErrorCode.allCases.map(\.text).first { letters($0) == letters(written) }
  }

  /// What somebody means who goes on behind an operator with what is no value.
  private func helpForOperand(behind symbol: String, _ found: String) -> String? {
    switch (symbol, found) {
    case (_, "="): "a formula changes nothing; a value that goes on from itself is a state"
    case ("/", "*"): "comments begin with //"
    default: nil
    }
  }

  private static func isAddress(_ word: String) -> Bool {
    let letters = word.prefix { $0.isASCII && $0.isLetter }
    let digits = word.dropFirst(letters.count)
    return (1...3).contains(letters.count) && !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// How a date is written whose day stands first, as in `31.01.2026`.
  private static func helpForDate(_ written: String) -> String? {
    let parts = written.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.count == 4, let day = Int(parts[0]), let month = Int(parts[1]),
      (1...31).contains(day), (1...12).contains(month), parts[2].allSatisfy(\.isNumber)
    else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "a date is written \(parts[2])-\(padded(month))-\(padded(day))"
  }

  private func shortened(_ text: String) -> String {
    text.count > 40 ? text.prefix(37) + "…" : text
  }
}
