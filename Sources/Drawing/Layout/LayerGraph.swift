/// A diagram whose nodes stand in layers, with every edge between neighbouring layers.
///
/// Layers are what Sugiyama, Tagawa and Toda made of a graph (1981): edges that close a cycle are turned, a node stands
/// in a layer behind all that lead to it, and an edge over several layers passes a vertex in each between. All edges from one node that
/// pass a layer share the vertex there, so that they are drawn as one trunk with branches; with labels each has its own.
/// A group has a vertex at its lower and upper border in each of its layers, with its own vertices between.
struct LayerGraph {
  enum Kind: Equatable { case node, bend, lowerBorder, upperBorder }

  struct Vertex {
    var kind: Kind
    var layer: Int
    var group: Int?
    /// How much room it takes across the layers.
    var extent: Double
    var next: [Int] = []
    var former: [Int] = []
  }

  /// The nodes of the diagram come first.
  private(set) var vertices: [Vertex]
  /// The vertices of each layer, in their order; it is another type's task to find a good one.
  var layers: [[Int]] = []
  /// The vertices that each edge of the diagram passes, from the lower layer to the upper; empty for one from a node to itself.
  private(set) var chains: [[Int]]
  /// Whether an edge runs against the layers.
  private(set) var isTurned: [Bool]

  init(_ diagram: Diagram, extents: [Double]) {
    isTurned = Self.turned(diagram)
    chains = Array(repeating: [], count: diagram.edges.count)
    let ranks = Self.ranks(diagram, isTurned)
    vertices = diagram.nodes.indices.map {
      Vertex(kind: .node, layer: ranks[$0], group: diagram.nodes[$0].group, extent: extents[$0])
    }
    addChains(diagram)
    addBorders(groupCount: diagram.groups.count)
    layers = Array(repeating: [], count: (vertices.map(\.layer).max() ?? -1) + 1)
    for (number, vertex) in vertices.enumerated() { layers[vertex.layer].append(number) }
  }

  // MARK: Layers

  /// Which edges close a cycle: those back to a node whose search is not over yet.
  private static func turned(_ diagram: Diagram) -> [Bool] {
    var out = Array(repeating: [Int](), count: diagram.nodes.count)
    for (number, edge) in diagram.edges.enumerated() { out[edge.from].append(number) }
    var isTurned = Array(repeating: false, count: diagram.edges.count)
    var state = Array(repeating: 0, count: diagram.nodes.count)
    for root in diagram.nodes.indices where state[root] == 0 {
      var stack = [(node: root, next: 0)]
      state[root] = 1
      while let top = stack.last {
        guard top.next < out[top.node].count else {
          state[top.node] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = out[top.node][top.next]
        let target = diagram.edges[edge].to
        if state[target] == 1 { isTurned[edge] = true }
        if state[target] == 0 {
          state[target] = 1
          stack.append((target, 0))
        }
      }
    }
    return isTurned
  }

  /// The layer of each node: behind all that lead to it, and as near to what follows as costs no edge more length.
  private static func ranks(_ diagram: Diagram, _ isTurned: [Bool]) -> [Int] {
    var out = Array(repeating: [Int](), count: diagram.nodes.count)
    var inCount = Array(repeating: 0, count: diagram.nodes.count)
    for (number, edge) in diagram.edges.enumerated() where edge.from != edge.to {
      let (from, to) = isTurned[number] ? (edge.to, edge.from) : (edge.from, edge.to)
      out[from].append(to)
      inCount[to] += 1
    }
    var ranks = Array(repeating: 0, count: diagram.nodes.count)
    var waiting = inCount
    var order = diagram.nodes.indices.filter { inCount[$0] == 0 }
    var position = 0
    while position < order.count {
      let node = order[position]
      position += 1
      for target in out[node] {
        ranks[target] = max(ranks[target], ranks[node] + 1)
        waiting[target] -= 1
        if waiting[target] == 0 { order.append(target) }
      }
    }
    for node in order.reversed() where out[node].count >= inCount[node] {
      if let nearest = out[node].map({ ranks[$0] }).min() { ranks[node] = max(ranks[node], nearest - 1) }
    }
    return ranks
  }

  // MARK: Bends

  private struct Trunk: Hashable {
    var node: Int
    var isBackward: Bool
    var layer: Int
    var group: Int?
    var label: String?
  }

  private mutating func addChains(_ diagram: Diagram) {
    var bends: [Trunk: Int] = [:]
    var joined: Set<[Int]> = []
    for (number, edge) in diagram.edges.enumerated() where edge.from != edge.to {
      let (from, to) = isTurned[number] ? (edge.to, edge.from) : (edge.from, edge.to)
      let group = vertices[from].group == vertices[to].group ? vertices[from].group : nil
      var chain = [from]
      for layer in vertices[from].layer + 1..<max(vertices[to].layer, vertices[from].layer + 1) {
        let trunk = Trunk(
          node: from, isBackward: isTurned[number], layer: layer, group: group, label: edge.label)
        let bend = bends[trunk] ?? vertices.count
        if bend == vertices.count {
          bends[trunk] = bend
          vertices.append(Vertex(kind: .bend, layer: layer, group: group, extent: 4))
        }
        chain.append(bend)
      }
      chain.append(to)
      chains[number] = chain
      for (a, b) in zip(chain, chain.dropFirst()) where joined.insert([a, b]).inserted {
        vertices[a].next.append(b)
        vertices[b].former.append(a)
      }
    }
  }

  private mutating func addBorders(groupCount: Int) {
    for group in 0..<groupCount {
      let own = vertices.filter { $0.group == group }.map(\.layer)
      guard let first = own.min(), let last = own.max() else { continue }
      for kind in [Kind.lowerBorder, .upperBorder] {
        for layer in first...last {
          vertices.append(Vertex(kind: kind, layer: layer, group: group, extent: 0))
          guard layer > first else { continue }
          vertices[vertices.count - 2].next.append(vertices.count - 1)
          vertices[vertices.count - 1].former.append(vertices.count - 2)
        }
      }
    }
  }
}
