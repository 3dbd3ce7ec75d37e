import CellModel
import Functions

/// The values of some rows of a column, of which formulas read one part after the other.
///
/// Where formulas down a column read `A$1:A1`, or `A1:A200`, each reads nearly what the one above has read. Its array is
/// copied from here, and only rows that nobody has asked for before are read of the cells. These rules hold:
///
/// - R1. A value is that of its cell, but where the stamps of the column say that somebody may have written since.
/// - R2. Its rows follow one another, and somebody has asked for each.
final class ReadColumn {
  private(set) var rows: Range<Int>
  private var boxes: [BoxedValue] = []
  private var table = SlotTable()
  /// All values, where one of them has no box.
  private var values: [CellValue]?
  /// `nil` as long as no cell changes.
  private var memory: ColumnMemory?

  /// - Parameters:
  ///   - array: The values of the rows.
  ///   - stamps: How the column stands now; `nil` where no cell changes as long as this is there.
  init(_ array: CellArray, _ rows: Range<Int>, _ stamps: (() -> ColumnStamps?)?) {
    self.rows = rows.lowerBound..<rows.lowerBound
    if stamps != nil { memory = ColumnMemory() }
    append(array)
    memory?.remember(rows, stamps?())
  }

  /// The values of some rows as they stand now.
  ///
  /// - Parameter read: Reads rows of the cells.
  /// - Returns: `nil` where they are no part of these rows and those just below, or where more has changed than is worth
  ///   to be looked for.
  /// - Complexity: 8 or 16 bytes a row are copied.
  func part(
    _ asked: Range<Int>, _ stamps: (() -> ColumnStamps?)?, _ read: (Range<Int>) -> CellArray
  ) -> CellArray? {
    guard rows.contains(asked.lowerBound) else { return nil }
    if var memory, let stamps {
      // Rows that share a stamp are looked at together.
      let first = max(rows.lowerBound, (asked.lowerBound >> ColumnStamps.rowShift) << ColumnStamps.rowShift)
      let known = first..<min(asked.upperBound, rows.upperBound)
      guard let changes = memory.changes(among: known, of: rows.upperBound, stamps()) else { return nil }
      self.memory = memory
      for change in changes { put(read(change), at: change.lowerBound) }
    }
    if asked.upperBound > rows.upperBound {
      let new = rows.upperBound..<asked.upperBound
      append(read(new))
      memory?.remember(new, stamps?())
    }
    let places = asked.lowerBound - rows.lowerBound..<asked.upperBound - rows.lowerBound
    if let values { return CellArray(column: Array(values[places])) }
    return CellArray(rows: asked.count, columns: 1, BoxedElements(Array(boxes[places]), others: table.others))
  }

  private func append(_ array: CellArray) {
    let place = rows.count
    rows = rows.lowerBound..<rows.upperBound + array.count
    if values == nil {
      boxes.append(contentsOf: repeatElement(.blank, count: array.count))
    } else {
      values?.append(contentsOf: repeatElement(.blank, count: array.count))
    }
    put(array, at: rows.lowerBound + place)
  }

  /// Puts the values of rows from one on in their places.
  private func put(_ array: CellArray, at row: Int) {
    let first = row - rows.lowerBound
    if values == nil {
      if putBoxes(array, first) { return }
      values = BoxedElements(boxes, others: table.others).values
      (boxes, table) = ([], SlotTable())
    }
    for place in 0..<array.count { values?[first + place] = array[place: place] }
  }

  /// - Returns: `false` where one of the values has no box.
  private func putBoxes(_ array: CellArray, _ first: Int) -> Bool {
    guard let elements = array.boxed else {
      for place in 0..<array.count {
        guard let box = table.box(of: array[place: place]) else { return false }
        boxes[first + place] = box
      }
      return true
    }
    for (place, box) in elements.boxes.enumerated() {
      if box.hasSlot {
        guard let own = table.box(of: elements.value(of: box)) else { return false }
        boxes[first + place] = own
      } else {
        boxes[first + place] = box
      }
    }
    return true
  }
}
