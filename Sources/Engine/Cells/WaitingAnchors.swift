import CellModel

/// The anchors without room, and what each of them waits for to clear.
///
/// - R1. An anchor stands at each of the places that its area meets, or among the wide ones if these are many.
///
/// R1 lets a cell that clears find those who wait for it, of which there may be many in other rows.
struct WaitingAnchors {
  /// Some rows of a column of a grid.
  private struct Place: Hashable {
    let grid: GridID
    let column: Int32
    let rows: Int32

    static let shift: Int32 = 6

    /// The places that an area meets; `nil` where they are many.
    static func all(in area: Area, atMost limit: Int) -> [Place]? {
      guard !area.isEmpty else { return [] }
      let (first, last) = (area.top >> shift, area.bottom >> shift)
      guard (Int(last) - Int(first) + 1) * area.columns <= limit else { return nil }
      return (area.left...area.right).flatMap { column in
        (first...last).map { Place(grid: area.grid, column: column, rows: $0) }
      }
    }
  }

  /// At more places than these an area is wide.
  private static let mostPlaces = 64

  private(set) var areas: [CellAddress: Area] = [:]
  private var places: [Place: Set<CellAddress>] = [:]
  private var wide: Set<CellAddress> = []

  var isEmpty: Bool { areas.isEmpty }

  mutating func insert(_ anchor: CellAddress, waitingFor area: Area) {
    remove(anchor)
    areas[anchor] = area
    guard let met = Place.all(in: area, atMost: Self.mostPlaces) else {
      wide.insert(anchor)
      return
    }
    for place in met { places[place, default: []].insert(anchor) }
  }

  mutating func remove(_ anchor: CellAddress) {
    guard let area = areas.removeValue(forKey: anchor), wide.remove(anchor) == nil else { return }
    for place in Place.all(in: area, atMost: Self.mostPlaces) ?? [] {
      places[place]?.remove(anchor)
      if places[place]?.isEmpty == true { places[place] = nil }
    }
  }

  /// The anchors that wait for a cell of an area, in no order.
  func anchors(waitingFor area: Area) -> [CellAddress] {
    guard let met = Place.all(in: area, atMost: min(Self.mostPlaces, areas.count)) else {
      return areas.filter { $0.value.intersection(area) != nil }.map(\.key)
    }
    var found = wide
    for place in met { if let anchors = places[place] { found.formUnion(anchors) } }
    return found.filter { areas[$0]?.intersection(area) != nil }
  }

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var expected: [Place: Set<CellAddress>] = [:]
    var isWide: Set<CellAddress> = []
    for (anchor, area) in areas {
      let met = Place.all(in: area, atMost: Self.mostPlaces)
      if met == nil { isWide.insert(anchor) }
      for place in met ?? [] { expected[place, default: []].insert(anchor) }
    }
    return expected == places && isWide == wide
      ? [] : ["R1: \(areas.count) anchors wait, and do not stand at their places"]
  }
}
