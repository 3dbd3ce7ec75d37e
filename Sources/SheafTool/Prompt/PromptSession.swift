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
  let options: PromptOptions
  private var present: PromptSheet
  var file: SheetFile
  let display: PromptDisplay
  let findings: PromptFindings
  var isLeaving = false
  /// What is done while nobody types.
  let inbox: Inbox
  private(set) lazy var input = PromptInput(console, inbox, keepsHistory: options.keepsHistory) { [weak self] context in
    self.map { PromptCompletion($0.sheet).candidates(context) } ?? []
  }

  init(
    _ console: Console, _ loading: SheetLoading, file: String?, _ options: PromptOptions = PromptOptions()
  ) throws(CallFailure) {
    self.console = console
    self.loading = loading
    self.options = options
    display = PromptDisplay(console)
    findings = PromptFindings(console)
    let document = try file.map { (path) throws(CallFailure) in try loading.document(at: path, keepsTrees: false) }
    let inbox = Inbox { Interruption.wasPromptInterrupted }
    self.inbox = inbox
    present = PromptSheet(
      document ?? SheetDocument(name: "prompt", ""), Self.environment(loading, file), inbox, loading.client)
    self.file = SheetFile(path: file, bytes: present.live.document.bytes)
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

  var isInteractive: Bool { console.isInteractive }
  var sheet: LiveSheet { present.live }
  var driver: SheetDriver { present.driver }
  /// The calls of services that were made, for whoever expects some.
  var calls: CallLog { present.calls }

  /// Loads another text in place of the sheet.
  func load(_ document: SheetDocument, from path: String) {
    present = PromptSheet(document, Self.environment(loading, path), inbox, loading.client)
    file = SheetFile(path: path, bytes: document.bytes)
    begin()
  }

  private func begin() {
    if file.path != nil, sheet.hasErrors { findings.noteFailure() }
    console.show(sheet.diagnostics, in: sheet.document.source)
    display.remember(sheet)
    present.begin { [unowned self] in show($0) }
    for check in sheet.checks.broken { findings.show(check, in: sheet.source) }
  }

  // MARK: The loop

  func run() -> ExitStatus {
    if isInteractive {
      let banner = file.path.map { "sheaf \(Release.version), \($0)" } ?? "sheaf \(Release.version)"
      console.output.line(console.paint.faint("\(banner) – :help for help, Ctrl-D to leave"))
      Interruption.inSession(takeEntries)
    } else {
      takeEntries()
    }
    input.close()
    return findings.hasFailed && !isInteractive ? .sheet : .success
  }

  /// Reads entries and carries them out, until somebody leaves.
  private func takeEntries() {
    var pending = PendingEntry()
    // The number of lines read, which places errors when nobody is at the prompt.
    var lineCount = 0
    reading: while !isLeaving, !findings.endsInput, console.output.isUsable, !isOver {
      switch input.next(isContinued: !pending.isEmpty) {
      case .end:
        if !pending.isEmpty { enter(pending.text, fromLine: pending.firstLine, isLast: true) }
        pending = PendingEntry()
        leave()
        if isLeaving || !isInteractive { break reading }
      case .interrupted: pending = PendingEntry()
      case .text(let line):
        lineCount += 1
        if !pending.isEmpty, line.trimmed.hasPrefix(":") {
          // A command ends what is open, which no command can be a part of.
          enter(pending.text, fromLine: pending.firstLine, isLast: true)
          pending = PendingEntry()
        }
        pending.add(line, number: lineCount)
        if !pending.needsMore, carryOut(pending) { pending = PendingEntry() }
        if isInteractive, lineCount == pending.firstLine + 2, !pending.isEmpty, !pending.isComments {
          console.remark("a bracket is open since “\(pending.beginning)”; Ctrl-C drops it, a :command ends it")
        }
      }
    }
  }

  /// Whether something has failed after which the call wants to hear no more.
  private var isOver: Bool { options.endsAtFailure && !isInteractive && findings.hasFailed }

  /// Carries out an entry, which somebody at the prompt may interrupt; `false` when it is still to be completed.
  private func carryOut(_ entry: PendingEntry) -> Bool {
    guard isInteractive else { return process(entry) }
    var isComplete = true
    let entries = sheet.entryCount
    guard Interruption.whileCalculating({ isComplete = process(entry) }) else { return isComplete }
    // What was interrupted has left cells that are not calculated; without it, all of them are.
    let isTakenBack = sheet.entryCount > entries && sheet.undo()
    sheet.settle()
    display.skipChanges(of: sheet)
    console.remark(isTakenBack ? "interrupted; the entry is taken back" : "interrupted")
    return true
  }

  /// Carries out an entry; `false` when it is still to be completed.
  private func process(_ entry: PendingEntry) -> Bool {
    let trimmed = entry.text.trimmed
    if trimmed.isEmpty { return true }
    // What is due by now, and answers that are there, come before what was typed. Where more is due than can be shown in a
    // moment, the rest is left for later: somebody may be typing.
    inbox.run()
    driver.letTimePass(atMost: SheetTime(seconds: 0.05))
    if trimmed.hasPrefix(":") || trimmed.hasPrefix("?") {
      input.remember(entry.text)
      let command = trimmed.hasPrefix("?") ? "help \(trimmed.dropFirst())" : String(trimmed.dropFirst())
      perform(command, fromLine: entry.firstLine)
      return true
    }
    return entry.isComments ? false : enter(entry.text, fromLine: entry.firstLine, isLast: false)
  }

  /// Enters a text; `false` when it is incomplete and more lines may come.
  @discardableResult
  func enter(_ text: String, fromLine line: Int, isLast: Bool) -> Bool {
    var isComplete = true
    carryOut(text, fromLine: line) {
      // In a pipe the lines behind an open bracket count, as in a file; whoever sits at the prompt sees that none did.
      let outcomes = sheet.enter(text, named: findings.sourceName, isLast: isLast && !isInteractive)
      if case .incomplete? = outcomes.first {
        isComplete = isLast
        guard isLast else { return [] }
        let source = SourceText(name: findings.sourceName, text)
        return [.failed(PromptReading(source, isWhole: true).diagnostics, source)]
      }
      input.remember(text)
      findings.note(text, fromLine: line)
      return outcomes
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
    let changes = display.takeChanges(of: sheet)
    var told: Set<CellAddress> = []
    let changed =
      outcomes.contains(where: \.isDefinition)
      ? Dictionary(changes.cells.map { ($0.cell.address, $0) }, uniquingKeysWith: { first, _ in first }) : [:]
    for outcome in outcomes { show(outcome, changed, &told, text, fromLine: line) }
    showCharts(definedBy: outcomes, of: text)
    display.show(changes, of: sheet, except: told)
    let isUnheard = changes.isEmpty && sheet.nextTimer == due
    if isUnheard, outcomes.contains(where: \.isDone), sheet.isTrigger(text) {
      console.remark("nothing changed")
    }
    driver.catchUp()
  }

  /// Shows what has come of something that was done to the whole text.
  func showOutcome() {
    if Interruption.stopsCalculation { return }
    display.show(display.takeChanges(of: sheet), of: sheet)
  }
}
