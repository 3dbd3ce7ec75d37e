import CellModel
import Propagation

/// Evaluating groups that read each other row by row; see ``RowOrder``.
extension Recalculation {
  /// A group of those that are evaluated in each row, one after the other.
  private struct Lane {
    let id: GroupID
    let group: FormulaGroup
    /// Which lanes read it, and how.
    var readers: [LaneReader] = []
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
    mutating func addReaders(of row: Int, by reader: LaneReader) {
      if let distance = reader.distance {
        let own = row + distance
        if own >= group.firstRow, own <= group.lastRow { dirty.add(own) }
      } else if let rows = reader.reference.readers(of: row...row, among: group.rows) {
        dirty.add(rows)
      }
    }
  }

  /// A lane that reads another one.
  private struct LaneReader {
    let lane: Int
    let reference: GroupReference
    /// How far below a cell the one stands that reads it, where one does.
    let distance: Int?

    init(_ lane: Int, _ reference: GroupReference) {
      self.lane = lane
      self.reference = reference
      distance =
        reference.topIsRelative && reference.bottomIsRelative && reference.top == reference.bottom
        ? -Int(reference.top) : nil
    }
  }

  /// Evaluates groups in the order in which they come in each row, from the top; a cell that changes makes those that read
  /// it dirty as the sweep goes on.
  mutating func evaluateByRow(_ members: [GroupID], isRepeated: Bool = false) {
    var lanes = makeLanes(members)
    // The first row that the sweep has not passed.
    var row = 0
    var block = -1
    while !isStopped {
      var next: Int?
      for number in lanes.indices {
        guard let own = lanes[number].dirty.next(from: row) else { continue }
        next = min(next ?? own, own)
      }
      guard let next else { break }
      row = next
      if row >> ColumnStore.blockShift != block {
        block = row >> ColumnStore.blockShift
        if settings.isCancelled() { isStopped = true }
      }
      if !isStopped { lanes.withUnsafeMutableBufferPointer { evaluate(row, $0) } }
      if !isStopped { row += 1 }
    }
    for number in lanes.indices { lanes[number].endChanges() }
    if finish(lanes, row, isRepeated) { evaluateByRow(members, isRepeated: true) }
  }

  private func makeLanes(_ members: [GroupID]) -> [Lane] {
    var lanes = members.map { Lane($0, formulas[$0], dirty: graph.takeDirtyRows(of: $0)) }
    for reader in lanes.indices {
      let group = lanes[reader].group
      formulas.forEachReference(of: group) { _, reference in
        let area = reference.areaRead(from: group.rows)
        for read in lanes.indices where area.intersection(lanes[read].group.area) != nil {
          lanes[read].readers.append(LaneReader(reader, reference))
        }
      }
    }
    return lanes
  }

  /// Evaluates what is dirty of a row.
  private mutating func evaluate(_ row: Int, _ lanes: UnsafeMutableBufferPointer<Lane>) {
    for number in lanes.indices where lanes[number].dirty.contains(row) {
      let isChanged = evaluateCell(lanes[number].id, row)
      // The row is evaluated again in the next pass.
      if isStopped { return }
      guard isChanged else { continue }
      lanes[number].noteChange(of: row)
      // By their places: whoever walks through an array counts a reference to it.
      for place in 0..<lanes[number].readers.count {
        let reader = lanes[number].readers[place]
        lanes[reader.lane].addReaders(of: row, by: reader)
      }
    }
  }

  /// Marks the readers of what changed, and what a sweep that was stopped in a row has left.
  ///
  /// - Returns: Whether there has to be one more sweep: a spill that began or ended may have made rows dirty that the sweep
  ///   had passed.
  private func finish(_ lanes: [Lane], _ row: Int, _ isRepeated: Bool) -> Bool {
    let again = lanes.map { graph.takeDirtyRows(of: $0.id) }
    for lane in lanes {
      for rows in lane.changed.intervals {
        graph.markReaders(in: lane.group.grid, column: Int(lane.group.column), rows: rows)
      }
    }
    // The groups themselves have just been brought up to date.
    graph.settle(lanes.map(\.id))
    if isStopped {
      for lane in lanes { for rows in lane.dirty.rest(from: row) { graph.markDirty(rows, of: lane.id) } }
    }
    guard !isRepeated || isStopped else { return false }
    var isAgain = false
    for (lane, rows) in zip(lanes, again) {
      for rows in rows {
        graph.markDirty(rows, of: lane.id)
        isAgain = true
      }
    }
    return isAgain && !isStopped
  }
}
