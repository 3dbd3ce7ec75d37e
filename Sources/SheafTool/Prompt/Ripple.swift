import CellModel
import LiveSheets

/// What one entry has changed, as lines to be read.
struct Ripple {
  /// How many cells of a column are shown one by one.
  private static let mostOfColumn = 3

  private enum Group {
    case cell(CellChange)
    /// Cells of one column of a table or a grid.
    case column([CellChange])
    /// A new row of many cells.
    case row(String)
  }

  private let changes: [CellChange]
  private let newRows: RowNames
  private let isNew: (CellChange) -> Bool
  private let sheet: LiveSheet
  private let showsDifferences: Bool

  /// - Parameter showsDifferences: Whether it is told by how much a number has changed.
  init(
    _ changes: [CellChange], _ newRows: RowNames, isNew: @escaping (CellChange) -> Bool, in sheet: LiveSheet,
    showsDifferences: Bool = false
  ) {
    self.showsDifferences = showsDifferences
    self.changes = changes
    self.newRows = newRows
    self.isNew = isNew
    self.sheet = sheet
  }

  /// The lines: one for each change where they are few, else named cells first and columns folded.
  func lines(limit: Int, _ paint: Paint) -> [String] {
    groups(foldsColumns: changes.count > limit).map { group in
      switch group {
      case .cell(let change):
        Self.line(change, isNew: isNew(change), paint) + (showsDifferences ? difference(change, paint) : "")
      case .column(let cells): line(cells, paint)
      case .row(let name): "\(paint.name(name)) is new"
      }
    }
  }

  private func difference(_ change: CellChange, _ paint: Paint) -> String {
    NumberDifference(change).map { paint.faint(" (\($0.text(sheet.valueText)))") } ?? ""
  }

  private struct Column: Hashable {
    var grid: GridID
    var column: Int32
  }

  private func groups(foldsColumns: Bool) -> [Group] {
    var shownRows: Set<String> = []
    var named: [Group] = []
    var rest: [Group] = []
    var columns: [Column: [CellChange]] = [:]
    var order: [Column] = []
    for change in changes {
      let address = change.cell.address
      if let row = newRows.name(ofRowWith: change) {
        if shownRows.insert(row).inserted { named.append(.row(row)) }
      } else if !foldsColumns || sheet.isNamed(address) {
        named.append(.cell(change))
      } else {
        let column = Column(grid: address.grid, column: address.column)
        if columns[column] == nil { order.append(column) }
        columns[column, default: []].append(change)
      }
    }
    for column in order {
      let cells = columns[column] ?? []
      rest += cells.count > Self.mostOfColumn ? [.column(cells)] : cells.map { .cell($0) }
    }
    return named + rest
  }

  /// `plan.revenue 12 cells, 18,000 → 19,200 …`
  private func line(_ cells: [CellChange], _ paint: Paint) -> String {
    guard let first = cells.first else { return "" }
    let name = sheet.columnName(of: first.cell.address, rows: cells.map { Int($0.cell.address.row) })
    let old = PlainText.inWords(first.oldText)
    let new = PlainText.inWords(first.newText)
    let change = isNew(first) ? new : "\(old) → \(new)"
    return "\(paint.name(name)) \(cells.count) cells, \(change) …"
  }

  static func line(_ change: CellChange, isNew: Bool, _ paint: Paint) -> String {
    let name = paint.name(change.cell.name)
    let new = PlainText.inWords(change.newText)
    let text = change.new.isError ? paint.error(new) : new
    return isNew ? "\(name) \(text)" : "\(name) \(PlainText.inWords(change.oldText)) → \(text)"
  }
}

/// The rows of tables that have many new cells at once, as a row with a form in it has: they are told in one line.
struct RowNames {
  /// How many new cells a row may have that are shown one by one.
  private static let most = 6
  private var names: Set<String> = []

  init() {}

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
