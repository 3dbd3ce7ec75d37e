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

  /// What an entry says of its reader: the formula, and the number of its reference; `nil` for what it reads without one.
  struct ReaderIdentity: Hashable {
    let group: GroupID
    let reference: Int?
  }

  /// Who is entered at every column of an area with all of its rows.
  func readers(covering area: Area) -> Set<ReaderIdentity> {
    let columns = area.columnRange
    if columns.count > Self.wideCount {
      let found = (wide[area.grid] ?? []).filter { $0.columns.contains(columns) && $0.entry.covers(area) }
      return Set(found.map(\.entry.reader))
    }
    var readers: Set<ReaderIdentity>?
    for column in columns {
      var found: Set<ReaderIdentity> = []
      forEach(in: area.grid, column: column, rows: area.rowRange) { entry in
        if entry.covers(area) { found.insert(entry.reader) }
      }
      readers = readers.map { $0.intersection(found) } ?? found
    }
    return readers ?? []
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

extension ReaderIndex.Entry {
  fileprivate var reader: ReaderTable.ReaderIdentity { .init(group: group, reference: reference) }
  fileprivate func covers(_ area: Area) -> Bool { first <= area.top && last >= area.bottom }
}
