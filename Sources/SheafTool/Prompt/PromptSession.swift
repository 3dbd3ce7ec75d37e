import CellModel
import Diagnostics
import Engine
import Hosting
import LiveSheets
import SheetText
import Verification

/// A conversation about one sheet: statements and commands in, values and changes out.
final class PromptSession {
  let console: Console
  let loading: SheetLoading
  var sheet: LiveSheet
  var file: SheetFile
  var shown = ShownCells()
  /// All that the last entry has changed, as it is shown.
  var lastChanges: [String] = []
  private(set) var hasFailed = false
  var isLeaving = false
  /// What was shown last, which `:last` shows whole.
  var lastShown: Reading?
  private var typed = TypedEntries()
  /// What is done while nobody types.
  let inbox = Inbox { Interruption.wasPromptInterrupted }
  /// Lets time pass in the sheet and its calls be answered.
  private(set) var driver: SheetDriver!
  var watch = PromptWatch.all
  /// The calls of services that were made, for whoever expects some.
  private var calls = CallLog([])
  private(set) lazy var input = PromptInput(console, inbox) { [weak self] context in
    self.map { PromptCompletion($0.sheet).candidates(context) } ?? []
  }
  /// The number of lines read, which places errors when nobody is at the prompt.
  private var lineCount = 0

  init(_ console: Console, _ loading: SheetLoading, file: String?) throws(CallFailure) {
    self.console = console
    self.loading = loading
    let document = try file.map { (path) throws(CallFailure) in try loading.document(at: path) }
    sheet = LiveSheet(
      document ?? SheetDocument(name: "prompt", ""),
      environment: Self.environment(loading, file))
    self.file = SheetFile(path: file, bytes: sheet.document.bytes)
    if file != nil, sheet.hasErrors { hasFailed = true }
    begin()
  }

  /// What the sheet of a file, or of none, may ask of the world: a call of a service that it has no body for is open
  /// until somebody answers it.
  private static func environment(_ loading: SheetLoading, _ file: String?) -> LiveSheet.Environment {
    var environment = loading.environment(forFolder: file.map(FilePath.directory) ?? ".")
    environment.services = .program { _, hasBody in !hasBody }
    environment.isCancelled = { Interruption.stopsCalculation }
    return environment
  }

  /// The name under which diagnostics place what was typed.
  var sourceName: String { isInteractive ? "prompt" : "stdin" }

  var isInteractive: Bool { input.isInteractive }

  /// Loads another text in place of the sheet.
  func load(_ document: SheetDocument, from path: String) {
    sheet = LiveSheet(document, environment: Self.environment(loading, path))
    file = SheetFile(path: path, bytes: document.bytes)
    begin()
  }

  private func begin() {
    console.show(sheet.diagnostics, in: sheet.document.source)
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    _ = sheet.takeChanges()
    sheet.judgesChecks = true
    shown.remember(sheet)
    calls = CallLog(sheet.openCalls)
    sheet.callObserver = { [unowned self] in calls.append($0) }
    driver = SheetDriver(
      sheet, SheetClock(inbox, showing: sheet.time), services: loading.client,
      options: SheetDriver.Options(answers: inbox, tellsChanges: true)
    ) { [unowned self] in show($0) }
    driver.catchUp()
    for check in sheet.brokenChecks { show(check) }
  }

  // MARK: The loop

  func run() -> ExitStatus {
    if isInteractive {
      let banner = file.path.map { "sheaf \(Tool.version), \($0)" } ?? "sheaf \(Tool.version)"
      console.output.line(console.paint.faint("\(banner) – :help for help, Ctrl-D to leave"))
    }
    var pending = ""
    var pendingLine = 1
    reading: while !isLeaving, console.output.isUsable {
      switch input.next(isContinued: !pending.isEmpty) {
      case .end:
        if !pending.isEmpty { enter(pending, fromLine: pendingLine, isLast: true) }
        pending = ""
        leave()
        if isLeaving || !isInteractive { break reading }
      case .interrupted: pending = ""
      case .text(let line):
        lineCount += 1
        if pending.isEmpty { pendingLine = lineCount }
        if !pending.isEmpty, line.trimmed.hasPrefix(":") {
          // A command ends what is open, which no command can be a part of.
          enter(pending, fromLine: pendingLine, isLast: true)
          (pending, pendingLine) = ("", lineCount)
        }
        pending = carryOut(pending.isEmpty ? line : pending + "\n" + line, fromLine: pendingLine)
        if isInteractive, lineCount == pendingLine + 2, !pending.isEmpty {
          console.remark(
            "a bracket is open since “\(Self.beginning(of: pending))”; Ctrl-C drops it, a :command ends it")
        }
      }
    }
    input.close()
    return hasFailed && !isInteractive ? .sheet : .success
  }

  /// The first line of a text, cut.
  private static func beginning(of text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count > 30 ? line.prefix(29) + "…" : String(line)
  }

  /// Carries out an entry, which somebody at the prompt may interrupt, and gives back what is still to be completed.
  private func carryOut(_ text: String, fromLine line: Int) -> String {
    guard isInteractive else { return process(text, fromLine: line) }
    var rest = ""
    let entries = sheet.entryCount
    guard Interruption.whileCalculating({ rest = process(text, fromLine: line) }) else { return rest }
    // What was interrupted has left cells that are not calculated; without it, all of them are.
    let isTakenBack = sheet.entryCount > entries && sheet.undo()
    sheet.settle()
    _ = sheet.takeChanges()
    _ = sheet.takeGoneNames()
    shown.remember(sheet)
    console.remark(isTakenBack ? "interrupted; the entry is taken back" : "interrupted")
    return ""
  }

  /// Carries out an entry and gives back what is still to be completed.
  private func process(_ text: String, fromLine line: Int) -> String {
    let trimmed = text.trimmed
    if trimmed.isEmpty { return "" }
    // What is due by now, and answers that are there, come before what was typed. Where more is due than can be shown in a
    // moment, the rest is left for later: somebody may be typing.
    inbox.run()
    driver.letTimePass(atMost: SheetTime(seconds: 0.05))
    if trimmed.hasPrefix(":") || trimmed.hasPrefix("?") {
      input.remember(text)
      perform(trimmed.hasPrefix("?") ? "help \(trimmed.dropFirst())" : String(trimmed.dropFirst()), fromLine: line)
      return ""
    }
    // Documentation belongs to the statement that comes after it.
    if trimmed.split(whereSeparator: \.isNewline).allSatisfy({ $0.trimmed.hasPrefix("///") }) { return text }
    return enter(text, fromLine: line, isLast: false) ? "" : text
  }

  /// Enters a text; `false` when it is incomplete and more lines may come.
  @discardableResult
  func enter(_ text: String, fromLine line: Int, isLast: Bool) -> Bool {
    var isComplete = true
    carryOut(text, fromLine: line) {
      let outcomes = sheet.enter(text, named: sourceName)
      guard case .incomplete? = outcomes.first else {
        input.remember(text)
        typed.add(text, line: line)
        return outcomes
      }
      isComplete = isLast
      guard isLast else { return [] }
      // At the end of the input the reader of whole sheets says which bracket is open.
      let document = SheetDocument(name: sourceName, text)
      return [.failed(document.diagnostics, document.source)]
    }
    return isComplete
  }

  /// Makes a change that was typed, and shows what came of it.
  func carryOut(_ text: String, fromLine line: Int, _ change: () -> [Outcome]) {
    let due = sheet.nextTimer
    let outcomes = change()
    guard !outcomes.isEmpty else { return }
    // What an interrupt has stopped is taken back, and nothing of it is shown.
    if Interruption.stopsCalculation { return }
    let changes = sheet.takeChanges()
    let counts = self.shown.takeRowChanges(sheet.tables)
    let gone = sheet.takeGoneNames()
    var shown: Set<CellAddress> = []
    for outcome in outcomes { show(outcome, changes, &shown, text, fromLine: line) }
    showGone(gone, counts)
    show(changes.filter { !shown.contains($0.cell.address) }, counts)
    noteLastChanges(changes, gone, counts)
    let isUnheard = changes.isEmpty && gone.isEmpty && counts.isEmpty && sheet.nextTimer == due
    if isUnheard, outcomes.contains(where: \.isDone), sheet.isTrigger(text) {
      console.remark("nothing changed")
    }
    driver.catchUp()
  }

  /// Shows what has come of something that was done to the whole text.
  func showOutcome() {
    if Interruption.stopsCalculation { return }
    let changes = sheet.takeChanges()
    let counts = shown.takeRowChanges(sheet.tables)
    let gone = sheet.takeGoneNames()
    showGone(gone, counts)
    show(changes, counts)
    noteLastChanges(changes, gone, counts)
  }

  // MARK: Showing

  private func show(
    _ outcome: Outcome, _ changes: [CellChange], _ shown: inout Set<CellAddress>, _ text: String,
    fromLine line: Int
  ) {
    switch outcome {
    case .nothing, .done, .incomplete: break
    case .noted(let notes, let source): fail(notes, source, entered: text, fromLine: line)
    case .ignored(let words): console.remark(words)
    case .defined(let cells, let findings, let source):
      if !findings.isEmpty { fail(findings, source, entered: text, fromLine: line) }
      for cell in cells.map(sheet.block) {
        let isNew = self.shown.insert(cell.address)
        guard isNew || cell.area != nil || !changes.contains(where: { $0.cell == cell }) else { continue }
        shown.insert(cell.address)
        // The cells of a block are shown with it, and those of a table.
        if let area = cell.area { shown.formUnion(changes.map(\.cell.address).filter(area.contains)) }
        show(cell)
      }
    case .value(let value, let shownText):
      if let table = sheet.tables.first(where: { $0.name.lowercased() == text.trimmed.lowercased() }),
        case .success(let cell) = sheet.cell(table.name)
      {
        return show(cell)
      }
      if case .success(let last) = sheet.cell("_") {
        let reading = Reading(last, in: sheet)
        lastShown = reading
        if case .array = value, reading.isLaidOut, reading.value == value {
          for line in HumanReadings.tableLines(reading, console.paint, part) { console.output.line(line) }
          return
        }
      }
      console.output.line(value.isError ? console.paint.error(shownText) : PlainText.oneLine(shownText))
      if case .error(let error) = value {
        hasFailed = true
        if !error.message.isEmpty { noteReason(of: error) }
      }
    case .expected(let expectations, let source): judge(expectations, in: source, entered: text, fromLine: line)
    case .failed(let diagnostics, let source):
      let source = source ?? sheet.source
      fail(PromptSession.withColonHint(diagnostics, text), source, entered: text, fromLine: line)
    case .refused(let refusal): fail(CallFailure(refusal), fromLine: line)
    }
  }

  /// What is shown of long tables: at a prompt a part, and behind a pipe all.
  var part: ShownPart {
    guard isInteractive else { return .all }
    return ShownPart(rows: ShownPart.rowsOfTerminal, width: console.width, help: ":last shows all of them")
  }

  /// A cell with its value; a table, a range or an array with its rows.
  func show(_ cell: CellInfo, _ part: ShownPart? = nil) {
    let reading = Reading(cell, in: sheet)
    lastShown = reading
    for line in HumanReadings.lines(reading, 0, console.paint, part ?? self.part) { console.output.line(line) }
  }

  private func noteReason(of error: CellError) {
    console.output.flush()
    var origin = ""
    // An error that began in the expression itself has no cell to name.
    if case .success(let cell) = sheet.cell(error.origin), sheet.value(of: cell).isError, error.origin != "_" {
      origin = " (from \(cell.name))"
    }
    console.errors.line("  = note: \(error.message)\(origin)")
  }

  // MARK: Failing

  /// Tells somebody who typed `help` or `quit` how commands are written.
  private static func withColonHint(_ diagnostics: [Diagnostic], _ text: String) -> [Diagnostic] {
    let word = String(text.trimmed.prefix { $0.isLetter })
    let help: String
    if SheetKeyword(rawValue: word.lowercased()) != nil {
      // What it begins is not there; a statement that goes on says what is wrong with it.
      guard word.count == text.trimmed.count else { return diagnostics }
      help = "\(word.lowercased()) begins a statement; :help \(word.lowercased()) shows one"
    } else if let verb = PromptVerb(leavingOutTheColon: word) {
      help = "commands of the prompt begin with a colon, as in :\(verb.rawValue)"
    } else {
      return diagnostics
    }
    return diagnostics.map { diagnostic in
      guard diagnostic.help == nil else { return diagnostic }
      var hinted = diagnostic
      hinted.help = help
      return hinted
    }
  }

  /// Shows findings; what is about an entry is placed by its line of the input.
  private func fail(_ diagnostics: [Diagnostic], _ source: SourceText, entered text: String, fromLine line: Int) {
    if diagnostics.contains(where: { $0.severity == .error }) { hasFailed = true }
    console.output.flush()
    if source.bytes.elementsEqual(text.utf8) {
      console.show(diagnostics, in: SourceText(name: sourceName, bytes: source.bytes, firstLine: line))
    } else {
      show(diagnostics, in: source)
    }
    // What is no text at all would only give more of the same, line by line.
    if !isInteractive, diagnostics.contains(where: { $0.isOne(of: .notText) }) { isLeaving = true }
  }

  /// Shows findings about the sheet's text where it was entered.
  func show(_ diagnostics: [Diagnostic], in source: SourceText) {
    for diagnostic in diagnostics {
      let placed = typed.placed(diagnostic, in: source, named: sourceName)
      console.show([placed.diagnostic], in: placed.source)
    }
  }

  func show(_ check: BrokenCheck) {
    let placed = typed.placed(check.diagnostic, in: sheet.source, named: sourceName)
    console.show(placed.diagnostic, check.values, in: placed.source)
  }

  /// Says whether the sheet is as somebody expects it.
  private func judge(
    _ expectations: [Expectation], in source: SourceText, entered text: String, fromLine line: Int
  ) {
    let failures = expectations.compactMap { sheet.failure(of: $0, calls, in: source, home: sheet.currentGrid) }
    if failures.isEmpty { console.output.line(console.paint.success("ok")) }
    for failure in failures {
      fail([failure.diagnostic], source, entered: text, fromLine: line)
      for line in ValueLines.text(failure.values, console.errorPaint) { console.errors.line(line) }
    }
  }

  func noteFailure() { hasFailed = true }

  func fail(_ failure: CallFailure, fromLine line: Int) {
    hasFailed = true
    console.output.flush()
    console.report(failure)
    if !isInteractive { console.errors.line("  --> \(sourceName):\(line):1") }
  }
}
