import CellModel

/// What a grid is for.
package enum GridKind: Sendable, Hashable {
  /// A sheet with A1 addresses, on which arrays spill.
  case sheet(name: String)
  /// The column in which the named cells of a scope live, one below the other.
  case names
  /// Formulas that stand beside the cells, such as the conditions of checks.
  case hidden
  /// A table; its columns have names and its rows are counted.
  case table(name: String)
}

/// The names that a formula may use: those of one sheet file, or of one instance of it.
package struct ScopeID: Hashable, Sendable {
  package var rawValue: Int
}

/// What a name stands for.
package enum NameBinding: Sendable, Hashable {
  case cell(CellAddress)
  case area(Area)
  case table(GridID)
}

/// One grid of an engine: its columns, and what is known about them.
struct Grid {
  let kind: GridKind
  let scope: ScopeID
  var columns: UnsafeMutablePointer<ColumnStore>
  private(set) var columnCount = 0
  /// Beside each column: the runs of formulas in it and who reads it.
  var indexes: [ColumnIndex] = []
  /// The rows of a table.
  var rowCount = 0
  /// The names of a table's columns, in their order.
  var columnNames: [String] = []
  var hiddenRows: Set<Int> = []
  /// Readers of so many columns that they are not entered in each of them.
  var wideReaders: [(columns: ClosedRange<Int>, entry: ReaderIndex.Entry)] = []

  init(kind: GridKind, scope: ScopeID) {
    self.kind = kind
    self.scope = scope
    columns = .allocate(capacity: 1)
  }

  var isSheet: Bool { if case .sheet = kind { true } else { false } }
  var isTable: Bool { if case .table = kind { true } else { false } }

  mutating func reserve(columns count: Int) {
    guard count > columnCount else { return }
    let grown = UnsafeMutablePointer<ColumnStore>.allocate(capacity: max(count, columnCount + columnCount / 2))
    grown.moveInitialize(from: columns, count: columnCount)
    (grown + columnCount).initialize(repeating: ColumnStore(), count: count - columnCount)
    columns.deallocate()
    columns = grown
    for _ in columnCount..<count { indexes.append(ColumnIndex()) }
    columnCount = count
    linkReaders()
  }

  /// Puts the readers of each column beside its values, where the inner loops find them.
  mutating func linkReaders() {
    for column in 0..<columnCount { columns[column].readers = Unmanaged.passUnretained(indexes[column].readers) }
  }

  /// The column of a name in a table, in any case.
  func columnIndex(named name: String) -> Int? {
    let wanted = name.lowercased()
    return columnNames.firstIndex { $0.lowercased() == wanted }
  }

  func deallocate() {
    for column in 0..<columnCount { columns[column].deallocate() }
    columns.deallocate()
  }
}

/// Where the columns of a grid are, for the executors' inner loops.
struct ColumnTable {
  var columns: UnsafeMutablePointer<ColumnStore>
  var count: Int
}

/// The formulas of one column, by row, and the readers of the column.
struct ColumnIndex {
  /// Groups of several rows, sorted by their first row; they do not overlap.
  var runs: [Int32] = []
  /// For rows with a lone formula, its group; -1 elsewhere. Blocks of ``ColumnStore/blockRows``.
  var lone: [[Int32]?] = []
  var loneCount = 0
  let readers = ReaderIndex()

  @inline(__always)
  func loneGroup(at row: Int) -> Int32 {
    let block = row >> ColumnStore.blockShift
    guard block < lone.count, let owners = lone[block] else { return -1 }
    return owners[row & ColumnStore.blockMask]
  }

  mutating func setLone(_ group: Int32, at row: Int) {
    let block = row >> ColumnStore.blockShift
    while lone.count <= block { lone.append(nil) }
    if lone[block] == nil { lone[block] = Array(repeating: -1, count: ColumnStore.blockRows) }
    let old = lone[block]?[row & ColumnStore.blockMask] ?? -1
    loneCount += (group >= 0 ? 1 : 0) - (old >= 0 ? 1 : 0)
    lone[block]?[row & ColumnStore.blockMask] = group
  }
}
