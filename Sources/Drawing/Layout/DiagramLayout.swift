/// Where the nodes and edges of a diagram are drawn: in layers from left to right.
package struct DiagramLayout: Sendable {
  package struct Box: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    package var middle: Double { y + height / 2 }
    package var right: Double { x + width }
    package var bottom: Double { y + height }
  }

  /// A way from one point to the next, across a layer or between two.
  package struct Stretch: Sendable, Equatable {
    package var from: (x: Double, y: Double)
    package var to: (x: Double, y: Double)

    /// The same stretch further down.
    func shifted(by distance: Double) -> Stretch {
      Stretch(from: (from.x, from.y + distance), to: (to.x, to.y + distance))
    }

    package static func == (a: Stretch, b: Stretch) -> Bool { a.from == b.from && a.to == b.to }
  }

  package let nodes: [Box]
  /// The boxes of groups; `nil` for one without nodes.
  package let groups: [Box?]
  /// The stretches of each edge, from its beginning; empty for one from a node to itself.
  package let edges: [[Stretch]]
  package let width: Double
  package let height: Double

  private static let margin = 12.0

  /// - Parameter sizes: The widths and heights of the nodes.
  package init(
    _ diagram: Diagram, sizes: [(width: Double, height: Double)], labelWidth: (String) -> Double = { _ in 0 }
  ) {
    let graph = LayerOrder.ordered(LayerGraph(diagram, extents: sizes.map(\.height)))
    let layers = Layers(graph, diagram, sizes.map(\.width), labelWidth, margin: Self.margin)
    let placement = LayerPlacement(graph)
    let tops = sizes.indices.map { placement.middles[$0] - sizes[$0].height / 2 }
    let bends = graph.vertices.indices.filter { graph.vertices[$0].kind == .bend }.map { placement.middles[$0] }
    let top = (tops + placement.groups.values.map(\.low) + bends).min() ?? 0
    let shift = Self.margin - top

    let boxes = sizes.enumerated().map { node, size in
      let layer = graph.vertices[node].layer
      return Box(
        x: layers.lefts[layer] + (layers.widths[layer] - size.width) / 2, y: tops[node] + shift, width: size.width,
        height: size.height)
    }
    nodes = boxes
    groups = diagram.groups.indices.map { group in
      guard let (low, high) = placement.groups[group] else { return nil }
      let own = diagram.nodes.indices.filter { diagram.nodes[$0].group == group }
      guard let left = own.map({ boxes[$0].x }).min(), let right = own.map({ boxes[$0].right }).max() else {
        return nil
      }
      return Box(x: left - 10, y: low + shift, width: right - left + 20, height: high - low)
    }
    let middles = placement.middles.map { $0 + shift }
    edges = zip(diagram.edges.indices, graph.chains).map { edge, chain in
      let stretches = layers.stretches(along: chain, of: graph, boxes, middles)
      guard graph.isTurned[edge] else { return stretches }
      return stretches.reversed().map { Stretch(from: $0.to, to: $0.from) }
    }
    let ends = boxes.map(\.right) + groups.compactMap { $0?.right }
    let bottoms = boxes.map(\.bottom) + groups.compactMap { $0?.bottom } + bends.map { $0 + shift }
    width = (ends.max() ?? 0) + Self.margin
    height = (bottoms.max() ?? 0) + Self.margin
  }
}

/// Where the layers of a diagram stand beside each other.
private struct Layers {
  /// The left end of each layer, and how wide its widest node is.
  private(set) var lefts: [Double] = []
  private(set) var widths: [Double]

  /// The gap between layers whose edges have no labels.
  private static let gap = 46.0

  init(
    _ graph: LayerGraph, _ diagram: Diagram, _ nodeWidths: [Double], _ labelWidth: (String) -> Double, margin: Double
  ) {
    widths = Array(repeating: 0, count: graph.layers.count)
    for (node, width) in nodeWidths.enumerated() {
      let layer = graph.vertices[node].layer
      widths[layer] = max(widths[layer], width)
    }
    var gaps = Array(repeating: Self.gap, count: graph.layers.count)
    for (edge, chain) in zip(diagram.edges, graph.chains) {
      guard let label = edge.label, let first = chain.first else { continue }
      let layer = graph.vertices[first].layer
      gaps[layer] = max(gaps[layer], labelWidth(label) + 28)
    }
    var x = margin + (diagram.groups.isEmpty ? 0 : 12)
    for (width, gap) in zip(widths, gaps) {
      lefts.append(x)
      x += width + gap
    }
  }

  /// The stretches of an edge from node to node over the bends between, which it crosses on the level.
  func stretches(
    along chain: [Int], of graph: LayerGraph, _ boxes: [DiagramLayout.Box], _ middles: [Double]
  ) -> [DiagramLayout.Stretch] {
    var stretches: [DiagramLayout.Stretch] = []
    for (a, b) in zip(chain, chain.dropFirst()) {
      let (before, after) = (graph.vertices[a].layer, graph.vertices[b].layer)
      let from = a < boxes.count ? (boxes[a].right, boxes[a].middle) : (lefts[before] + widths[before], middles[a])
      let to = b < boxes.count ? (boxes[b].x, boxes[b].middle) : (lefts[after], middles[b])
      stretches.append(DiagramLayout.Stretch(from: from, to: to))
      if b >= boxes.count {
        stretches.append(DiagramLayout.Stretch(from: to, to: (to.0 + widths[after], to.1)))
      }
    }
    return stretches
  }
}
