import CellModel
import Propagation

/// Who reads which cells of all grids.
///
/// Most readers are entered at each column they read. Those of very many columns, such as whole rows, stand in a list of
/// their grid.
final class ReaderTable {
  private struct Columns {
    var base: UnsafeMutablePointer<ReaderIndex>
    var count: Int
  }

  private struct WideReader {
    var columns: ClosedRange<Int>
    var entry: ReaderIndex.Entry
  }

  /// More columns than these make a reader a wide one.
  private static let wideCount = 64

  /// By grid: the readers of each of its first columns; the others have none.
  @exclusivity(unchecked) private var grids = Store<Columns>()
  @exclusivity(unchecked) private var wide: [GridID: [WideReader]] = [:]

  init() {}

  deinit { removeAll() }

  func insert(_ entry: ReaderIndex.Entry, in grid: GridID, columns: ClosedRange<Int>) {
    if columns.count > Self.wideCount {
      wide[grid, default: []].append(WideReader(columns: columns, entry: entry))
      return
    }
    reserve(columns: columns.upperBound + 1, in: grid)
    for column in columns { grids[grid.index].base[column].insert(entry) }
  }

  private func reserve(columns count: Int, in grid: GridID) {
    while grids.count <= grid.index { grids.append(Columns(base: .allocate(capacity: 1), count: 0)) }
    var columns = grids[grid.index]
    guard count > columns.count else { return }
    ColumnRoom.grow(&columns.base, from: columns.count, to: count) { ReaderIndex() }
    columns.count = count
    grids[grid.index] = columns
  }

  /// Sorts what has come since the last sort, where that is worth it.
  func prepare(isDead: (GroupID) -> Bool) {
    for grid in grids.indices {
      for column in 0..<grids[grid].count { grids[grid].base[column].prepare(isDead: isDead) }
    }
  }

  /// Whether an entry may stand at a column.
  @inline(__always)
  func mayHaveEntries(_ column: Int, in grid: GridID) -> Bool {
    grid.index < grids.count && column < grids[grid.index].count || !wide.isEmpty
  }

  /// Who reads a row of a column, where that is soon told; it may be a dead group.
  @inline(__always)
  func reader(of row: Int, _ column: Int, in grid: GridID) -> ReaderIndex.Reader {
    guard wide.isEmpty, grid.index < grids.count, column < grids[grid.index].count else { return .unknown }
    return (grids[grid.index].base + column).pointee.reader(of: row)
  }

  /// Calls the body with each entry that covers some rows of a column; it may be one of a dead group.
  @inline(__always)
  func forEach(in grid: GridID, column: Int, rows: RowRange, _ body: (ReaderIndex.Entry) -> Void) {
    if grid.index < grids.count {
      let columns = grids[grid.index]
      if column < columns.count { columns.base[column].forEach(covering: rows, body) }
    }
    guard !wide.isEmpty else { return }
    forEachWide(in: grid, column: column, rows: rows, body)
  }

  private func forEachWide(in grid: GridID, column: Int, rows: RowRange, _ body: (ReaderIndex.Entry) -> Void) {
    let (low, high) = (Int32(clamping: rows.lowerBound), Int32(clamping: rows.upperBound))
    for reader in wide[grid] ?? [] where reader.columns.contains(column) && reader.entry.overlaps(low, high) {
      body(reader.entry)
    }
  }

  /// Whether an entry of a group and reference stands at every column of an area and covers all of its rows.
  func contains(_ area: Area, group: GroupID, reference: Int?) -> Bool {
    func covers(_ entry: ReaderIndex.Entry) -> Bool {
      entry.group == group && entry.reference == reference && entry.first <= area.top && entry.last >= area.bottom
    }
    let columns = area.columnRange
    if let wide = wide[area.grid], wide.contains(where: { $0.columns.contains(columns) && covers($0.entry) }) {
      return true
    }
    for column in columns {
      var isFound = false
      forEach(in: area.grid, column: column, rows: area.rowRange) { if covers($0) { isFound = true } }
      guard isFound else { return false }
    }
    return true
  }

  func removeAll() {
    for grid in grids.indices {
      grids[grid].base.deinitialize(count: grids[grid].count)
      grids[grid].base.deallocate()
    }
    grids.removeAll()
    wide.removeAll()
  }

  /// The memory that the entries take.
  var byteCount: Int {
    var entries = wide.values.reduce(0) { $0 + $1.count }
    for grid in grids.indices {
      for column in 0..<grids[grid].count { entries += grids[grid].base[column].count }
    }
    return entries * MemoryLayout<ReaderIndex.Entry>.stride
  }

  /// The rules of the indexes that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var broken: [String] = []
    for grid in grids.indices {
      for column in 0..<grids[grid].count {
        broken += grids[grid].base[column].brokenRules().map { "column \(column) of grid \(grid): \($0)" }
      }
    }
    return broken
  }
}
