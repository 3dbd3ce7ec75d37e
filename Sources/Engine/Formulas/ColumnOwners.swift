import CellModel
import Propagation

/// Which formula group each row of one column belongs to.
///
/// A group of several rows is a *run*, one of a single row stands in a list by rows, because a column of a million
/// different formulas has as many of them.
struct ColumnOwners {
  /// Groups of several rows, sorted by their first row; they do not overlap.
  private(set) var runs: [GroupID] = []
  /// For rows with a formula of their own its group; packed, in blocks of ``ColumnStore/blockRows``.
  private var singles: [[Int32]?] = []
  private(set) var singleCount = 0

  typealias Groups = UnsafeMutablePointer<FormulaGroup>

  var isEmpty: Bool { singleCount == 0 && runs.isEmpty }
  /// How many blocks of rows may have single formulas.
  var blockCount: Int { singles.count }

  /// The live group that a row belongs to.
  @inline(__always)
  func owner(of row: Int, in groups: Groups) -> GroupID? {
    if let single = single(at: row) { return single }
    guard !runs.isEmpty, let position = position(of: row, in: groups) else { return nil }
    return groups[runs[position].index].lastRow >= row ? runs[position] : nil
  }

  /// Calls the body with each group that has a cell in some rows.
  func forEach(in rows: RowRange, of groups: Groups, _ body: (GroupID) -> Void) {
    forEachRun(in: rows, of: groups, body)
    guard singleCount > 0 else { return }
    var row = rows.lowerBound
    let end = min(rows.upperBound + 1, singles.count << ColumnStore.blockShift)
    while row < end {
      let block = row >> ColumnStore.blockShift
      let next = min((block + 1) << ColumnStore.blockShift, end)
      if let owners = singles[block] {
        let offset = row & ColumnStore.blockMask
        for index in offset..<offset + next - row { if let owner = GroupID(packed: owners[index]) { body(owner) } }
      }
      row = next
    }
  }

  /// Calls the body with each group of several rows that has a cell in some rows.
  func forEachRun(in rows: RowRange, of groups: Groups, _ body: (GroupID) -> Void) {
    guard !runs.isEmpty else { return }
    var position = position(of: rows.lowerBound, in: groups) ?? 0
    while position < runs.count {
      let group = groups + runs[position].index
      if group.pointee.firstRow > rows.upperBound { break }
      if group.pointee.lastRow >= rows.lowerBound { body(runs[position]) }
      position += 1
    }
  }

  /// The groups of single rows in a block of rows; `nil` when there has never been one.
  func singles(inBlock block: Int) -> [GroupID]? {
    block < singles.count ? singles[block]?.compactMap { GroupID(packed: $0) } : nil
  }

  func hasSingles(inBlock block: Int) -> Bool { block < singles.count && singles[block] != nil }

  /// The run that begins last at or before a row.
  private func position(of row: Int, in groups: Groups) -> Int? {
    var low = -1
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if groups[runs[middle].index].firstRow <= row { low = middle } else { high = middle }
    }
    return low < 0 ? nil : low
  }

  @inline(__always)
  func single(at row: Int) -> GroupID? {
    let block = row >> ColumnStore.blockShift
    guard block < singles.count, let owners = singles[block] else { return nil }
    return GroupID(packed: owners[row & ColumnStore.blockMask])
  }

  // MARK: Changing

  mutating func insert(_ id: GroupID, in groups: Groups) {
    let group = groups[id.index]
    if group.isSingle {
      setSingle(id.rawValue, at: group.firstRow)
    } else {
      runs.insert(id, at: position(of: group.firstRow, in: groups).map { $0 + 1 } ?? 0)
    }
  }

  mutating func remove(_ id: GroupID, in groups: Groups) {
    let group = groups[id.index]
    if group.isSingle { setSingle(GroupID.none, at: group.firstRow) } else { runs.removeAll { $0 == id } }
  }

  private mutating func setSingle(_ packed: Int32, at row: Int) {
    let block = row >> ColumnStore.blockShift
    while singles.count <= block { singles.append(nil) }
    if singles[block] == nil { singles[block] = Array(repeating: GroupID.none, count: ColumnStore.blockRows) }
    let offset = row & ColumnStore.blockMask
    let old = singles[block]?[offset] ?? GroupID.none
    singleCount += (packed >= 0 ? 1 : 0) - (old >= 0 ? 1 : 0)
    singles[block]?[offset] = packed
  }

  // MARK: Rules

  /// Calls the body with each row that has a group of its own, and the group.
  ///
  /// Checked builds are not optimised and walk through all rows after every edit, hence the plainest of loops.
  private func forEachSingle(_ body: (_ row: Int, GroupID) -> Void) {
    for block in singles.indices {
      singles[block]?.withUnsafeBufferPointer { owners in
        var offset = 0
        while offset < owners.count {
          if owners[offset] >= 0, let owner = GroupID(packed: owners[offset]) {
            body(block << ColumnStore.blockShift + offset, owner)
          }
          offset += 1
        }
      }
    }
  }

  /// What is wrong with what it says about some groups, each worded for a bug report, and the groups it names.
  func brokenRules(grid: GridID, column: Int, in groups: Groups) -> (broken: [String], found: Set<GroupID>) {
    var broken: [String] = []
    var found: Set<GroupID> = []
    func stands(_ group: FormulaGroup) -> Bool { group.grid == grid && Int(group.column) == column && !group.isDead }
    var count = 0
    forEachSingle { row, owner in
      count += 1
      found.insert(owner)
      let group = groups[owner.index]
      if !group.isSingle || group.firstRow != row || !stands(group) {
        broken.append("R1: row \(row) of column \(column) of grid \(grid.rawValue) names group \(owner): \(group)")
      }
    }
    if count != singleCount {
      broken.append("R1: column \(column) of grid \(grid.rawValue) has \(count) single groups, counts \(singleCount)")
    }
    var end = -1
    for run in runs {
      let group = groups[run.index]
      found.insert(run)
      if group.isSingle || !stands(group) {
        broken.append("R1: a run of column \(column) of grid \(grid.rawValue) names group \(run): \(group)")
      }
      if group.firstRow <= end {
        broken.append("R1: group \(run) begins at row \(group.first), the one above ends at \(end)")
      }
      end = group.lastRow
      guard singleCount > 0 else { continue }
      for row in group.rows {
        if let single = single(at: row) { broken.append("R1: row \(row) belongs to group \(run) and to \(single)") }
      }
    }
    return (broken, found)
  }
}

extension FormulaGroup: CustomStringConvertible {
  var description: String {
    "rows \(first) to \(last) of column \(column) of grid \(grid.rawValue)" + (isDead ? ", dead" : "")
  }
}

extension GroupID: CustomStringConvertible {
  var description: String { String(rawValue) }
}
