import CellModel

/// A column of a grid.
struct GridColumn: Hashable {
  let grid: GridID
  let column: Int32
}
