import CellModel
import Diagnostics
import Hosting
import LiveWorkbooks

/// A conversation about a workbook: cells are asked for, set and explained. Its file stays as it is until it is saved.
final class WorkbookPrompt {
  /// How many changed cells an entry shows.
  private static let mostShown = 20

  private let console: Console
  private let workbook: OpenWorkbook
  private let file: WorkbookFile
  private let changes: WorkbookChanges
  private let readings: WorkbookReadings
  private let input: PromptInput
  private var edits: WorkbookEdits
  /// The file that was saved to last, which `:save` writes to when none is named, and what was written.
  private var saved: (path: String, version: FileVersion)?
  private var isSaved = true
  private var hasFailed = false
  private var isLeaving = false

  init(
    _ console: Console, _ workbook: OpenWorkbook, of file: WorkbookFile, _ options: PromptOptions = PromptOptions()
  ) {
    self.console = console
    self.workbook = workbook
    self.file = file
    changes = WorkbookChanges(workbook.live)
    readings = WorkbookReadings(workbook.live)
    edits = WorkbookEdits(workbook)
    let inbox = Inbox { Interruption.wasPromptInterrupted }
    input = PromptInput(console, inbox, keepsHistory: options.keepsHistory) { _ in [] }
  }

  func run() -> ExitStatus {
    if console.isInteractive {
      console.output.line(
        console.paint.faint("sheaf \(Release.version), \(workbook.path) – :help for help, Ctrl-D to leave"))
    }
    reading: while !isLeaving, console.output.isUsable {
      switch input.next(isContinued: false) {
      case .end:
        leave()
        if !console.isInteractive { break reading }
      case .interrupted: continue
      case .text(let line):
        do throws(CallFailure) { try carryOut(String(line.trimmed)) } catch {
          hasFailed = true
          console.report(error)
        }
      }
    }
    input.close()
    return hasFailed && !console.isInteractive ? .sheet : .success
  }

  private func carryOut(_ line: String) throws(CallFailure) {
    guard !line.isEmpty, !line.hasPrefix("//") else { return }
    if line.hasPrefix(":") { return try command(line) }
    if let (cell, value) = assignment(line) { return try set(cell, to: value) }
    try evaluate(line.hasPrefix("=") ? String(line.dropFirst()) : line)
  }

  // MARK: Values

  private func evaluate(_ formula: String) throws(CallFailure) {
    if let area = workbook.known(formula) {
      let reading = Reading(area, named: formula, in: readings)
      return area.isSingleCell ? show(reading.value, as: reading.text) : showRows(reading)
    }
    guard let value = workbook.live.value(of: formula) else {
      throw CallFailure("“\(formula)” is neither a formula nor a command", help: ":help tells what can be entered")
    }
    if value.array != nil { return showRows(Reading(ofExpression: formula, value, in: readings)) }
    show(value, as: readings.display(value, format: nil))
  }

  private func showRows(_ reading: Reading) {
    for row in 0..<reading.rowCount {
      console.output.line(reading.displayedRow(row).map(\.text).joined(separator: "\t"))
    }
  }

  private func show(_ value: CellValue, as text: String) {
    console.output.line(value.isError ? console.paint.error(text) : PlainText.inWords(text))
    if let error = value.error { if !error.message.isEmpty { console.remark(error.message) } }
  }

  // MARK: Setting

  /// The cell and the value of a line such as `Inputs!B2 = 0.07`; `nil` when it is a formula.
  private func assignment(_ line: String) -> (cell: String, value: String)? {
    var isQuoted = false
    for (index, character) in zip(line.indices, line) {
      if character == "\"" { return nil }
      if character == "'" { isQuoted.toggle() }
      if !isQuoted, character == "=", index > line.startIndex {
        let cell = String(line[..<index].trimmed)
        guard workbook.known(cell) != nil else { return nil }
        return (cell, String(line[line.index(after: index)...].trimmed))
      }
    }
    return nil
  }

  private func set(_ cell: String, to value: String) throws(CallFailure) {
    let changed = try edits.set(cell, to: value, console)
    isSaved = false
    show(changed)
    if let area = workbook.known(cell) { workbook.tellStale(after: [area.topLeft], console) }
  }

  /// Shows what an edit has changed beside the cell itself.
  private func show(_ changed: [WorkbookEdits.ChangedCell]) {
    let live = workbook.live
    for cell in changed.prefix(Self.mostShown) {
      let format = readings.shownFormat(at: cell.address)
      let (before, value) = (live.shownValue(cell.before, at: cell.address), live.shownValue(at: cell.address))
      let (old, new) = ValueText(dates: live.contents.dateSystem).apart(
        (before, readings.display(before, format: format)), (value, readings.display(value, format: format)))
      console.output.line("\(console.paint.name(live.name(of: cell.address)))  \(old) → \(new)")
    }
    if changed.isEmpty { console.remark("no formula changed") }
    if changed.count > Self.mostShown { console.remark("… and \(changed.count - Self.mostShown) more cells") }
  }

  /// Writes the workbook with the values that were set to a file, which is never the one that it was read from.
  private func save(to named: String, isForced: Bool) throws(CallFailure) {
    guard let output = try named.isEmpty ? saved?.path : TypedFile(named, console).path else {
      throw CallFailure(":save takes a file, as in :save new.xlsx")
    }
    try file.checkEnding(of: output, writing: ":save")
    if let cell = edits.firstFormula {
      throw CallFailure(
        "\(workbook.live.name(of: cell)) has got a formula here, and only values are saved",
        help: ":undo takes it back, and a value may stand in its place")
    }
    guard
      case .yes(let present) = try consent.toWrite(
        output, own: saved, since: "saved", other: "OTHER.xlsx", isForced: isForced)
    else { return console.remark("nothing was saved") }
    saved = (output, try file.write(changes, of: workbook.live, to: output, replacing: present, FileLog(), console))
    isSaved = true
    if console.isInteractive { console.remark("saved \(output)") }
  }

  private var consent: SavingConsent { SavingConsent(console: console, input: input) }

  /// `:quit` and Ctrl-D.
  private func leave(isForced: Bool = false) {
    isLeaving = isForced || isSaved || consent.toLose(changesOf: workbook.path, by: "leave")
  }

  // MARK: Commands

  private func command(_ line: String) throws(CallFailure) {
    let verb = line.prefix { !$0.isWhitespace }
    let argument = String(line.dropFirst(verb.count).trimmed)
    if !argument.isEmpty, Self.takesNothing.contains(verb.filter { $0 != "!" }) {
      throw CallFailure("\(verb) takes nothing behind it")
    }
    switch verb {
    case ":quit", ":q", ":exit": leave()
    case ":quit!", ":q!", ":exit!": leave(isForced: true)
    case ":help", ":h", ":?": for line in Self.help { console.output.line(line) }
    case ":sheets":
      for sheet in workbook.live.contents.sheets { console.output.line(sheet.name) }
    case ":names":
      for name in workbook.live.contents.names where !name.name.hasPrefix("_") {
        console.output.line("\(name.name) = \(name.formula)")
      }
    case ":set":
      guard let (cell, value) = assignment(argument) else {
        throw CallFailure(":set takes a cell and a value, as in :set Inputs!B2 = 0.07")
      }
      try set(cell, to: value)
    case ":undo":
      guard let changed = edits.undo() else { return console.remark("there is nothing to take back") }
      isSaved = false
      show(changed)
    case ":redo":
      guard let changed = edits.redo() else { return console.remark("there is nothing to make again") }
      isSaved = false
      show(changed)
    case ":save", ":save!": try save(to: argument, isForced: verb == ":save!")
    case ":why":
      let area = try singleCell(argument, verb)
      for line in WorkbookExplanation(area, in: workbook.live).lines(console.paint) { console.output.line(line) }
    case ":deps": list(workbook.live.relations.precedents(of: try singleCell(argument, verb)))
    case ":uses": list(workbook.live.relations.readers(of: try singleCell(argument, verb)))
    default:
      throw CallFailure(
        "there is no command \(verb)",
        near: NearNames.suggestion(
          for: String(verb),
          among: [
            ":set", ":undo", ":redo", ":save", ":why", ":deps", ":uses", ":sheets", ":names", ":help", ":quit",
          ]))
    }
  }

  private static let takesNothing: Set = [":quit", ":q", ":exit", ":sheets", ":names", ":undo", ":redo"]

  private func singleCell(_ text: String, _ verb: Substring) throws(CallFailure) -> CellAddress {
    guard !text.isEmpty else { throw CallFailure("\(verb) takes a cell, as in \(verb) Summary!C10") }
    let area = try workbook.area(text)
    guard area.isSingleCell else { throw CallFailure("\(text) is a range, and \(verb) takes a single cell") }
    return area.topLeft
  }

  private func list(_ areas: [Area]) {
    if areas.isEmpty { console.remark("none") }
    for area in areas {
      let first = workbook.live.name(of: area.topLeft)
      let last = area.isSingleCell ? "" : ":" + A1Notation.text(row: Int(area.bottom), column: Int(area.right))
      console.output.line(first + last)
    }
  }

  private static let help = [
    "Summary!C10            the value of a cell, a range, a name or any formula",
    "Inputs!B2 = 0.07       sets a cell and shows what changes, as :set Inputs!B2 = 0.07 does; the file stays as it is",
    ":undo, :redo           takes back what was set last, and makes it again",
    ":save new.xlsx         writes the workbook, .ods and .fods too, with what was set; all else in the file stays as it is;",
    "                       :save alone writes it again, and :save! overwrites what has changed",
    ":why Summary!C10       the value, its formula and what it reads, down to the constants",
    ":deps CELL, :uses CELL what the cell reads, and what reads it",
    ":sheets, :names        what there is in the workbook",
    ":quit                  leaves",
  ]
}
