import CellModel
import Diagnostics

/// The words of each finding.
extension SheetFinding {
  var words: DiagnosticWords {
    switch self {
    case .notText(let span, let reason):
      return switch reason {
      case .utf16:
        DiagnosticWords(
          "this file is UTF-16, a sheet is UTF-8", at: span, label: "its byte order mark",
          help: "save the file as UTF-8")
      case .nul:
        DiagnosticWords(
          "this is not a text file", at: span, label: "a zero byte", help: "a sheet is plain text in UTF-8")
      case .illFormed:
        DiagnosticWords(
          "this is not UTF-8 text", at: span, label: "no character is written so", help: "save the file as UTF-8")
      }
    case .more(let count):
      return DiagnosticWords("\(count) more \(count == 1 ? "finding is" : "findings are") not shown")
    case .lineTooLong(let span):
      return DiagnosticWords(
        "this line is longer than \(SheetReader.longestLine) bytes", at: span, label: "the statement is passed over")
    case .strayBracket(let bracket, let index):
      return DiagnosticWords(
        "nothing is open that \(bracket) could close", at: SourceSpan(index, index + 1), label: "without a partner",
        cure: .leaveOut)
    case .unclosed(let open, let index, let close, let end):
      return DiagnosticWords(
        "this \(open) is never closed",
        at: [.init(SourceSpan(index, index + 1), "opened here"), .init(end, "\(close) is missing here")],
        cure: .insert("\(close)", atLabel: 1))
    case .unknownStatement(let span, let keyword, let meant):
      return DiagnosticWords(
        "this is not a statement", at: span,
        label: keyword == nil ? "neither a definition nor a keyword" : "not a keyword", suggestion: keyword,
        help: meant ?? "a cell is defined with: name = formula")
    case .looseContinuation(let span):
      return DiagnosticWords(
        "a statement cannot begin with an operator", at: span, label: "the formula above ended with its line",
        help: "put a formula of several lines in parentheses")
    case .looseBlock(let span):
      return DiagnosticWords(
        "a block begins on the line of its statement", at: span, label: "the statement above ended with its line",
        help: "write { at the end of the line above")
    case .missingEquals(let name, let span, let value):
      let isShort = !value.isEmpty && value.utf8.count < 40 && !value.contains { $0.isNewline }
      return DiagnosticWords(
        "there is no = behind \(name.text)", at: span,
        label: HiddenCharacter(in: name.text)?.label ?? "= goes before this",
        help: isShort ? "write \(name.text) = \(value)" : nil)
    case .colonForEquals(let name, let sign, let span):
      return DiagnosticWords(
        "a definition is written with =", at: span, label: "not \(sign)", help: "write \(name.text) = …")
    case .doubledEquals(let target, let span):
      return DiagnosticWords(
        "a definition is written with one =", at: span, label: "this compares", help: "write \(target) = …")
    case .foreignComment(let span):
      return DiagnosticWords(
        "comments begin with //", at: span, label: "this begins none", help: "write // …",
        cure: .write("//", isSafe: true))
    case .clauseOutsideState(let span):
      return DiagnosticWords(
        "a clause stands in the braces of a state, a table or an action", at: span, label: "nothing is open here",
        help: "write state name = first { on event : value }")
    case .needlessWord(let word, let name):
      return DiagnosticWords(
        "a definition needs no \(word.text)", at: word.span, label: "leave it out", help: "write \(name) = …")
    case .stepOutsideTest(let word):
      return DiagnosticWords(
        "\(word.text) is a step of a test", at: word.span, label: "this is not in a test",
        help: "write test \"…\" { \(word.text) … }")
    case .unexpected(let text, let span, let meant):
      return DiagnosticWords(
        "the statement should end before \(text)", at: span, label: "not expected here",
        help: meant.map { "write \($0)" }
          ?? (text == ":" ? nil : "a second statement goes on the next line or behind ;"))
    case .sheetOfWords(let name, let span):
      return DiagnosticWords(
        "the name of a sheet with blanks stands in quotes", at: span, label: "it goes on here",
        help: "write sheet '\(name)'")
    case .missingName(let what, let span):
      return DiagnosticWords("the name of \(what) is missing", at: span, label: "a name goes here")
    case .addressAsName(let name):
      return DiagnosticWords(
        "\(name.text) is a cell of the grid and cannot be a name", at: name.span, label: "looks like an address",
        help: "write \(name.text)_ or another name")
    case .reservedName(let name):
      return DiagnosticWords("\(name.text) is a value and cannot be defined", at: name.span, label: "a logical value")
    case .badName(let name):
      return DiagnosticWords(
        "\(name.text) is not a name", at: name.span,
        label: "a name starts with a letter or _ and goes on with letters, digits and _")
    case .badTarget(let target):
      return DiagnosticWords(
        "this cannot be defined", at: target.span,
        label: HiddenCharacter(in: target.text)?.label ?? "neither a name nor an address such as A1 or C2:C100",
        help: MeantTarget(target.text).help, cure: MeantTarget(target.text).target.map { .write($0) })
    case .duplicate(let what, let name, let first):
      return DiagnosticWords(
        "there are two \(what)s named \(name.text)",
        at: [.init(name.span, "again here"), .init(first.span, "first here")])
    case .missingExpression(let what, let span):
      return DiagnosticWords("\(what) is missing", at: span, label: "it goes here")
    case .unterminatedText(let span):
      return DiagnosticWords(
        "this text never ends", at: span, label: "begins here",
        help: "close it with \"; a quotation mark inside a text is written twice")
    case .missingFormat(let span):
      return DiagnosticWords(
        "as needs a number format in quotes", at: span, label: "the format goes here", help: "write as \"#,##0.00\"")
    case .badFormat(let format, let reason):
      return DiagnosticWords(
        "this is no number format: \(reason)", at: format.span,
        help: "a format is made of 0 # , . % and d m y h s; other text stands in quotes")
    case .misreading(let misreading):
      return DiagnosticWords(
        "\(misreading.written) is \(misreading.meaning) here", at: misreading.span,
        help: "\(misreading.noun) is written \(misreading.spellings.joined(separator: " or "))")
    case .missingLabel(let what, let span, let rest):
      return DiagnosticWords(
        "the label of \(what) is missing", at: span, label: "a text in quotes goes here",
        help: form(of: what.description, rest))
    case .missingColon(let what, let span):
      return DiagnosticWords("there is no : before \(what)", at: span, label: ": goes here")
    case .arrowForColon(let arrow, let span):
      return DiagnosticWords(
        "there is no : before what the event does", at: span, label: "not \(arrow)", help: "write on event : value")
    case .severalStreams(let streams, let span):
      return DiagnosticWords(
        "a clause follows one stream", at: span, label: "another one begins behind it", help: "write MERGE(\(streams))")
    case .missingParenthesis(let span):
      return DiagnosticWords(
        "the values are missing", at: span, label: "( goes here", help: "write (1, 2), or () for none")
    case .notOnlyName(let parameter, let span):
      return DiagnosticWords(
        "a parameter is a name and nothing else", at: span, label: "neither a type nor a value goes here",
        help: "write \(parameter.text)")
    case .payloadInParentheses(let event, let type, let span):
      return DiagnosticWords(
        "an event has one payload, which stands in no parentheses", at: span, label: ": and a type go here",
        help: "write event \(event.text): \(type)")
    case .missingBlock(let what, let span):
      return DiagnosticWords("\(what) needs a block in braces", at: span, label: "{ goes here")
    case .noModes(let name):
      return DiagnosticWords(
        "the modes \(name.text) are none at all", at: name.span, label: "one of them has to hold",
        help: "write \"name\" when condition : value for each of them")
    case .missingPath(let word, let span):
      return DiagnosticWords("\(word) needs a file name in quotes", at: span, label: "the file name goes here")
    case .missingAlias(let span):
      return DiagnosticWords(
        "a used sheet needs a name", at: span, label: "as goes here", help: "write use \"File.sheet\" as name")
    case .missingArrow(let span):
      return DiagnosticWords(
        "a binding is written with <~ or <~>", at: span, label: "<~ goes here", help: "write input <~ expression")
    case .missingOver(let name, let span):
      return DiagnosticWords(
        "the cells of the modes are missing", at: span, label: "over goes here",
        help: "write modes \(name.text) over cell, cell { … }")
    case .wordForWhen(let word):
      return DiagnosticWords(
        "the condition of an action stands behind when", at: word.span, label: "not \(word.text)", help: "write when",
        cure: .write("when", isSafe: true))
    case .commaBetweenSteps(let first, let then, let span):
      return DiagnosticWords(
        "an action is a single expression", at: span, label: "a comma goes on with nothing",
        help: "let one come after the other: write LET(x, \(first), \(then))")
    case .arrowForType(let arrow, let type, let span):
      return DiagnosticWords(
        "there is no : before the type", at: span, label: "not \(arrow)", help: "write : \(type)",
        cure: .write(":", isSafe: true))
    case .missingWhen(let span):
      return DiagnosticWords("a mode needs a condition", at: span, label: "when goes here")
    case .missingPosition(let span):
      return DiagnosticWords("insert does not say where", at: span, label: "first, last, before n or after n goes here")
    case .missingType(let span):
      return DiagnosticWords("a type is missing", at: span, label: "it goes here", help: types)
    case .unknownType(let text, let span):
      let near =
        ValueType.foreignNames[text.lowercased()]
        ?? NearNames.suggestion(for: text, among: ValueType.allCases.map(\.rawValue))
      return DiagnosticWords(
        "there is no type named \(text)", at: span, label: "not a type", suggestion: near, help: types)
    case .unknownChart(let text, let span):
      let kinds = ChartKind.allCases.map(\.rawValue)
      return DiagnosticWords(
        text.isEmpty ? "as needs the kind of the chart" : "there is no chart of the kind \(text)", at: span,
        label: "not a kind of chart", suggestion: NearNames.suggestion(for: text, among: kinds),
        help: "a chart is drawn as \(kinds.joined(separator: ", ")), or as what suits it")
    case .unknownOption(let text, let span):
      return DiagnosticWords(
        text.isEmpty ? "the name of the option is missing" : "there is no option named \(text)", at: span,
        label: "not an option", suggestion: NearNames.suggestion(for: text, among: OptionDefinition.names),
        help: "circular formulas settle with option iterate = 100, 0.001")
    case .badOption(let name, let span):
      return DiagnosticWords(
        "\(name) takes a number of rounds from 1 to \(IterationLimit.mostRounds) and the largest change of the last one, as numbers",
        at: span, label: "not that", help: "write option iterate = 100, 0.001")
    case .missingIn(let domain, let span):
      return DiagnosticWords(
        "the word in goes before a domain", at: span, label: "in goes here", help: "write in \(domain)")
    case .defaultBehindCondition(let value, let condition, let span):
      return DiagnosticWords(
        "the default of an input stands before its condition", at: span,
        label: "this would be compared with the answer",
        help: "write = \(value) where \(condition)")
    case .domainOfState(let name, let span):
      return DiagnosticWords(
        "a state declares no domain", at: span, label: "inputs, events and services do",
        help: "leave it out; a check says what must hold, as in always \"…\": OR(\(name) = …, \(name) = …)")
    case .badDomain(let span, let meant):
      return DiagnosticWords(
        "this is not a domain", at: span, label: "neither a range of numbers nor a list",
        help: "write in \(meant ?? "0..1 or in {\"S\", \"M\"}")")
    case .emptyDomain(let lower, let upper, let span):
      let turned = "\(upper)..\(lower)"
      return DiagnosticWords(
        "nothing is between \(lower) and \(upper)", at: span, label: "the lower end comes first",
        help: "write \(turned)", cure: .write(turned))
    case .rowOutsideTable(let span):
      return DiagnosticWords(
        "a row stands outside a table", at: span, label: "no table is open here",
        help: "write table name { … } around the rows")
    case .unknownTableItem(let span, let bound):
      return DiagnosticWords(
        "this is not a part of a table", at: span,
        label: "neither a row | … |, nor 12 rows, nor column = formula, nor on event : change",
        help: bound.map {
          "bind the input of a row behind the table, as in \($0.contains("[") ? $0 : "people[1].\($0)") <~ …"
        })
    case .countedAndWritten(let span, let row):
      return DiagnosticWords(
        "the rows of this table are both counted and written",
        at: [.init(span, "so many rows"), .init(row, "the first row that is written")], help: "remove one of the two")
    case .countedInFile(let span, let source):
      return DiagnosticWords(
        "the rows of this table come from its file",
        at: [.init(span, "so many rows"), .init(source.span, "the file")], help: "remove the count")
    case .tooManyRows(let span, let most):
      return DiagnosticWords(
        "a table has at most \(most) rows\(most == TableDefinition.mostSheets ? " that are sheets" : "")", at: span,
        label: "more than that")
    case .rowLength(let row, let header):
      let count = row.cells.count
      let columns = header.columns.count
      return DiagnosticWords(
        "the row has \(counted(count, "cell")), the table \(counted(columns, "column"))",
        at: [.init(row.span, counted(count, "cell")), .init(header.span, counted(columns, "column"))],
        help: count > columns ? "a bar inside a cell is written \\|" : "an empty cell still has its bars: | |")
    case .formulaInModes(let span):
      return DiagnosticWords(
        "modes list cells by their names", at: span, label: "this makes a formula of it",
        help: "define a cell with the formula, and write its name here")
    case .itemBehindRow(let span):
      return DiagnosticWords(
        "a row ends with its last |", at: span, label: "no cell of the row",
        help: "a formula or a clause goes on the next line or behind ;")
    case .missingBar(let span):
      return DiagnosticWords("a row ends with |", at: span, label: "| goes here")
    case .emptyHeader(let span):
      return DiagnosticWords("the name of a column is missing", at: span, label: "a name goes here")
    case .cellNotOfType(let text, let span, let column, let type):
      return DiagnosticWords(
        "\(text) is not a \(type.type.rawValue)",
        at: [.init(span, "in column \(column)"), .init(type.span, "declared here")])
    case .badTableChange(let span, let meant):
      return DiagnosticWords(
        "this is not a change of a table", at: span,
        label: "insert first (…), delete where … or update column = … goes here", help: meant.map { "write \($0)" })
    case .severalColumns(let span):
      return DiagnosticWords(
        "a clause updates one column", at: span, label: "another one begins behind it",
        help: "write a clause for each: on event : update column = value")
    case .unknownClause(let what, let help, let span):
      return DiagnosticWords(
        "this is not a clause of \(what)", at: span, label: "does not begin with on", help: "write \(help)")
    case .badActionClause(let span):
      return DiagnosticWords(
        "this is nothing that an event does to an action", at: span, label: "start or stop goes here",
        help: "write on event : start, or on event : stop")
    case .modeLength(let mode, let cells):
      let first = cells.first?.span ?? mode.span
      let last = cells.last?.span ?? mode.span
      let values = counted(mode.values.count, "value")
      return DiagnosticWords(
        "the mode \(mode.label.text) has \(values) for \(counted(cells.count, "cell"))",
        at: [.init(mode.span, values), .init(first.union(last), counted(cells.count, "cell"))])
    case .modeTwice(let label, let first):
      return DiagnosticWords(
        "the mode \(label.text) is there twice",
        at: [.init(label.span, "again here"), .init(first.span, "first here")],
        help: "rename one of them, or join their conditions with OR")
    case .unknownStep(let span, let meant):
      return DiagnosticWords(
        "this is not a step of a test", at: span,
        label: "neither a change, nor an event or action, nor one of \(steps)", help: meant.map { "write \($0)" })
    case .wordForAnswer(let word, let meant):
      return DiagnosticWords(
        "a service replies, sends or fails", at: word.span, label: "not \(word.text)", help: "write \(meant)",
        cure: .write(meant))
    case .comparisonAsStep(let text, let span):
      let condition = text.replacing("==", with: "=", maxReplacements: 1)
      let isShort = !condition.contains { $0.isNewline } && condition.utf8.count < 60
      return DiagnosticWords(
        "a comparison changes nothing", at: span, label: "this compares",
        help: isShort ? "write expect \(condition)" : "write expect before it")
    case .answerWithArguments(let service, let span):
      return DiagnosticWords(
        "an answer names its service alone", at: span, label: "the latest open call is answered",
        help: "write \(service) replies value, or \(service)[1] replies value for the first of several open calls")
    case .bareArguments(let name, let values, let span):
      let isShort = !values.contains { $0.isNewline } && values.utf8.count < 60
      return DiagnosticWords(
        "an event takes one value, and the arguments of an action stand in parentheses", at: span,
        label: "another value begins behind it", help: isShort ? "write \(name)(\(values))" : nil)
    case .badGiven(let span):
      return DiagnosticWords(
        "given does not say what the service answers", at: span, label: "replies or fails goes here",
        help: "write given service replies value")
    case .missingComma(let word, let what, let span):
      return DiagnosticWords(
        word == ";" ? "\(what)s are separated by commas" : "a comma is missing before \(word)", at: span,
        label: word == ";" ? "not ;" : "another \(what) begins here",
        help: word == ";" ? nil : "\(what)s are separated by commas")
    case .unitOfSeconds(let seconds, let span):
      return DiagnosticWords(
        "wait takes a number of seconds and nothing else", at: span, label: "no unit goes here",
        help: "write wait \(seconds.split(whereSeparator: \.isWhitespace).joined(separator: " "))")
    case .notAChange(let span):
      return DiagnosticWords(
        "this changes nothing, so it cannot be part of one instant", at: span,
        label: "only changes and events stand between these braces")
    case .undefined(let name):
      return DiagnosticWords("nothing named \(name) is defined")
    case .columnOfFile(let column, let table):
      return DiagnosticWords(
        "\(column) has its name from the file of \(table)",
        help: "rename the column in the file, and here what reads it")
    case .nameHidden(let name):
      return DiagnosticWords(
        "a formula would read something else if this were called \(name)",
        help: "choose a name that no formula beside it has for a column, a parameter or a cell")
    case .fieldInDoubt(let field, let name, let table):
      let place = name.map { " in \($0)" } ?? ""
      return DiagnosticWords(
        "whether .\(field.text)\(place) reads a column of \(table) is known only when it is computed", at: field.span,
        label: "read here",
        help: "write it with its row, as in \(table)[(i)].\(field.text), or as \(table)[\(field.text)]")
    case .nameInUse(let name):
      return DiagnosticWords("\(name.text) is defined already", at: name.span, label: "defined here")
    case .nameOfFunction(let name, let span):
      return DiagnosticWords(
        "\(name.text) is the name of a function, and what calls \(name.key) would call that", at: span,
        label: "called here", help: "choose another name, such as my_\(name.text)")
    case .notSettable(let name, let span):
      return DiagnosticWords("\(name) has no formula that could be replaced", at: span, label: "defined here")
    }
  }

  enum NotText { case utf16, nul, illFormed }

  /// The whole form of what lacks a label.
  private func form(of what: String, _ rest: String) -> String {
    let rest = rest.contains(where: \.isNewline) || rest.utf8.count > 60 ? "" : rest
    switch what {
    case "always", "never":
      // A word before a colon was meant as the label.
      if let colon = rest.firstIndex(of: ":"),
        rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || " _'".contains($0) })
      {
        let label = rest[..<colon].filter { $0 != "'" }
        return "write \(what) \"\(label)\"\(rest[colon...])"
      }
      return "write \(what) \"label\": \(rest.isEmpty ? "condition" : rest)"
    case "a chart": return "write chart \"label\" = column, column as line"
    case "a test": return "write test \"label\" { … }"
    default: return "write \"label\" when condition : values"
    }
  }

  private var types: String {
    "the types are " + ValueType.allCases.map(\.rawValue).joined(separator: " ")
  }

  private var steps: String { StepKeyword.allCases.map(\.rawValue).joined(separator: " ") }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
