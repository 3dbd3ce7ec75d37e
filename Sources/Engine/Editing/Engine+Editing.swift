import CellModel
import Formulas
import Functions
import Propagation

/// Changing what cells hold. Nothing is recalculated before ``recalculate()``.
extension Engine {
  /// Puts a constant, or blank, into a cell in place of whatever it held.
  package func setConstant(_ value: CellValue, at address: CellAddress) {
    accessObserver?.didWrite(address)
    makeColumn(address)
    record {
      .constant(address, storedValue(at: address))
    } or: {
      Area(address)
    }
    if let anchor = spills.anchor(covering: address) {
      clearSpill(of: anchor)
      markDirty(anchor)
    }
    removeFormulas(in: Area(address))
    store(constant: value, at: address)
  }

  /// Puts constants into cells one below the other, faster than one by one.
  package func setConstants(_ values: [CellValue], from first: CellAddress) {
    guard !values.isEmpty else { return }
    let area = Area(
      grid: first.grid, top: Int(first.row), left: Int(first.column), bottom: Int(first.row) + values.count - 1,
      right: Int(first.column))
    makeColumn(first)
    recordContents(of: area)
    clearSpillsAndFormulas(in: area)
    for (offset, value) in values.enumerated() {
      store(constant: value, at: CellAddress(grid: first.grid, row: Int(first.row) + offset, column: Int(first.column)))
    }
  }

  /// Writes a constant where no formula stands, and marks its readers dirty if it differs.
  func store(constant value: CellValue, at address: CellAddress) {
    let grid = Int(address.grid.rawValue)
    let column = Int(address.column)
    let row = Int(address.row)
    let old = grids[grid].columns[column].bits(at: row)
    guard !values.holds(BoxedValue(bits: old), value) else { return }
    noteChange(at: address, from: BoxedValue(bits: old))
    values.release(BoxedValue(bits: old))
    let block = grids[grid].columns[column].makeBlock(row >> ColumnStore.blockShift)
    block[row & ColumnStore.blockMask] = values.box(value).bits
    markReaders(grid: grid, column: column, from: row, through: row)
    if value.isBlank { for anchor in spills.waiting(for: Area(address)) { markDirty(anchor) } }
  }

  /// Puts a formula into a cell.
  package func setFormula(_ tree: FormulaTree, at address: CellAddress) {
    setFormula(tree, over: Area(address))
  }

  /// Fills an area with a formula written for its first cell, as when filling down and to the right.
  package func setFormula(_ tree: FormulaTree, over area: Area) {
    guard !area.isEmpty else { return }
    recordContents(of: area)
    for column in Int(area.left)...Int(area.right) {
      let first = CellAddress(grid: area.grid, row: Int(area.top), column: column)
      makeColumn(first)
      var shifted = tree
      if column != area.left { shifted = tree.shifted(rows: 0, columns: column - Int(area.left)) }
      let run = Area(grid: area.grid, top: Int(area.top), left: column, bottom: Int(area.bottom), right: column)
      clearSpillsAndFormulas(in: run)
      install(shifted, over: run)
    }
  }

  /// Clears an area: what it holds is blank.
  package func clear(_ area: Area) {
    recordContents(of: area)
    let used = usedArea(area)
    removeFormulas(in: area)
    guard !used.isEmpty else { return }
    for column in Int(used.left)...Int(used.right) {
      for row in Int(used.top)...Int(used.bottom) {
        let address = CellAddress(grid: used.grid, row: row, column: column)
        if spills.anchor(covering: address) == nil { store(constant: .blank, at: address) }
      }
    }
  }

  func makeColumn(_ address: CellAddress) {
    reserve(columns: Int(address.column) + 1, in: Int(address.grid.rawValue))
  }

  /// Takes away the formulas of an area and the spill ranges that reach into it.
  func clearSpillsAndFormulas(in run: Area) {
    if !spills.isEmpty {
      var covering: Set<CellAddress> = []
      spills.forEachAnchor(overlapping: run) { covering.insert($0) }
      for anchor in covering {
        clearSpill(of: anchor)
        markDirty(anchor)
      }
    }
    removeFormulas(in: run)
  }

  // MARK: Groups

  /// Makes a group of a formula that was written for the first cell of a run of rows.
  private func install(_ tree: FormulaTree, over run: Area) {
    var lowering = FormulaLowering(tree, at: run.topLeft, in: self)
    let lowered = lowering.lowered()
    install(template(of: tree, lowered), lowered.references, over: run)
  }

  func template(of tree: FormulaTree, _ lowered: LoweredFormula) -> Int32 {
    let next = Int32(templates.count)
    let id = templateIDs.value(of: lowered.key, orEntering: next)
    guard id == next else { return id }
    let template = FormulaTemplate(
      tree: tree, leaves: lowered.leaves, unknownNames: lowered.unknownNames, catalog: catalog)
    templates.append(template)
    numericHandles.append(template.handle)
    return id
  }

  /// Makes a group of a template with its references; a lone formula below its equal joins it.
  func install(_ template: Int32, _ filled: [GroupReference], over run: Area, isDirty: Bool = true) {
    if templates[Int(template)].readsDynamically, run.rows > 1 {
      // What each cell reads is known only when it has run, so each has edges, and a rank, of its own.
      for row in Int(run.top)...Int(run.bottom) {
        let cell = CellAddress(grid: run.grid, row: row, column: Int(run.left))
        install(template, filled, over: Area(cell), isDirty: isDirty)
      }
      return
    }
    let grid = Int(run.grid.rawValue)
    let column = Int(run.left)
    if isDirty, run.top > 0, extendGroup(above: run, template, filled) { return }
    let id = groups.count
    groups.append(
      FormulaGroup(
        template: template, grid: run.grid, column: run.left, first: run.top, last: run.bottom,
        referenceStart: Int32(references.count), referenceCount: UInt16(clamping: filled.count), isAllDirty: isDirty))
    references.append(contentsOf: filled)
    liveGroupCount += 1
    let form = templates[Int(template)]
    for name in form.unknownNames { waitingForName[name, default: []].insert(Int32(id)) }
    if form.isVolatile { volatileGroups.insert(Int32(id)) }
    enter(id, grid: grid, column: column)
    unregistered.append(Int32(id))
    unranked.append(Int32(id))
  }

  /// Lets a group that is not yet registered grow over the rows below it.
  private func extendGroup(above run: Area, _ template: Int32, _ filled: [GroupReference]) -> Bool {
    let grid = Int(run.grid.rawValue)
    let column = Int(run.left)
    let above = group(at: grid, column: column, row: Int(run.top) - 1)
    guard above >= 0, !templates[Int(template)].readsDynamically, !groups[above].isRegistered, groups[above].isAllDirty,
      groups[above].template == template,
      groups[above].last == run.top - 1, Int(groups[above].referenceCount) == filled.count
    else { return false }
    let start = Int(groups[above].referenceStart)
    for (index, reference) in filled.enumerated() where references[start + index] != reference { return false }
    if groups[above].isLone {
      grids[grid].indexes[column].setLone(-1, at: Int(groups[above].first))
      groups[above].last = run.bottom
      enter(above, grid: grid, column: column)
    } else {
      groups[above].last = run.bottom
    }
    return true
  }

  private func enter(_ id: GroupID, grid: Int, column: Int) {
    if groups[id].isLone {
      grids[grid].indexes[column].setLone(Int32(id), at: Int(groups[id].first))
      return
    }
    let position = runPosition(grids[grid].indexes[column].runs, Int(groups[id].first)) + 1
    grids[grid].indexes[column].runs.insert(Int32(id), at: position)
  }

  /// Takes the formulas of an area away; their values stay until something is stored over them.
  func removeFormulas(in area: Area) {
    let grid = Int(area.grid.rawValue)
    guard area.left < grids[grid].columnCount else { return }
    for column in Int(area.left)...min(Int(area.right), grids[grid].columnCount - 1) {
      guard grids[grid].indexes[column].loneCount > 0 || !grids[grid].indexes[column].runs.isEmpty else { continue }
      if area.top == area.bottom {
        // One cell has one formula at most, so this way goes without a list.
        let id = group(at: grid, column: column, row: Int(area.top))
        if id >= 0 { cut(Int(area.top)...Int(area.top), outOf: id) }
        continue
      }
      var found: [GroupID] = []
      forEachOwner(grid: grid, column: column, rows: Int(area.top)...Int(area.bottom)) { found.append($0) }
      for id in found { cut(Int(area.top)...Int(area.bottom), outOf: id) }
    }
  }

  /// Ends a group and makes new ones of its rows outside of a range.
  private func cut(_ rows: ClosedRange<Int>, outOf id: GroupID) {
    var group = groups[id]
    // The spill ranges of a group end with it; the rows that stay fill them again.
    if spills.hasAnchor(in: group.area) { group.isAllDirty = true }
    kill(id)
    let start = Int(group.referenceStart)
    let filled = references[start..<start + Int(group.referenceCount)]
    var area = group.area
    if group.first < rows.lowerBound {
      area.bottom = Int32(rows.lowerBound) - 1
      reinstall(group, id, filled, over: area)
    }
    area = group.area
    if group.last > rows.upperBound {
      area.top = Int32(rows.upperBound) + 1
      reinstall(group, id, filled, over: area)
    }
    dirtyRows[Int32(id)] = nil
  }

  private func reinstall(_ group: FormulaGroup, _ id: GroupID, _ filled: [GroupReference], over area: Area) {
    install(group.template, filled, over: area, isDirty: group.isAllDirty)
    guard !group.isAllDirty else { return }
    let made = groups.count - 1
    // What the edit is about to store marks it dirty only if it stands among the readers by then.
    register(made)
    guard let dirty = dirtyRows[Int32(id)] else { return }
    for rows in dirty {
      let low = max(rows.lowerBound, area.top)
      let high = min(rows.upperBound, area.bottom)
      if low <= high { addDirtyRows(Int(low), Int(high), of: made) }
    }
  }

  /// Ends a group: its cells have no formula any more.
  func kill(_ id: GroupID) {
    let group = groups[id]
    guard !group.isDead else { return }
    let grid = Int(group.grid.rawValue)
    let column = Int(group.column)
    groups[id].isDead = true
    liveGroupCount -= 1
    if group.isLone {
      let address = CellAddress(grid: group.grid, row: Int(group.first), column: column)
      grids[grid].indexes[column].setLone(-1, at: Int(group.first))
      if spills.area(of: address) != nil { clearSpill(of: address) }
      spills.removeBlocked(address)
    } else {
      grids[grid].indexes[column].runs.removeAll { $0 == Int32(id) }
      if !spills.isEmpty {
        for anchor in Array(spills.areas.keys) + Array(spills.blocked.keys) where group.area.contains(anchor) {
          clearSpill(of: anchor)
          spills.removeBlocked(anchor)
        }
      }
    }
    if group.node >= 0 {
      if knots[group.node] != nil {
        reopenKnot(of: group.node)
      } else {
        propagation.remove(NodeID(Int(group.node)))
        soleGroup[Int(group.node)] = -1
      }
    }
    volatileGroups.remove(Int32(id))
    for name in templates[Int(group.template)].unknownNames { waitingForName[name]?.remove(Int32(id)) }
    dynamicReads[Int32(id)] = nil
    dynamicEntries[Int32(id)] = nil
  }

  /// Reads a group's formula anew, after the meaning of a name has changed.
  func reinstall(_ id: GroupID) {
    guard !groups[id].isDead else { return }
    let area = groups[id].area
    let tree = formulaTree(of: id, at: area.topLeft)
    kill(id)
    install(tree, over: area)
  }
}

extension Dictionary {
  /// The value of a key, or else a new one that is entered; the table is searched once.
  mutating func value(of key: Key, orEntering new: @autoclosure () -> Value) -> Value {
    func read(_ value: inout Value) -> Value { value }
    return read(&self[key, default: new()])
  }
}
