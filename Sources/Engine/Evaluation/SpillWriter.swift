import CellModel

/// Fills and clears the cells beside formulas that give arrays, and tells whoever reads them.
///
/// - R1. Of two arrays that would fill the same cell, the one whose anchor comes first in reading order does, whichever was
///   there first.
/// - R2. An anchor without room has no spill range; it waits for what it would fill, unless that lies beyond the sheet.
final class SpillWriter {
  private let cells: CellStore
  let formulas: FormulaStore
  let graph: DependencyGraph

  /// Whether cells have changed that may have been read in this pass already.
  var hasChangedCells = false

  init(graph: DependencyGraph) {
    self.graph = graph
    formulas = graph.formulas
    cells = formulas.cells
  }

  /// Ends the spill range of an anchor, or its wait for one.
  @inline(__always)
  func end(at anchor: CellAddress) {
    guard !cells.spills.isEmpty else { return }
    clear(anchor)
    cells.spills.removeBlocked(anchor)
  }

  /// Blanks the cells that an anchor has filled, but for those it is about to fill again.
  func clear(_ anchor: CellAddress, keeping kept: Area? = nil) {
    let isFilled = !cells.spills.circular.contains(anchor)
    guard let area = cells.spills.removeArea(of: anchor) else { return }
    graph.reopenCycleGroup(of: anchor)
    if isFilled {
      area.forEachCell { address in
        if address == anchor || kept?.contains(address) == true { return }
        if cells.write(.blank, at: address) { markReaders(of: address) }
      }
    }
    markReaders(of: anchor)
    for waiting in cells.spills.waiting(for: area) where waiting != anchor { graph.markDirty(waiting) }
  }

  /// Lets an anchor that depends on what it would fill keep the range, which is blank.
  func claim(_ area: Area, for anchor: CellAddress) {
    if cells.spills.circular.contains(anchor), cells.spills.area(of: anchor) == area { return }
    clear(anchor)
    cells.reserve(columns: Int(area.right) + 1, in: anchor.grid)
    cells.spills.setArea(area, of: anchor, isCircular: true)
    markReaders(of: anchor)
    // Whoever reads the range may be on the circle, too, and is told when the anchor's cycle group is evaluated.
    graph.markDirty(anchor)
    graph.remakeOrder()
  }

  /// Ends the spill ranges that reach into an area; their anchors are dirty.
  func clear(reachingInto area: Area) {
    guard !cells.spills.isEmpty else { return }
    for anchor in cells.spills.anchors(overlapping: area) { clearAndMark(anchor) }
  }

  /// Ends the spill range that covers a cell but does not begin in it; its anchor is dirty.
  func clear(covering address: CellAddress) {
    if let anchor = cells.spills.anchor(covering: address) { clearAndMark(anchor) }
  }

  private func clearAndMark(_ anchor: CellAddress) {
    clear(anchor)
    graph.markDirty(anchor)
  }

  /// Ends all spill ranges of a grid, or of all.
  func clearAll(of grid: GridID? = nil) {
    for anchor in Array(cells.spills.areas.keys) where grid == nil || anchor.grid == grid { clear(anchor) }
    guard let grid else { return }
    for anchor in Array(cells.spills.blocked.keys) where anchor.grid == grid { cells.spills.removeBlocked(anchor) }
  }

  /// Fills an area from its anchor on, which has spilled over it before or does from now on.
  ///
  /// - Returns: Whether the anchor's own value changed, and how many cells did not.
  func fill(_ area: Area, with array: CellArray) -> (anchorChanged: Bool, equal: Int) {
    let anchor = area.topLeft
    let isNew = cells.spills.area(of: anchor) != area || cells.spills.circular.contains(anchor)
    if isNew {
      clear(anchor, keeping: area)
      cells.reserve(columns: Int(area.right) + 1, in: anchor.grid)
      cells.spills.setArea(area, of: anchor)
    }
    var anchorChanged = false
    var equal = 0
    var isChanged = isNew
    area.forEachCell { address in
      var element = array[Int(address.row - area.top), Int(address.column - area.left)]
      element = element.atGridAddress
      if case .array(let inner) = element { element = inner.first }
      if !cells.write(element, at: address) {
        equal += 1
      } else if address == anchor {
        anchorChanged = true
      } else {
        isChanged = true
        markReaders(of: address)
      }
    }
    // Whoever reads the whole range names its anchor alone, which may be as before.
    if isChanged { markReaders(of: anchor) }
    if isNew { graph.restoreOrder(behind: anchor, filling: area) }
    return (anchorChanged, equal)
  }

  private func markReaders(of address: CellAddress) {
    // What has been evaluated already may have to be evaluated again, so from now on every change is told.
    graph.isFullRecalculation = false
    hasChangedCells = true
    graph.markReaders(of: address)
  }

  // MARK: Room

  /// Whether there is room for an array.
  enum Room: Equatable {
    /// Nothing is in the way, now that the spill ranges of some anchors have ended.
    case free(evicted: [CellAddress])
    case beyondSheet
    /// A cell is in the way, and the anchor waits for it to clear.
    case taken(by: CellAddress)
  }

  /// Makes room for what a formula gives from its anchor on; where there is none, the range that it has filled ends.
  func makeRoom(for wanted: Area, of anchor: CellAddress) -> Room {
    cells.spills.removeBlocked(anchor)
    guard Int(wanted.bottom) <= Area.lastRow, Int(wanted.right) <= Area.lastColumn else {
      clear(anchor)
      return .beyondSheet
    }
    if let obstacle = obstacle(to: wanted, from: anchor) {
      clear(anchor)
      cells.spills.setBlocked(wanted, of: anchor)
      return .taken(by: obstacle)
    }
    return .free(evicted: evictOthers(from: wanted, for: anchor))
  }

  /// A cell of an area that an anchor may not fill.
  private func obstacle(to area: Area, from anchor: CellAddress) -> CellAddress? {
    let own = cells.spills.area(of: anchor)
    let others = cells.spills.anchors(overlapping: area).subtracting([anchor])
    if let first = others.filter({ $0.precedes(anchor) }).min(by: { $0.precedes($1) }) {
      return cells.spills.area(of: first)?.intersection(area)?.topLeft
    }
    for row in area.rowRange {
      for column in area.columnRange {
        let address = CellAddress(grid: area.grid, row: row, column: column)
        if address == anchor { continue }
        if formulas.group(at: address) != nil { return address }
        if own?.contains(address) == true { continue }
        if cells.box(at: address).isBlank { continue }
        if !others.contains(where: { cells.spills.area(of: $0)?.contains(address) == true }) { return address }
      }
    }
    return nil
  }

  /// Ends the spill ranges that are in the way of an anchor that comes before theirs; they wait for it to clear.
  ///
  /// - Returns: The anchors that have been turned away.
  private func evictOthers(from area: Area, for anchor: CellAddress) -> [CellAddress] {
    let others = cells.spills.anchors(overlapping: area).subtracting([anchor]).sorted { $0.precedes($1) }
    for other in others {
      guard let own = cells.spills.area(of: other) else { continue }
      clear(other)
      cells.spills.setBlocked(own, of: other)
    }
    return others
  }
}

extension CellAddress {
  /// Whether it comes before another in reading order: sheet by sheet, row by row.
  func precedes(_ other: CellAddress) -> Bool {
    (grid.rawValue, row, column) < (other.grid.rawValue, other.row, other.column)
  }
}
