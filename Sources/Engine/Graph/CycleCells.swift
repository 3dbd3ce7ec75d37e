import CellModel
import Propagation

/// The cells of a cycle group, numbered member by member, and what each reads within the cycle group.
///
/// A cell that reads many others reads one vertex that stands for their area, and that reads a few which stand for runs of
/// cells: the edges of n cells that read n each are no n² of them.
struct CycleCells {
  /// A cell by its formula group and row.
  struct Place {
    let group: GroupID
    let row: Int
  }

  private let members: [GroupID]
  private let bases: [Int]
  private let firstRows: [Int]
  let count: Int
  let edges: CycleEdges

  init(_ members: [GroupID], in graph: DependencyGraph) {
    var next = 0
    var bases: [Int] = []
    for id in members {
      bases.append(next)
      next += graph.formulas[id].count
    }
    self.members = members
    self.bases = bases
    firstRows = members.map { graph.formulas[$0].firstRow }
    count = next
    var edges = CycleEdges(members, bases, count: next, in: graph)
    for (number, id) in members.enumerated() {
      let group = graph.formulas[id]
      for row in group.rows {
        let own = Int32(bases[number] + row - group.firstRow)
        let address = group.address(at: row)
        graph.formulas.forEachReference(of: group) { _, reference in
          if reference.isCell, reference.topRow(at: row) < 0 { return }
          edges.add(reference.area(at: row), readBy: own, at: address)
        }
        for area in graph.dynamicReads.areas(of: id) ?? [] { edges.add(area, readBy: own, at: address) }
        edges.endCell()
      }
    }
    edges.endCells()
    self.edges = edges
  }

  func place(of cell: Int32) -> Place {
    var low = 0
    var high = bases.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if bases[middle] <= Int(cell) { low = middle } else { high = middle }
    }
    return Place(group: members[low], row: firstRows[low] + Int(cell) - bases[low])
  }

  /// Strong components, precedents first; some have no cells.
  func components() -> StrongComponents {
    StrongComponents(vertexCount: edges.vertexCount, starts: edges.starts, targets: edges.targets)
  }

  /// The cells of a strong component.
  func cells(of component: ArraySlice<Int32>) -> ArraySlice<Int32> {
    // The vertices of a component are sorted, and those of cells come first.
    guard let last = component.last, last >= count else { return component }
    return component.prefix { $0 < count }
  }

  /// Whether the cells of a strong component depend on themselves; if not, there is but one.
  func isCycle(_ cells: ArraySlice<Int32>) -> Bool {
    cells.count > 1 || cells.first.map(edges.readsItself.contains) == true
  }
}

/// What the cells of a cycle group read, while it is found out: vertices 0 ..< count are the cells.
struct CycleEdges {
  /// More cells than these are read through one vertex for all of them.
  private static var directCount: Int { 8 }

  private let graph: DependencyGraph
  private let numbers: [GroupID: Int]
  private let bases: [Int]
  private let slots: CycleSlots

  private(set) var starts: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var readsItself: Set<Int32> = []

  /// The vertices of areas, which come behind those of runs.
  private var areas: [Area: Int32] = [:]
  private var areaStarts: [Int] = [0]
  private var areaTargets: [Int32] = []

  init(_ members: [GroupID], _ bases: [Int], count: Int, in graph: DependencyGraph) {
    self.graph = graph
    self.bases = bases
    numbers = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    slots = CycleSlots(zip(members, bases).map { (graph.formulas[$0], $1) })
    starts.reserveCapacity(count + 1)
  }

  var vertexCount: Int { starts.count - 1 }

  /// Ends what one cell reads; the next one follows.
  mutating func endCell() { starts.append(Int32(targets.count)) }

  mutating func add(_ area: Area, readBy own: Int32, at address: CellAddress) {
    let clipped = graph.cells.clipped(area)
    guard !clipped.isEmpty else { return }
    if clipped.contains(address) { readsItself.insert(own) }
    if let spill = graph.cells.spills.area(of: address), spill.intersection(clipped) != nil { readsItself.insert(own) }
    if let known = areas[clipped] {
      targets.append(known)
      return
    }
    let runs = slots.runs(in: clipped)
    guard runs.reduce(0, { $0 + $1.count }) > Self.directCount else {
      for run in runs { targets.append(contentsOf: slots.cells[run]) }
      targets.append(contentsOf: anchors(into: clipped))
      return
    }
    for run in runs { slots.appendVertices(of: run, to: &areaTargets) }
    areaTargets.append(contentsOf: anchors(into: clipped))
    let vertex = Int32(2 * slots.cells.count + areas.count)
    areas[clipped] = vertex
    areaStarts.append(areaTargets.count)
    targets.append(vertex)
  }

  /// The cells whose spill ranges reach into an area.
  private func anchors(into area: Area) -> [Int32] {
    guard !graph.cells.spills.isEmpty else { return [] }
    var anchors: [Int32] = []
    graph.cells.spills.forEachAnchor(overlapping: area) { anchor in
      guard let owner = graph.formulas.group(at: anchor), let number = numbers[owner] else { return }
      anchors.append(Int32(bases[number] + Int(anchor.row) - graph.formulas[owner].firstRow))
    }
    return anchors
  }

  /// Adds the vertices that stand for runs and areas, if cells read them.
  mutating func endCells() {
    guard !areas.isEmpty else { return }
    // Nothing stands at position 0 of the tree of runs.
    starts.append(Int32(targets.count))
    for position in 1..<slots.cells.count {
      targets.append(slots.vertex(at: 2 * position))
      targets.append(slots.vertex(at: 2 * position + 1))
      starts.append(Int32(targets.count))
    }
    let first = targets.count
    targets.append(contentsOf: areaTargets)
    for end in areaStarts.dropFirst() { starts.append(Int32(first + end)) }
  }
}

/// The cells of a cycle group column by column, from top to bottom: each has a slot.
///
/// What an area has of them is a run of slots for each column, and a few vertices stand for a run: a segment tree without
/// recursion, in which the leaf of slot s stands at position count + s, and position p for what 2p and 2p + 1 stand for.
struct CycleSlots {
  private struct Run {
    let firstRow: Int
    let lastRow: Int
    /// The slot of its first row.
    let slot: Int
  }

  private var columns: [GridColumn: [Run]] = [:]
  /// The cells by their slots.
  private(set) var cells: [Int32] = []

  /// - Parameter members: The groups, each with its first cell.
  init(_ members: [(group: FormulaGroup, base: Int)]) {
    cells.reserveCapacity(members.reduce(0) { $0 + $1.group.count })
    let placed = members.sorted {
      ($0.group.grid, $0.group.column, $0.group.firstRow) < ($1.group.grid, $1.group.column, $1.group.firstRow)
    }
    for (group, base) in placed {
      columns[GridColumn(grid: group.grid, column: group.column), default: []]
        .append(Run(firstRow: group.firstRow, lastRow: group.lastRow, slot: cells.count))
      for offset in 0..<group.count { cells.append(Int32(base + offset)) }
    }
  }

  /// The slots of the cells in an area; columns that follow each other without a gap are one run.
  func runs(in area: Area) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    func add(_ column: GridColumn) {
      guard let slots = columns[column].flatMap({ slots(of: $0, in: area.rowRange) }) else { return }
      if let last = runs.last, last.upperBound + 1 == slots.lowerBound {
        runs[runs.count - 1] = last.lowerBound...slots.upperBound
      } else {
        runs.append(slots)
      }
    }
    if area.columnRange.count <= columns.count {
      for column in area.columnRange { add(GridColumn(grid: area.grid, column: Int32(column))) }
    } else {
      let met = columns.keys.filter { $0.grid == area.grid && area.columnRange.contains(Int($0.column)) }
      for column in met.sorted(by: { $0.column < $1.column }) { add(column) }
    }
    return runs
  }

  /// The slots of the cells of a column that lie in some rows: all between the first and the last.
  private func slots(of runs: [Run], in rows: RowRange) -> ClosedRange<Int>? {
    let first = Self.first(of: runs) { $0.lastRow >= rows.lowerBound }
    let end = Self.first(of: runs) { $0.firstRow > rows.upperBound }
    guard first < end else { return nil }
    let lower = runs[first].slot + max(0, rows.lowerBound - runs[first].firstRow)
    return lower...runs[end - 1].slot + min(runs[end - 1].lastRow, rows.upperBound) - runs[end - 1].firstRow
  }

  /// The index of the first run for which a condition holds, as it does for all behind it.
  private static func first(of runs: [Run], where holds: (Run) -> Bool) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if holds(runs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Appends few vertices that stand together for the cells of a run.
  func appendVertices(of run: ClosedRange<Int>, to vertices: inout [Int32]) {
    var low = run.lowerBound + cells.count
    var high = run.upperBound + cells.count + 1
    while low < high {
      if low & 1 == 1 {
        vertices.append(vertex(at: low))
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        vertices.append(vertex(at: high))
      }
      low >>= 1
      high >>= 1
    }
  }

  /// The vertex at a position of the tree: a cell, or one behind the cells that stands for some.
  func vertex(at position: Int) -> Int32 {
    position < cells.count ? Int32(cells.count + position) : cells[position - cells.count]
  }
}
