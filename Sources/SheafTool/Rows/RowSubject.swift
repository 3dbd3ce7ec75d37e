import CellModel
import Diagnostics
import Engine
import LiveSheets
import Workbooks

/// What is evaluated once for each row of a batch.
protocol RowSubject {
  var outputNames: [String] { get }
  /// The cell that a column of the header sets, by its one name; a failure when no row can set it.
  func input(_ name: String) throws(CallFailure) -> String
  /// Takes note of the inputs that all rows set.
  mutating func begin(_ inputs: [RowInput]) throws(CallFailure)
  /// Sets the inputs of a row in one instant; gives what was refused and the position of its field.
  func set(from row: some BatchRow) -> RowRefusal?
  /// Waits for what the values of a row ask from outside; `false` when it has not come in time.
  func settle(_ console: Console) -> Bool
  func readings() -> [Reading]
  /// What is wrong in a row beside its values, such as a check that it breaks, in words.
  func faults() -> [String]
  /// What evaluates many rows at once, where the subject can; after ``begin(_:)``.
  func block() -> RowsInBlocks?
  /// Readings in place of those of a row that was refused.
  func readings(failedBy error: CellError) -> [Reading]
}

/// An input that all rows set, and the position of its field.
struct RowInput {
  let name: String
  let field: Int
}

/// What an input did not take of a row, and the position of the field.
struct RowRefusal {
  let words: String
  let help: String?
  let position: Int

  init(_ refusal: Refusal, _ position: Int) {
    words = refusal.message
    help = refusal.suggestion.map(Diagnostic.didYouMean)
    self.position = position
  }

  init(_ words: String, help: String?, _ position: Int) {
    self.words = words
    self.help = help
    self.position = position
  }
}

extension LiveSheet.Transaction {
  /// - Parameter before: What the cell had before the first row.
  mutating func set(_ cell: SettableCell, to setting: FieldSetting, before: CellValue) throws(Refusal) {
    switch setting {
    case .value(let value): try set(cell, to: value)
    case .typed(let text): try set(cell, toTyped: text)
    case .quoted(let text): try set(cell, toQuoted: text)
    case .untouched: try set(cell, to: before)
    }
  }
}

/// A sheet that rows set.
struct SheetRows: RowSubject {
  let sheet: LiveSheet
  let outputs: [CellInfo]
  /// Lets the sheet have the answers that it waits for after a row was set.
  let wait: AnswerWait
  private var inputs: [(input: Input, field: Int, before: CellValue)] = []
  /// What each row begins with, as if the sheet had been loaded for it; `nil` where the inputs are all there is.
  private var loaded: LoadedState?

  private enum Input {
    case cell(SettableCell)
    /// A cell in a table, whose row may be another by then.
    case path(String)

    var path: String {
      switch self {
      case .cell(let cell): cell.path
      case .path(let path): path
      }
    }
  }

  init(sheet: LiveSheet, outputs: [CellInfo], wait: AnswerWait) {
    self.sheet = sheet
    self.outputs = outputs
    self.wait = wait
  }

  var outputNames: [String] { outputs.map(\.name) }

  func input(_ name: String) throws(CallFailure) -> String {
    switch sheet.cell(name) {
    case .failure(let lookup): throw CallFailure(lookup)
    case .success(let cell):
      if cell.area != nil { throw CallFailure("\(name) is more than one cell") }
      if !cell.isSettable { throw CallFailure("\(name) is \(cell.kind.wordWithArticle), which a row cannot set") }
      return cell.name
    }
  }

  mutating func begin(_ inputs: [RowInput]) throws(CallFailure) {
    do throws(Refusal) {
      self.inputs = try inputs.map { (input) throws(Refusal) in
        let name = input.name
        let before = (try? sheet.cell(name).get()).map(sheet.value(of:)) ?? .blank
        return (name.contains("[") ? .path(name) : .cell(try sheet.settableCell(name)), input.field, before)
      }
    } catch { throw CallFailure(error.message) }
    let cells = self.inputs.compactMap { if case .cell(let cell) = $0.input { cell } else { nil } }
    loaded = LoadedState(of: sheet, setting: cells, and: outputs)
  }

  func set(from row: some BatchRow) -> RowRefusal? {
    loaded?.restore()
    var position = 0
    do throws(Refusal) {
      try sheet.transaction { (change) throws(Refusal) in
        for (input, field, before) in inputs {
          position = field
          let cell =
            switch input {
            case .cell(let cell): cell
            case .path(let path): try sheet.settableCell(path)
            }
          try change.set(cell, to: row.setting(field), before: before)
        }
      }
      return nil
    } catch {
      // A condition that reads other cells is judged when the whole row is known.
      return RowRefusal(error, inputs.first { $0.input.path == error.cell }?.field ?? position)
    }
  }

  func settle(_ console: Console) -> Bool { wait.awaitAnswers(reportingTo: console) }

  func block() -> RowsInBlocks? {
    var cells: [RowsInBlocks.Input] = []
    for (input, field, before) in inputs {
      guard case .cell(let cell) = input else { return nil }
      cells.append(RowsInBlocks.Input(cell: cell, field: field, before: before))
    }
    return RowsInBlocks(sheet, inputs: cells, outputs: outputs)
  }

  func readings() -> [Reading] {
    outputs.map { output in
      switch sheet.present(output, of: output.name) {
      case .success(let cell): Reading(cell, in: sheet)
      case .failure(let error): Reading(output, in: sheet, failedBy: error)
      }
    }
  }

  func faults() -> [String] {
    wait.takeReports().filter { $0.severity == .error }.map(\.message) + sheet.checks.broken.map(\.sentence)
  }

  func readings(failedBy error: CellError) -> [Reading] {
    outputs.map { Reading($0, in: sheet, failedBy: error) }
  }
}

extension BrokenCheck {
  /// That it is broken, with the cells that its condition names.
  fileprivate var sentence: String {
    let cells = values.filter { $0.depth == 0 }.map { "\($0.name) = \($0.text)" }
    return ([title + " is broken"] + [reason, cells.isEmpty ? nil : cells.joined(separator: ", ")].compactMap(\.self))
      .joined(separator: ": ")
  }
}

extension BatchRow {
  /// Whether a field leaves its input what it was.
  fileprivate func leavesUntouched(_ field: Int) -> Bool { if case .untouched = setting(field) { true } else { false } }
}

/// A workbook that rows set.
struct WorkbookRows: RowSubject {
  let workbook: OpenWorkbook
  let outputs: [(name: String, cells: Area)]
  private let console: Console
  private var inputs: [(cell: CellAddress, field: Int, before: CellValue)] = []
  /// What each row begins with where circles settle round by round, beside what the inputs had before.
  private var cycles = CycleValues()

  init(workbook: OpenWorkbook, outputs: [(name: String, cells: Area)], _ console: Console) {
    self.workbook = workbook
    self.console = console
    self.outputs = outputs
  }

  var outputNames: [String] { outputs.map(\.name) }

  func input(_ name: String) throws(CallFailure) -> String {
    workbook.live.name(of: try workbook.settableCell(name))
  }

  mutating func begin(_ inputs: [RowInput]) throws(CallFailure) {
    let readings = WorkbookReadings(workbook.live)
    self.inputs = inputs.compactMap { input in
      workbook.live.area(input.name).map { ($0.topLeft, input.field, readings.value(of: Area($0.topLeft))) }
    }
    cycles = workbook.live.engine.cycles.values
    workbook.tellStale(after: self.inputs.map(\.cell), for: outputs.map(\.cells), console)
  }

  func set(from row: some BatchRow) -> RowRefusal? {
    if !cycles.isEmpty {
      for (cell, _, before) in inputs { workbook.live.set(before, at: cell) }
      workbook.live.recalculate()
      workbook.live.engine.restore(cycles)
    }
    for (cell, field, before) in inputs {
      switch row.setting(field) {
      case .value(let value): workbook.live.set(value, at: cell)
      case .typed(let text): workbook.live.set(TypedText.value(typed: text), at: cell)
      case .quoted(let text): workbook.live.set(.text(text), at: cell)
      case .untouched: workbook.live.set(before, at: cell)
      }
    }
    workbook.live.recalculate()
    guard workbook.live.hasTypingRules else { return nil }
    for (cell, field, _) in inputs {
      let name = workbook.live.name(of: cell)
      if case .against(let words, let help, isStop: true) = workbook.live.judgement(ofTypingAt: cell, named: name),
        !row.leavesUntouched(field)
      {
        return RowRefusal(words, help: help, field)
      }
    }
    return nil
  }

  func settle(_ console: Console) -> Bool { true }
  func faults() -> [String] { [] }
  func block() -> RowsInBlocks? { nil }

  func readings() -> [Reading] {
    let source = WorkbookReadings(workbook.live)
    return outputs.map { Reading($0.cells, named: $0.name, in: source) }
  }

  func readings(failedBy error: CellError) -> [Reading] {
    let source = WorkbookReadings(workbook.live)
    return outputs.map { Reading($0.cells.topLeft, named: $0.name, in: source, failedBy: error) }
  }
}
