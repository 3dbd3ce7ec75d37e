import CellModel
import LiveWorkbooks

/// The parts of a sheet in which its cells lie, where most of the rectangle around all of them is blank.
struct UsedParts {
  private(set) var parts: [Area]

  /// So many blank rows or columns lie between two parts at least.
  private static let gap = 50
  /// Rectangles of so many cells are shown as they are.
  private static let smallest = 1 << 16
  /// The most cells of a rectangle for each that is filled.
  private static let sparsest = 16

  init(of grid: GridID, within used: Area, in workbook: LiveWorkbook) {
    parts = [used]
    guard used.rows * used.columns > Self.smallest else { return }
    let filled = Self.filled(grid, in: workbook)
    let count = filled.reduce(0) { $0 + $1.rows * $1.columns }
    guard used.rows * used.columns / Self.sparsest > count, !filled.isEmpty else { return }
    parts = Self.parts(of: filled).sorted { ($0.top, $0.left) < ($1.top, $1.left) }
    // What is near the first cell is read from there on.
    if var first = parts.first, Int(first.top) < Self.gap, Int(first.left) < Self.gap {
      (first.top, first.left) = (0, 0)
      if !parts.dropFirst().contains(where: { $0.intersection(first) != nil }) { parts[0] = first }
    }
  }

  /// The cells with contents, and what arrays fill.
  private static func filled(_ grid: GridID, in workbook: LiveWorkbook) -> [Area] {
    let cells = workbook.definedCells.filter { $0.grid == grid } + workbook.setCells.filter { $0.grid == grid }
    return cells.map { workbook.engine.spills.area(of: $0) ?? Area($0) }
  }

  /// Some areas, gathered to rectangles between which rows or columns are blank.
  private static func parts(of areas: [Area]) -> [Area] {
    var open = [areas]
    var found: [Area] = []
    while let next = open.popLast() {
      let byRow = groups(next, \.top, \.bottom)
      let groups = byRow.count > 1 ? byRow : groups(next, \.left, \.right)
      if groups.count > 1 { open += groups } else { found.append(rectangle(around: next)) }
    }
    return found
  }

  /// Areas in the order of one of their sides, cut where a gap is.
  private static func groups(
    _ areas: [Area], _ first: KeyPath<Area, Int32>, _ last: KeyPath<Area, Int32>
  ) -> [[Area]] {
    var groups: [[Area]] = []
    var end = Int.min / 2
    for area in areas.sorted(by: { $0[keyPath: first] < $1[keyPath: first] }) {
      if Int(area[keyPath: first]) - end > gap { groups.append([]) }
      groups[groups.count - 1].append(area)
      end = max(end, Int(area[keyPath: last]))
    }
    return groups
  }

  private static func rectangle(around areas: [Area]) -> Area {
    areas.dropFirst().reduce(areas[0]) { whole, area in
      Area(
        grid: whole.grid, top: Int(min(whole.top, area.top)), left: Int(min(whole.left, area.left)),
        bottom: Int(max(whole.bottom, area.bottom)), right: Int(max(whole.right, area.right)))
    }
  }
}
