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
  /// What a column has of the cells: runs of them from top to bottom.
  private struct Run {
    let firstRow: Int
    let lastRow: Int
    /// The slot of its first cell.
    let slot: Int
    let cell: Int
  }

  private struct Column: Hashable {
    let grid: GridID
    let column: Int32
  }

  /// More cells than these are read through one vertex for all of them.
  private static var directCount: Int { 8 }

  private let graph: DependencyGraph
  private let count: Int
  private let numbers: [GroupID: Int]
  private let bases: [Int]
  private var columns: [Column: [Run]] = [:]
  /// The cells by their slots: column by column, from top to bottom.
  private var cells: [Int32] = []

  private(set) var starts: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var readsItself: Set<Int32> = []

  /// The vertices of areas, which come behind those of runs.
  private var areas: [Area: Int32] = [:]
  private var areaStarts: [Int] = [0]
  private var areaTargets: [Int32] = []

  init(_ members: [GroupID], _ bases: [Int], count: Int, in graph: DependencyGraph) {
    self.graph = graph
    self.count = count
    self.bases = bases
    numbers = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    starts.reserveCapacity(count + 1)
    cells.reserveCapacity(count)
    let formulas = graph.formulas
    let placed = members.indices.map { number in (number: number, group: formulas[members[number]]) }
      .sorted {
        ($0.group.grid, $0.group.column, $0.group.firstRow) < ($1.group.grid, $1.group.column, $1.group.firstRow)
      }
    for (number, group) in placed {
      let run = Run(firstRow: group.firstRow, lastRow: group.lastRow, slot: cells.count, cell: bases[number])
      columns[Column(grid: group.grid, column: group.column), default: []].append(run)
      for offset in 0..<group.count { cells.append(Int32(bases[number] + offset)) }
    }
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
    var runs: [ClosedRange<Int>] = []
    forEachRun(in: clipped) { run in
      if let last = runs.last, last.upperBound + 1 == run.lowerBound {
        runs[runs.count - 1] = last.lowerBound...run.upperBound
      } else {
        runs.append(run)
      }
    }
    guard runs.reduce(0, { $0 + $1.count }) > Self.directCount else {
      for run in runs { targets.append(contentsOf: cells[run]) }
      forEachAnchor(into: clipped) { targets.append($0) }
      return
    }
    for run in runs { forEachVertex(of: run) { areaTargets.append($0) } }
    forEachAnchor(into: clipped) { areaTargets.append($0) }
    let vertex = Int32(2 * count + areas.count)
    areas[clipped] = vertex
    areaStarts.append(areaTargets.count)
    targets.append(vertex)
  }

  /// Adds the vertices that stand for runs and areas, if cells read them.
  mutating func endCells() {
    guard !areas.isEmpty else { return }
    // The vertex of position p in the tree of runs is count + p. Nothing stands at position 0.
    starts.append(Int32(targets.count))
    for position in 1..<count {
      targets.append(vertex(at: 2 * position))
      targets.append(vertex(at: 2 * position + 1))
      starts.append(Int32(targets.count))
    }
    let first = targets.count
    targets.append(contentsOf: areaTargets)
    for end in areaStarts.dropFirst() { starts.append(Int32(first + end)) }
  }

  // MARK: Runs

  /// Calls the body with the slots of the cells in an area, column by column.
  private func forEachRun(in area: Area, _ body: (ClosedRange<Int>) -> Void) {
    if area.columnRange.count <= columns.count {
      for column in area.columnRange {
        if let runs = columns[Column(grid: area.grid, column: Int32(column))],
          let slots = slots(of: runs, in: area.rowRange)
        {
          body(slots)
        }
      }
    } else {
      let met = columns.keys.filter { $0.grid == area.grid && area.columnRange.contains(Int($0.column)) }
      for key in met.sorted(by: { $0.column < $1.column }) {
        if let runs = columns[key] {
          if let slots = slots(of: runs, in: area.rowRange) { body(slots) }
        }
      }
    }
  }

  /// The slots of the cells of a column that lie in some rows: all that lies between the first and the last.
  private func slots(of runs: [Run], in rows: RowRange) -> ClosedRange<Int>? {
    let first = Self.first(of: runs, where: { $0.lastRow >= rows.lowerBound })
    let end = Self.first(of: runs, where: { $0.firstRow > rows.upperBound })
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

  /// Calls the body with few vertices that stand together for the cells of a run.
  ///
  /// A segment tree without recursion: the leaf of slot s stands at position count + s, and position p for what 2p and
  /// 2p + 1 stand for.
  private func forEachVertex(of run: ClosedRange<Int>, _ body: (Int32) -> Void) {
    var low = run.lowerBound + count
    var high = run.upperBound + count + 1
    while low < high {
      if low & 1 == 1 {
        body(vertex(at: low))
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        body(vertex(at: high))
      }
      low >>= 1
      high >>= 1
    }
  }

  private func vertex(at position: Int) -> Int32 {
    position < count ? Int32(count + position) : cells[position - count]
  }

  /// Calls the body with the cells whose spill ranges reach into an area.
  private func forEachAnchor(into area: Area, _ body: (Int32) -> Void) {
    guard !graph.cells.spills.isEmpty else { return }
    graph.cells.spills.forEachAnchor(overlapping: area) { anchor in
      guard let owner = graph.formulas.group(at: anchor), let number = numbers[owner] else { return }
      body(Int32(bases[number] + Int(anchor.row) - graph.formulas[owner].firstRow))
    }
  }
}
