import CellModel

/// Moving cells when rows or columns are inserted or deleted.
extension CellStore {
  /// Moves the values of a grid, and frees those of deleted rows or columns.
  func move(_ shift: GridShift) {
    if changes.isRecording { changes.noteMove(in: shift.grid) }
    switch shift.axis {
    case .rows:
      for column in 0..<columnCount(of: shift.grid) { moveRows(shift, column) }
      if grids[shift.grid.index].isTable {
        grids[shift.grid.index].rowCount += shift.isInsertion ? shift.count : -shift.count
      }
    case .columns: moveColumns(shift)
    }
  }

  private func moveRows(_ shift: GridShift, _ number: Int) {
    let column = tables[shift.grid.index].columns + number
    let last = column.pointee.lastUsedRow
    guard last >= shift.at else { return }
    // Behind the last rows that are deleted nothing is left to move.
    let first = shift.isInsertion ? shift.at : shift.at + shift.count
    if first <= last { column.pointee.moveKinds(of: first...last, by: shift.isInsertion ? shift.count : -shift.count) }
    func bits(_ row: Int) -> UInt64 { column.pointee.bits(at: row) }
    func put(_ bits: UInt64, _ row: Int) { column.pointee.place(of: row).pointee = bits }
    if shift.isInsertion {
      for row in stride(from: last, through: shift.at, by: -1) { put(bits(row), row + shift.count) }
      for row in shift.at..<min(shift.at + shift.count, last + shift.count + 1) { put(BoxedValue.blank.bits, row) }
    } else {
      for row in shift.at..<min(shift.at + shift.count, last + 1) { values.release(BoxedValue(bits: bits(row))) }
      for row in shift.at...last {
        put(row + shift.count <= last ? bits(row + shift.count) : BoxedValue.blank.bits, row)
      }
    }
  }

  private func moveColumns(_ shift: GridShift) {
    let count = columnCount(of: shift.grid)
    guard shift.at < count else { return }
    if shift.isInsertion {
      reserve(columns: count + shift.count, in: shift.grid)
      // The new columns stand at the end, and hold nothing.
      rotate(columns: shift.at..<count + shift.count, of: shift.grid, by: count - shift.at)
    } else {
      let end = min(shift.at + shift.count, count)
      let columns = tables[shift.grid.index].columns
      for column in shift.at..<end {
        columns[column].forEachUsed { _, box in values.release(box) }
        columns[column] = ColumnStore()
      }
      rotate(columns: shift.at..<count, of: shift.grid, by: end - shift.at)
    }
  }

  /// Moves the first of some columns behind the others.
  private func rotate(columns range: Range<Int>, of grid: GridID, by count: Int) {
    let start = tables[grid.index].columns + range.lowerBound
    let rest = range.count - count
    let moved = UnsafeMutablePointer<ColumnStore>.allocate(capacity: max(count, 1))
    moved.moveInitialize(from: start, count: count)
    start.moveInitialize(from: start + count, count: rest)
    (start + rest).moveInitialize(from: moved, count: count)
    moved.deallocate()
  }
}
