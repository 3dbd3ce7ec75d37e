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

/// What is known of a grid besides its cells.
struct Grid {
  let kind: GridKind
  let scope: ScopeID
  /// The rows of a table.
  var rowCount = 0
  /// The names of a table's columns, in their order.
  var columnNames: [String] = [] {
    didSet { columnNumbers = Dictionary(columnNames.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first } }
  }
  /// The places of the columns by their names in lower case; of columns of the same name the first.
  private var columnNumbers: [String: Int] = [:]
  /// How many of a table's columns belong to it as a whole; those behind them are reached by their names only.
  var shownColumnCount = 0
  /// The cells that its columns stand for, in a hidden grid that has such columns.
  var standIns: [CellAddress] = []
  var hiddenRows: Set<Int> = []
  /// Those of the hidden rows that a filter hides.
  var filteredRows: Set<Int> = []

  init(kind: GridKind, scope: ScopeID) {
    self.kind = kind
    self.scope = scope
  }

  var isSheet: Bool { if case .sheet = kind { true } else { false } }
  var isTable: Bool { if case .table = kind { true } else { false } }

  /// Whether a cell has a row and a column of its own; where the cells of names are kept is nobody's business.
  var hasPlaces: Bool {
    switch kind {
    case .sheet, .table: true
    case .names, .hidden: false
    }
  }

  /// How many rows and columns there are to count to; `nil` where cells have no neighbours.
  var size: (rows: Int, columns: Int)? {
    switch kind {
    case .sheet: (Area.lastRow + 1, Area.lastColumn + 1)
    case .table: (rowCount, columnNames.count)
    case .names, .hidden: nil
    }
  }

  /// The column of a name in a table, in any case.
  func columnIndex(named name: String) -> Int? {
    columnNumbers[name] ?? columnNumbers[name.lowercased()]
  }
}

/// Where the columns of a grid are, for the executors' inner loops; ``CellStore`` owns them.
struct ColumnTable {
  var columns: UnsafeMutablePointer<ColumnStore>
  var count: Int
}
