import CellModel
import Propagation

/// Arrays that fill the cells beside their formula.
extension Engine {
  /// Writes an array from its anchor to the right and down, or `#SPILL!` into the anchor when something is in the way.
  ///
  /// - Returns: Whether the anchor's own value changed.
  func spill(_ array: CellArray, from anchor: CellAddress) -> Bool {
    let wanted = Area(
      grid: anchor.grid, top: Int(anchor.row), left: Int(anchor.column), bottom: Int(anchor.row) + array.rows - 1,
      right: Int(anchor.column) + array.columns - 1)
    spills.removeBlocked(anchor)
    guard Int(wanted.bottom) <= Area.lastRow, Int(wanted.right) <= Area.lastColumn else {
      clearSpill(of: anchor)
      return write(spillError("It would reach beyond the sheet."), at: anchor)
    }
    if let obstacle = obstacle(to: wanted, from: anchor) {
      clearSpill(of: anchor)
      spills.setBlocked(wanted, of: anchor)
      return write(spillError("\(name(of: obstacle)) is in its way."), at: anchor)
    }
    let isNew = spills.area(of: anchor) != wanted
    if isNew {
      spillChanges[anchor, default: 0] += 1
      if (spillChanges[anchor] ?? 0) > Self.spillChangeLimit {
        clearSpill(of: anchor)
        selfSpilling.insert(anchor)
        return write(cycleError([anchor]), at: anchor)
      }
      clearSpill(of: anchor, keeping: wanted)
      reserve(columns: Int(wanted.right) + 1, in: Int(anchor.grid.rawValue))
      spills.setArea(wanted, of: anchor)
    }
    var anchorChanged = false
    for row in 0..<array.rows {
      for column in 0..<array.columns {
        let address = CellAddress(grid: anchor.grid, row: Int(anchor.row) + row, column: Int(anchor.column) + column)
        var element = array[row, column]
        if element.isBlank { element = .number(0) }
        if case .array(let inner) = element { element = inner.elements[0] }
        if write(element, at: address) {
          if address == anchor { anchorChanged = true } else { markSpillReaders(address) }
        }
      }
    }
    if isNew {
      // Whoever reads the whole range through its anchor has another range now.
      markSpillReaders(anchor)
      restoreOrder(behind: anchor)
    }
    return anchorChanged
  }

  /// How often an anchor may change its spill range in one recalculation; more often means that its range depends on what
  /// stands in it.
  private static var spillChangeLimit: Int { 4 }

  private func spillError(_ why: String) -> CellValue { .error(CellError(.spill, why)) }

  /// A cell of an area that is not blank and not the anchor's own.
  private func obstacle(to area: Area, from anchor: CellAddress) -> CellAddress? {
    let own = spills.area(of: anchor)
    for row in Int(area.top)...Int(area.bottom) {
      for column in Int(area.left)...Int(area.right) {
        let address = CellAddress(grid: area.grid, row: row, column: column)
        if address == anchor { continue }
        if group(at: address) >= 0 { return address }
        if own?.contains(address) == true { continue }
        if !box(at: address).isBlank { return address }
      }
    }
    return nil
  }

  /// Blanks the cells that an anchor has filled, but for those it is about to fill again.
  func clearSpill(of anchor: CellAddress, keeping kept: Area? = nil) {
    guard let area = spills.removeArea(of: anchor) else { return }
    let id = group(at: anchor)
    if id >= 0, groups[id].node >= 0, knots[groups[id].node] != nil { reopenKnot(of: groups[id].node) }
    for row in Int(area.top)...Int(area.bottom) {
      for column in Int(area.left)...Int(area.right) {
        let address = CellAddress(grid: area.grid, row: row, column: column)
        if address == anchor || kept?.contains(address) == true { continue }
        if write(.blank, at: address) { markSpillReaders(address) }
      }
    }
    markSpillReaders(anchor)
    for waiting in spills.waiting(for: area) where waiting != anchor { markDirty(waiting) }
  }

  private func markSpillReaders(_ address: CellAddress) {
    // What has been evaluated already may have to be evaluated again, so from now on every change is told.
    isFullRecalculation = false
    markReaders(
      grid: Int(address.grid.rawValue), column: Int(address.column), from: Int(address.row), through: Int(address.row))
  }

  /// Puts what reads a new spill range behind its anchor.
  private func restoreOrder(behind anchor: CellAddress) {
    let id = group(at: anchor)
    guard id >= 0, groups[id].node >= 0 else { return }
    if knots[groups[id].node] != nil {
      reopenKnot(of: groups[id].node)
    } else if !propagation.restore(NodeID(Int(groups[id].node)), in: EngineEdges(engine: self)) {
      // Something that it reads depends on its spill range, perhaps in other rows: cell by cell will tell.
      needsRebuild = true
      addDirtyRows(Int(anchor.row), Int(anchor.row), of: id)
    }
  }
}
