import CellModel
import Propagation

extension DependencyGraph {
  /// The rules of this type that do not hold, worded for a bug report; for tests and checked builds.
  ///
  /// R3 is looked at only while the order of evaluation is up to date, as it is after a recalculation.
  func brokenRules() -> [String] { brokenReaders() + readers.brokenRules() + brokenRanks() + brokenDirtiness() }

  private func brokenReaders() -> [String] {
    var broken: [String] = []
    // By what they read: many may read the same, and one formula the same cell a thousand times.
    var known: [Area: Set<ReaderTable.ReaderIdentity>] = [:]
    func isReader(_ id: GroupID, _ reference: Int?, of area: Area) -> Bool {
      let readers = known[area] ?? readers.readers(covering: area)
      known[area] = readers
      return readers.contains(ReaderTable.ReaderIdentity(group: id, reference: reference))
    }
    formulas.forEachLive { id in
      let group = formulas[id]
      guard group.isRegistered else { return }
      formulas.forEachReference(of: group) { number, reference in
        let area = reference.areaRead(from: group.rows)
        if !isReader(id, number, of: area) {
          broken.append("R2: group \(id) reads \(area), reference \(number), but is no reader there")
        }
      }
      for area in dynamicReads.areas(of: id) ?? [] {
        let clipped = cells.clipped(area)
        if !clipped.isEmpty, !isReader(id, nil, of: clipped) {
          broken.append("R2: group \(id) has read \(area) dynamically, but is no reader there")
        }
      }
    }
    return broken
  }

  private func brokenRanks() -> [String] {
    guard isPrepared else { return [] }
    return (propagation.ranking.brokenRules(in: GraphEdges(graph: self)) + propagation.dirty.brokenRules())
      .map { "R3, " + $0 }
  }

  private func brokenDirtiness() -> [String] {
    var broken: [String] = []
    formulas.forEachLive { id in
      let group = formulas[id]
      if group.hasDirtyRows == partlyDirtyRows(of: id).isEmpty {
        broken.append("R4: group \(id) says \(group.hasDirtyRows) about dirty rows of its own")
      }
      guard !needsRebuild else { return }
      if let node = group.node {
        if group.isDirty, !propagation.isDirty(node) {
          broken.append("R4: group \(id) has dirty rows, but its node \(node.index) is clean")
        }
      } else if !isUnranked(id) {
        broken.append("R4: group \(id) has no node and waits for none")
      }
    }
    return broken
  }
}
