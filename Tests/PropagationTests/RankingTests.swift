import TestSupport
import Testing

@testable import Propagation

@Suite("Ranking")
struct RankingTests {
  @Test("A node that reads a later one rises behind it, with all that reads it")
  func rise() {
    let ranking = Ranking()
    var edges = Edges(nodes: 4)
    for node in 0..<4 { ranking.append(NodeID(node)) }
    edges.add(0, to: 1)
    edges.add(3, to: 0)
    let risen = ranking.restore(NodeID(0), in: edges)
    #expect(risen?.map(\.node.index) == [0, 1])
    #expect(risen?.map(\.formerRank) == [0, 1])
    #expect(ranking.brokenRules(in: edges) == [])
    #expect(ranking.rises == 2)
  }

  @Test("Nothing rises when the order holds already")
  func calm() {
    let ranking = Ranking()
    var edges = Edges(nodes: 3)
    for node in 0..<3 { ranking.append(NodeID(node)) }
    edges.add(0, to: 2)
    #expect(ranking.restore(NodeID(2), in: edges)?.isEmpty == true)
    #expect(ranking.rises == 0)
  }

  @Test("A node that depends on itself cannot be ranked, and nothing changes")
  func cycle() {
    let ranking = Ranking()
    var edges = Edges(nodes: 3)
    for node in 0..<3 { ranking.append(NodeID(node)) }
    edges.add(0, to: 1)
    edges.add(1, to: 2)
    edges.add(2, to: 0)
    #expect(ranking.restore(NodeID(0), in: edges) == nil)
    #expect((0..<3).map { ranking.rank(of: NodeID($0)) } == [0, 1, 2])
  }

  @Test("Random edges keep the order, and exactly the edges that close a cycle are refused", arguments: 0..<12)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.number(3...40)
    let propagation = Propagation()
    var edges = Edges(nodes: count)
    for node in 0..<count { propagation.append(NodeID(node)) }
    var dirty: Set<Int> = []
    for step in 0..<200 {
      let node = random.number(0...count - 1)
      let precedent = random.number(0...count - 1)
      guard node != precedent else { continue }
      let closesCycle = edges.reaches(node, precedent)
      edges.add(precedent, to: node)
      let isRestored = propagation.restore(NodeID(node), in: edges)
      #expect(isRestored == !closesCycle, "seed \(seed), step \(step)")
      if closesCycle { edges.removeLast(of: node) }
      if random.happens(30) {
        propagation.markDirty(NodeID(node))
        dirty.insert(node)
      }
      for each in 0..<count {
        #expect(propagation.isDirty(NodeID(each)) == dirty.contains(each), "seed \(seed), step \(step), node \(each)")
      }
      #expect(propagation.ranking.brokenRules(in: edges) == [], "seed \(seed), step \(step)")
    }
    // What is dirty comes out precedents first.
    var taken: [Int] = []
    while let node = propagation.nextDirty() { taken.append(node.index) }
    #expect(Set(taken) == dirty && taken.count == dirty.count, "seed \(seed)")
    for (place, node) in taken.enumerated() {
      for later in taken[(place + 1)...] { #expect(!edges.reaches(later, node), "seed \(seed)") }
    }
  }
}
