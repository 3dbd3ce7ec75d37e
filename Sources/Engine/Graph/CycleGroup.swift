import CellModel
import Propagation

/// Groups that are evaluated together because they read each other, or one that reads itself: a strong component of
/// the graph.
struct CycleGroup {
  /// How the cells of a cycle group are ordered.
  enum Order {
    /// One group whose cells read only cells above themselves: top to bottom.
    case downwards
    /// One group whose cells read only cells below themselves: bottom to top.
    case upwards
    /// Anything else: cell by cell, by what each of them reads; cells on a cycle become `#CYCLE!`.
    case byCell
  }

  var members: [GroupID]
  var order: Order
  /// Whether the last evaluation found cells that depend on themselves.
  var hasCycle = false
}

/// The cells of a cycle group, numbered member by member, and what each reads within the cycle group.
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
  private(set) var starts: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var readsItself: Set<Int32> = []

  init(_ members: [GroupID], in graph: DependencyGraph) {
    var next = 0
    var bases: [Int] = []
    var numbers: [GroupID: Int] = [:]
    for (number, id) in members.enumerated() {
      bases.append(next)
      numbers[id] = number
      next += graph.formulas[id].count
    }
    self.members = members
    self.bases = bases
    firstRows = members.map { graph.formulas[$0].firstRow }
    count = next
    starts.reserveCapacity(count + 1)
    for (number, id) in members.enumerated() {
      let group = graph.formulas[id]
      for row in group.rows {
        let own = Int32(bases[number] + row - group.firstRow)
        graph.formulas.forEachReference(of: group) { _, reference in
          if reference.isCell, reference.topRow(at: row) < 0 { return }
          add(reference.area(at: row), own, graph, numbers)
        }
        for area in graph.dynamicReads.areas(of: id) ?? [] { add(area, own, graph, numbers) }
        starts.append(Int32(targets.count))
      }
    }
  }

  private mutating func add(_ area: Area, _ own: Int32, _ graph: DependencyGraph, _ numbers: [GroupID: Int]) {
    let clipped = graph.cells.clipped(area)
    graph.formulas.forEachOwner(in: clipped) { owner in
      guard let number = numbers[owner] else { return }
      let group = graph.formulas[owner]
      // One that is not in the area is reached through its spill ranges: their anchors are what is read.
      guard let rows = group.area.intersection(clipped)?.rowRange else { return }
      for row in rows { add(Int32(bases[number] + row - group.firstRow), readBy: own) }
    }
    guard !graph.cells.spills.isEmpty else { return }
    graph.cells.spills.forEachAnchor(overlapping: clipped) { anchor in
      guard let owner = graph.formulas.group(at: anchor), let number = numbers[owner] else { return }
      add(Int32(bases[number] + Int(anchor.row) - graph.formulas[owner].firstRow), readBy: own)
    }
  }

  private mutating func add(_ cell: Int32, readBy own: Int32) {
    if cell == own { readsItself.insert(own) }
    targets.append(cell)
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

  /// The numbers of the cells in strong components, precedents first.
  func components() -> StrongComponents {
    StrongComponents(vertexCount: count, starts: starts, targets: targets)
  }

  /// Whether the cells of a strong component depend on themselves; if not, there is but one.
  func isCycle(_ component: ArraySlice<Int32>) -> Bool {
    component.count > 1 || component.first.map(readsItself.contains) == true
  }
}
