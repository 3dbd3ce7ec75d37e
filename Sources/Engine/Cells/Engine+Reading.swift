import CellModel
import Propagation

/// Reading what is stored.
extension Engine {
  @inline(__always)
  func box(at address: CellAddress) -> BoxedValue {
    let grid = Int(address.grid.rawValue)
    guard grid >= 0, grid < grids.count, address.row >= 0, address.column >= 0,
      Int(address.column) < grids[grid].columnCount
    else { return .blank }
    return BoxedValue(bits: grids[grid].columns[Int(address.column)].bits(at: Int(address.row)))
  }

  @inline(__always)
  func storedValue(at address: CellAddress) -> CellValue { values.value(box(at: address)) }

  /// The value of a cell as the last recalculation left it.
  package func value(at address: CellAddress) -> CellValue {
    accessObserver?.didRead(Area(address))
    return storedValue(at: address)
  }

  /// An area that follows its table's rows, cut to them.
  func clipped(_ area: Area) -> Area {
    guard area.bottom == Area.openEnd else { return area }
    var area = area
    area.bottom = Int32(grids[Int(area.grid.rawValue)].rowCount) - 1
    return area
  }

  /// The part of an area that can hold anything but blanks.
  package func usedArea(_ area: Area) -> Area {
    let table = columnTables[Int(area.grid.rawValue)]
    var used = clipped(area)
    used.right = min(used.right, Int32(table.count) - 1)
    guard !used.isEmpty else { return used }
    var last = -1
    for column in Int(used.left)...Int(used.right) {
      // A block that was made counts as used; a column is searched only where that matters.
      let covered = table.columns[column].coveredRows - 1
      if covered > last { last = used.rows > 65_536 ? max(last, table.columns[column].lastUsedRow) : covered }
    }
    used.bottom = min(used.bottom, Int32(last))
    return used
  }

  func forEachRun(in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void) {
    // The table of columns, unlike the grid, can be copied without counting references.
    let table = columnTables[Int(area.grid.rawValue)]
    let area = clipped(area)
    guard !area.isEmpty, area.left < table.count else { return }
    for column in Int(area.left)...min(Int(area.right), table.count - 1) {
      let store = table.columns[column]
      var row = Int(area.top)
      let end = min(Int(area.bottom) + 1, store.coveredRows)
      while row < end {
        let block = row >> ColumnStore.blockShift
        let next = min((block + 1) << ColumnStore.blockShift, end)
        if let values = store.block(block) {
          let start = UnsafeRawPointer(values + row & ColumnStore.blockMask).assumingMemoryBound(to: BoxedValue.self)
          body(row, column, UnsafeBufferPointer(start: start, count: next - row))
        }
        row = next
      }
    }
  }

  /// A number in 0 ..< 1.
  func nextRandom() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  // MARK: Groups

  /// The live group that a cell belongs to, or -1.
  @inline(__always)
  func group(at grid: Int, column: Int, row: Int) -> GroupID {
    guard column < grids[grid].columnCount else { return -1 }
    let lone = grids[grid].indexes[column].loneGroup(at: row)
    if lone >= 0 { return GroupID(lone) }
    let runs = grids[grid].indexes[column].runs
    guard !runs.isEmpty else { return -1 }
    let position = runPosition(runs, row)
    guard position >= 0 else { return -1 }
    let group = Int(runs[position])
    return groups[group].last >= row ? group : -1
  }

  /// The last run that begins at or before a row, or -1.
  func runPosition(_ runs: [Int32], _ row: Int) -> Int {
    var low = -1
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if groups[Int(runs[middle])].first <= row { low = middle } else { high = middle }
    }
    return low
  }

  package func hasFormula(at address: CellAddress) -> Bool { group(at: address) >= 0 }

  func group(at address: CellAddress) -> GroupID {
    let grid = Int(address.grid.rawValue)
    guard grid >= 0, grid < grids.count, address.row >= 0, address.column >= 0 else { return -1 }
    return group(at: grid, column: Int(address.column), row: Int(address.row))
  }

  /// Calls the body with each live group that has a cell in some rows of a column.
  func forEachOwner(grid: Int, column: Int, rows: ClosedRange<Int>, _ body: (GroupID) -> Void) {
    guard column < grids[grid].columnCount else { return }
    let index = grids[grid].indexes[column]
    if !index.runs.isEmpty {
      var position = max(runPosition(index.runs, rows.lowerBound), 0)
      while position < index.runs.count {
        let group = groups[Int(index.runs[position])]
        if Int(group.first) > rows.upperBound { break }
        if Int(group.last) >= rows.lowerBound { body(Int(index.runs[position])) }
        position += 1
      }
    }
    guard index.loneCount > 0 else { return }
    var row = rows.lowerBound
    let end = min(rows.upperBound + 1, index.lone.count << ColumnStore.blockShift)
    while row < end {
      let block = row >> ColumnStore.blockShift
      let next = min((block + 1) << ColumnStore.blockShift, end)
      if let owners = index.lone[block] {
        for offset in row & ColumnStore.blockMask..<(row & ColumnStore.blockMask) + next - row where owners[offset] >= 0
        {
          body(GroupID(owners[offset]))
        }
      }
      row = next
    }
  }

  /// Calls the body with each live group whose cells lie in an area, or whose spill range does.
  func forEachOwner(in area: Area, _ body: (GroupID) -> Void) {
    let grid = Int(area.grid.rawValue)
    let area = clipped(area)
    guard !area.isEmpty, grids[grid].columnCount > area.left else { return }
    for column in Int(area.left)...min(Int(area.right), grids[grid].columnCount - 1) {
      forEachOwner(grid: grid, column: column, rows: Int(area.top)...Int(area.bottom), body)
    }
    spills.forEachAnchor(overlapping: area) { anchor in
      let group = group(at: anchor)
      if group >= 0 { body(group) }
    }
  }

  // MARK: Readers

  /// Calls the body with each entry, of a live group, that reads some rows of a column.
  @inline(__always)
  func forEachReader(
    grid: Int, column: Int, from low: Int, through high: Int, _ body: (GroupID, ReaderIndex.Entry) -> Void
  ) {
    let table = columnTables[grid]
    if column < table.count {
      table.columns[column].readers?._withUnsafeGuaranteedRef { readers in
        readers.forEach(covering: low, through: high) { entry in
          if !groups[Int(entry.group)].isDead { body(GroupID(entry.group), entry) }
        }
      }
    }
    guard !wideReaderGrids.isEmpty, wideReaderGrids.contains(Int32(grid)) else { return }
    for wide in grids[grid].wideReaders where !groups[Int(wide.entry.group)].isDead {
      if wide.columns.contains(column), Int(wide.entry.first) <= high, Int(wide.entry.last) >= low {
        body(GroupID(wide.entry.group), wide.entry)
      }
    }
  }

  func forEachReader(of area: Area, _ body: (GroupID) -> Void) {
    let grid = Int(area.grid.rawValue)
    guard !area.isEmpty, grids[grid].columnCount > area.left else { return }
    for column in Int(area.left)...min(Int(area.right), grids[grid].columnCount - 1) {
      forEachReader(grid: grid, column: column, from: Int(area.top), through: Int(area.bottom)) { group, _ in
        body(group)
      }
    }
  }

  /// A dirty node, the one of the highest rank, that has cells in an area.
  func dirtyNode(in area: Area, except group: GroupID) -> NodeRank? {
    var found: NodeRank?
    forEachOwner(in: area) { owner in
      guard owner != group, groups[owner].node >= 0 else { return }
      let node = NodeID(Int(groups[owner].node))
      if propagation.isDirty(node) {
        let candidate = NodeRank(rank: propagation.ranking.rank(of: node), node: groups[owner].node)
        found = max(found ?? candidate, candidate)
      }
    }
    return found
  }
}
