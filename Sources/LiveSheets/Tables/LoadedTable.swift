import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// A table with its columns, as loaded.
struct LoadedTable {
  /// The full name, with the prefix of a used sheet.
  var name: String
  var definition: TableDefinition
  var documentation: String?
  var grid: GridID
  let columns: [TableColumn]
  /// The columns that hold values rather than formulas, by their numbers.
  let valueColumns: [Int]

  /// The sheet that defines the table; `nil` for the sheet itself.
  var unit: SheetUnit?
  /// The section in which it is defined.
  let home: String?
  /// What inputs and states of its rows begin with, where that is computed, by their columns.
  var firstFormulas: [Int: FormulaTree] = [:]
  /// Formulas in columns that cannot be named, such as the conditions of checks.
  var hiddenFormulas: [FormulaTree] = []
  /// What the sheets in the rows say about time; `nil` for a table of values.
  var form: RowForm?
  /// The sheets in the rows.
  var rows: [TimeInstance] = []
  /// Whether its rows are sheets with names of their own, which neither come nor go.
  var hasFixedRows = false
  /// What tells the rows of the text or the file from others; `nil` where there are none.
  var loadedRows: RowDigest?
  /// Which row is which, where somebody takes lines back.
  var identities: RowIdentities?

  /// The columns that are shown; those behind them come with actions and events.
  var shownColumns: ArraySlice<TableColumn> { columns.shown }

  /// The columns that a file of the table has.
  ///
  /// Of a table of sheets they are what the outside and events have made of it; of a table that was read from a file
  /// those of the file, so that it can be read again; of any other table all that are shown.
  var savedColumns: [Int] {
    shownColumns.indices.filter { index in
      if form != nil || hasFixedRows { return columns[index].kind == .input || columns[index].kind == .state }
      return definition.source == nil || columns[index].formula == nil
    }
  }

  init(_ table: ProgramTable, grid: GridID, columns: [TableColumn]) {
    name = table.name
    definition = table.definition
    documentation = table.place.statement.documentation?.text
    self.grid = grid
    self.columns = columns
    valueColumns = columns.indices.filter { columns[$0].formula == nil }
    unit = table.place.unit
    home = table.place.statement.grid
  }

  /// Whether the cells of a column are those of sheets with names of their own.
  func showsNames(inColumn column: Int) -> Bool { hasFixedRows && columns[column].unit !== unit }

  /// How many columns hold literals; they come before those with formulas.
  ///
  /// In a table of sheets they are the inputs of the sheet.
  var literalCount: Int { columns.prefix { form == nil ? $0.formula == nil : $0.kind == .input }.count }
}

extension [TableColumn] {
  /// Those that come before the first that comes with actions and events.
  var shown: ArraySlice<TableColumn> { prefix { $0.kind?.comesWithEvents != true } }
}

/// Stands for the values of rows in one number: equal rows have equal digests, and others hardly ever.
struct RowDigest: Equatable {
  private let count: Int
  private let hash: Int

  init(_ rows: [[CellValue]]) {
    count = rows.count
    var hasher = Hasher()
    for row in rows { hasher.combine(row) }
    hash = hasher.finalize()
  }
}
