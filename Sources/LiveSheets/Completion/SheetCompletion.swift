import Functions
import SheetPrograms
import SheetText

/// Something that may stand where somebody writes a word of a sheet.
package struct CompletionCandidate: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case keyword, name, trigger, service, function, column, field, value
  }

  /// What is written: a function with its parenthesis, a keyword with the blank behind it.
  package var text: String
  package var kind: Kind

  package init(text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}

/// What a word of a sheet may become, for a prompt and for an editor.
///
/// The judgement is made of the text before the word and of the sheet as it runs; what the word stands in need not be
/// readable yet.
package struct SheetCompletion {
  private let sheet: LiveSheet
  private let catalog: FunctionCatalog

  package init(_ sheet: LiveSheet) {
    self.sheet = sheet
    catalog = sheet.environment.catalog
  }

  /// What may take the place of a word, sorted within each kind: what the sheet has comes before what all sheets have.
  ///
  /// - Parameters:
  ///   - before: The text of the line before the word.
  ///   - isInTest: Whether a statement that begins here is a step of a test.
  ///   - table: The table in whose braces the word stands, where the names of its columns mean the cells of a row.
  ///   - isAskedFor: Whether all that may stand here is wanted where no word has been begun.
  package func candidates(
    before: String, word: String, isInTest: Bool = false, inRowsOf table: String? = nil, isAskedFor: Bool = false
  ) -> [CompletionCandidate] {
    guard !TypedLineEnd(before).isNoFormula else { return [] }
    if let columns = columns(before) { return fitting(word, columns, .column) }
    if word.hasPrefix("."), let columns = columnsOfRow(before) {
      return fitting(word, columns.map { "." + $0 }, .column)
    }
    if let values = values(before).map({ fitting(word, $0, .value) }), word.isEmpty || !values.isEmpty { return values }
    guard !word.isEmpty || isAskedFor else { return [] }
    if let fields = fields(word) { return fitting(word, fields, .field) }
    let isStart = before.allSatisfy(\.isWhitespace)
    let keywords = isInTest ? StepKeyword.allCases.map(\.rawValue) : SheetKeyword.allCases.map(\.rawValue)
    let columns = table.flatMap { sheet.tables.table(named: $0.lowercased())?.columns } ?? []
    let names =
      fitting(word, sheet.knownNames, .name) + fitting(word, sheet.triggers.names, .trigger)
      + fitting(word, sheet.services.names, .service)
    var seen: Set<String> = []
    return (isStart ? fitting(word, keywords.map { $0 + " " }, .keyword) : [])
      + (fitting(word, columns, .column) + names.sorted { $0.text < $1.text }).filter { seen.insert($0.text).inserted }
      + fitting(word, catalog.names.map { $0 + "(" }, .function)
  }

  /// What is shown of a candidate beside others: a function with its signature, a name with its value.
  package func label(of candidate: CompletionCandidate) -> String {
    let text = candidate.text
    switch candidate.kind {
    case .function:
      // The signature of an alias would begin with another name.
      let function = catalog.function(named: String(text.dropLast()))
      return function.flatMap { $0.name + "(" == text ? $0.signature : nil } ?? text
    case .name:
      guard case .success(let cell) = sheet.cell(text), cell.area == nil else { return text }
      if case .lambda(let lambda) = sheet.value(of: cell) { return NamedLambda(lambda, in: cell, catalog).signature }
      let value = sheet.summary(of: sheet.value(of: cell), format: cell.format)
        .split(whereSeparator: \.isNewline).joined(separator: " ")
      return "\(text) = \(value.count > 40 ? value.prefix(39) + "…" : value)"
    case .keyword, .trigger, .service, .column, .field, .value: return text
    }
  }

  /// The call that is open at the end of a text; `nil` where nothing is called that has a signature.
  package func hint(at text: String) -> CallHint? { TypedCall(at: text).flatMap { CallHint($0, in: sheet, catalog) } }

  // MARK: Kinds

  private func fitting(
    _ word: String, _ candidates: [String], _ kind: CompletionCandidate.Kind
  ) -> [CompletionCandidate] {
    let prefix = word.lowercased()
    return Set(candidates.filter { $0.lowercased().hasPrefix(prefix) }).sorted().map {
      CompletionCandidate(text: $0, kind: kind)
    }
  }

  /// The columns of the table whose bracket is open right before the word.
  private func columns(_ before: String) -> [String]? {
    guard before.hasSuffix("[") || before.hasSuffix("[@") else { return nil }
    let path = before.dropLast(before.hasSuffix("[@") ? 2 : 1)
    // A column whose name has blanks, behind a row: `sales[2].[Unit Price]`.
    if path.hasSuffix("].") { return table(ofRow: path.dropLast())?.columns }
    return table(Self.lastPath(path).lowercased())?.columns
  }

  /// The columns of the table whose row stands right before a dot, as they are written there.
  private func columnsOfRow(_ before: String) -> [String]? {
    table(ofRow: before[...])?.columns.map { name in
      name.contains(where: \.isWhitespace) ? "[\(name)]" : name
    }
  }

  /// The table of a row at the end of a text, `sales[2]`.
  private func table(ofRow text: Substring) -> TableInfo? {
    let path = Self.lastPath(text).lowercased()
    guard path.hasSuffix("]"), let open = path.lastIndex(of: "[") else { return nil }
    return table(String(path[..<open]))
  }

  /// The table of a path; what a row has in common with all others is known without the number of the row.
  private func table(_ path: String) -> TableInfo? {
    sheet.tables.table(named: path) ?? sheet.tables.table(named: path.replacing(#/\[[0-9]+\]/#, with: ""))
  }

  /// The values that an input or a cell of modes may have, behind `name =`.
  private func values(_ before: String) -> [String]? {
    let trimmed = before.reversed().drop(while: \.isWhitespace)
    guard trimmed.first == "=" else { return nil }
    let name = Self.lastPath(Substring(String(trimmed.dropFirst().reversed()))).lowercased()
    guard !name.isEmpty else { return nil }
    if let index = sheet.document.definition(of: name),
      case .modes(let modes) = sheet.document.statements[index].kind
    {
      return modes.modes.map { sheet.literal(.text($0.label.text)) }
    }
    guard let input = Possibilities(of: sheet).inputs.first(where: { $0.path.lowercased() == name }) else { return nil }
    switch input.rule.domain {
    case .choices(let choices)?: return choices.map { sheet.literal($0) }
    case .range?: return nil
    case nil: return input.rule.type == .logical ? ["FALSE", "TRUE"] : nil
    }
  }

  /// The fields of the record that stands before the last dot of a word, each with what is before it.
  private func fields(_ word: String) -> [String]? {
    guard let dot = word.lastIndex(of: "."), dot > word.startIndex,
      case .success(let cell) = sheet.cell(String(word[..<dot])), cell.area == nil,
      case .record(let record) = sheet.value(of: cell)
    else { return nil }
    return record.names.map { word[...dot] + $0 }
  }

  /// The name, with dots and numbers of rows in it, at the end of a text and before its blanks.
  private static func lastPath(_ text: Substring) -> String {
    let rest = text.reversed().drop(while: \.isWhitespace)
    var isInBrackets = false
    let path = rest.prefix { character in
      if character == "]" || character == "[" {
        defer { isInBrackets = character == "]" }
        return isInBrackets == (character == "[")
      }
      if isInBrackets { return character.isNumber }
      return character.isLetter || character.isNumber || character == "_" || character == "."
    }
    return String(path.reversed())
  }
}

/// What is said of a call while its arguments are written.
package struct CallHint: Sendable {
  package struct Parameter: Sendable, Hashable {
    package var name: String
    package var help: String
  }

  package var signature: String
  package var summary: String
  package var parameters: [Parameter]
  /// The number of the parameter that is written now; `nil` behind the last.
  package var active: Int?

  init?(_ call: TypedCall, in sheet: LiveSheet, _ catalog: FunctionCatalog) {
    if let function = catalog.function(named: call.function) {
      signature = function.signature
      summary = function.summary
      parameters = function.parameters.map { Parameter(name: $0.name, help: $0.help) }
      let info = function.info(ofArgument: call.argument)
      active = info.flatMap { info in function.parameters.firstIndex { $0.name == info.name } }
      return
    }
    guard case .success(let cell) = sheet.cell(call.function), cell.area == nil,
      case .lambda(let value) = sheet.value(of: cell)
    else { return nil }
    let lambda = NamedLambda(value, in: cell, catalog)
    signature = lambda.signature
    summary = lambda.summary
    parameters = lambda.parameters.map { Parameter(name: $0.name, help: $0.help) }
    active = call.argument < parameters.count ? call.argument : nil
  }

  /// The parameter that is written now with its help, or what the function does.
  package var activeWords: String {
    guard let active else { return summary }
    let parameter = parameters[active]
    return parameter.help.isEmpty ? parameter.name : "\(parameter.name): \(parameter.help)"
  }
}
