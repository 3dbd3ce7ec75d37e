import CellModel
import Propagation

/// What is dirty.
extension DependencyGraph {
  /// Marks the formula of a cell dirty.
  func markDirty(_ address: CellAddress) {
    if let id = formulas.group(at: address) { markDirty(Int(address.row)...Int(address.row), of: id) }
  }

  /// Marks the formulas of an area dirty.
  func markDirty(_ area: Area) {
    let rows = area.rowRange
    formulas.forEachOwner(in: area) { id in
      let group = formulas.pointer(to: id)
      if group.pointee.isSingle { return markSingle(group) }
      // A formula outside of the area fills some of it, and all its rows do.
      markDirty(group.pointee.rows.intersection(rows) ?? group.pointee.rows, of: id)
    }
  }

  /// Marks a formula of one row dirty.
  @inline(__always)
  private func markSingle(_ group: UnsafeMutablePointer<FormulaGroup>) {
    guard !group.pointee.isAllDirty else { return }
    group.pointee.isAllDirty = true
    if let node = group.pointee.node { propagation.markDirty(node) }
  }

  /// Marks rows of a group dirty.
  @inline(__always)
  func markDirty(_ rows: RowRange, of id: GroupID) {
    let group = formulas.pointer(to: id)
    guard !group.pointee.isAllDirty else { return }
    if rows.lowerBound <= group.pointee.firstRow, rows.upperBound >= group.pointee.lastRow {
      group.pointee.isAllDirty = true
    } else {
      group.pointee.hasDirtyRows = true
      addDirtyRows(rows, of: id)
    }
    if let node = group.pointee.node { propagation.markDirty(node) }
  }

  private func addDirtyRows(_ rows: RowRange, of id: GroupID) { dirtyRows.add(rows, of: id) }

  /// Marks dirty whatever reads some rows of a column.
  func markReaders(in grid: GridID, column: Int, rows: RowRange) {
    guard !isFullRecalculation else { return }
    forEachReader(in: grid, column: column, rows: rows) { entry in
      let group = formulas.pointer(to: entry.group)
      if !group.pointee.isAllDirty { markReader(entry, group, of: rows) }
    }
  }

  /// Marks dirty what an entry says that it reads some rows, and that is not dirty throughout.
  @inline(__always)
  private func markReader(
    _ entry: ReaderIndex.Entry, _ group: UnsafeMutablePointer<FormulaGroup>, of rows: RowRange
  ) {
    if group.pointee.isSingle { return markSingle(group) }
    guard let number = entry.reference else {
      markDirty(group.pointee.rows, of: entry.group)
      return
    }
    let reference = formulas.references[group.pointee.references.first + number]
    if let read = reference.readers(of: rows, among: group.pointee.rows) { markDirty(read, of: entry.group) }
  }

  /// Marks dirty whatever reads a cell, but for the one formula of one row that is all that would be dirty.
  ///
  /// - Returns: That formula, which has to be evaluated next.
  @inline(__always)
  func markReaders(in grid: GridID, column: Int, row: Int) -> GroupID? {
    guard !isFullRecalculation, readers.mayHaveEntries(column, in: grid) else { return nil }
    switch readers.reader(of: row, column, in: grid) {
    case .nobody: break
    case .one(let entry):
      let group = formulas.pointer(to: entry.group)
      if group.pointee.isDead || group.pointee.isAllDirty { break }
      if group.pointee.isSingle, propagation.isSettled, let node = group.pointee.node, nodes.isSingle(node, entry.group)
      {
        group.pointee.isAllDirty = true
        return entry.group
      }
      markReader(entry, group, of: row...row)
    case .unknown: markReaders(in: grid, column: column, rows: row...row)
    }
    return nil
  }

  /// Marks dirty whatever reads an area.
  func markReaders(of area: Area) {
    for column in area.columnRange { markReaders(in: area.grid, column: column, rows: area.rowRange) }
  }

  func markReaders(of address: CellAddress) {
    guard !isFullRecalculation else { return }
    let (column, row) = (Int(address.column), Int(address.row))
    switch readers.reader(of: row, column, in: address.grid) {
    case .nobody: return
    case .one(let entry):
      let group = formulas.pointer(to: entry.group)
      if !group.pointee.isDead, !group.pointee.isAllDirty { markReader(entry, group, of: row...row) }
    case .unknown: markReaders(in: address.grid, column: column, rows: row...row)
    }
  }

  /// Marks what is dirty at the start of every recalculation.
  func markVolatile() {
    if starting.volatile.isEmpty { return }
    for id in starting.volatile where !formulas[id].isDead { markDirty(formulas[id].rows, of: id) }
  }

  /// Marks what tells which formulas there are, if these have changed since.
  func markFormulaReaders() {
    guard let readers = starting.takeFormulaReaders() else { return }
    for id in readers where !formulas[id].isDead { markDirty(formulas[id].rows, of: id) }
  }

  func markAllDirty() {
    formulas.forEachLive { formulas[$0].isAllDirty = true }
    propagation.markAllDirty()
  }

  /// Marks all rows of some groups dirty.
  func markAllDirty(of ids: [GroupID]) {
    for id in ids { markDirty(formulas[id].rows, of: id) }
  }

  /// Marks everything dirty and lets it be ordered anew.
  func restart() {
    newcomers.needsRebuild = true
    formulas.forEachLive { formulas[$0].isAllDirty = true }
  }

  /// Lets everything be evaluated as if for the first time, in an order that only what is there decides.
  func restartByPlace() {
    ordersByPlace = true
    isFullRecalculation = false
    formulas.forEachLive { forgetReads(of: [$0]) }
    restart()
  }

  /// Whether every group is dirty throughout.
  var isAllDirty: Bool {
    propagation.dirty.count == nodes.count
      && formulas.groups.indices.allSatisfy { formulas.groups[$0].isDead || formulas.groups[$0].isAllDirty }
  }

  /// Takes the rows of a group that are dirty, sorted and without overlap.
  func takeDirtyRows(of id: GroupID) -> [RowRange] {
    let group = formulas.pointer(to: id)
    let isAllDirty = group.pointee.isAllDirty
    group.pointee.isAllDirty = false
    var rows: [RowRange] = []
    if group.pointee.hasDirtyRows {
      group.pointee.hasDirtyRows = false
      rows = dirtyRows.take(of: id)
    }
    return isAllDirty ? [group.pointee.rows] : rows
  }

  /// The rows of a group that are dirty although others are not, as they came.
  func partlyDirtyRows(of id: GroupID) -> [RowRange] { dirtyRows.rows(of: id) }

  /// Takes all members of a cycle group out of what is dirty, because they have been brought up to date.
  func settle(_ members: [GroupID]) {
    for id in members { _ = takeDirtyRows(of: id) }
    if let id = members.first, let node = formulas[id].node { propagation.clearDirty(node) }
  }

  /// A dirty node, the one of the highest rank, that has cells in an area.
  func dirtyNode(in area: Area, except group: GroupID?) -> NodeRank? {
    var found: NodeRank?
    formulas.forEachOwner(in: area) { owner in
      guard owner != group, let node = formulas[owner].node, propagation.isDirty(node) else { return }
      let candidate = NodeRank(rank: propagation.ranking.rank(of: node), node: node)
      found = max(found ?? candidate, candidate)
    }
    return found
  }
}

/// A node with its rank, ordered by the rank.
struct NodeRank: Comparable {
  var rank: Int
  var node: NodeID
  static func < (a: NodeRank, b: NodeRank) -> Bool { a.rank < b.rank }
}
