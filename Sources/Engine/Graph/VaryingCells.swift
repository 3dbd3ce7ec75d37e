import CellModel

/// The cells that may have other values as soon as some cells have.
///
/// These are the cells themselves, what reads them directly or through formulas, and what arrays come to fill. How large
/// an array gets that varies is not known before it is there, so its anchor *reaches* every cell to the right of it and
/// below that holds neither a constant nor a formula. What the clock or chance has a part in varies with everything.
package struct VaryingCells {
  private let store: FormulaStore
  private let seeds: [Area]
  /// The groups whose cells may have other values.
  private(set) var groups: Set<GroupID> = []
  /// By grid the anchors that reach others, none of which another one reaches.
  private var anchors: [GridID: [CellAddress]] = [:]

  /// The most cells of a reached area that are looked at one by one; of more of them one is taken for a blank.
  private static let areaLimit = 4_096

  /// - Complexity: O(*n*) in the formulas that vary, and O(*m*) in all formulas for each anchor that adds to what is
  ///   reached.
  package init(of engine: Engine, with seeds: [Area]) {
    engine.graph.prepare()
    store = engine.formulaStore
    self.seeds = seeds
    var open = seeds
    for id in engine.graph.starting.volatile { add(id, &open) }
    repeat {
      while let area = open.popLast() {
        var found = anchorsMet(by: area)
        engine.graph.forEachReader(of: area) { found.append($0) }
        for id in found { add(id, &open) }
      }
      // Whatever is reached now, perhaps since an anchor was found.
      if !anchors.isEmpty { for id in groupsReached(engine.graph) { add(id, &open) } }
    } while !open.isEmpty
  }

  private mutating func add(_ id: GroupID, _ open: inout [Area]) {
    guard groups.insert(id).inserted else { return }
    let group = store[id]
    open.append(group.area)
    guard store.cells.grids[group.grid.index].isSheet, store.mayGiveArrays(id) else { return }
    let anchor = group.address(at: group.firstRow)
    var others = anchors[group.grid] ?? []
    guard !others.contains(where: { $0.reaches(anchor) }) else { return }
    others.removeAll { anchor.reaches($0) }
    anchors[group.grid] = others + [anchor]
  }

  /// The anchors that fill cells of an area, or would if nothing were in their way.
  private func anchorsMet(by area: Area) -> [GroupID] {
    let spills = store.cells.spills
    guard !spills.isEmpty, store.cells.grids[area.grid.index].isSheet else { return [] }
    return (spills.anchors(overlapping: area) + spills.waiting(for: area)).compactMap { store.group(at: $0) }
  }

  /// The groups that read what is reached, or fill some of it.
  private func groupsReached(_ graph: DependencyGraph) -> [GroupID] {
    var found: [GroupID] = []
    store.forEachLive { id in
      guard !groups.contains(id) else { return }
      var isReached = false
      graph.forEachAreaRead(by: id) { if !isReached, reaches($0) { isReached = true } }
      if isReached { found.append(id) }
    }
    let spills = store.cells.spills
    for (anchor, area) in Array(spills.areas) + Array(spills.blocked) where reaches(area) {
      if let id = store.group(at: anchor), !groups.contains(id) { found.append(id) }
    }
    return found
  }

  /// Whether an array that varies may come to fill some of an area.
  private func reaches(_ area: Area) -> Bool {
    guard let anchors = anchors[area.grid] else { return false }
    return anchors.contains { anchor in
      guard let part = area.intersection(anchor.areaReached) else { return false }
      guard part.rows * part.columns <= Self.areaLimit else { return true }
      var isFree = false
      part.forEachCell { if !isFree, canBeFilled($0) { isFree = true } }
      return isFree
    }
  }

  private func canBeFilled(_ cell: CellAddress) -> Bool {
    store.group(at: cell) == nil
      && (store.cells.box(at: cell).isBlank || store.cells.spills.anchor(covering: cell) != nil)
  }

  // MARK: Asking

  /// Whether a formula may give other values.
  func contains(_ id: GroupID) -> Bool { groups.contains(id) }

  /// Whether some cell of an area may have another value.
  package func contains(_ area: Area) -> Bool {
    if seeds.contains(where: { $0.intersection(area) != nil }) || reaches(area) { return true }
    var isVarying = false
    store.forEachOwner(in: area) { if groups.contains($0) { isVarying = true } }
    return isVarying || store.cells.spills.anchors(overlapping: area).contains { contains(anchor: $0) }
  }

  package func contains(_ cell: CellAddress) -> Bool { contains(Area(cell)) }

  private func contains(anchor: CellAddress) -> Bool { store.group(at: anchor).map(groups.contains) ?? false }

  /// Whether a cell of a sheet has a formula whose array may come to fill others, or not to find its place.
  package func mayFillOthers(_ cell: CellAddress) -> Bool {
    guard store.cells.grids[cell.grid.index].isSheet, let id = store.group(at: cell) else { return false }
    return groups.contains(id) && store.mayGiveArrays(id)
  }
}

extension CellAddress {
  /// All that an array may fill that begins here.
  fileprivate var areaReached: Area {
    Area(grid: grid, top: Int(row), left: Int(column), bottom: Area.lastRow, right: Area.lastColumn)
  }

  fileprivate func reaches(_ other: CellAddress) -> Bool { areaReached.contains(other) }
}
