import CellModel
import LiveSheets

/// What a prompt shows of a sheet: cells with their values, what has changed, and what of both has been seen.
final class PromptDisplay {
  /// About how many lines of a ripple somebody at a terminal is shown.
  private static let rippleLimit = 10

  /// Which cells are shown when they change by themselves.
  var watch = PromptWatch.all
  private let console: Console
  private var shown = ShownCells()
  /// All that the last entry has changed, as it is shown.
  private var lastChanges: [String] = []
  /// What was shown last, which `:last` shows whole.
  private var lastReading: Reading?

  init(_ console: Console) {
    self.console = console
  }

  /// What is shown of long tables: at a prompt a part, and behind a pipe all.
  private var part: ShownPart {
    guard console.isInteractive else { return .all }
    return ShownPart(
      rows: ShownPart.rowsOfTerminal, width: console.width, help: ":last shows all of them", blocks: console.blocks)
  }

  /// All rows of what is long.
  private var whole: ShownPart {
    var part = ShownPart.all
    if console.isInteractive { part.blocks = console.blocks }
    return part
  }

  // MARK: Cells

  /// Takes all that is in a sheet as shown.
  func remember(_ sheet: LiveSheet) { shown.remember(sheet) }

  /// Takes a cell as shown; `false` if it was.
  func insert(_ cell: CellAddress) -> Bool { shown.insert(cell) }

  /// A cell with its value; a table, a range or an array with its rows.
  ///
  /// - Parameter isWhole: Whether all rows are shown.
  func show(_ cell: CellInfo, of sheet: LiveSheet, isWhole: Bool = false) {
    let reading = Reading(cell, in: sheet)
    lastReading = reading
    for line in HumanReadings.lines(reading, 0, console.paint, isWhole ? whole : part) { console.output.line(line) }
  }

  /// Shows the value of an expression that stands in a cell of no name when it is a table of values.
  ///
  /// - Returns: `false` when it is one value, which is still to be shown.
  func showTable(_ value: CellValue, of cell: CellInfo, in sheet: LiveSheet) -> Bool {
    let reading = Reading(cell, in: sheet)
    lastReading = reading
    guard case .array = value, reading.isLaidOut, reading.value == value else { return false }
    for line in HumanReadings.tableLines(reading, console.paint, part) { console.output.line(line) }
    return true
  }

  func show(_ chart: Chart) {
    let marks = console.isUnicode ? TextChart.Marks.unicode : .ascii
    for line in TextChart(chart, width: min(console.width ?? 80, 100), marks: marks, console.paint).lines {
      console.output.line(line)
    }
  }

  /// `:last`.
  func showLast() {
    guard let lastReading else { return console.remark("nothing was shown so far") }
    console.page(HumanReadings.lines(lastReading, 0, console.paint, whole))
  }

  // MARK: Changes

  /// What has changed in a sheet since this was last asked.
  func takeChanges(of sheet: LiveSheet) -> PromptChanges {
    let cells = sheet.takeChanges()
    let gone = sheet.takeGoneNames()
    let goneNames = Set(gone)
    return PromptChanges(
      // That a cell of a grid is gone says that it is blank.
      cells: cells.filter { !$0.new.isBlank || !goneNames.contains($0.cell.name) },
      rowCounts: shown.takeRowChanges(sheet.tables), goneNames: gone)
  }

  /// Forgets what has changed, since none of it is to be told, and takes all as shown.
  func skipChanges(of sheet: LiveSheet) {
    _ = sheet.takeChanges()
    _ = sheet.takeGoneNames()
    remember(sheet)
  }

  /// What has changed by itself, as far as it is watched. Names that are gone wait for the next entry.
  func watched(_ changes: [CellChange], of sheet: LiveSheet) -> PromptChanges {
    PromptChanges(
      cells: changes.filter { watch.shows($0.cell, of: sheet) },
      rowCounts: shown.takeRowChanges(sheet.tables).filter { watch.shows($0.table) })
  }

  /// Shows what has changed: what is gone, then cells, old → new; a cell that is new, or was not seen before, with its
  /// value alone.
  ///
  /// Many changes are told with those of named cells first, and columns as one line each.
  ///
  /// - Parameter told: Cells that have been shown with what was entered.
  func show(_ changes: PromptChanges, of sheet: LiveSheet, except told: Set<CellAddress> = []) {
    let gone = changes.goneLines(console.paint)
    for line in gone { console.output.line(line) }
    let cells = changes.cells.filter { !told.contains($0.cell.address) }
    let grown = Set(changes.rowCounts.filter(\.hasGrown).map(\.table.grid))
    // A row that is new may stand where another was shown.
    let isNew = { [shown] change in
      shown.isNew(change) || change.old.isBlank && grown.contains(change.cell.address.grid)
    }
    let ripple = Ripple(cells, RowNames(newAmong: cells, in: grown), isNew: isNew, in: sheet)
    // New rows with nothing in them have no cell that tells of them.
    let filled = Set(cells.map(\.cell.address.grid))
    let lines =
      ripple.lines(limit: Self.rippleLimit, console.paint)
      + changes.rowCounts.filter { $0.hasGrown && !filled.contains($0.table.grid) }.map {
        "\(console.paint.name($0.table.name)) \($0.text)"
      }
    let limit = console.isInteractive && lines.count > Self.rippleLimit ? Self.rippleLimit : lines.count
    for line in lines.prefix(limit) { console.output.line(line) }
    shown.insert(cells)
    // Where something has gone, what is defined next may stand.
    if !changes.goneNames.isEmpty { remember(sheet) }
    if lines.count > limit { console.output.line("… and \(lines.count - limit) more; :changes shows them") }
    guard !changes.isEmpty else { return }
    lastChanges = gone + changes.cells.map { Ripple.line($0, isNew: false, console.paint) }
  }

  /// `:changes`.
  func showLastChanges() {
    console.page(lastChanges)
    if lastChanges.isEmpty { console.remark("nothing has changed so far") }
  }
}

/// What an entry or an instant has changed in a sheet.
struct PromptChanges {
  var cells: [CellChange]
  var rowCounts: [RowCountChange]
  var goneNames: [String] = []

  var isEmpty: Bool { cells.isEmpty && rowCounts.isEmpty && goneNames.isEmpty }

  /// The names and the rows that are not there any more.
  func goneLines(_ paint: Paint) -> [String] {
    goneNames.map { "\(paint.name($0)) is gone" }
      + rowCounts.filter { !$0.hasGrown }.map { "\(paint.name($0.table.name)) \($0.text)" }
  }
}
