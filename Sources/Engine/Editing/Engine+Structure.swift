import CellModel
import Formulas

/// Inserting and deleting rows and columns.
extension Engine {
  /// Inserts or deletes rows or columns of a sheet; every reference goes on meaning the cells it meant.
  ///
  /// What is deleted leaves `#REF!` where single cells were read; ranges shrink. Names move along.
  /// - Complexity: O(*g* + *c*), where *g* is the number of formula groups and *c* that of cells that move.
  package func shift(_ shift: GridShift) {
    guard shift.count > 0, shift.at >= 0 else { return }
    accessObserver?.didWrite(CellAddress(grid: shift.grid, row: 0, column: 0))
    if history.isRecording || history.isReplaying {
      append(
        .shape(
          shift, deleted: shift.isInsertion ? [] : contents(of: deletedArea(shift)), formulas: allFormulas(),
          names: names(in: shift.grid)))
    }
    clearAllSpills(of: shift.grid)
    let formulas = allFormulas()
    removeAllFormulas()
    moveValues(shift)
    moveNames(shift)
    for piece in formulas { install(piece, after: shift) }
    markEverythingDirty()
  }

  private func deletedArea(_ shift: GridShift) -> Area {
    let end = shift.at + shift.count - 1
    return shift.axis == .rows
      ? Area(grid: shift.grid, top: shift.at, left: 0, bottom: end, right: columnCount(of: shift.grid) - 1)
      : Area(grid: shift.grid, top: 0, left: shift.at, bottom: Int(Area.lastRow), right: end)
  }

  func allFormulas() -> [ContentPiece] {
    groups.indices.filter { !groups[$0].isDead }.map { id in
      let group = groups[id]
      let start = Int(group.referenceStart)
      return ContentPiece(
        area: group.area,
        content: .formula(
          template: group.template, references: references[start..<start + Int(group.referenceCount)]))
    }
  }

  func removeAllFormulas() {
    for id in groups.indices { groups[id].isDead = true }
    liveGroupCount = 0
    groups.removeAll()
    references.removeAll()
    for grid in grids.indices {
      grids[grid].wideReaders.removeAll()
      for column in grids[grid].indexes.indices { grids[grid].indexes[column] = ColumnIndex() }
      grids[grid].linkReaders()
    }
    unranked.removeAll()
    unregistered.removeAll()
    dirtyRows.removeAll()
    dynamicReads.removeAll()
    dynamicEntries.removeAll()
    volatileGroups.removeAll()
    waitingForName.removeAll()
    needsRebuild = true
    soleGroup.removeAll()
    knots.removeAll()
    propagation.assign([], nodeBound: 0) { _ in false }
  }

  private func clearAllSpills(of grid: GridID) {
    for anchor in Array(spills.areas.keys) where anchor.grid == grid { clearSpill(of: anchor) }
    for anchor in Array(spills.blocked.keys) where anchor.grid == grid { spills.removeBlocked(anchor) }
  }

  private func markEverythingDirty() {
    needsRebuild = true
    for id in groups.indices where !groups[id].isDead { groups[id].isAllDirty = true }
  }

  // MARK: Values and names

  private func moveValues(_ shift: GridShift) {
    let grid = Int(shift.grid.rawValue)
    switch shift.axis {
    case .rows:
      for column in 0..<grids[grid].columnCount { moveRows(shift, in: grid, column) }
      if grids[grid].isTable { grids[grid].rowCount += shift.isInsertion ? shift.count : -shift.count }
    case .columns:
      moveColumns(shift, in: grid)
      grids[grid].linkReaders()
    }
  }

  private func moveRows(_ shift: GridShift, in grid: Int, _ column: Int) {
    let last = grids[grid].columns[column].lastUsedRow
    guard last >= shift.at else { return }
    func bits(_ row: Int) -> UInt64 { grids[grid].columns[column].bits(at: row) }
    func put(_ bits: UInt64, _ row: Int) {
      grids[grid].columns[column].makeBlock(row >> ColumnStore.blockShift)[row & ColumnStore.blockMask] = bits
    }
    if shift.isInsertion {
      for row in stride(from: last, through: shift.at, by: -1) { put(bits(row), row + shift.count) }
      for row in shift.at..<min(shift.at + shift.count, last + shift.count + 1) { put(BoxedValue.blank.bits, row) }
    } else {
      for row in shift.at..<min(shift.at + shift.count, last + 1) { values.release(BoxedValue(bits: bits(row))) }
      for row in shift.at...last {
        put(row + shift.count <= last ? bits(row + shift.count) : BoxedValue.blank.bits, row)
      }
    }
  }

  private func moveColumns(_ shift: GridShift, in grid: Int) {
    let count = grids[grid].columnCount
    guard shift.at < count else { return }
    if shift.isInsertion {
      reserve(columns: count + shift.count, in: grid)
      let columns = grids[grid].columns
      for column in stride(from: count - 1, through: shift.at, by: -1) {
        columns[column + shift.count] = columns[column]
      }
      for column in shift.at..<shift.at + shift.count { columns[column] = ColumnStore() }
    } else {
      let columns = grids[grid].columns
      let end = min(shift.at + shift.count, count)
      for column in shift.at..<end {
        for row in 0..<columns[column].coveredRows { values.release(BoxedValue(bits: columns[column].bits(at: row))) }
        columns[column].deallocate()
      }
      for column in shift.at..<count {
        columns[column] = column + (end - shift.at) < count ? columns[column + (end - shift.at)] : ColumnStore()
      }
    }
  }

  /// The names that stand for cells of a grid.
  private func names(in grid: GridID) -> [EditHistory.BoundName] {
    scopes.indices.flatMap { scope in
      scopes[scope].names.compactMap { (name, binding) in
        switch binding {
        case .cell(let address) where address.grid == grid: break
        case .area(let area) where area.grid == grid: break
        default: return nil
        }
        return EditHistory.BoundName(scope: ScopeID(rawValue: scope), name: name, binding: binding)
      }
    }
  }

  private func moveNames(_ shift: GridShift) {
    for scope in scopes.indices {
      for (name, binding) in scopes[scope].names {
        switch binding {
        case .cell(let address) where address.grid == shift.grid:
          let position = shift.axis == .rows ? Int(address.row) : Int(address.column)
          guard let moved = shift.moved(position) else {
            scopes[scope].names[name] = nil
            continue
          }
          var address = address
          if shift.axis == .rows { address.row = Int32(moved) } else { address.column = Int32(moved) }
          scopes[scope].names[name] = .cell(address)
        case .area(let area) where area.grid == shift.grid:
          scopes[scope].names[name] = moved(area, by: shift).map { .area($0) }
        default: break
        }
      }
    }
  }

  private func moved(_ area: Area, by shift: GridShift) -> Area? {
    var area = area
    if shift.axis == .rows {
      guard area.bottom != Area.openEnd, !(area.top == 0 && area.bottom == Area.lastRow) else { return area }
      guard let (first, last) = shift.moved(Int(area.top), through: Int(area.bottom)) else { return nil }
      area.top = Int32(first)
      area.bottom = Int32(last)
    } else {
      guard !(area.left == 0 && area.right == Area.lastColumn) else { return area }
      guard let (first, last) = shift.moved(Int(area.left), through: Int(area.right)) else { return nil }
      area.left = Int32(first)
      area.right = Int32(last)
    }
    return area
  }

  // MARK: Formulas

  /// Puts a formula back where it belongs after a shift, cut where its references part ways.
  private func install(_ piece: ContentPiece, after shift: GridShift) {
    guard case .formula(let template, let filled) = piece.content else { return }
    var cuts: Set<Int> = []
    let first = Int(piece.area.top)
    let last = Int(piece.area.bottom)
    if shift.axis == .rows {
      // Between two cuts every corner of every reference moves by one and the same count.
      // A corner in a row that is deleted stays where it is while its formula moves on: a cut at each such row.
      let borders = shift.isInsertion ? shift.at...shift.at : shift.at...shift.at + shift.count
      let rows = first...last
      if piece.area.grid == shift.grid { cuts.formUnion([borders.lowerBound, borders.upperBound]) }
      for reference in filled where reference.grid == shift.grid {
        if reference.topIsRelative { cuts.formUnion((borders - Int(reference.top)).clamped(to: rows)) }
        if reference.bottomIsRelative { cuts.formUnion((borders - Int(reference.bottom)).clamped(to: rows)) }
      }
    }
    var start = first
    for cut in cuts.sorted() + [last + 1] where cut > start {
      let end = min(cut - 1, last)
      if start <= end { install(template, filled, from: start, through: end, piece.area, shift) }
      start = max(start, cut)
    }
  }

  private func install(
    _ template: Int32, _ filled: [GroupReference], from first: Int, through last: Int, _ former: Area,
    _ shift: GridShift
  ) {
    var run = former
    run.top = Int32(first)
    run.bottom = Int32(last)
    if former.grid == shift.grid {
      let isTableGrowth = grids[Int(former.grid.rawValue)].isTable
      if shift.axis == .rows, isTableGrowth {
        // A column formula goes on for all rows of its table.
        guard first == Int(former.top) else { return }
        run = former
        run.bottom += Int32(shift.isInsertion ? shift.count : -shift.count)
        if run.isEmpty { return }
        return install(template, filled, over: run)
      }
      guard let moved = moved(run, by: shift) else { return }
      run = moved
    }
    var kept: [GroupReference] = []
    var deleted: Set<Int> = []
    for (number, reference) in filled.enumerated() {
      guard reference.grid == shift.grid, !grids[Int(shift.grid.rawValue)].isTable else {
        kept.append(rebased(reference, from: first, to: Int(run.top), former.grid == shift.grid))
        continue
      }
      var area = reference.area(at: first)
      if let moved = moved(area, by: shift) { area = moved } else { deleted.insert(number) }
      // The corners keep the order in which they were written.
      let isTurned = reference.topRow(at: first) > reference.bottomRow(at: first)
      var result = GroupReference(
        Area(
          grid: area.grid, top: Int(isTurned ? area.bottom : area.top), left: Int(area.left),
          bottom: Int(isTurned ? area.top : area.bottom), right: Int(area.right)), relativeTo: Int(run.top),
        topIsRelative: reference.topIsRelative, bottomIsRelative: reference.bottomIsRelative, isCell: reference.isCell)
      result.isPlaceOnly = reference.isPlaceOnly
      kept.append(result)
    }
    guard !deleted.isEmpty else { return install(template, kept, over: run) }
    var tree = templates[Int(template)].tree
    let leaves = templates[Int(template)].leaves
    for (index, leaf) in leaves {
      guard case .reference(let number) = leaf, case .reference(let written) = tree[index] else { continue }
      var shape = written.shape
      if deleted.contains(number) {
        shape = .deleted
      } else {
        shape = self.shape(of: kept[number], as: written.shape, at: Int(run.top))
      }
      tree.nodes[Int(index)] = .reference(GridReference(shape, sheet: written.sheet))
    }
    var lowering = FormulaLowering(tree, at: run.topLeft, in: self)
    let lowered = lowering.lowered()
    install(self.template(of: tree, lowered), lowered.references, over: run)
  }

  /// A reference to another grid, which means the same cells from a formula that has moved.
  private func rebased(_ reference: GroupReference, from: Int, to: Int, _ hasMoved: Bool) -> GroupReference {
    guard hasMoved, from != to else { return reference }
    var result = reference
    if result.topIsRelative { result.top += Int32(from - to) }
    if result.bottomIsRelative { result.bottom += Int32(from - to) }
    return result
  }

  // MARK: Taking it back

  func undoShape(
    _ shift: GridShift, _ deleted: [ContentPiece], _ formulas: [ContentPiece], _ names: [EditHistory.BoundName]
  ) {
    self.shift(shift.inverse)
    for name in names { scopes[name.scope.rawValue].names[name.name] = name.binding }
    let wasReplaying = history.isReplaying
    history.isReplaying = false
    for anchor in Array(spills.areas.keys) { clearSpill(of: anchor) }
    removeAllFormulas()
    install(deleted.filter { if case .constants = $0.content { true } else { false } })
    install(formulas)
    markEverythingDirty()
    history.isReplaying = wasReplaying
  }
}

extension ClosedRange<Int> {
  /// The range moved up by a number of rows.
  fileprivate static func - (range: Self, offset: Int) -> Self { range.lowerBound - offset...range.upperBound - offset }
}
