import CellModel
import LiveSheets

/// Showing what has changed.
extension PromptSession {
  /// Shows changes, old → new; a cell that is new, or was not seen before, with its value alone.
  func show(_ changes: [CellChange]) {
    let limit = isInteractive ? 40 : Int.max
    let newRows = RowNames(newAmong: changes, in: shown.takeGrown(sheet.tables))
    var shownRows: Set<String> = []
    var lines: [() -> Void] = []
    for change in changes {
      guard let row = newRows.name(ofRowWith: change) else {
        lines.append { [self] in show(change) }
        continue
      }
      guard shownRows.insert(row).inserted else { continue }
      lines.append { [self] in console.output.line("\(console.paint.name(row)) is new") }
    }
    for line in lines.prefix(limit) { line() }
    shown.insert(changes)
    if lines.count > limit { console.output.line("… and \(lines.count - limit) more cells") }
  }

  private func show(_ change: CellChange) {
    let name = console.paint.name(change.cell.name)
    let new = PlainText.inWords(change.newText)
    let text = change.new.isError ? console.paint.error(new) : new
    console.output.line(
      shown.isNew(change) ? "\(name) \(text)" : "\(name) \(PlainText.inWords(change.oldText)) → \(text)")
  }
}

/// The rows of tables that have many new cells at once, as a row with a form in it has: they are told in one line.
private struct RowNames {
  /// How many new cells a row may have that are shown one by one.
  private static let most = 6
  private var names: Set<String> = []

  init(newAmong changes: [CellChange], in tables: Set<GridID>) {
    guard !tables.isEmpty, changes.count > Self.most else { return }
    var counts: [String: Int] = [:]
    for change in changes where change.old.isBlank && tables.contains(change.cell.address.grid) {
      if let row = Self.row(of: change.cell) { counts[row, default: 0] += 1 }
    }
    names = Set(counts.filter { $0.value > Self.most }.keys)
  }

  func name(ofRowWith change: CellChange) -> String? {
    guard !names.isEmpty, change.old.isBlank, let row = Self.row(of: change.cell), names.contains(row) else {
      return nil
    }
    return row
  }

  /// `people[2]` of `people[2].adding.username`.
  private static func row(of cell: CellInfo) -> String? {
    guard let end = cell.name.firstIndex(of: "]"), cell.name.firstIndex(of: "[") != nil else { return nil }
    return String(cell.name[...end])
  }
}
