import CellModel

extension EvaluationContext {
  /// Calls the body with each stored value of an area row by row, as Excel goes through it; blanks are passed over.
  ///
  /// `row` and `column` are the value's place. Cells are stored by columns, so those of several columns are turned round,
  /// which costs a nanosecond or two more for each than ``forEachRun(in:_:)``; where few are stored, they are sorted.
  @inlinable @inline(__always)
  package func forEachBoxByRows(in area: Area, _ body: (_ row: Int, _ column: Int, BoxedValue) -> Void) {
    let (part, stored) = filledPart(of: area)
    guard let stored else { return turnRound(part, body) }
    sort(part, atMost: stored, body)
  }

  /// The part of an area that can hold something, and how many places of it are stored where those are few.
  @usableFromInline
  func filledPart(of area: Area) -> (part: Area, stored: Int?) {
    if area.rows <= 1024, area.columns <= 1024, area.rows * area.columns <= 1024 { return (area, nil) }
    let part = used(area)
    guard !part.isEmpty else { return (part, nil) }
    var stored = 0
    forEachRun(in: part) { _, _, run in stored += run.count }
    return (part, stored < (part.rows * part.columns) >> 3 ? stored : nil)
  }

  /// Takes some thousand cells at a time in memory of the call's own, row after row.
  @inlinable @inline(__always)
  func turnRound(_ area: Area, _ body: (_ row: Int, _ column: Int, BoxedValue) -> Void) {
    guard !area.isEmpty else { return }
    let (left, columns) = (Int(area.left), area.columns)
    let rows = max(1, min(area.rows, (1 << 14) / columns))
    withUnsafeTemporaryAllocation(of: BoxedValue.self, capacity: rows * columns) { boxes in
      var band = area
      for top in stride(from: Int(area.top), through: Int(area.bottom), by: rows) {
        band.top = Int32(top)
        band.bottom = min(area.bottom, band.top + Int32(rows - 1))
        boxes.initialize(repeating: .blank)
        forEachRun(in: band) { row, column, run in
          var place = (row - top) * columns + column - left
          for box in run {
            boxes[place] = box
            place += columns
          }
        }
        for row in 0..<band.rows {
          for column in 0..<columns {
            let box = boxes[row * columns + column]
            if !box.isBlank { body(top + row, left + column, box) }
          }
        }
      }
    }
  }

  /// Takes the cells that are stored and sorts them.
  @inlinable
  func sort(_ area: Area, atMost count: Int, _ body: (_ row: Int, _ column: Int, BoxedValue) -> Void) {
    var cells: [(place: UInt64, box: BoxedValue)] = []
    cells.reserveCapacity(count)
    forEachRun(in: area) { row, column, run in
      for (index, box) in run.enumerated() where !box.isBlank {
        cells.append((UInt64(row + index) << 32 | UInt64(column), box))
      }
    }
    cells.sort { $0.place < $1.place }
    for (place, box) in cells { body(Int(place >> 32), Int(place & 0xFFFF_FFFF), box) }
  }
}
