import CellModel

/// Which anchors spill over which areas, and which would if something were not in the way.
///
/// An anchor that depends on what it would fill is *circular*: it has its spill range, so that whoever reads the range
/// depends on the anchor and the circle stays closed, but the range is blank.
///
/// - R6. Spill ranges have no cell in common, and the index by column names each of them at each of its columns. A
///   circular anchor has one.
///
/// R6 lets a spill range be cleared without asking anybody, and whoever reads some cells find the anchors behind them in
/// the columns of these cells.
struct SpillIndex {
  private(set) var areas: [CellAddress: Area] = [:]
  private var withoutRoom = WaitingAnchors()
  private(set) var circular: Set<CellAddress> = []
  /// Whether nobody spills or is blocked; inner loops ask.
  private(set) var isEmpty = true
  private var columns: [Key: SpillColumn] = [:]

  private struct Key: Hashable {
    var grid: GridID
    var column: Int32
  }

  func area(of anchor: CellAddress) -> Area? { areas[anchor] }

  /// Those who spill and those who are blocked.
  var anchors: [CellAddress] { Array(areas.keys) + Array(blocked.keys) }

  /// Those who are blocked, with what they would fill.
  var blocked: [CellAddress: Area] { withoutRoom.areas }

  mutating func setArea(_ area: Area, of anchor: CellAddress, isCircular: Bool = false) {
    removeArea(of: anchor)
    areas[anchor] = area
    if isCircular { circular.insert(anchor) }
    isEmpty = false
    for column in area.left...area.right {
      columns[Key(grid: area.grid, column: column), default: SpillColumn()].insert(area, of: anchor)
    }
  }

  @discardableResult
  mutating func removeArea(of anchor: CellAddress) -> Area? {
    guard let area = areas.removeValue(forKey: anchor) else { return nil }
    circular.remove(anchor)
    for column in area.left...area.right {
      let key = Key(grid: area.grid, column: column)
      columns[key]?.remove(area)
      if columns[key]?.isEmpty == true { columns[key] = nil }
    }
    isEmpty = areas.isEmpty && withoutRoom.isEmpty
    return area
  }

  mutating func setBlocked(_ area: Area, of anchor: CellAddress) {
    withoutRoom.insert(anchor, waitingFor: area)
    isEmpty = false
  }

  mutating func removeBlocked(_ anchor: CellAddress) {
    guard !withoutRoom.isEmpty else { return }
    withoutRoom.remove(anchor)
    isEmpty = areas.isEmpty && withoutRoom.isEmpty
  }

  /// Calls the body with each anchor whose spill range has a cell in an area; one may come more than once.
  ///
  /// - Complexity: O(*c* log *n* + *f*), where *c* is the number of columns of the area or of those with spill ranges,
  ///   whichever is less, *n* that of the ranges in a column, and *f* that of those found.
  func forEachAnchor(overlapping area: Area, _ body: (CellAddress) -> Void) {
    guard !areas.isEmpty, area.left <= area.right else { return }
    if area.columns <= columns.count {
      for column in area.left...area.right {
        columns[Key(grid: area.grid, column: column)]?.forEach(from: area.top, to: area.bottom, body)
      }
    } else {
      for (key, column) in columns
      where key.grid == area.grid && key.column >= area.left && key.column <= area.right {
        column.forEach(from: area.top, to: area.bottom, body)
      }
    }
  }

  /// The anchor whose spill range covers a cell, unless it is the cell itself.
  func anchor(covering address: CellAddress) -> CellAddress? {
    guard !areas.isEmpty else { return nil }
    var found: CellAddress?
    columns[Key(grid: address.grid, column: address.column)]?.forEach(from: address.row, to: address.row) { anchor in
      if anchor != address { found = anchor }
    }
    return found
  }

  /// The anchors of spill ranges that have a cell in an area, each once.
  func anchors(overlapping area: Area) -> Set<CellAddress> {
    var found: Set<CellAddress> = []
    forEachAnchor(overlapping: area) { found.insert($0) }
    return found
  }

  /// Whether some cell of an area spills or is blocked.
  func hasAnchor(in area: Area) -> Bool {
    guard !isEmpty else { return false }
    var isFound = blocked.keys.contains(where: area.contains)
    if !isFound { forEachAnchor(overlapping: area) { if area.contains($0) { isFound = true } } }
    return isFound
  }

  /// The anchors that wait for a cell of an area to clear.
  func waiting(for area: Area) -> [CellAddress] {
    withoutRoom.isEmpty ? [] : withoutRoom.anchors(waitingFor: area)
  }

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var broken = withoutRoom.brokenRules()
    let named = columns.mapValues { Set($0.ranges.map(\.anchor)) }
    for (anchor, area) in areas {
      for column in area.left...area.right
      where named[Key(grid: area.grid, column: column)]?.contains(anchor) != true {
        broken.append("R6: column \(column) of grid \(area.grid.rawValue) does not name \(anchor), which spills there")
      }
    }
    for (key, column) in columns {
      broken += column.brokenRules().map { "R6: column \(key.column) of grid \(key.grid.rawValue), \($0)" }
      for range in column.ranges where areas[range.anchor]?.columnRange.contains(Int(key.column)) != true {
        broken.append("R6: column \(key.column) names \(range.anchor), which does not spill there")
      }
    }
    for anchor in circular where areas[anchor] == nil {
      broken.append("R6: \(anchor) is circular and has no spill range")
    }
    if isEmpty != (areas.isEmpty && withoutRoom.isEmpty) { broken.append("R6: isEmpty is \(isEmpty)") }
    return broken
  }
}
