extension FormulaTree {
  /// The formula with its relative addresses counted from a cell; equal for cells that a fill would give it.
  package func relative(toRow row: Int, column: Int) -> FormulaTree {
    func from(row coordinate: Coordinate) -> Coordinate {
      coordinate.isAbsolute ? coordinate : Coordinate(Int(coordinate.value) - row)
    }
    func from(column coordinate: Coordinate) -> Coordinate {
      coordinate.isAbsolute ? coordinate : Coordinate(Int(coordinate.value) - column)
    }
    return mappingReferences { reference in
      switch reference.shape {
      case .deleted: break
      case .cell(let row, let column):
        reference.shape = .cell(row: from(row: row), column: from(column: column))
      case .area(let row, let column, let row2, let column2):
        reference.shape = .area(
          row: from(row: row), column: from(column: column), row2: from(row: row2), column2: from(column: column2))
      case .columns(let first, let last): reference.shape = .columns(from(column: first), from(column: last))
      case .rows(let first, let last): reference.shape = .rows(from(row: first), from(row: last))
      }
    }
  }
}
