import CellModel
import Diagnostics
import Functions
import LiveSheets
import SheetText
import Verification

/// The commands that begin with a colon.
extension PromptSession {
  private var questions: PromptQuestions { PromptQuestions(sheet, console, display, findings) }

  func perform(_ text: String, fromLine line: Int) {
    let words = text.split(maxSplits: 1) { $0.isWhitespace }
    var word = words.first.map(String.init) ?? ""
    let isForced = word.hasSuffix("!")
    if isForced { word.removeLast() }
    let rest = words.count > 1 ? String(words[1].trimmed) : ""
    guard let verb = PromptVerb(word: word) else {
      let failure = CallFailure("there is no command named :\(word)", help: Self.help(forNoVerb: word.lowercased()))
      return findings.fail(failure, fromLine: line)
    }
    do throws(CallFailure) {
      try perform(verb, rest, isForced: isForced, fromLine: line)
    } catch { findings.fail(error, fromLine: line) }
  }

  /// What somebody means by a word that is no command here.
  private static func help(forNoVerb word: String) -> String {
    if let verb = PromptVerb(inOtherWords: word) { return "did you mean :\(verb.rawValue)?" }
    if SheafCommands.names.contains(word) { return "sheaf \(word) FILE is a command of the shell" }
    let near = NearNames.suggestion(for: word, among: PromptVerb.allCases.map(\.rawValue))
    return near.map { "did you mean :\($0)?" } ?? "the commands are listed by :help"
  }

  /// What somebody means who writes a file behind a verb that takes none.
  private static func help(for rest: String, behind verb: PromptVerb) -> String? {
    switch verb {
    case .reload: ":load \(rest) loads another sheet"
    case .diff: "sheaf diff OLD NEW compares files"
    default: nil
    }
  }

  private func perform(_ verb: PromptVerb, _ rest: String, isForced: Bool, fromLine line: Int) throws(CallFailure) {
    if verb.usage.isEmpty, !rest.isEmpty {
      throw CallFailure(":\(verb.rawValue) takes nothing behind it", help: Self.help(for: rest, behind: verb))
    }
    switch verb {
    case .why: try questions.explain(rest, fromLine: line)
    case .deps: try questions.list(rest) { sheet.engine.dependencies.precedents(of: $0.address) }
    case .uses: try questions.list(rest) { sheet.engine.dependencies.dependents(of: $0.address) }
    case .cells: try questions.listCells(rest)
    case .changes: display.showLastChanges()
    case .last: display.showLast()
    case .table: try questions.showTable(rest)
    case .plot: try questions.plot(rest)
    case .graph: try graph(rest)
    case .set: try set(rest, fromLine: line)
    case .run: try run(rest, fromLine: line)
    case .wait: try wait(rest)
    case .watch: try watch(rest)
    case .test: try test(rest)
    case .rename: try rename(rest, fromLine: line)
    case .delete: try delete(rest, fromLine: line)
    case .insert: try insert(rest, fromLine: line)
    case .move: try carryOut(.move, rest, fromLine: line)
    case .copy: try carryOut(.copy, rest, fromLine: line)
    case .undo: try travel(rest, for: verb, sheet.undo, "there is nothing to take back")
    case .redo: try travel(rest, for: verb, sheet.redo, "there is nothing to make again")
    case .history: questions.showHistory()
    case .diff: showDifferences()
    case .stats: questions.showWork()
    case .reload: try reload(isForced: isForced)
    case .load: try load(path(rest, for: verb), isForced: isForced)
    case .save: try save(rest, isForced: isForced)
    case .functions: console.page(try questions.help.functions(rest))
    case .explain: try questions.explainFinding(rest)
    case .help: console.page(try questions.help.lines(about: rest))
    case .quit: leave(isForced: isForced)
    }
  }

  // MARK: Changing

  private func set(_ rest: String, fromLine line: Int) throws(CallFailure) {
    let (path, text) = Self.setting(rest)
    if path.isEmpty { throw CallFailure(":set takes a cell and a value", help: ":set rate 7%") }
    let cell = try questions.cell(path, for: .set)
    guard !text.isEmpty else {
      throw CallFailure(
        ":set \(cell.name) has no value", help: ":set \(cell.name) 5, or clear \(cell.name) for none at all")
    }
    guard cell.kind != .formula else {
      throw CallFailure(
        "\(cell.name) is a formula, which only its own definition can set",
        help: "\(cell.name) = \(text) defines it anew")
    }
    do throws(Refusal) {
      // Entered as a statement, so that it can be taken back and stands in the text like one.
      let former = sheet.value(of: cell)
      enter("\(cell.name) = \(try sheet.literal(typed: text, for: cell.name))", fromLine: line, isLast: true)
      CellSettings.tell(cell.name, text, replacing: former, console)
    } catch { throw CallFailure(error) }
  }

  /// The cell and the value of a setting: an `=` stands between them where it follows the cell at once or stands alone, and
  /// belongs to the value where only that follows it.
  private static func setting(_ text: String) -> (path: String, value: String) {
    let path = text.path { $0.isWhitespace || $0 == "=" }
    var value = text.dropFirst(path.count)
    if value.first == "=" { return (String(path), String(value.dropFirst().trimmed)) }
    value = value.trimmed
    if value == "=" || value.hasPrefix("=") && value.dropFirst().first?.isWhitespace == true {
      value = value.dropFirst().trimmed
    }
    return (String(path), String(value))
  }

  private func travel(
    _ count: String, for verb: PromptVerb, _ step: () -> Bool, _ words: String
  ) throws(CallFailure) {
    guard let count = count.isEmpty ? 1 : Int(count), count > 0 else {
      throw CallFailure(":\(verb.rawValue) takes how many entries", help: ":\(verb.rawValue) 3")
    }
    let tables = Set(sheet.tables.map { $0.name.lowercased() })
    guard step() else { throw CallFailure(words) }
    var done = 1
    while done < count, step() { done += 1 }
    for table in sheet.tables where !tables.contains(table.name.lowercased()) {
      if case .success(let cell) = sheet.cell(table.name) { display.show(cell, of: sheet) }
    }
    showOutcome()
    display.remember(sheet)
    driver.catchUp()
    if done < count { console.remark("there were no more than \(done)") }
  }

  private func rename(_ rest: String, fromLine line: Int) throws(CallFailure) {
    // The name of a column may have blanks in it.
    let word = rest.prefix { !$0.isWhitespace }
    let bracket = word.contains("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : nil
    let end = bracket ?? word.endIndex
    let names = [String(rest[..<end])] + rest[end...].split(whereSeparator: \.isWhitespace).map(String.init)
    guard names.count == 2 else { throw CallFailure(":rename takes two names", help: ":rename A amount") }
    carryOut(":rename \(rest)", fromLine: line) { [sheet.rename(names[0], to: names[1])] }
  }

  private func delete(_ rest: String, fromLine line: Int) throws(CallFailure) {
    guard !rest.isEmpty else { throw CallFailure(":delete takes the name of a definition", help: ":delete A") }
    if rest.contains("["), rest.hasSuffix("]") {
      enter("delete \(rest)", fromLine: line, isLast: true)
      return
    }
    if StructureWords.areMeant(by: rest) { return try carryOut(.delete, rest, fromLine: line) }
    carryOut(":delete \(rest)", fromLine: line) { [sheet.delete(rest)] }
    // An event goes without a word, and what is defined next may stand where it stood.
    display.remember(sheet)
  }

  private func insert(_ rest: String, fromLine line: Int) throws(CallFailure) {
    // A row of a table is inserted by a step.
    let first = rest.prefix { !$0.isWhitespace }.lowercased()
    if ["first", "last", "before", "after"].contains(first) {
      enter("insert \(rest)", fromLine: line, isLast: true)
    } else {
      try carryOut(.insert, rest, fromLine: line)
    }
  }

  /// Moves cells of a grid, or makes room for some.
  private func carryOut(_ verb: StructureWords.Verb, _ rest: String, fromLine line: Int) throws(CallFailure) {
    let words = try StructureWords(verb, rest)
    let entry = ":\(verb.rawValue) \(rest)"
    carryOut(entry, fromLine: line) { [sheet.carryOut(words.edit, inGrid: words.grid, line: entry)] }
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
    let source = SourceText(name: file.path ?? "prompt", bytes: document.bytes)
    var report = TestFileReport(of: source, findings: [])
    TestRunner(document: document, environment: sheet.environment).run(filter: matches) { result in
      report.outcomes.append(TestOutcome(result))
    }
    guard !report.outcomes.isEmpty else {
      guard filter.isEmpty else { throw CallFailure("the filter “\(filter)” matches no test") }
      let broken = sheet.checks.broken
      for check in broken { findings.show(check, in: sheet.source) }
      console.remark("there are no tests in this sheet" + (broken.isEmpty ? ", and no check is broken" : ""))
      if !broken.isEmpty { findings.noteFailure() }
      return
    }
    var reporter = HumanTestReporter(sink: console.output, paint: console.paint)
    reporter.show(report)
    if report.counts.failed > 0 { findings.noteFailure() }
  }
}
