/// One of several groups that a sweep evaluates row by row, with what is dirty of it and what has changed.
struct SweptGroup {
  let id: GroupID
  let group: FormulaGroup
  /// Which groups of the sweep read it, and how.
  var readers: [SweptReader] = []
  var dirty: SweptRows
  private(set) var changed = ChangedRows()
  /// The rows that have changed last, which follow each other.
  private var changing: (first: Int, last: Int)?

  init(_ id: GroupID, _ group: FormulaGroup, dirty: [RowRange]) {
    self.id = id
    self.group = group
    self.dirty = SweptRows(dirty)
  }

  @inline(__always)
  mutating func noteChange(of row: Int) {
    if let open = changing, open.last + 1 == row {
      changing = (open.first, row)
    } else {
      endChanges()
      changing = (row, row)
    }
  }

  mutating func endChanges() {
    if let changing { changed.add(changing.first...changing.last) }
    changing = nil
  }

  /// Makes the rows dirty that read a row by a reference.
  @inline(__always)
  mutating func addReaders(of row: Int, by reader: SweptReader) {
    if let distance = reader.distance {
      let own = row + distance
      if own >= group.firstRow, own <= group.lastRow { dirty.add(own) }
    } else if let rows = reader.reference.readers(of: row...row, among: group.rows) {
      dirty.add(rows)
    }
  }
}

/// A group of a sweep that reads another one, by its number among them.
struct SweptReader {
  let number: Int
  let reference: GroupReference
  /// How far below a cell the one stands that reads it, where one does.
  let distance: Int?

  init(_ number: Int, _ reference: GroupReference) {
    self.number = number
    self.reference = reference
    distance =
      reference.topIsRelative && reference.bottomIsRelative && reference.top == reference.bottom
      ? -Int(reference.top) : nil
  }
}
