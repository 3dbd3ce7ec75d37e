import CellModel
import Propagation

/// The precedents of every live group, in compressed rows.
///
/// A block of 1,024 rows of single formulas that a range covers whole is a vertex of its own, so that many ranges over the
/// same formulas need one edge each per block.
struct GroupGraph {
  private var groups: [GroupID] = []
  private(set) var starts: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var readsItself: Set<GroupID> = []
  var vertexCount: Int { starts.count - 1 }

  private let formulas: FormulaStore
  /// The vertex of each group; -1 for a dead one.
  private var vertices: [Int32]
  private var blocks: [Block: Int32] = [:]
  private var blockOrder: [Block] = []

  private struct Block: Hashable {
    var grid: GridID
    var column: Int
    var block: Int
  }

  init(_ graph: DependencyGraph) {
    formulas = graph.formulas
    vertices = [Int32](repeating: -1, count: formulas.groups.count)
    formulas.forEachLive { groups.append($0) }
    if graph.ordersByPlace { sortByPlace() }
    for (vertex, id) in groups.enumerated() { vertices[id.index] = Int32(vertex) }
    starts.reserveCapacity(groups.count + 1)
    targets.reserveCapacity(groups.count * 2)
    for id in groups {
      graph.forEachAreaRead(by: id) { addOwners(of: $0, by: id) }
      starts.append(Int32(targets.count))
    }
    for block in blockOrder {
      let owners = formulas.owners(in: block.grid, column: block.column)?.singles(inBlock: block.block) ?? []
      for owner in owners { targets.append(vertices[owner.index]) }
      starts.append(Int32(targets.count))
    }
  }

  /// Sorts the groups of sheets by their places before those of names and tables, which do not spill.
  private mutating func sortByPlace() {
    let keyed = groups.map { id in
      let group = formulas[id]
      return (key: (formulas.cells.grids[group.grid.index].isSheet ? 0 : 1, group.address(at: group.firstRow)), id: id)
    }
    groups = keyed.sorted { a, b in a.key.0 != b.key.0 ? a.key.0 < b.key.0 : a.key.1.precedes(b.key.1) }.map(\.id)
  }

  /// The group that a vertex stands for; `nil` for a block.
  func group(of vertex: Int32) -> GroupID? { Int(vertex) < groups.count ? groups[Int(vertex)] : nil }

  private mutating func addOwners(of area: Area, by id: GroupID) {
    let clipped = formulas.cells.clipped(area)
    guard !clipped.isEmpty else { return }
    if clipped.isSingleCell {
      if let owner = formulas.group(at: clipped.topLeft) { add(owner, by: id) }
    } else if let columns = formulas.formulaColumns(of: clipped) {
      for column in columns {
        guard let owners = formulas.owners(in: area.grid, column: column) else { continue }
        if owners.singleCount > 2 * ColumnStore.blockRows {
          addBlocks(of: owners, Block(grid: area.grid, column: column, block: 0), clipped.rowRange, by: id)
        } else {
          owners.forEach(in: clipped.rowRange, of: formulas.groups.base) { add($0, by: id) }
        }
      }
    }
    guard !formulas.cells.spills.isEmpty else { return }
    formulas.cells.spills.forEachAnchor(overlapping: clipped) { anchor in
      if let owner = formulas.group(at: anchor) { add(owner, by: id) }
    }
  }

  /// Adds the owners of rows of a column with many single formulas: whole blocks as one vertex each.
  private mutating func addBlocks(of owners: ColumnOwners, _ column: Block, _ rows: RowRange, by id: GroupID) {
    let base = formulas.groups.base
    var row = rows.lowerBound
    while row <= rows.upperBound {
      let number = row >> ColumnStore.blockShift
      guard number < owners.blockCount else {
        owners.forEachRun(in: row...rows.upperBound, of: base) { add($0, by: id) }
        return
      }
      let end = min((number + 1) << ColumnStore.blockShift - 1, rows.upperBound)
      if end - row + 1 == ColumnStore.blockRows, owners.hasSingles(inBlock: number) {
        var block = column
        block.block = number
        targets.append(vertex(of: block))
        owners.forEachRun(in: row...end, of: base) { add($0, by: id) }
      } else {
        owners.forEach(in: row...end, of: base) { add($0, by: id) }
      }
      row = end + 1
    }
  }

  private mutating func vertex(of block: Block) -> Int32 {
    if let known = blocks[block] { return known }
    let vertex = Int32(groups.count + blockOrder.count)
    blocks[block] = vertex
    blockOrder.append(block)
    return vertex
  }

  private mutating func add(_ owner: GroupID, by id: GroupID) {
    if owner == id { readsItself.insert(id) }
    targets.append(vertices[owner.index])
  }
}
