import CellModel

/// What moves cells of a grid, with the references to them.
package enum GridChange: Sendable, Hashable {
  case edit(GridEdit)
  case move(GridMove)

  /// What a reference to some cells means afterwards; `nil` if none of them is left.
  package func moved(_ cells: CellRectangle) -> CellRectangle? {
    switch self {
    case .edit(let edit): edit.moved(cells)
    case .move(let move): move.moved(cells)
    }
  }

  /// Where what stands in a cell stands afterwards; `nil` if it is gone.
  package func moved(row: Int, column: Int) -> (row: Int, column: Int)? {
    moved(CellRectangle(row: row, column: column)).map { ($0.rows.lowerBound, $0.columns.lowerBound) }
  }

  /// What takes it back, but for what is gone.
  package var inverse: GridChange {
    switch self {
    case .edit(let edit):
      .edit(GridEdit(edit.axis, at: edit.at, count: edit.count, isInsertion: !edit.isInsertion, across: edit.across))
    case .move(let move): .move(move.inverse)
    }
  }

  /// The parts of a block that move alike, where they stand before and behind the change; what is gone is in none.
  package func parts(of cells: CellRectangle) -> [(before: CellRectangle, after: CellRectangle)] {
    let rows = cells.rows.parts(beginningAt: boundaries(.rows))
    return cells.columns.parts(beginningAt: boundaries(.columns)).flatMap { columns in
      rows.compactMap { rows in
        let part = CellRectangle(rows: rows, columns: columns)
        return place(of: part).map { (part, $0) }
      }
    }
  }

  /// Where a block of cells stands afterwards that move alike; `nil` if it is gone.
  package func place(of part: CellRectangle) -> CellRectangle? {
    moved(row: part.rows.lowerBound, column: part.columns.lowerBound).map { place in
      part.shifted(rows: place.row - part.rows.lowerBound, columns: place.column - part.columns.lowerBound)
    }
  }

  /// The rows or columns where others begin that behave in another way: between two of them all move alike, but for
  /// ``gap(_:)``.
  package func boundaries(_ axis: GridEdit.Axis) -> [Int] {
    switch self {
    case .edit(let edit):
      if axis != edit.axis { return edit.across.map { [$0.lowerBound, $0.upperBound + 1] } ?? [] }
      return [edit.at, edit.isInsertion ? axis.limit + 1 - edit.count : edit.at + edit.count]
    case .move(let move):
      return [move.from, move.to].flatMap { [$0.run(axis).lowerBound, $0.run(axis).upperBound + 1] }
    }
  }

  /// The rows or columns that are gone: of a range that begins or ends in one of them, the end stays where they were.
  package func gap(_ axis: GridEdit.Axis) -> Range<Int>? {
    guard case .edit(let edit) = self, edit.axis == axis, !edit.isInsertion else { return nil }
    return edit.at..<edit.at + edit.count
  }
}

extension ClosedRange<Int> {
  /// The runs that it falls into when others begin at some places.
  package func parts(beginningAt places: some Sequence<Int>) -> [ClosedRange<Int>] {
    let starts = [lowerBound] + Set(places).filter { $0 > lowerBound && $0 <= upperBound }.sorted()
    return zip(starts, starts.dropFirst() + [upperBound + 1]).map { $0...$1 - 1 }
  }
}

extension GridReference.Shape {
  /// The cells that it means; `nil` for what a deleted cell has left behind.
  package var cells: CellRectangle? {
    func run(_ a: Coordinate, _ b: Coordinate) -> ClosedRange<Int> {
      Int(min(a.value, b.value))...Int(max(a.value, b.value))
    }
    return switch self {
    case .deleted: nil
    case .cell(let row, let column): CellRectangle(row: Int(row.value), column: Int(column.value))
    case .area(let row, let column, let row2, let column2):
      CellRectangle(rows: run(row, row2), columns: run(column, column2))
    case .columns(let first, let last): CellRectangle(rows: 0...Area.lastRow, columns: run(first, last))
    case .rows(let first, let last): CellRectangle(rows: run(first, last), columns: 0...Area.lastColumn)
    }
  }

  /// The shape for other cells, written in the same way: with its signs, and its corners in their order.
  package func meaning(_ cells: CellRectangle) -> Self {
    func first(_ a: Coordinate, _ b: Coordinate, _ run: ClosedRange<Int>) -> Coordinate {
      Coordinate(a.value <= b.value ? run.lowerBound : run.upperBound, absolute: a.isAbsolute)
    }
    func last(_ a: Coordinate, _ b: Coordinate, _ run: ClosedRange<Int>) -> Coordinate {
      Coordinate(a.value <= b.value ? run.upperBound : run.lowerBound, absolute: b.isAbsolute)
    }
    let (rows, columns) = (cells.rows, cells.columns)
    return switch self {
    case .deleted: self
    case .cell(let row, let column): .cell(row: first(row, row, rows), column: first(column, column, columns))
    case .area(let row, let column, let row2, let column2):
      .area(
        row: first(row, row2, rows), column: first(column, column2, columns), row2: last(row, row2, rows),
        column2: last(column, column2, columns))
    case .columns(let a, let b): .columns(first(a, b, columns), last(a, b, columns))
    case .rows(let a, let b): .rows(first(a, b, rows), last(a, b, rows))
    }
  }

  /// The shape that means what is left of its cells, and where they are, behind a change of their grid.
  package func adjusted(for change: GridChange) -> Self {
    guard let cells else { return self }
    return change.moved(cells).map(meaning) ?? .deleted
  }
}
