import CellModel
import Engine
import SheetPrograms

/// The tables of a sheet as those outside see them, in the order of the text.
package struct TableDirectory: RandomAccessCollection {
  let loaded: LoadedProgram

  package var startIndex: Int { 0 }
  package var endIndex: Int { loaded.tableDefinitions.count }
  package subscript(position: Int) -> TableInfo { info(loaded.tableDefinitions[position]) }

  /// The table whose cells a grid holds; `nil` for the grid of a sheet.
  package func table(in grid: GridID) -> TableInfo? { loaded.tables.table(in: grid).map(info) }

  package func table(named name: String) -> TableInfo? { loaded.tables.table(named: name).map(info) }

  private func info(_ table: LoadedTable) -> TableInfo {
    TableInfo(
      name: table.name, grid: table.grid, columns: table.shownColumns.map(\.name),
      rowCount: loaded.engine.grids.rowCount(of: table.grid), documentation: table.documentation,
      savedColumns: table.savedColumns)
  }

  /// The columns of a table in a used workbook, where the rows of it are what a name stands for.
  package func columnsOfUsedTable(_ cell: CellInfo) -> [String]? {
    guard let table = loaded.engine.names.sheetTable(named: cell.name, in: loaded.scope), table.data == cell.area else {
      return nil
    }
    return table.columns
  }

  /// The formulas of a table's columns as they are written.
  package func columnFormulas(of name: String) -> [(name: String, formula: String, documentation: String?)] {
    guard let table = loaded.tables.table(named: name) else { return [] }
    return table.shownColumns.compactMap { column in
      guard !column.isComposed, let formula = column.formula else { return nil }
      let unit = column.unit ?? table.unit ?? loaded.units[0]
      return (column.name, unit.document.source[formula.span], column.documentation)
    }
  }
}
