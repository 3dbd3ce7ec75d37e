import CellModel

/// A sheet in time as the guide tells it, one instant after the other, as slowly as it likes.
///
/// It shares nothing with the sheet that it is held against.
struct ModelSheet {
  private let timeline: ModelTimeline

  init(_ form: ModelForm) throws { timeline = try ModelTimeline(form) }

  /// The services that have open calls.
  var openServices: [String] { timeline.runs.openServices }

  /// How many rows a table has.
  func rowCount(of table: String) -> Int { timeline.tables.rows[table]?.count ?? 0 }

  /// What all names hold, and the cells of actions, services and tables.
  func values() throws -> [String: ModelValue] {
    var values: [String: ModelValue] = [:]
    for definition in timeline.form.definitions {
      let name = definition.name
      switch definition {
      case .binding: break
      case .service: values["\(name).calls"] = .number(timeline.runs.counts[name] ?? 0)
      case .action:
        values["\(name).value"] = ModelValue(try timeline.value(of: "\(name).value"))
        values["\(name).error"] = timeline.runs.error(of: name).map(ModelValue.text) ?? .blank
        for flag in ["\(name).isExecuting", "\(name).isEnabled"] {
          values[flag] = .logical(try timeline.value(of: flag) == 1)
        }
      case .table:
        for (number, row) in (timeline.tables.rows[name] ?? []).enumerated() {
          for (column, value) in row.cells { values["\(name)[\(number + 1)].\(column)"] = ModelValue(value) }
        }
      default:
        do { values[name] = ModelValue(try timeline.value(of: name)) } catch let error as ModelError {
          values[name] = .error(error)
        }
      }
    }
    return values
  }

  /// Lets happen what is due by now, which comes before what is done from outside.
  func catchUp() throws { try timeline.wait(quarters: 0) }

  /// - Returns: Whether the step is taken; an action that runs or may not is not started, and one that does not run not stopped.
  func perform(_ step: ModelForm.Step) throws -> Bool {
    switch step {
    case .wait(let quarters): try timeline.wait(quarters: quarters)
    case .set, .fire: try perform(together: [step])
    case .trigger(let name, let arguments):
      let isEnabled = try timeline.value(of: "\(name).isEnabled") == 1
      try timeline.runs.start(name, arguments, timeline.value)
      try timeline.instantOfNews()
      return isEnabled
    case .stop(let name):
      let isExecuting = try timeline.value(of: "\(name).isExecuting") == 1
      timeline.runs.stop(name)
      try timeline.goOn()
      return isExecuting
    case .answer(let service, let answer):
      guard timeline.runs.answer(service, answer) else { return false }
      try timeline.goOn()
    case .insert(let table, let isFirst, let first, let second):
      timeline.tables.insert(ModelTables.Row(first, second), isFirst: isFirst, in: table)
      try timeline.instant([[:]])
    case .delete(let table, let row):
      timeline.tables.delete(row: row, of: table)
      try timeline.instant([[:]])
    case .setCell(let table, let row, let column, let value):
      timeline.tables.rows[table]?[row - 1][column] = value
      try timeline.instant([[:]])
    case .together(let steps): try perform(together: steps)
    }
    return true
  }

  private func perform(together steps: [ModelForm.Step]) throws {
    var waves: [ModelTimeline.Wave] = []
    for step in steps {
      switch step {
      case .set(let name, let value): timeline.set(name, to: value)
      case .fire(let name, let payload): waves.append([name: [payload]])
      default: break
      }
    }
    try timeline.instant(waves.isEmpty ? [[:]] : waves)
  }
}

/// What a cell of a model holds.
enum ModelValue: Equatable {
  case blank
  case number(Int)
  case logical(Bool)
  case text(String)
  case error(ModelError)

  init(_ number: Int?) { self = number.map(ModelValue.number) ?? .blank }

  /// Whether a cell of a sheet holds the same.
  func matches(_ value: CellValue) -> Bool {
    switch (self, value) {
    case (.blank, .blank): true
    case (.number(let number), .number(let other, _)): Double(number) == other
    case (.logical(let logical), .logical(let other)): logical == other
    case (.text(let text), .text(let other)): text == other
    case (.error(let error), .error(let other)): error.rawValue == other.code.text
    default: false
    }
  }
}
