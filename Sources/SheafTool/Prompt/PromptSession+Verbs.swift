import CellModel
import Diagnostics
import Functions
import LiveSheets
import SheetText
import Verification

/// The commands that begin with a colon.
extension PromptSession {
  func perform(_ text: String, fromLine line: Int) {
    let words = text.split(maxSplits: 1) { $0.isWhitespace }
    let word = words.first.map(String.init) ?? ""
    let rest = words.count > 1 ? String(words[1].trimmed) : ""
    guard let verb = PromptVerb(word: word) else {
      let near = NearNames.suggestion(for: word, among: PromptVerb.allCases.map(\.rawValue))
      let help = near.map { "did you mean :\($0)?" } ?? "the commands are listed by :help"
      return fail(CallFailure("there is no command named :\(word)", help: help), fromLine: line)
    }
    do throws(CallFailure) { try perform(verb, rest, fromLine: line) } catch { fail(error, fromLine: line) }
  }

  private func perform(_ verb: PromptVerb, _ rest: String, fromLine line: Int) throws(CallFailure) {
    switch verb {
    case .why: try explain(rest)
    case .deps: try list(rest) { sheet.engine.precedents(of: $0.address) }
    case .uses: try list(rest) { sheet.engine.dependents(of: $0.address) }
    case .cells: for cell in try sheet.selection([]) where cell.area == nil { show(cell) }
    case .table: try showTable(rest)
    case .set: try set(rest, fromLine: line)
    case .run: try run(rest, fromLine: line)
    case .wait: try wait(rest)
    case .watch: try watch(rest)
    case .test: try test(rest)
    case .undo: try travel(sheet.undo, "there is nothing to take back")
    case .redo: try travel(sheet.redo, "there is nothing to make again")
    case .diff: showDifferences()
    case .load: try load(path(rest, for: verb))
    case .save: try save(rest)
    case .functions: try explainFunctions(rest)
    case .help: try help(rest)
    case .quit: isLeaving = true
    }
  }

  // MARK: Looking

  private func cell(_ path: String, for verb: PromptVerb) throws(CallFailure) -> CellInfo {
    guard !path.isEmpty else {
      throw CallFailure(":\(verb.rawValue) takes a cell", help: ":\(verb.rawValue) \(verb.usage)")
    }
    switch sheet.cell(path) {
    case .success(let cell): return cell
    case .failure(let failure): throw CallFailure(failure)
    }
  }

  private func explain(_ path: String) throws(CallFailure) {
    _ = try cell(path, for: .why)
    switch sheet.why(path) {
    case .success(let explanation):
      for line in ExplanationTree(console.paint).lines(explanation) { console.output.line(line) }
    case .failure(let failure): throw CallFailure(failure)
    }
  }

  private func list(_ path: String, _ areas: (CellInfo) -> [Area]) throws(CallFailure) {
    let found = areas(try cell(path, for: .deps))
    for area in found {
      if area.isSingleCell {
        show(sheet.info(at: area.topLeft))
      } else {
        console.output.line("\(console.paint.name(sheet.name(of: area))) \(area.rows) × \(area.columns)")
      }
    }
    if found.isEmpty { console.remark("none") }
  }

  private func showTable(_ name: String) throws(CallFailure) {
    if !name.isEmpty { return show(try cell(name, for: .table)) }
    let tables = sheet.tables
    for table in tables {
      let rows = "\(table.rowCount) row\(table.rowCount == 1 ? "" : "s")"
      console.output.line("\(console.paint.name(table.name)) \(rows): \(table.columns.joined(separator: ", "))")
    }
    if tables.isEmpty { console.remark("there are no tables") }
  }

  private func explainFunctions(_ name: String) throws(CallFailure) {
    let guide = FunctionGuide(sheet.environment.catalog, console.paint, lambdas: sheet.namedLambdas)
    for line in try name.isEmpty ? guide.overview() : guide.page(named: name) { console.output.line(line) }
  }

  private func help(_ topic: String) throws(CallFailure) {
    if !topic.isEmpty {
      let word = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
      guard let verb = PromptVerb(word: word) else { return try explainFunctions(topic) }
      return console.output.line(":\(verb.rawValue) \(verb.usage)  \(verb.summary)")
    }
    let paint = console.paint
    let statements = [
      ("A = 20", "defines a cell, or sets an input"),
      ("C = A + 50", "defines a cell by a formula"),
      ("C * 2", "shows a value; _ is the last one"),
      ("tap", "fires an event or triggers an action, as in push {type: \"A\"}"),
      ("login replies TRUE", "answers a call of a service that waits; login fails \"why\" does, too"),
    ]
    let commands = PromptVerb.allCases.map { (":\($0.rawValue) \($0.usage)", $0.summary) }
    let width = (statements + commands).map { TextWidth.of($0.0) }.max() ?? 0
    func line(_ head: String, _ summary: String) {
      console.output.line("\(paint.name(TextWidth.padded(head, to: width)))  \(summary)")
    }
    for (head, summary) in statements { line(head, summary) }
    console.output.line()
    for (head, summary) in commands { line(head, summary) }
  }

  // MARK: Changing

  private func set(_ rest: String, fromLine line: Int) throws(CallFailure) {
    let parts = rest.split(maxSplits: 1) { $0.isWhitespace || $0 == "=" }
    guard let path = parts.first else { throw CallFailure(":set takes a cell and a value", help: ":set rate 7%") }
    var text = parts.count > 1 ? parts[1].trimmed : ""
    if text.hasPrefix("=") { text = text.dropFirst().trimmed }
    let cell = try cell(String(path), for: .set)
    guard cell.kind != .formula else {
      throw CallFailure(
        "\(cell.name) is a formula, which only its own definition can set",
        help: "\(cell.name) = \(text) defines it anew")
    }
    // Entered as a statement, so that it can be taken back and stands in the text like one.
    enter("\(cell.name) = \(literal(typed: String(text), for: cell))", fromLine: line, isLast: true)
  }

  /// What was typed as the literal that a sheet would have: only a text is put in quotes.
  private func literal(typed text: String, for cell: CellInfo) -> String {
    if cell.typeText != "text" {
      switch TypedText.value(typed: text) {
      case .text(let text): return sheet.literal(.text(text))
      case .blank: return "\"\""
      case let value: return PlainText.text(value)
      }
    }
    return sheet.literal(.text(text))
  }

  private func travel(_ step: () -> Bool, _ words: String) throws(CallFailure) {
    guard step() else { throw CallFailure(words) }
    show(sheet.takeChanges())
    shown.remember(sheet)
    driver.catchUp()
  }

  // MARK: Files

  private func path(_ text: String, for verb: PromptVerb) throws(CallFailure) -> String {
    guard !text.isEmpty else {
      throw CallFailure(":\(verb.rawValue) takes a file", help: ":\(verb.rawValue) \(verb.usage)")
    }
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  private func save(_ rest: String) throws(CallFailure) {
    if try saveTable(rest) { return }
    guard let target = rest.isEmpty ? file.path : try path(rest, for: .save) else {
      throw CallFailure("this sheet has no file yet", help: ":save FILE")
    }
    let document = sheet.document
    if let remark = try OutputFile.write(document.bytes, to: target) { console.remark(remark) }
    file = SheetFile(path: target, text: document.text)
    if isInteractive { console.remark("saved \(target)") }
  }

  /// Writes a table when one is named; `false` when the words are a file for the text.
  private func saveTable(_ rest: String) throws(CallFailure) -> Bool {
    let words = rest.split(maxSplits: 1) { $0.isWhitespace }.map { String($0.trimmed) }
    guard let name = words.first else { return false }
    guard let table = sheet.tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      guard words.count == 2, FilePath.hasExtension(words[1], "csv"), FileSystem.kind(rest) == nil else { return false }
      _ = try sheet.savedTable(named: name)
      return false
    }
    guard words.count == 2 else {
      throw CallFailure("\(name) is a table, which is written to a file of its own", help: ":save \(name) \(name).csv")
    }
    let target = try path(words[1], for: .save)
    try SavedTable(table, of: sheet).write(to: target, from: file.path, console)
    if isInteractive { console.remark("saved \(table.name) as \(target)") }
    return true
  }

  /// The lines that differ between the file and the text.
  private func showDifferences() {
    let lines = file.differences(from: sheet.document.text)
    for line in lines {
      switch line {
      case .removed(let text): console.output.line(console.paint.error("- \(text)"))
      case .added(let text): console.output.line(console.paint.success("+ \(text)"))
      }
    }
    if lines.isEmpty { console.remark("the text is that of \(file.path ?? "the beginning")") }
  }

  // MARK: Testing

  private func test(_ filter: String) throws(CallFailure) {
    var matches: (String) -> Bool = { _ in true }
    if !filter.isEmpty {
      guard let expression = try? Regex(filter) else {
        throw CallFailure("“\(filter)” is not a regular expression")
      }
      matches = { label in (try? expression.firstMatch(in: label)) != nil }
    }
    let document = sheet.document
    var report = TestFileReport(path: file.path ?? "prompt", source: document.source, findings: [])
    TestRunner(document: document, environment: sheet.environment).run(filter: matches) { result in
      report.outcomes.append(TestOutcome(result))
    }
    guard !report.outcomes.isEmpty else {
      throw CallFailure(filter.isEmpty ? "there are no tests in this sheet" : "the filter “\(filter)” matches no test")
    }
    var reporter = HumanTestReporter(sink: console.output, paint: console.paint)
    reporter.show(report)
    if report.failedCount > 0 { noteFailure() }
  }
}
