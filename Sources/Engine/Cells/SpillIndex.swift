import CellModel

/// Which anchors spill over which areas, and which would if something were not in the way.
struct SpillIndex {
  private(set) var areas: [CellAddress: Area] = [:]
  private(set) var blocked: [CellAddress: Area] = [:]
  private var anchorsByColumn: [Key: Set<CellAddress>] = [:]

  private struct Key: Hashable {
    var grid: Int32
    var column: Int32
  }

  var isEmpty: Bool { areas.isEmpty && blocked.isEmpty }

  func area(of anchor: CellAddress) -> Area? { areas[anchor] }

  mutating func setArea(_ area: Area, of anchor: CellAddress) {
    removeArea(of: anchor)
    areas[anchor] = area
    for column in area.left...area.right {
      anchorsByColumn[Key(grid: area.grid.rawValue, column: column), default: []].insert(anchor)
    }
  }

  @discardableResult
  mutating func removeArea(of anchor: CellAddress) -> Area? {
    guard let area = areas.removeValue(forKey: anchor) else { return nil }
    for column in area.left...area.right {
      anchorsByColumn[Key(grid: area.grid.rawValue, column: column)]?.remove(anchor)
    }
    return area
  }

  mutating func setBlocked(_ area: Area, of anchor: CellAddress) { blocked[anchor] = area }
  mutating func removeBlocked(_ anchor: CellAddress) { blocked.removeValue(forKey: anchor) }

  /// Calls the body with each anchor whose spill range has a cell in an area; one may come more than once.
  func forEachAnchor(overlapping area: Area, _ body: (CellAddress) -> Void) {
    guard !areas.isEmpty else { return }
    for (key, anchors) in anchorsByColumn
    where key.grid == area.grid.rawValue && key.column >= area.left && key.column <= area.right {
      for anchor in anchors {
        if let spill = areas[anchor], spill.top <= area.bottom, spill.bottom >= area.top { body(anchor) }
      }
    }
  }

  /// The anchor whose spill range covers a cell, unless it is the cell itself.
  func anchor(covering address: CellAddress) -> CellAddress? {
    guard !areas.isEmpty else { return nil }
    var found: CellAddress?
    forEachAnchor(overlapping: Area(address)) { if $0 != address { found = $0 } }
    return found
  }

  /// Whether some cell of an area spills or is blocked.
  func hasAnchor(in area: Area) -> Bool {
    !isEmpty && (areas.keys.contains(where: area.contains) || blocked.keys.contains(where: area.contains))
  }

  /// The anchors that wait for a cell of an area to clear.
  func waiting(for area: Area) -> [CellAddress] {
    blocked.isEmpty ? [] : blocked.filter { $0.value.intersection(area) != nil }.map(\.key)
  }
}
