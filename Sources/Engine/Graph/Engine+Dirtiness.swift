import CellModel
import Propagation

/// What is dirty, and what became of it.
extension Engine {
  /// Marks the cell's formula dirty.
  func markDirty(_ address: CellAddress) {
    let id = group(at: address)
    guard id >= 0 else { return }
    addDirtyRows(Int(address.row), Int(address.row), of: id)
  }

  /// Marks the formulas of an area dirty, so that the next recalculation evaluates them again.
  package func markDirty(_ area: Area) {
    prepare()
    forEachOwner(in: area) { id in
      addDirtyRows(Int(max(groups[id].first, area.top)), Int(min(groups[id].last, area.bottom)), of: id)
    }
  }

  /// Adds rows of a group to what is dirty.
  @inline(__always)
  func addDirtyRows(_ low: Int, _ high: Int, of id: GroupID) {
    guard !groups[id].isAllDirty else { return }
    if low <= groups[id].first, high >= groups[id].last {
      groups[id].isAllDirty = true
    } else {
      addDirtyInterval(Int32(low), Int32(high), of: id)
    }
    let node = groups[id].node
    if node >= 0 { propagation.markDirty(NodeID(Int(node))) }
  }

  private func addDirtyInterval(_ low: Int32, _ high: Int32, of id: GroupID) {
    groups[id].hasDirtyRows = true
    var intervals = dirtyRows.removeValue(forKey: Int32(id)) ?? []
    if let last = intervals.last, low >= last.lowerBound, low <= last.upperBound + 1 {
      intervals[intervals.count - 1] = last.lowerBound...max(high, last.upperBound)
    } else {
      intervals.append(low...high)
    }
    dirtyRows[Int32(id)] = intervals
  }

  /// Marks dirty whatever reads some rows of a column.
  func markReaders(grid: Int, column: Int, from low: Int, through high: Int) {
    guard !isFullRecalculation else { return }
    forEachReader(grid: grid, column: column, from: low, through: high) { id, entry in
      let group = groups[id]
      guard !group.isAllDirty else { return }
      if entry.reference < 0 || group.isLone {
        addDirtyRows(Int(group.first), Int(group.last), of: id)
        return
      }
      let reference = references[Int(group.referenceStart) + Int(entry.reference)]
      if let rows = reference.readers(ofRows: low, through: high, from: Int(group.first), through: Int(group.last)) {
        addDirtyRows(rows.lowerBound, rows.upperBound, of: id)
      }
    }
  }

  /// Takes the rows of a group that are dirty, sorted and without overlap.
  func takeDirtyRows(of id: GroupID) -> [ClosedRange<Int32>] {
    defer {
      groups[id].isAllDirty = false
      if groups[id].hasDirtyRows {
        groups[id].hasDirtyRows = false
        dirtyRows[Int32(id)] = nil
      }
    }
    if groups[id].isAllDirty { return [groups[id].first...groups[id].last] }
    guard groups[id].hasDirtyRows, var intervals = dirtyRows[Int32(id)] else { return [] }
    if intervals.count == 1 { return intervals }
    intervals.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<Int32>] = []
    for interval in intervals {
      if let last = merged.last, interval.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, interval.upperBound)
      } else {
        merged.append(interval)
      }
    }
    return merged
  }

  func hasDirtyRows(_ id: GroupID) -> Bool { groups[id].isAllDirty || groups[id].hasDirtyRows }

  // MARK: Changes

  /// Notes what a cell held before its first change since the last ``takeChanges()``.
  @inline(__always)
  func noteChange(at address: CellAddress, from old: BoxedValue) {
    if core.pointee.recordsChanges { recordChange(at: address, from: old) }
  }

  private func recordChange(at address: CellAddress, from old: BoxedValue) {
    guard changes[address] == nil else { return }
    changes[address] = values.value(old)
    changeOrder.append(address)
  }

  /// A cell whose value is another than before.
  package struct Change: Sendable {
    package var address: CellAddress
    package var old: CellValue
    package var new: CellValue
  }

  /// The cells that changed since the last call, in the order in which they did, without those that changed back.
  package func takeChanges() -> [Change] {
    defer {
      changes.removeAll(keepingCapacity: true)
      changeOrder.removeAll(keepingCapacity: true)
    }
    return changeOrder.compactMap { address in
      guard let old = changes[address] else { return nil }
      let new = storedValue(at: address)
      return old == new ? nil : Change(address: address, old: old, new: new)
    }
  }
}
