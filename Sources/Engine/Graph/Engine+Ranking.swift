import CellModel
import Propagation

/// Groups that are evaluated together because they read each other, or one that reads itself.
struct Knot {
  /// How the cells of a knot are ordered.
  enum Order {
    /// One group whose cells read only cells above themselves: top to bottom.
    case downwards
    /// One group whose cells read only cells below themselves: bottom to top.
    case upwards
    /// Anything else: cell by cell, by what each of them reads; cells on a cycle become `#CYCLE!`.
    case byCell
  }

  var groups: [Int32]
  var order: Order
  /// Whether the last evaluation found cells that depend on themselves.
  var hasCycle = false
}

/// The engine's edges as the ranks see them.
struct EngineEdges: DependencyEdges {
  let engine: Engine

  private func forEachGroup(of node: NodeID, _ body: (GroupID) -> Void) {
    let sole = engine.soleGroup[node.index]
    if sole >= 0 { return body(GroupID(sole)) }
    for group in engine.knots[node.rawValue]?.groups ?? [] { body(GroupID(group)) }
  }

  func forEachDependent(of node: NodeID, _ body: (NodeID) -> Void) {
    forEachGroup(of: node) { id in
      forEachReader(of: engine.groups[id].area, node, body)
      guard !engine.spills.isEmpty else { return }
      for (anchor, area) in engine.spills.areas where engine.groups[id].area.contains(anchor) {
        forEachReader(of: area, node, body)
      }
    }
  }

  private func forEachReader(of area: Area, _ own: NodeID, _ body: (NodeID) -> Void) {
    for column in Int(area.left)...Int(area.right) {
      engine.forEachReader(
        grid: Int(area.grid.rawValue), column: column, from: Int(area.top), through: Int(area.bottom)
      ) { reader, entry in
        // An entry may stem from an earlier evaluation, which read something else.
        if entry.reference < 0, !engine.hasRead(reader, area) { return }
        report(reader, own, body)
      }
    }
  }

  func forEachPrecedent(of node: NodeID, _ body: (NodeID) -> Void) {
    forEachGroup(of: node) { id in
      engine.forEachAreaRead(by: id) { area in
        engine.forEachOwner(in: area) { report($0, node, body) }
      }
    }
  }

  private func report(_ group: GroupID, _ own: NodeID, _ body: (NodeID) -> Void) {
    let node = engine.groups[group].node
    if node >= 0, node != own.rawValue { body(NodeID(Int(node))) }
  }
}

extension Engine {
  /// Whether a group read some of an area without naming it when it was last evaluated.
  func hasRead(_ id: GroupID, _ area: Area) -> Bool {
    dynamicReads[Int32(id)]?.contains { clipped($0).intersection(area) != nil } ?? false
  }

  /// The smallest areas that hold all that a group reads, one per reference.
  func forEachAreaRead(by id: GroupID, _ body: (Area) -> Void) {
    let group = groups[id]
    let start = Int(group.referenceStart)
    for number in start..<start + Int(group.referenceCount) where !references[number].isPlaceOnly {
      let reference = references[number]
      let rows = reference.rowsRead(from: Int(group.first), through: Int(group.last))
      body(
        Area(
          grid: reference.grid, top: rows.lowerBound, left: Int(reference.left), bottom: rows.upperBound,
          right: Int(reference.right)))
    }
    if let areas = dynamicReads[Int32(id)] { for area in areas { body(area) } }
  }

  /// Enters new groups into the readers of the columns they read, and into the order of evaluation.
  func prepare() {
    register()
    guard needsRebuild || !unranked.isEmpty else { return }
    if needsRebuild || unranked.count > 32 + liveGroupCount / 64 {
      rebuildRanks()
      return
    }
    for id in unranked where !groups[Int(id)].isDead { appendNode(of: GroupID(id)) }
    for id in unranked where !groups[Int(id)].isDead {
      let group = groups[Int(id)]
      if readsItself(GroupID(id)) || !propagation.restore(NodeID(Int(group.node)), in: EngineEdges(engine: self)) {
        rebuildRanks()
        return
      }
    }
    unranked.removeAll()
  }

  private func appendNode(of id: GroupID) {
    let node = soleGroup.count
    soleGroup.append(Int32(id))
    groups[id].node = Int32(node)
    propagation.append(NodeID(node))
    if hasDirtyRows(id) { propagation.markDirty(NodeID(node)) }
  }

  private func register() {
    guard !unregistered.isEmpty else { return }
    for id in unregistered where !groups[Int(id)].isDead { register(GroupID(id)) }
    unregistered.removeAll()
    for grid in grids.indices {
      for column in grids[grid].indexes.indices {
        grids[grid].indexes[column].readers.prepare { groups[Int($0)].isDead }
      }
    }
  }

  /// Enters a group into the readers of the columns it reads.
  func register(_ id: GroupID) {
    guard !groups[id].isRegistered else { return }
    groups[id].isRegistered = true
    let group = groups[id]
    for number in 0..<Int(group.referenceCount) {
      let reference = references[Int(group.referenceStart) + number]
      guard !reference.isPlaceOnly else { continue }
      let rows = reference.rowsRead(from: Int(group.first), through: Int(group.last))
      enterReader(
        ReaderIndex.Entry(
          first: Int32(clamping: rows.lowerBound), last: Int32(clamping: rows.upperBound), group: Int32(id),
          reference: Int32(number)),
        grid: reference.grid, columns: Int(reference.left)...Int(reference.right))
    }
  }

  func enterReader(_ entry: ReaderIndex.Entry, grid: GridID, columns: ClosedRange<Int>) {
    let grid = Int(grid.rawValue)
    if columns.count > 64 {
      grids[grid].wideReaders.append((columns, entry))
      wideReaderGrids.insert(Int32(grid))
      return
    }
    reserve(columns: columns.upperBound + 1, in: grid)
    for column in columns { grids[grid].indexes[column].readers.insert(entry) }
  }

  /// Whether any cell of a group reads a cell of the group.
  private func readsItself(_ id: GroupID) -> Bool {
    let area = groups[id].area
    var found = false
    forEachAreaRead(by: id) { if $0.intersection(area) != nil { found = true } }
    return found
  }

  // MARK: Rebuilding

  /// Orders all groups anew.
  func rebuildRanks() {
    unranked.removeAll()
    needsRebuild = false
    let graph = GroupGraph(self)
    let components = StrongComponents(vertexCount: graph.vertexCount, starts: graph.starts, targets: graph.targets)
    soleGroup.removeAll()
    knots.removeAll(keepingCapacity: true)
    var order: [NodeID] = []
    order.reserveCapacity(components.count)
    var isDirty: [Bool] = []
    isDirty.reserveCapacity(components.count)
    for number in 0..<components.count {
      let component = components.component(number)
      if component.count == 1, let vertex = component.first {
        // Nearly every component is one group, so this way goes without lists.
        guard vertex < graph.groupCount else { continue }
        let group = graph.groups[Int(vertex)]
        if !graph.readsItself.contains(group) {
          groups[Int(group)].node = Int32(soleGroup.count)
          order.append(NodeID(soleGroup.count))
          soleGroup.append(group)
          isDirty.append(hasDirtyRows(GroupID(group)))
          continue
        }
      }
      let members = component.filter { $0 < graph.groupCount }.map { graph.groups[Int($0)] }
      guard let first = members.first else { continue }
      let node = NodeID(soleGroup.count)
      let isKnot = members.count > 1 || graph.readsItself.contains(first)
      soleGroup.append(isKnot ? -1 : first)
      if isKnot {
        knots[node.rawValue] = Knot(groups: members, order: members.count > 1 ? .byCell : direction(of: GroupID(first)))
      }
      for group in members { groups[Int(group)].node = node.rawValue }
      isDirty.append(members.contains { hasDirtyRows(GroupID($0)) })
      order.append(node)
    }
    propagation.assign(order, nodeBound: order.count) { isDirty[$0.index] }
  }

  /// In which order the cells of a group that reads itself can be evaluated.
  ///
  /// A corner that moves along must lie on the safe side of its row, one that is fixed on that side of the whole run.
  private func direction(of id: GroupID) -> Knot.Order {
    let group = groups[id]
    guard dynamicReads[Int32(id)] == nil else { return .byCell }
    var isDownwards = true
    var isUpwards = true
    let start = Int(group.referenceStart)
    for number in start..<start + Int(group.referenceCount) {
      let reference = references[number]
      guard !reference.isPlaceOnly, reference.grid == group.grid, reference.left <= group.column,
        reference.right >= group.column
      else { continue }
      let rows = reference.rowsRead(from: Int(group.first), through: Int(group.last))
      guard rows.lowerBound <= Int(group.last), rows.upperBound >= Int(group.first) else { continue }
      for (row, isRelative) in [
        (reference.top, reference.topIsRelative), (reference.bottom, reference.bottomIsRelative),
      ] {
        if isRelative ? row >= 0 : row >= group.first { isDownwards = false }
        if isRelative ? row <= 0 : row <= group.last { isUpwards = false }
      }
    }
    return isDownwards ? .downwards : isUpwards ? .upwards : .byCell
  }

  /// Lets a knot be put together anew, because edges between its groups have come or gone.
  ///
  /// Cells that were on a cycle may be none any more although nothing that they read changes its value.
  func reopenKnot(of node: Int32) {
    needsRebuild = true
    guard let knot = knots[node], knot.hasCycle else { return }
    for id in knot.groups where !groups[Int(id)].isDead { groups[Int(id)].isAllDirty = true }
  }
}

/// The precedents of every live group, in compressed rows.
///
/// A block of 1,024 rows of lone formulas that a range covers whole is a vertex of its own, so that many ranges over the
/// same formulas need one edge each per block.
struct GroupGraph {
  private(set) var groups: [Int32] = []
  private(set) var starts: [Int32] = [0]
  private(set) var targets: [Int32] = []
  private(set) var readsItself: Set<Int32> = []
  var groupCount: Int { groups.count }
  var vertexCount: Int { starts.count - 1 }

  private struct Block: Hashable {
    var grid: Int32
    var column: Int32
    var block: Int32
  }

  init(_ engine: Engine) {
    var vertexOf = [Int32](repeating: -1, count: engine.groups.count)
    for id in engine.groups.indices where !engine.groups[id].isDead {
      vertexOf[id] = Int32(groups.count)
      groups.append(Int32(id))
    }
    var blocks: [Block: Int32] = [:]
    var blockOrder: [Block] = []
    starts.reserveCapacity(groups.count + 1)
    targets.reserveCapacity(groups.count * 2)
    for id in groups {
      engine.forEachAreaRead(by: Int(id)) { area in
        addOwners(of: area, by: id, engine, vertexOf, &blocks, &blockOrder)
      }
      starts.append(Int32(targets.count))
    }
    for block in blockOrder {
      for owner in engine.grids[Int(block.grid)].indexes[Int(block.column)].lone[Int(block.block)] ?? []
      where owner >= 0 {
        targets.append(vertexOf[Int(owner)])
      }
      starts.append(Int32(targets.count))
    }
  }

  private mutating func addOwners(
    of area: Area, by id: Int32, _ engine: Engine, _ vertexOf: [Int32], _ blocks: inout [Block: Int32],
    _ blockOrder: inout [Block]
  ) {
    let grid = Int(area.grid.rawValue)
    let clipped = engine.clipped(area)
    guard !clipped.isEmpty, engine.grids[grid].columnCount > clipped.left else { return }
    if clipped.isSingleCell {
      let owner = engine.group(at: grid, column: Int(clipped.left), row: Int(clipped.top))
      if owner >= 0 { add(Int32(owner), by: id, vertexOf) }
    } else {
      for column in Int(clipped.left)...min(Int(clipped.right), engine.grids[grid].columnCount - 1) {
        var row = Int(clipped.top)
        let bottom = Int(clipped.bottom)
        let index = engine.grids[grid].indexes[column]
        guard index.loneCount > 2 * ColumnStore.blockRows else {
          engine.forEachOwner(grid: grid, column: column, rows: row...bottom) { add(Int32($0), by: id, vertexOf) }
          continue
        }
        while row <= bottom {
          let block = row >> ColumnStore.blockShift
          let next = min((block + 1) << ColumnStore.blockShift, bottom + 1)
          if next - row == ColumnStore.blockRows, block < index.lone.count, index.lone[block] != nil {
            let key = Block(grid: area.grid.rawValue, column: Int32(column), block: Int32(block))
            if blocks[key] == nil {
              blocks[key] = Int32(groups.count + blockOrder.count)
              blockOrder.append(key)
            }
            targets.append(blocks[key] ?? 0)
            addRuns(engine, grid, column, row...next - 1, by: id, vertexOf)
            if block >= index.lone.count { break }
          } else if block >= index.lone.count {
            addRuns(engine, grid, column, row...bottom, by: id, vertexOf)
            break
          } else {
            engine.forEachOwner(grid: grid, column: column, rows: row...next - 1) { add(Int32($0), by: id, vertexOf) }
          }
          row = next
        }
      }
    }
    engine.spills.forEachAnchor(overlapping: clipped) { anchor in
      let owner = engine.group(at: anchor)
      if owner >= 0 { add(Int32(owner), by: id, vertexOf) }
    }
  }

  private mutating func addRuns(
    _ engine: Engine, _ grid: Int, _ column: Int, _ rows: ClosedRange<Int>, by id: Int32, _ vertexOf: [Int32]
  ) {
    for run in engine.grids[grid].indexes[column].runs {
      let group = engine.groups[Int(run)]
      if group.first <= rows.upperBound, group.last >= rows.lowerBound { add(run, by: id, vertexOf) }
    }
  }

  private mutating func add(_ owner: Int32, by id: Int32, _ vertexOf: [Int32]) {
    if owner == id { readsItself.insert(id) }
    targets.append(vertexOf[Int(owner)])
  }
}
