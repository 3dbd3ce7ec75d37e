import CellModel
import Propagation

/// The rules of the engine that check themselves.
extension Engine {
  /// The rules of this type that do not hold, worded for a bug report; for tests and checked builds.
  ///
  /// R3 is looked at only while the order of evaluation is up to date, as it is after a recalculation.
  package func brokenRules() -> [String] {
    brokenOwners() + brokenReaders() + brokenRanks() + brokenDirtiness() + brokenSlots() + brokenSpills()
  }

  /// How many groups an engine may have for checked builds to look at its rules after each recalculation or edit.
  private enum CheckLimit {
    static let recalculation = 1_000
    static let edit = 64
  }

  /// Stops a checked build when a rule is broken after a recalculation.
  @inline(__always)
  func checkRules() {
    #if ENGINE_CHECKS
      if checksRules, liveGroupCount < CheckLimit.recalculation { stopIfBroken() }
    #endif
  }

  /// Stops a checked build when a rule is broken after an edit; edits are many, so only small engines are looked at.
  @inline(__always)
  func checkRulesAfterEdit() {
    #if ENGINE_CHECKS
      if checksRules, liveGroupCount < CheckLimit.edit { stopIfBroken() }
    #endif
  }

  private func stopIfBroken() {
    let broken = brokenRules()
    precondition(broken.isEmpty, broken.joined(separator: "\n"))
  }

  // MARK: R1

  private func brokenOwners() -> [String] {
    var broken: [String] = []
    var found: Set<GroupID> = []
    for grid in grids.indices {
      for column in 0..<grids[grid].columnCount {
        let index = grids[grid].indexes[column]
        var loneCount = 0
        for (block, owners) in index.lone.enumerated() {
          for (offset, owner) in (owners ?? []).enumerated() where owner >= 0 {
            loneCount += 1
            let row = block << ColumnStore.blockShift + offset
            found.insert(GroupID(owner))
            let group = groups[Int(owner)]
            if group.isDead || !group.isLone || Int(group.first) != row || !stands(group, grid, column) {
              broken.append(
                "R1: row \(row) of column \(column) of grid \(grid) names group \(owner): \(describe(group))")
            }
          }
        }
        if loneCount != index.loneCount {
          broken.append(
            "R1: column \(column) of grid \(grid) has \(loneCount) lone groups and counts \(index.loneCount)")
        }
        broken += brokenRuns(index, grid, column, &found)
      }
    }
    for id in groups.indices where !groups[id].isDead && !found.contains(id) {
      broken.append("R1: no index names group \(id): \(describe(groups[id]))")
    }
    if found.count != liveGroupCount { broken.append("R1: \(found.count) groups live, \(liveGroupCount) are counted") }
    return broken
  }

  private func brokenRuns(_ index: ColumnIndex, _ grid: Int, _ column: Int, _ found: inout Set<GroupID>) -> [String] {
    var broken: [String] = []
    var end: Int32 = -1
    for run in index.runs {
      let group = groups[Int(run)]
      found.insert(GroupID(run))
      if group.isDead || group.isLone || !stands(group, grid, column) {
        broken.append("R1: a run of column \(column) of grid \(grid) names group \(run): \(describe(group))")
      }
      if group.first <= end {
        broken.append("R1: group \(run) begins at row \(group.first), the one above ends at \(end)")
      }
      end = group.last
      guard index.loneCount > 0 else { continue }
      for row in Int(group.first)...Int(group.last) where index.loneGroup(at: row) >= 0 {
        broken.append("R1: row \(row) belongs to group \(run) and to lone group \(index.loneGroup(at: row))")
      }
    }
    return broken
  }

  private func stands(_ group: FormulaGroup, _ grid: Int, _ column: Int) -> Bool {
    Int(group.grid.rawValue) == grid && Int(group.column) == column
  }

  private func describe(_ group: FormulaGroup) -> String {
    "rows \(group.first) to \(group.last) of column \(group.column) of grid \(group.grid.rawValue)"
      + (group.isDead ? ", dead" : "")
  }

  // MARK: R2

  private func brokenReaders() -> [String] {
    var broken: [String] = []
    for id in groups.indices where !groups[id].isDead && groups[id].isRegistered {
      let group = groups[id]
      for number in 0..<Int(group.referenceCount) {
        let reference = references[Int(group.referenceStart) + number]
        guard !reference.isPlaceOnly else { continue }
        let rows = reference.rowsRead(from: Int(group.first), through: Int(group.last))
        let area = Area(
          grid: reference.grid, top: rows.lowerBound, left: Int(reference.left), bottom: rows.upperBound,
          right: Int(reference.right))
        if !isEntered(area, reader: id, reference: number) {
          broken.append("R2: group \(id) reads \(area), reference \(number), but is no reader there")
        }
      }
      for area in dynamicReads[Int32(id)] ?? [] {
        let clipped = clipped(area)
        if !clipped.isEmpty, !isEntered(clipped, reader: id, reference: -1) {
          broken.append("R2: group \(id) has read \(area) dynamically, but is no reader there")
        }
      }
    }
    return broken
  }

  /// Whether a group stands among the readers of every column of an area, for all of its rows.
  private func isEntered(_ area: Area, reader id: GroupID, reference: Int) -> Bool {
    let grid = grids[Int(area.grid.rawValue)]
    func matches(_ entry: ReaderIndex.Entry) -> Bool {
      Int(entry.group) == id && Int(entry.reference) == reference && entry.first <= area.top
        && entry.last >= area.bottom
    }
    let columns = Int(area.left)...Int(area.right)
    if grid.wideReaders.contains(where: {
      $0.columns.lowerBound <= columns.lowerBound && $0.columns.upperBound >= columns.upperBound && matches($0.entry)
    }) {
      return true
    }
    guard columns.upperBound < grid.columnCount else { return false }
    return columns.allSatisfy { column in
      var isFound = false
      grid.indexes[column].readers.forEach(covering: Int(area.top), through: Int(area.bottom)) {
        if matches($0) { isFound = true }
      }
      return isFound
    }
  }

  // MARK: R3 and R4

  private func brokenRanks() -> [String] {
    guard !needsRebuild, unranked.isEmpty, unregistered.isEmpty else { return [] }
    return (propagation.ranking.brokenRules(in: EngineEdges(engine: self)) + propagation.dirty.brokenRules())
      .map { "R3, " + $0 }
  }

  private func brokenDirtiness() -> [String] {
    var broken: [String] = []
    let waiting = Set(unranked)
    for id in groups.indices where !groups[id].isDead {
      let group = groups[id]
      if group.hasDirtyRows != (dirtyRows[Int32(id)] != nil) {
        broken.append("R4: group \(id) says \(group.hasDirtyRows) about dirty rows of its own")
      }
      if group.node < 0 {
        if !needsRebuild, !waiting.contains(Int32(id)) {
          broken.append("R4: group \(id) has no node and waits for none")
        }
      } else if hasDirtyRows(id), !needsRebuild, !propagation.isDirty(NodeID(Int(group.node))) {
        broken.append("R4: group \(id) has dirty rows, but its node \(group.node) is clean")
      }
    }
    return broken
  }

  // MARK: R5 and R6

  private func brokenSlots() -> [String] {
    var broken: [String] = []
    var owners: [UInt32: String] = [:]
    for grid in grids.indices {
      for column in 0..<grids[grid].columnCount {
        let store = grids[grid].columns[column]
        for block in 0..<store.blockCount {
          guard let bits = store.block(block) else { continue }
          for offset in 0..<ColumnStore.blockRows {
            let box = BoxedValue(bits: bits[offset])
            guard box.hasSlot else { continue }
            let place = "row \(block << ColumnStore.blockShift + offset) of column \(column) of grid \(grid)"
            if let other = owners.updateValue(place, forKey: box.slot) {
              broken.append("R5: slot \(box.slot) belongs to \(other) and to \(place)")
            }
          }
        }
      }
    }
    if owners.count != values.usedCount {
      broken.append("R5: \(owners.count) slots belong to cells, \(values.usedCount) are taken")
    }
    return broken
  }

  private func brokenSpills() -> [String] {
    var broken: [String] = []
    var owners: [CellAddress: CellAddress] = [:]
    for anchor in Array(spills.areas.keys) + Array(spills.blocked.keys) where group(at: anchor) < 0 {
      broken.append("R6: \(anchor) spills or is blocked, and has no formula")
    }
    for (anchor, area) in spills.areas where area.rows * area.columns < 4_096 {
      for row in Int(area.top)...Int(area.bottom) {
        for column in Int(area.left)...Int(area.right) {
          let cell = CellAddress(grid: area.grid, row: row, column: column)
          if let other = owners.updateValue(anchor, forKey: cell) {
            broken.append("R6: \(cell) lies in the spill ranges of \(other) and of \(anchor)")
          }
          if cell != anchor, group(at: cell) >= 0 {
            broken.append("R6: \(cell) in the spill range of \(anchor) has a formula")
          }
        }
      }
    }
    return broken
  }
}
