import CellModel
import Propagation

/// Who reads whom, in which order formulas are evaluated, and which of them are dirty.
///
/// A formula group that reads itself and groups that read each other share a node (a *cycle group*); every other group is
/// a node of its own. Between calls these rules hold:
///
/// - R2. A registered group has one entry in the readers of each column that it reads, covering all rows it reads.
/// - R3. A node's rank is greater than the rank of each node whose cells it reads (rules of `Ranking`).
/// - R4. A group that has dirty rows belongs to a dirty node.
///
/// R2 lets a change find all readers of a cell without a search; R3 lets a recalculation evaluate each dirty cell once,
/// after its precedents; R4 says that nothing dirty is forgotten. R2 and R4 are restored at once; new groups wait and R3
/// is restored in ``prepare()``, so that a load of many formulas orders the graph once.
///
/// Of the cells it knows where grids end and what spills where, but no value.
final class DependencyGraph {
  let formulas: FormulaStore
  let propagation = Propagation()
  let readers = ReaderTable()
  @exclusivity(unchecked) private(set) var nodes = GraphNodes()
  @exclusivity(unchecked) var newcomers = Newcomers()
  @exclusivity(unchecked) private(set) var dynamicReads = DynamicReads()
  @exclusivity(unchecked) var dirtyRows = DirtyRows()
  @exclusivity(unchecked) var starting = StartingGroups()
  /// Whether everything is dirty and evaluated in order, so that nobody needs to be marked.
  @exclusivity(unchecked) var isFullRecalculation = false

  /// What the next ``prepare()`` has to do.
  struct Newcomers {
    var unregistered: [GroupID] = []
    /// Groups that came since the last ranking.
    var unranked: [GroupID] = []
    /// Groups that read dynamically and came since somebody asked for them.
    var dynamicReaders: [GroupID] = []
    /// Whether all groups are to be ordered anew.
    var needsRebuild = false
  }

  /// Whether groups that need not come one before the other are ordered by their places, so that how they came to be
  /// there makes no difference.
  @exclusivity(unchecked) var ordersByPlace = false

  init(formulas: FormulaStore) { self.formulas = formulas }

  var cells: CellStore { formulas.cells }

  // MARK: Groups that come and go

  /// Takes notice of a new group.
  func add(_ id: GroupID) {
    let template = formulas.template(of: id)
    starting.add(id, template)
    if template.readsDynamically { newcomers.dynamicReaders.append(id) }
    newcomers.unregistered.append(id)
    newcomers.unranked.append(id)
  }

  /// Forgets a group that ends.
  func remove(_ id: GroupID) {
    if let node = formulas[id].node {
      if nodes.cycleGroup(node) != nil {
        reopen(node)
      } else {
        propagation.remove(node)
        nodes.remove(node)
      }
    }
    starting.remove(id)
    dynamicReads.remove(id)
    dirtyRows.remove(id)
  }

  /// Forgets all groups.
  func removeAllGroups() {
    readers.removeAll()
    nodes.removeAll()
    newcomers = Newcomers(needsRebuild: true)
    dynamicReads.removeAll()
    dirtyRows.removeAll()
    starting.removeAll()
    propagation.assign([], nodeBound: 0) { _ in false }
  }

  /// Enters new groups into the readers of the columns they read, and into the order of evaluation.
  func prepare() {
    registerNewcomers()
    guard newcomers.needsRebuild || !newcomers.unranked.isEmpty else { return }
    if newcomers.needsRebuild || newcomers.unranked.count > 32 + formulas.liveCount / 64 { return rebuild() }
    let groups = newcomers.unranked.filter { !formulas[$0].isDead }
    for id in groups { appendNode(of: id) }
    for id in groups where readsItself(id) || !restoreOrder(of: id) { return rebuild() }
    newcomers.unranked.removeAll()
  }

  private func appendNode(of id: GroupID) {
    let node = nodes.append(id)
    formulas[id].node = node
    propagation.append(node)
    if formulas[id].isDirty { propagation.markDirty(node) }
  }

  private func readsItself(_ id: GroupID) -> Bool {
    let own = formulas[id].area
    var found = false
    forEachAreaRead(by: id) { if $0.intersection(own) != nil { found = true } }
    return found
  }

  /// Whether a group reads what arrays of its own fill.
  private func readsItsSpills(_ id: GroupID) -> Bool {
    guard !cells.spills.isEmpty else { return false }
    let own = formulas[id].area
    var found = false
    forEachAreaRead(by: id) { cells.spills.forEachAnchor(overlapping: $0) { if own.contains($0) { found = true } } }
    return found
  }

  /// Whether nothing waits for ``prepare()``.
  var isPrepared: Bool { !newcomers.needsRebuild && newcomers.unranked.isEmpty && newcomers.unregistered.isEmpty }

  /// Whether a group waits for a place in the order.
  func isUnranked(_ id: GroupID) -> Bool { newcomers.unranked.contains(id) }

  // MARK: Readers

  /// Enters new groups into the readers of the columns they read, for an edit that must find every reader.
  func registerNewcomers() {
    guard !newcomers.unregistered.isEmpty else { return }
    for id in newcomers.unregistered where !formulas[id].isDead { register(id) }
    newcomers.unregistered.removeAll()
    readers.prepare { formulas[$0].isDead }
  }

  /// Enters a group into the readers of the columns it reads.
  func register(_ id: GroupID) {
    guard !formulas[id].isRegistered else { return }
    formulas[id].isRegistered = true
    let group = formulas[id]
    formulas.forEachReference(of: group) { number, reference in
      enter(id, as: number, of: reference.areaRead(from: group.rows))
    }
  }

  private func enter(_ id: GroupID, as reference: Int?, of area: Area) {
    let entry = ReaderIndex.Entry(area.rowRange, group: id, reference: reference)
    readers.insert(entry, in: area.grid, columns: area.columnRange)
  }

  /// Calls the body with each entry, of a live group, that reads some rows of a column.
  @inline(__always)
  func forEachReader(in grid: GridID, column: Int, rows: RowRange, _ body: (ReaderIndex.Entry) -> Void) {
    readers.forEach(in: grid, column: column, rows: rows) { entry in
      if !formulas.groups[entry.group.index].isDead { body(entry) }
    }
  }

  /// Calls the body with each live group that reads some of an area.
  func forEachReader(of area: Area, _ body: (GroupID) -> Void) {
    guard !area.isEmpty, let columns = area.columns(below: cells.columnCount(of: area.grid)) else { return }
    for column in columns { forEachReader(in: area.grid, column: column, rows: area.rowRange) { body($0.group) } }
  }

  /// Calls the body with the smallest areas that hold all that a group reads, one per reference.
  func forEachAreaRead(by id: GroupID, _ body: (Area) -> Void) {
    let group = formulas[id]
    formulas.forEachReference(of: group) { _, reference in body(reference.areaRead(from: group.rows)) }
    if let areas = dynamicReads.areas(of: id) { for area in areas { body(area) } }
  }

  // MARK: Dynamic reads

  /// Enters what a formula read beyond its own text among the edges.
  ///
  /// - Returns: `false` when it read itself, which was not known: it is to be evaluated again among the cells that depend
  ///   on themselves.
  func noteReads(of id: GroupID, _ areas: [Area]) -> Bool {
    guard enterReads(of: id, areas) else { return true }
    let own = formulas[id].area
    let readsItself = areas.contains { $0.intersection(own) != nil }
    if cycleGroup(of: id) != nil {
      // What a cycle group is made of depends on what its cells read; it is put together anew.
      newcomers.needsRebuild = true
    } else if readsItself || !restoreOrder(of: id) {
      // It reads what reads it, perhaps in other rows: cell by cell will tell.
      newcomers.needsRebuild = true
      formulas[id].isAllDirty = true
    }
    return !readsItself
  }

  /// Enters what a formula reads, or is expected to read; the order is for the caller to restore.
  ///
  /// - Returns: Whether it is another than was known.
  func enterReads(of id: GroupID, _ areas: [Area]) -> Bool {
    let known = dynamicReads.areas(of: id) ?? []
    guard areas != known else { return false }
    let fresh = areas.filter { !known.contains($0) }
    dynamicReads.set(formulas[id].isSingle ? areas : known + fresh, of: id)
    for area in fresh {
      let clipped = cells.clipped(area)
      if !clipped.isEmpty, dynamicReads.enter(clipped, of: id) { enter(id, as: nil, of: clipped) }
    }
    return true
  }

  /// The groups that read dynamically and have come since this was asked last.
  func takeNewDynamicReaders() -> [GroupID] {
    guard !newcomers.dynamicReaders.isEmpty else { return [] }
    let readers = newcomers.dynamicReaders
    newcomers.dynamicReaders = []
    return readers.filter { !formulas[$0].isDead }
  }

  /// The dirty groups of which it is or was known what they read beyond their own text.
  var dirtyDynamicReaders: [GroupID] {
    dynamicReads.readers.filter { !formulas[$0].isDead && formulas[$0].isDirty }.sorted { $0.index < $1.index }
  }

  /// Forgets what some groups read, so that they find out anew.
  func forgetReads(of ids: Set<GroupID>) {
    guard !ids.isEmpty else { return }
    for id in ids { dynamicReads.forgetAreas(of: id) }
    newcomers.needsRebuild = true
  }

  /// Whether a group read some of an area without naming it when it was last evaluated.
  func hasRead(_ id: GroupID, _ area: Area) -> Bool {
    dynamicReads.areas(of: id)?.contains { cells.clipped($0).intersection(area) != nil } ?? false
  }

  // MARK: Order

  /// Whether the order is to be made anew before the next node is evaluated.
  var needsRebuild: Bool { newcomers.needsRebuild }

  /// The cycle group that a group belongs to.
  func cycleGroup(of id: GroupID) -> CycleGroup? {
    guard !nodes.cycleGroups.isEmpty, let node = formulas[id].node else { return nil }
    return nodes.cycleGroup(node)
  }

  /// Puts a group behind what it reads and before what reads it; `false` when it depends on itself.
  private func restoreOrder(of id: GroupID) -> Bool {
    guard let node = formulas[id].node else { return true }
    return propagation.restore(node, in: GraphEdges(graph: self))
  }

  /// Puts what reads a new spill range behind its anchor.
  ///
  /// Of the edges only those from the range are new: most anchors are the only ones that are asked, of the many in a column.
  func restoreOrder(behind anchor: CellAddress, filling area: Area) {
    guard let id = formulas.group(at: anchor), let node = formulas[id].node else { return }
    if nodes.cycleGroup(node) != nil {
      reopen(node)
    } else if GraphEdges(graph: self).comesFirst(node, amongReadersOf: area) {
      return
    } else if !restoreOrder(of: id) {
      // Something that it reads depends on its spill range, perhaps in other rows: cell by cell will tell.
      newcomers.needsRebuild = true
      markDirty(Int(anchor.row)...Int(anchor.row), of: id)
    }
  }

  /// Lets all groups be ordered anew, because edges have come or gone.
  func remakeOrder() { newcomers.needsRebuild = true }

  /// Lets the cycle group of an anchor, if it has one, be put together anew.
  func reopenCycleGroup(of anchor: CellAddress) {
    guard let id = formulas.group(at: anchor), let node = formulas[id].node, nodes.cycleGroup(node) != nil
    else { return }
    reopen(node)
  }

  /// Lets a cycle group be put together anew, because edges between its members have come or gone.
  ///
  /// Cells that were on a cycle may be none any more although nothing that they read changes its value.
  private func reopen(_ node: NodeID) {
    newcomers.needsRebuild = true
    guard let group = nodes.cycleGroup(node), group.hasCycle else { return }
    for id in group.members where !formulas[id].isDead { formulas[id].isAllDirty = true }
  }

  /// Notes whether a cycle group has cells that depend on themselves.
  func setHasCycle(_ hasCycle: Bool, of node: NodeID) { nodes.setHasCycle(hasCycle, of: node) }

  /// Orders all groups anew.
  func rebuild() {
    newcomers.unranked.removeAll()
    newcomers.needsRebuild = false
    let graph = GroupGraph(self)
    let components = StrongComponents(vertexCount: graph.vertexCount, starts: graph.starts, targets: graph.targets)
    // Where nothing is dirty nobody finds out again which cells depend on themselves.
    let onCycles = Set(nodes.groupsOnCycles)
    nodes.removeAll()
    var isDirty: [Bool] = []
    isDirty.reserveCapacity(components.count)
    for number in 0..<components.count {
      let component = components.component(number)
      // Nearly every component is one group, so this way goes without lists.
      if component.count == 1, let vertex = component.first {
        guard let id = graph.group(of: vertex) else { continue }
        if !graph.readsItself.contains(id) {
          isDirty.append(formulas[id].isDirty)
          formulas[id].node = nodes.append(id)
          continue
        }
      }
      var members = component.compactMap { graph.group(of: $0) }
      guard let first = members.first else { continue }
      isDirty.append(members.contains { formulas[$0].isDirty })
      if members.count > 1 || graph.readsItself.contains(first) {
        var order = members.count > 1 ? CycleGroup.Order.byCell : direction(of: first)
        if members.count > 1, let ordered = RowOrder.order(members, in: self) { (members, order) = (ordered, .byRow) }
        let node = nodes.append(
          CycleGroup(members: members, order: order, hasCycle: !onCycles.isDisjoint(with: members)))
        for id in members { formulas[id].node = node }
      } else {
        formulas[first].node = nodes.append(first)
      }
    }
    propagation.assign((0..<nodes.count).map { NodeID($0) }, nodeBound: nodes.count) { isDirty[$0.index] }
  }

  /// In which order the cells of a group that reads itself can be evaluated.
  ///
  /// A corner that moves along must lie on the safe side of its row, one that is fixed on that side of the whole run.
  private func direction(of id: GroupID) -> CycleGroup.Order {
    let group = formulas[id]
    guard dynamicReads.areas(of: id) == nil, !readsItsSpills(id) else { return .byCell }
    var isDownwards = true
    var isUpwards = true
    formulas.forEachReference(of: group) { _, reference in
      guard reference.areaRead(from: group.rows).intersection(group.area) != nil else { return }
      for (row, isRelative) in [
        (reference.top, reference.topIsRelative), (reference.bottom, reference.bottomIsRelative),
      ] {
        if isRelative ? row >= 0 : row >= group.first { isDownwards = false }
        if isRelative ? row <= 0 : row <= group.last { isUpwards = false }
      }
    }
    return isDownwards ? .downwards : isUpwards ? .upwards : .byCell
  }
}
