import CellModel

extension GridReference.Shape {
  private static let all = 0...Int(Int32.max)

  /// The cells that a reference names, from the first cell of a fill to the last; `nil` where its cells are gone.
  ///
  /// - Parameter reach: How many rows and columns beyond the first the formula fills.
  package func rectangle(reaching reach: (rows: Int, columns: Int)) -> CellRectangle? {
    func range(_ a: Coordinate, _ b: Coordinate, _ reach: Int) -> ClosedRange<Int> {
      let (first, last) = (Int(min(a.value, b.value)), Int(max(a.value, b.value)))
      return first...(last + (a.isAbsolute && b.isAbsolute ? 0 : reach))
    }
    switch self {
    case .cell(let row, let column):
      return CellRectangle(rows: range(row, row, reach.rows), columns: range(column, column, reach.columns))
    case .area(let row, let column, let row2, let column2):
      return CellRectangle(rows: range(row, row2, reach.rows), columns: range(column, column2, reach.columns))
    case .columns(let first, let last):
      return CellRectangle(rows: Self.all, columns: range(first, last, reach.columns))
    case .rows(let first, let last): return CellRectangle(rows: range(first, last, reach.rows), columns: Self.all)
    case .deleted: return nil
    }
  }
}
