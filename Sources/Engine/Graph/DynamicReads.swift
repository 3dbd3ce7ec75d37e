import CellModel

/// What formulas with INDIRECT and its kin read last time, beyond what they name.
struct DynamicReads {
  private var areas: [GroupID: [Area]] = [:]
  /// All areas for which such groups stand among the readers; one that is no longer read costs an evaluation at most.
  private var entries: [GroupID: Set<Area>] = [:]

  var isEmpty: Bool { areas.isEmpty }

  /// What a group has read; `nil` when nothing is known of it.
  func areas(of id: GroupID) -> [Area]? { areas[id] }

  /// The groups of which it is or was known, in no order.
  var readers: Set<GroupID> { Set(areas.keys).union(entries.keys) }

  mutating func set(_ read: [Area], of id: GroupID) { areas[id] = read }

  /// Notes that a group stands among the readers of an area, and tells whether that is new.
  mutating func enter(_ area: Area, of id: GroupID) -> Bool { entries[id, default: []].insert(area).inserted }

  /// Forgets what a group read, though it goes on standing among the readers.
  mutating func forgetAreas(of id: GroupID) { areas[id] = nil }

  mutating func remove(_ id: GroupID) {
    guard !areas.isEmpty || !entries.isEmpty else { return }
    areas[id] = nil
    entries[id] = nil
  }

  mutating func removeAll() {
    areas.removeAll()
    entries.removeAll()
  }
}
