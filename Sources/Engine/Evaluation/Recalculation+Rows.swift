import CellModel
import Propagation

/// Evaluating groups that read each other row by row; see ``RowOrder``.
extension Recalculation {
  /// Evaluates groups in the order in which they come in each row, from the top; a cell that changes makes those that read
  /// it dirty as the sweep goes on.
  mutating func evaluateByRow(_ members: [GroupID], isRepeated: Bool = false) {
    var groups = makeSweptGroups(members)
    // The first row that the sweep has not passed.
    var row = 0
    var block = -1
    while !isStopped {
      var next: Int?
      for number in groups.indices {
        guard let own = groups[number].dirty.next(from: row) else { continue }
        next = min(next ?? own, own)
      }
      guard let next else { break }
      row = next
      if row >> ColumnStore.blockShift != block {
        block = row >> ColumnStore.blockShift
        if settings.isCancelled() { isStopped = true }
      }
      if !isStopped { groups.withUnsafeMutableBufferPointer { evaluate(row, $0) } }
      if !isStopped { row += 1 }
    }
    for number in groups.indices { groups[number].endChanges() }
    if finish(groups, row, isRepeated) { evaluateByRow(members, isRepeated: true) }
  }

  private func makeSweptGroups(_ members: [GroupID]) -> [SweptGroup] {
    var groups = members.map { SweptGroup($0, formulas[$0], dirty: graph.takeDirtyRows(of: $0)) }
    for reader in groups.indices {
      let own = groups[reader].group
      formulas.forEachReference(of: own) { _, reference in
        let area = reference.areaRead(from: own.rows)
        for read in groups.indices where area.intersection(groups[read].group.area) != nil {
          groups[read].readers.append(SweptReader(reader, reference))
        }
      }
    }
    return groups
  }

  /// Evaluates what is dirty of a row.
  private mutating func evaluate(_ row: Int, _ groups: UnsafeMutableBufferPointer<SweptGroup>) {
    for number in groups.indices where groups[number].dirty.contains(row) {
      let isChanged = evaluateCell(groups[number].id, row)
      // The row is evaluated again in the next pass.
      if isStopped { return }
      guard isChanged else { continue }
      groups[number].noteChange(of: row)
      // By their places: whoever walks through an array counts a reference to it.
      for place in 0..<groups[number].readers.count {
        let reader = groups[number].readers[place]
        groups[reader.number].addReaders(of: row, by: reader)
      }
    }
  }

  /// Marks the readers of what changed, and what a sweep that was stopped in a row has left.
  ///
  /// - Returns: Whether there has to be one more sweep: a spill that began or ended may have made rows dirty that the sweep
  ///   had passed.
  private func finish(_ groups: [SweptGroup], _ row: Int, _ isRepeated: Bool) -> Bool {
    let again = groups.map { graph.takeDirtyRows(of: $0.id) }
    for swept in groups {
      for rows in swept.changed.intervals {
        graph.markReaders(in: swept.group.grid, column: Int(swept.group.column), rows: rows)
      }
    }
    // The groups themselves have just been brought up to date.
    graph.settle(groups.map(\.id))
    if isStopped {
      for swept in groups { for rows in swept.dirty.rest(from: row) { graph.markDirty(rows, of: swept.id) } }
    }
    guard !isRepeated || isStopped else { return false }
    var isAgain = false
    for (swept, rows) in zip(groups, again) {
      for rows in rows {
        graph.markDirty(rows, of: swept.id)
        isAgain = true
      }
    }
    return isAgain && !isStopped
  }
}
