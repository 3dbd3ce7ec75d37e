import Diagnostics

/// The words of everything that can be wrong with the text of a sheet.
enum SheetDiagnostics {
  // MARK: Files

  enum NotText { case utf16, nul, illFormed }

  static func notText(at span: SourceSpan, _ reason: NotText) -> Diagnostic {
    switch reason {
    case .utf16:
      Diagnostic(
        code: "not-text", "this file is UTF-16, a sheet is UTF-8", at: span, label: "its byte order mark",
        help: "save the file as UTF-8")
    case .nul:
      Diagnostic(
        code: "not-text", "this is not a text file", at: span, label: "a zero byte",
        help: "a sheet is plain text in UTF-8")
    case .illFormed:
      Diagnostic(
        code: "not-text", "this is not UTF-8 text", at: span, label: "no character is written so",
        help: "save the file as UTF-8")
    }
  }

  static func more(_ count: Int) -> Diagnostic {
    Diagnostic(.note, code: "more-findings", "\(count) more \(count == 1 ? "finding is" : "findings are") not shown")
  }

  static func lineTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "line-too-long", "this line is longer than \(SheetParser.longestLine) bytes", at: span,
      label: "the statement is passed over")
  }

  static func strayBracket(_ bracket: String, at index: Int) -> Diagnostic {
    Diagnostic(
      code: "stray-bracket", "nothing is open that \(bracket) could close", at: SourceSpan(index, index + 1),
      label: "without a partner")
  }

  static func unclosed(
    _ open: StaticString, at index: Int, _ close: StaticString, missingAt end: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      code: "unclosed-bracket", "this \(open) is never closed",
      at: [.init(SourceSpan(index, index + 1), "opened here"), .init(end, "\(close) is missing here")])
  }

  // MARK: Statements

  static func unknownStatement(at span: SourceSpan, didYouMean keyword: String? = nil) -> Diagnostic {
    Diagnostic(
      code: "unknown-statement", "this is not a statement", at: span,
      label: keyword == nil ? "neither a definition nor a keyword" : "not a keyword",
      help: keyword.map { "did you mean \($0)?" } ?? "a cell is defined with: name = formula")
  }

  static func looseContinuation(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-statement", "a statement cannot begin with an operator", at: span,
      label: "the formula above ended with its line",
      help: "put a formula of several lines in parentheses")
  }

  static func missingEquals(behind name: WrittenText, at span: SourceSpan, value: String) -> Diagnostic {
    let isShort = !value.isEmpty && value.utf8.count < 40 && !value.contains { $0.isNewline }
    return Diagnostic(
      code: "missing-equals", "there is no = behind \(name.text)", at: span, label: "= goes before this",
      help: isShort ? "write \(name.text) = \(value)" : nil)
  }

  static func colonEquals(_ name: WrittenText, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-equals", "a definition is written with =", at: span, label: "not :=",
      help: "write \(name.text) = …")
  }

  static func needlessWord(_ word: WrittenText, before name: String) -> Diagnostic {
    Diagnostic(
      code: "needless-word", "a definition needs no \(word.text)", at: word.span, label: "leave it out",
      help: "write \(name) = …")
  }

  static func stepOutsideTest(_ word: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "step-outside-test", "\(word.text) is a step of a test", at: word.span, label: "this is not in a test",
      help: "write test \"…\" { \(word.text) … }")
  }

  static func unexpected(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unexpected-text", "the statement should end before \(text)", at: span, label: "not expected here",
      help: text == ":" ? nil : "a second statement goes on the next line or behind ;")
  }

  // MARK: Names

  static func missingName(of what: StaticString, at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-name", "the name of \(what) is missing", at: span, label: "a name goes here")
  }

  static func addressAsName(_ name: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "address-as-name", "\(name.text) is a cell of the grid and cannot be a name", at: name.span,
      label: "looks like an address", help: "write \(name.text)_ or another name")
  }

  static func reservedName(_ name: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "reserved-name", "\(name.text) is a value and cannot be defined", at: name.span, label: "a logical value")
  }

  static func badName(_ name: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "bad-name", "\(name.text) is not a name", at: name.span,
      label: "a name starts with a letter or _ and goes on with letters, digits and _")
  }

  static func badTarget(_ target: WrittenText) -> Diagnostic {
    let text = target.text
    let plain = text.filter { $0 != "$" }
    let help: String?
    if plain != text, !plain.isEmpty {
      help = "write \(plain)"
    } else if text.contains("!") {
      help = "write the definition below a line: sheet \(text.prefix { $0 != "!" })"
    } else if text.contains(".") || text.contains("[") {
      help = "only tests and the prompt set what a path leads to"
    } else if text.contains(" ") {
      help = "write \(text.split(separator: " ").joined(separator: "_"))"
    } else {
      help = nil
    }
    return Diagnostic(
      code: "bad-target", "this cannot be defined", at: target.span,
      label: "neither a name nor an address such as A1 or C2:C100", help: help)
  }

  static func duplicate(_ what: StaticString, _ name: WrittenText, first: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "duplicate-\(what)", "there are two \(what)s named \(name.text)",
      at: [.init(name.span, "again here"), .init(first.span, "first here")])
  }

  // MARK: Pieces

  static func missingExpression(_ what: StaticString, at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-expression", "\(what) is missing", at: span, label: "it goes here")
  }

  static func unterminatedText(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unterminated-text", "this text never ends", at: span, label: "begins here",
      help: "close it with \"; a quotation mark inside a text is written twice")
  }

  static func missingFormat(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-format", "as needs a number format in quotes", at: span, label: "the format goes here",
      help: "write as \"#,##0.00\"")
  }

  static func missingLabel(of what: StaticString, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-label", "the label of \(what) is missing", at: span, label: "a text in quotes goes here")
  }

  static func missingColon(before what: StaticString, at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-colon", "there is no : before \(what)", at: span, label: ": goes here")
  }

  static func missingParenthesis(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-values", "the values are missing", at: span, label: "( goes here",
      help: "write (1, 2), or () for none")
  }

  static func missingBlock(of what: StaticString, at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-block", "\(what) needs a block in braces", at: span, label: "{ goes here")
  }

  static func missingPath(after word: StaticString, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-path", "\(word) needs a file name in quotes", at: span, label: "the file name goes here")
  }

  static func missingAlias(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-alias", "a used sheet needs a name", at: span, label: "as goes here",
      help: "write use \"File.sheet\" as name")
  }

  static func missingArrow(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-arrow", "a binding is written with <~ or <~>", at: span, label: "<~ goes here",
      help: "write input <~ expression")
  }

  static func missingOver(behind name: WrittenText, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-over", "the cells of the modes are missing", at: span, label: "over goes here",
      help: "write modes \(name.text) over cell, cell { … }")
  }

  static func missingWhen(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-when", "a mode needs a condition", at: span, label: "when goes here")
  }

  static func missingPosition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "missing-position", "insert does not say where", at: span,
      label: "first, last, before n or after n goes here")
  }

  // MARK: Types and domains

  static func missingType(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-type", "a type is missing", at: span, label: "it goes here", help: types)
  }

  static func unknownType(_ text: String, at span: SourceSpan) -> Diagnostic {
    let near = text.utf8.count < 4 ? nil : NearNames.suggestion(for: text, among: ValueType.allCases.map(\.rawValue))
    return Diagnostic(
      code: "unknown-type", "there is no type named \(text)", at: span, label: "not a type",
      help: near.map { "did you mean \($0)?" } ?? types)
  }

  private static var types: String {
    "the types are " + ValueType.allCases.map(\.rawValue).joined(separator: " ")
  }

  static func badDomain(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-domain", "this is not a domain", at: span, label: "neither a range of numbers nor a list",
      help: "write in 0..1 or in {\"S\", \"M\"}")
  }

  static func emptyDomain(_ lower: String, _ upper: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "empty-domain", "nothing is between \(lower) and \(upper)", at: span, label: "the lower end comes first",
      help: "write \(upper)..\(lower)")
  }

  // MARK: Tables

  static func rowOutsideTable(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "row-outside-table", "a row stands outside a table", at: span, label: "no table is open here",
      help: "write table name { … } around the rows")
  }

  static func unknownTableItem(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-table-item", "this is not a part of a table", at: span,
      label: "neither a row | … |, nor column = formula, nor on event : change")
  }

  static func rowLength(_ row: TableRow, _ header: TableHeader) -> Diagnostic {
    let count = row.cells.count
    let columns = header.columns.count
    return Diagnostic(
      code: "row-length",
      "the row has \(counted(count, "cell")), the table \(counted(columns, "column"))",
      at: [.init(row.span, counted(count, "cell")), .init(header.span, counted(columns, "column"))],
      help: count > columns ? "a bar inside a cell is written \\|" : "an empty cell still has its bars: | |")
  }

  static func missingBar(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-bar", "a row ends with |", at: span, label: "| goes here")
  }

  static func emptyHeader(at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "missing-name", "the name of a column is missing", at: span, label: "a name goes here")
  }

  static func cellNotOfType(_ text: String, _ span: SourceSpan, _ column: String, _ type: WrittenType) -> Diagnostic {
    Diagnostic(
      code: "cell-type", "\(text) is not a \(type.type.rawValue)",
      at: [.init(span, "in column \(column)"), .init(type.span, "declared here")])
  }

  static func badTableChange(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-table-change", "this is not a change of a table", at: span,
      label: "insert first (…), delete where … or update column = … goes here")
  }

  static func unknownClause(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-clause", "this is not a clause of a state", at: span, label: "does not begin with on",
      help: "write on event : value")
  }

  static func modeLength(_ mode: ModesDefinition.Mode, _ cells: [SheetFormula]) -> Diagnostic {
    let first = cells.first?.span ?? mode.span
    let last = cells.last?.span ?? mode.span
    let values = counted(mode.values.count, "value")
    return Diagnostic(
      code: "mode-length", "the mode \(mode.label.text) has \(values) for \(counted(cells.count, "cell"))",
      at: [.init(mode.span, values), .init(first.union(last), counted(cells.count, "cell"))])
  }

  // MARK: Tests

  static func unknownStep(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "unknown-step", "this is not a step of a test", at: span,
      label: "neither a change, nor an event or action, nor one of \(steps)")
  }

  private static var steps: String { StepKeyword.allCases.map(\.rawValue).joined(separator: " ") }

  static func badGiven(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-given", "given does not say what the service answers", at: span, label: "replies or fails goes here",
      help: "write given service replies value")
  }

  static func notAChange(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "not-a-change", "this changes nothing, so it cannot be part of one instant", at: span,
      label: "only changes and events stand between these braces")
  }

  // MARK: Editing

  static func undefined(_ name: String) -> Diagnostic {
    Diagnostic(code: "undefined", "nothing named \(name) is defined")
  }

  static func nameInUse(_ name: WrittenText) -> Diagnostic {
    Diagnostic(code: "name-in-use", "\(name.text) is defined already", at: name.span, label: "defined here")
  }

  static func notSettable(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "not-settable", "\(name) has no formula that could be replaced", at: span, label: "defined here")
  }

  // MARK: Words

  private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// The keyword that a word is one slip away from; `nil` if there is none.
  ///
  /// Any name may stand where a keyword does, so this is stricter than the search for near names.
  static func nearKeyword(_ word: String) -> String? {
    guard (3...9).contains(word.utf8.count) else { return nil }
    let letters = Array(word.lowercased().utf8)
    return SheetKeyword.allCases.map(\.rawValue).first { isOneSlip(letters, Array($0.utf8)) }
  }

  /// Whether one letter more, less, or other, or two letters exchanged, make one word of another.
  private static func isOneSlip(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    guard long.count - short.count <= 1 else { return false }
    var prefix = 0
    while prefix < short.count, short[prefix] == long[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < short.count - prefix, short[short.count - 1 - suffix] == long[long.count - 1 - suffix] {
      suffix += 1
    }
    let rest = short.count - prefix - suffix
    if rest <= (long.count == short.count ? 1 : 0) { return true }
    return long.count == short.count && rest == 2 && short[prefix] == long[prefix + 1]
      && short[prefix + 1] == long[prefix]
  }
}
