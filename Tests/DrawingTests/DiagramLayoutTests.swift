import TestSupport
import Testing

@testable import Drawing

/// What every layout holds, whatever the diagram.
@Suite("Layout of diagrams")
struct DiagramLayoutTests {
  private func layout(_ diagram: Diagram) -> DiagramLayout {
    DiagramLayout(diagram, sizes: diagram.nodes.map { (40 + Double($0.name.count) * 8, 30) })
  }

  @Test("An edge runs to the right unless it closes a cycle")
  func direction() {
    func check(_ graph: String, back: [Int] = [], at location: SourceLocation = #_sourceLocation) {
      let diagram = diagram(graph)
      let layout = layout(diagram)
      for (number, edge) in diagram.edges.enumerated() where edge.from != edge.to {
        let runsBack = layout.nodes[edge.to].x < layout.nodes[edge.from].x
        #expect(runsBack == back.contains(number), "\(number)", sourceLocation: location)
      }
    }
    check("a>b b>c a>c")
    check("a>b b>c c>a", back: [2])
    check("a>b b>a", back: [1])
    check("a>a a>b")
    check("g:a>b b>g:c")
  }

  @Test("Nodes stand behind what leads to them and near to what follows")
  func layers() {
    let diagram = diagram("a>b b>c c>d e>d")
    let graph = LayerGraph(diagram, extents: Array(repeating: 30, count: 5))
    #expect(graph.vertices.prefix(5).map(\.layer) == [0, 1, 2, 3, 2])
  }

  @Test("Edges that need not cross do not")
  func crossings() {
    func check(_ graph: String, _ expected: Int, at location: SourceLocation = #_sourceLocation) {
      let diagram = diagram(graph)
      let graph = LayerOrder.ordered(
        LayerGraph(diagram, extents: Array(repeating: 30, count: diagram.nodes.count)))
      var count = 0
      for layer in graph.layers.indices.dropLast() {
        let places = Dictionary(uniqueKeysWithValues: graph.layers[layer + 1].enumerated().map { ($1, $0) })
        let edges = graph.layers[layer].enumerated().filter { graph.vertices[$1].kind == .node }.flatMap {
          place, vertex in
          graph.vertices[vertex].next.compactMap { next in places[next].map { (place, $0) } }
        }
        for (a, b) in edges { for (c, d) in edges where a < c && b > d { count += 1 } }
      }
      #expect(count == expected, sourceLocation: location)
    }
    check("a>f b>e c>d", 0)
    check("a>x b>y a>y b>x", 1)
    check("a>p a>q b>r b>p c>r p>s q>t r>s", 0)
    check("g:a>g:b h:c>h:d c>b", 0)
  }

  @Test("A long edge between two nodes in one line is straight")
  func straight() throws {
    let layout = layout(diagram("a>b b>c c>d"))
    #expect(Set(layout.nodes.map(\.middle)).count == 1)
  }

  @Test("Nothing overlaps in random diagrams", arguments: 0..<40)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    var diagram = Diagram("random")
    let count = 2 + Int(random.next() % 40)
    let groupCount = Int(random.next() % 4)
    for group in 0..<groupCount { _ = diagram.group(named: "group \(group)") }
    for number in 0..<count {
      var node = Diagram.Node("n\(number)", kind: "formula", shape: .box)
      if groupCount > 0, random.next() % 2 == 0 { node.group = Int(random.next() % UInt64(groupCount)) }
      diagram.nodes.append(node)
    }
    for _ in 0..<Int(random.next() % UInt64(count * 2)) {
      diagram.edges.append(
        Diagram.Edge(from: Int(random.next() % UInt64(count)), to: Int(random.next() % UInt64(count))))
    }
    let layout = layout(diagram)
    for (number, box) in layout.nodes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.right <= layout.width && box.bottom <= layout.height, "seed \(seed)")
      for other in layout.nodes.dropFirst(number + 1) {
        #expect(!overlap(box, other), "seed \(seed): \(number)")
      }
      for (group, area) in layout.groups.enumerated() {
        guard let area else { continue }
        let isInside =
          box.x >= area.x && box.right <= area.right && box.y >= area.y && box.bottom <= area.bottom
        if diagram.nodes[number].group == group {
          #expect(isInside, "seed \(seed): \(number)")
        } else {
          #expect(!overlap(box, area), "seed \(seed): \(number) and group \(group)")
        }
      }
    }
    for (edge, stretches) in zip(diagram.edges, layout.edges) where edge.from != edge.to {
      #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.to == $1.from }, "seed \(seed)")
      let (from, to) = (layout.nodes[edge.from], layout.nodes[edge.to])
      #expect(stretches.first.map { [from.x, from.right].contains($0.from.x) && $0.from.y == from.middle } == true)
      #expect(stretches.last.map { [to.x, to.right].contains($0.to.x) && $0.to.y == to.middle } == true)
    }
  }

  private func overlap(_ a: DiagramLayout.Box, _ b: DiagramLayout.Box) -> Bool {
    a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom
  }

  @Test("A chain of ten thousand nodes and a fan of two thousand are laid out")
  func large() {
    var chain = Diagram("chain")
    chain.nodes = (0..<10_000).map { Diagram.Node("\($0)", kind: "formula", shape: .box) }
    chain.edges = (1..<10_000).map { Diagram.Edge(from: $0 - 1, to: $0) }
    #expect(layout(chain).nodes.count == 10_000)
    var fan = Diagram("fan")
    fan.nodes = (0..<2_000).map { Diagram.Node("\($0)", kind: "formula", shape: .box) }
    fan.edges = (1..<2_000).map { Diagram.Edge(from: 0, to: $0) }
    #expect(layout(fan).nodes.count == 2_000)
  }
}
