import CellModel
import Diagnostics
import Hosting
import LiveWorkbooks

/// A conversation about a workbook: cells are asked for, set and explained. Its file stays as it is until it is saved.
final class WorkbookPrompt {
  /// What a cell that can be set holds.
  private enum Content {
    case value(CellValue)
    /// A formula that was entered here.
    case formula(String)
  }

  /// A cell that was set.
  private struct Step {
    var cell: CellAddress
    var before: Content
    var after: Content
  }

  /// How many changed cells an entry shows.
  private static let mostShown = 20

  private let console: Console
  private let workbook: OpenWorkbook
  private let file: WorkbookFile
  private let changes: WorkbookChanges
  private let readings: WorkbookReadings
  private let input: PromptInput
  /// The formulas that cells have got here.
  private var entered: [CellAddress: String] = [:]
  /// What can be taken back, and what can be made again.
  private var past: [Step] = []
  private var future: [Step] = []
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
    let inbox = Inbox { Interruption.wasPromptInterrupted }
    input = PromptInput(console, inbox, keepsHistory: options.keepsHistory) { _ in [] }
  }

  func run() -> ExitStatus {
    if console.isInteractive {
      console.output.line(
        console.paint.faint("sheaf \(Tool.version), \(workbook.path) – :help for help, Ctrl-D to leave"))
    }
    reading: while !isLeaving, console.output.isUsable {
      switch input.next(isContinued: false) {
      case .end: break reading
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

  private func set(_ cell: String, to text: String) throws(CallFailure) {
    let address = try workbook.settableCell(cell, besides: Set(entered.keys))
    let before = entered[address].map(Content.formula) ?? .value(workbook.live.engine.value(at: address))
    let typed = TypedText.value(typed: text)
    let isValue = typed.text == nil || text.isEmpty
    let after = isValue ? Content.value(typed) : .formula(text.hasPrefix("=") ? String(text.dropFirst()) : text)
    guard put(after, at: address) else {
      throw CallFailure(
        "“\(text)” is neither a value nor a formula",
        help: TypedText.withPoint(typed: text).map(Diagnostic.didYouMean) ?? "a text stands in quotation marks")
    }
    past.append(Step(cell: address, before: before, after: after))
    future = []
  }

  private func undo() {
    guard let step = past.popLast() else { return console.remark("there is nothing to take back") }
    _ = put(step.before, at: step.cell)
    future.append(step)
  }

  private func redo() {
    guard let step = future.popLast() else { return console.remark("there is nothing to make again") }
    _ = put(step.after, at: step.cell)
    past.append(step)
  }

  /// Gives a cell a value or a formula, and shows what changes; `false` where the text is no formula.
  private func put(_ content: Content, at address: CellAddress) -> Bool {
    let live = workbook.live
    let reached = live.dependents(of: [address]).subtracting([address])
    let before = Dictionary(uniqueKeysWithValues: reached.map { ($0, live.engine.value(at: $0)) })
    switch content {
    case .value(let value):
      live.set(value, at: address)
      entered[address] = nil
    case .formula(let text):
      guard live.setFormula(text, at: address) else { return false }
      entered[address] = text
    }
    live.recalculate()
    let changed = reached.filter { !live.engine.value(at: $0).isIdentical(to: before[$0] ?? .blank) }
      .sorted { (place(of: $0), $0.row, $0.column) < (place(of: $1), $1.row, $1.column) }
    for cell in changed.prefix(Self.mostShown) {
      let format = readings.shownFormat(at: cell)
      let old = readings.display(before[cell] ?? .blank, format: format)
      let new = readings.display(live.engine.value(at: cell), format: format)
      console.output.line("\(console.paint.name(live.name(of: cell)))  \(old) → \(new)")
    }
    if changed.isEmpty { console.remark("no formula changed") }
    if changed.count > Self.mostShown { console.remark("… and \(changed.count - Self.mostShown) more cells") }
    return true
  }

  /// Writes the workbook with the values that were set to a file.
  private func save(to output: String) throws(CallFailure) {
    guard !output.isEmpty else { throw CallFailure(":save takes a file, as in :save new.xlsx") }
    try file.checkEnding(of: output, writing: ":save")
    if let cell = entered.keys.min(by: { (place(of: $0), $0.row, $0.column) < (place(of: $1), $1.row, $1.column) }) {
      throw CallFailure(
        "\(workbook.live.name(of: cell)) has got a formula here, and only values are saved",
        help: ":undo takes it back, and a value may stand in its place")
    }
    try file.write(changes, of: workbook.live, to: output, console)
    if console.isInteractive { console.remark("saved \(output)") }
  }

  private func place(of cell: CellAddress) -> Int { workbook.live.grids.firstIndex(of: cell.grid) ?? 0 }

  // MARK: Commands

  private func command(_ line: String) throws(CallFailure) {
    let verb = line.prefix { !$0.isWhitespace }
    let argument = String(line.dropFirst(verb.count).trimmed)
    switch verb {
    case ":quit", ":q", ":exit": isLeaving = true
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
    case ":undo": undo()
    case ":redo": redo()
    case ":save": try save(to: argument)
    case ":why":
      let area = try singleCell(argument, verb)
      for line in WorkbookExplanation(area, in: workbook.live).lines(console.paint) { console.output.line(line) }
    case ":deps": list(workbook.live.engine.precedents(of: try singleCell(argument, verb)))
    case ":uses": list(workbook.live.engine.dependents(of: try singleCell(argument, verb)))
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
    ":save new.xlsx         writes the workbook with what was set; all else in the file stays as it is",
    ":why Summary!C10       the value, its formula and what it reads, down to the constants",
    ":deps CELL, :uses CELL what the cell reads, and what reads it",
    ":sheets, :names        what there is in the workbook",
    ":quit                  leaves",
  ]
}
