import CellModel

/// Which cells changed since somebody last asked, and what they held before.
struct ChangeList {
  var isRecording = false
  private var former: [CellAddress: CellValue] = [:]
  private var order: [CellAddress] = []
  /// The grids whose rows or columns have moved; their cells are not noted one by one.
  private var moved: Set<GridID> = []

  /// Notes what a cell held, unless it has changed before.
  mutating func note(_ address: CellAddress, from old: CellValue) {
    guard former[address] == nil else { return }
    former[address] = old
    order.append(address)
  }

  mutating func noteMove(in grid: GridID) { moved.insert(grid) }

  mutating func takeMoved() -> Set<GridID> {
    defer { moved = [] }
    return moved
  }

  /// Takes the cells that changed with what they held, in the order in which they first did.
  mutating func take() -> [(address: CellAddress, old: CellValue)] {
    defer {
      former.removeAll(keepingCapacity: true)
      order.removeAll(keepingCapacity: true)
    }
    return order.compactMap { address in former[address].map { (address, $0) } }
  }
}
