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
    var word = words.first.map(String.init) ?? ""
    let isForced = word.hasSuffix("!")
    if isForced { word.removeLast() }
    let rest = words.count > 1 ? String(words[1].trimmed) : ""
    guard let verb = PromptVerb(word: word) else {
      let near = NearNames.suggestion(for: word, among: PromptVerb.allCases.map(\.rawValue))
      let help = near.map { "did you mean :\($0)?" } ?? "the commands are listed by :help"
      return fail(CallFailure("there is no command named :\(word)", help: help), fromLine: line)
    }
    do throws(CallFailure) {
      try perform(verb, rest, isForced: isForced, fromLine: line)
    } catch { fail(error, fromLine: line) }
  }

  private func perform(_ verb: PromptVerb, _ rest: String, isForced: Bool, fromLine line: Int) throws(CallFailure) {
    switch verb {
    case .why: try explain(rest)
    case .deps: try list(rest) { sheet.engine.precedents(of: $0.address) }
    case .uses: try list(rest) { sheet.engine.dependents(of: $0.address) }
    case .cells: try listCells(rest)
    case .changes: showAllChanges()
    case .table: try showTable(rest)
    case .set: try set(rest, fromLine: line)
    case .run: try run(rest, fromLine: line)
    case .wait: try wait(rest)
    case .watch: try watch(rest)
    case .test: try test(rest)
    case .rename: try rename(rest, fromLine: line)
    case .delete: try delete(rest, fromLine: line)
    case .undo: try travel(rest, for: verb, sheet.undo, "there is nothing to take back")
    case .redo: try travel(rest, for: verb, sheet.redo, "there is nothing to make again")
    case .history: showHistory()
    case .diff: showDifferences()
    case .reload: try reload(isForced: isForced)
    case .load: try load(path(rest, for: verb), isForced: isForced)
    case .save: try save(rest, isForced: isForced)
    case .functions: try explainFunctions(rest)
    case .help: try help(rest)
    case .quit: leave(isForced: isForced)
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
    if path.isEmpty { _ = try cell(path, for: .why) }
    switch sheet.why(path) {
    case .success(let explanation):
      for line in ExplanationTree(console.paint).lines(explanation) { console.output.line(line) }
    case .failure(let failure):
      guard let explained = sheet.explanation(ofExpression: path) else { throw CallFailure(failure) }
      for line in ExplanationTree(console.paint).lines(explained) { console.output.line(line) }
    }
  }

  /// `:cells`: all of them, or those whose names fit a pattern with `*`, or begin with what is typed.
  private func listCells(_ pattern: String) throws(CallFailure) {
    let fitting = sheet.contents.filter { $0.kind != .table && NamePattern(pattern).fits($0.name) }
    for cell in fitting { show(cell) }
    if fitting.isEmpty, !pattern.isEmpty { throw CallFailure("no cell has a name that fits \(pattern)") }
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
    if !name.isEmpty { return show(try cell(name, for: .table), .all) }
    let tables = sheet.tables
    for table in tables {
      let rows = "\(table.rowCount) row\(table.rowCount == 1 ? "" : "s")"
      console.output.line("\(console.paint.name(table.name)) \(rows): \(table.columns.joined(separator: ", "))")
    }
    if tables.isEmpty { console.remark("there are no tables") }
  }

  private func explainFunctions(_ name: String) throws(CallFailure) {
    let guide = FunctionGuide(sheet.environment.catalog, console.paint, lambdas: sheet.namedLambdas)
    for line in try name.isEmpty ? guide.overview() : guide.answer(to: name) { console.output.line(line) }
  }

  private func help(_ topic: String) throws(CallFailure) {
    if !topic.isEmpty { return try explain(topic: topic) }
    let paint = console.paint
    let statements = [
      ("A = 20", "defines a cell, or sets an input"),
      ("C = A + 50", "defines a cell by a formula"),
      ("C * 2", "shows a value; _ is the last one, _1 the one before"),
      ("t[1].x = 5", "sets a cell of a table; insert last t (5), delete t[1]"),
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
    console.output.line()
    line(
      ":help input",
      "explains a word: \(LanguageGuide.entries.map { $0.words[0] }.filter { $0.first?.isLetter == true }.joined(separator: " "))"
    )
    line(":help lookup", "lists what has to do with a word")
  }

  /// Explains a word of the language, a command or a function, or lists what has to do with a topic.
  private func explain(topic: String) throws(CallFailure) {
    let isCommand = topic.hasPrefix(":")
    let word = isCommand ? String(topic.dropFirst()) : topic
    let language = LanguageGuide(console.paint)
    let entry = isCommand ? nil : LanguageGuide.entry(for: word)
    for line in entry.map(language.page) ?? [] { console.output.line(line) }
    if let verb = entry == nil ? PromptVerb(word: word) : PromptVerb(rawValue: word.lowercased()) {
      if entry != nil { console.output.line() }
      return console.output.line(":\(verb.rawValue) \(verb.usage)  \(verb.summary)")
    }
    guard entry == nil else { return }
    let guide = FunctionGuide(sheet.environment.catalog, console.paint, lambdas: sheet.namedLambdas)
    let failure: CallFailure
    do throws(CallFailure) {
      for line in try guide.page(named: topic) { console.output.line(line) }
      return
    } catch { failure = error }
    let found = language.list(LanguageGuide.entries(about: topic)) + guide.lines(guide.functions(about: topic))
    if found.isEmpty { throw failure }
    for line in found { console.output.line(line) }
  }

  // MARK: Changing

  private func set(_ rest: String, fromLine line: Int) throws(CallFailure) {
    let parts = rest.split(maxSplits: 1) { $0.isWhitespace || $0 == "=" }
    guard let path = parts.first else { throw CallFailure(":set takes a cell and a value", help: ":set rate 7%") }
    var text = parts.count > 1 ? parts[1].trimmed : ""
    if text.hasPrefix("=") { text = text.dropFirst().trimmed }
    let cell = try cell(String(path), for: .set)
    guard !text.isEmpty else {
      throw CallFailure(
        ":set \(cell.name) has no value", help: ":set \(cell.name) 5, or clear \(cell.name) for none at all")
    }
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

  private func travel(
    _ count: String, for verb: PromptVerb, _ step: () -> Bool, _ words: String
  ) throws(CallFailure) {
    guard let count = count.isEmpty ? 1 : Int(count), count > 0 else {
      throw CallFailure(":\(verb.rawValue) takes how many entries", help: ":\(verb.rawValue) 3")
    }
    guard step() else { throw CallFailure(words) }
    var done = 1
    while done < count, step() { done += 1 }
    showOutcome()
    shown.remember(sheet)
    driver.catchUp()
    if done < count { console.remark("there were no more than \(done)") }
  }

  private func showHistory() {
    let lines = sheet.pastLines
    let width = String(lines.count).count
    for (number, line) in lines.enumerated().reversed() {
      let count = TextWidth.padded(String(number + 1), to: width)
      console.output.line("\(console.paint.faint(count))  \(PlainText.oneLine(line))")
    }
    if lines.isEmpty { console.remark("nothing was entered that can be taken back") }
  }

  private func rename(_ rest: String, fromLine line: Int) throws(CallFailure) {
    let names = rest.split { $0.isWhitespace }.map(String.init)
    guard names.count == 2 else { throw CallFailure(":rename takes two names", help: ":rename A amount") }
    carryOut(":rename \(rest)", fromLine: line) { [sheet.rename(names[0], to: names[1])] }
  }

  private func delete(_ rest: String, fromLine line: Int) throws(CallFailure) {
    guard !rest.isEmpty else { throw CallFailure(":delete takes the name of a definition", help: ":delete A") }
    if rest.contains("["), rest.hasSuffix("]") {
      enter("delete \(rest)", fromLine: line, isLast: true)
      return
    }
    carryOut(":delete \(rest)", fromLine: line) { [sheet.delete(rest)] }
  }

  // MARK: Files

  private func path(_ text: String, for verb: PromptVerb) throws(CallFailure) -> String {
    guard !text.isEmpty else {
      throw CallFailure(":\(verb.rawValue) takes a file", help: ":\(verb.rawValue) \(verb.usage)")
    }
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  private func save(_ rest: String, isForced: Bool) throws(CallFailure) {
    if try saveTable(rest) { return }
    guard let target = rest.isEmpty ? file.path : try path(rest, for: .save) else {
      throw CallFailure("this sheet has no file yet", help: ":save FILE")
    }
    let isOwn = file.path.map { $0 == target || FilePath.resolved($0) == FilePath.resolved(target) } ?? false
    // What is there now, and nothing that is written from now on, is replaced.
    let present = isOwn && !isForced ? try FileVersion(ofFileAt: target) : nil
    if let present, file.isForeign(present) {
      let words = "\(target) has been changed by another program since it was read"
      guard isInteractive else {
        throw CallFailure(words, help: ":save! \(target) writes over it; :save OTHER.sheet keeps both")
      }
      guard input.confirms("\(words); write over it?") else { return console.remark("nothing was saved") }
    }
    if !isOwn, !isForced, isInteractive, FileSystem.kind(target) == .file,
      !input.confirms("there is a file named \(target); write over it?")
    {
      return console.remark("nothing was saved")
    }
    let document = sheet.document
    if let remark = try OutputFile.write(document.bytes, to: target, replacing: present) { console.remark(remark) }
    file = SheetFile(path: target, bytes: document.bytes)
    for value in sheet.unwrittenValues() { console.remark("not in the text: \(value)") }
    if isInteractive { console.remark("saved \(target)") }
  }

  /// Writes a table when one is named; `false` when the words are a file for the text.
  private func saveTable(_ rest: String) throws(CallFailure) -> Bool {
    let words = rest.split(maxSplits: 1) { $0.isWhitespace }.map { String($0.trimmed) }
    guard let name = words.first else { return false }
    let isTable = sheet.tables.contains { $0.name.lowercased() == name.lowercased() }
    guard words.count == 2, FileSystem.kind(rest) == nil, isTable || FilePath.hasExtension(words[1], "csv") else {
      if isTable, words.count == 1 {
        throw CallFailure(
          "\(name) is a table, which is written to a file of its own", help: ":save \(name) \(name).csv")
      }
      return false
    }
    let target = try path(words[1], for: .save)
    try sheet.saved(named: name).write(to: target, from: file.path, console)
    if isInteractive { console.remark("saved \(name) as \(target)") }
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
    if report.outcomes.isEmpty, filter.isEmpty, !sheet.brokenChecks.isEmpty {
      for check in sheet.brokenChecks { console.show(check, in: sheet.source) }
      return noteFailure()
    }
    guard !report.outcomes.isEmpty else {
      throw CallFailure(filter.isEmpty ? "there are no tests in this sheet" : "the filter “\(filter)” matches no test")
    }
    var reporter = HumanTestReporter(sink: console.output, paint: console.paint)
    reporter.show(report)
    if report.counts.failed > 0 { noteFailure() }
  }
}
