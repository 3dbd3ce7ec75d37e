/// Finds where the vertices of ordered layers stand, so that edges are short and straight.
///
/// Each vertex wishes to stand at the mean of its neighbours. In one layer the places nearest to all wishes that keep the order
/// and the distances are those of an isotonic regression, found by pooling neighbours that would come too near. Layers are gone
/// through several times; at the end groups get rectangles that nothing else reaches into.
struct LayerPlacement {
  private let graph: LayerGraph
  /// The middle of each vertex.
  private(set) var middles: [Double]
  /// Where each group begins and ends.
  private(set) var groups: [Int: (low: Double, high: Double)] = [:]

  /// The room between two vertices, and between a group's border and what is in it.
  private static let gap = 14.0
  private static let groupHead = 24.0
  private static let groupFoot = 10.0
  private static let sweeps = 10

  init(_ graph: LayerGraph) {
    self.graph = graph
    middles = Array(repeating: 0, count: graph.vertices.count)
    for layer in graph.layers {
      var place = 0.0
      for (vertex, next) in zip(layer, layer.dropFirst().map(Optional.some) + [nil]) {
        middles[vertex] = place
        if let next { place += distance(vertex, next) }
      }
    }
    for sweep in 0..<Self.sweeps {
      let layers = sweep.isMultiple(of: 2) ? Array(graph.layers.indices) : graph.layers.indices.reversed()
      for layer in layers { place(layer, both: sweep > 1, isForward: sweep.isMultiple(of: 2)) }
    }
    settle()
  }

  /// How far the middles of two neighbours are from each other at the least.
  private func distance(_ low: Int, _ high: Int) -> Double {
    let (a, b) = (graph.vertices[low], graph.vertices[high])
    let between: Double
    switch (a.kind, b.kind) {
    case (.lowerBorder, _): between = Self.groupHead
    case (_, .upperBorder): between = Self.groupFoot
    case (.bend, .bend): between = 6
    default: between = Self.gap
    }
    return (a.extent + b.extent) / 2 + between
  }

  // MARK: Wishes

  private func weight(_ a: Int, _ b: Int) -> Double {
    switch (graph.vertices[a].kind, graph.vertices[b].kind) {
    case (.node, .node): 1
    case (.bend, .bend): 8
    case (.bend, _), (_, .bend): 2
    default: 12
    }
  }

  private mutating func place(_ layer: Int, both: Bool, isForward: Bool) {
    struct Pool {
      var mean: Double
      var weight: Double
      var count: Int
    }
    var pools: [Pool] = []
    var offset = 0.0
    var offsets: [Double] = []
    var former: Int?
    for vertex in graph.layers[layer] {
      if let former { offset += distance(former, vertex) }
      offsets.append(offset)
      former = vertex
      var neighbours = isForward ? graph.vertices[vertex].former : graph.vertices[vertex].next
      if both || neighbours.isEmpty { neighbours = graph.vertices[vertex].former + graph.vertices[vertex].next }
      var total = 0.0
      var sum = 0.0
      for neighbour in neighbours {
        let weight = weight(vertex, neighbour)
        total += weight
        sum += weight * middles[neighbour]
      }
      // What has no neighbour stays, unless others need the room.
      if total == 0 { (total, sum) = (0.01, 0.01 * middles[vertex]) }
      pools.append(Pool(mean: sum / total - offset, weight: total, count: 1))
      while pools.count > 1, pools[pools.count - 2].mean >= pools[pools.count - 1].mean {
        let (last, next) = (pools.removeLast(), pools.removeLast())
        let weight = last.weight + next.weight
        pools.append(
          Pool(
            mean: (last.mean * last.weight + next.mean * next.weight) / weight, weight: weight,
            count: last.count + next.count))
      }
    }
    var index = 0
    for pool in pools {
      for _ in 0..<pool.count {
        middles[graph.layers[layer][index]] = pool.mean + offsets[index]
        index += 1
      }
    }
  }

  // MARK: Groups

  /// Moves what must move so that every group is a rectangle, with one lower and one upper border for all of its layers.
  private mutating func settle() {
    // The borders of a group are one variable each; all others are vertices.
    let count = graph.vertices.count
    let groupCount = (graph.vertices.compactMap(\.group).max() ?? -1) + 1
    func variable(_ vertex: Int) -> Int {
      let group = graph.vertices[vertex].group ?? 0
      return switch graph.vertices[vertex].kind {
      case .lowerBorder: count + group
      case .upperBorder: count + groupCount + group
      case .node, .bend: vertex
      }
    }
    var wishes = middles + Array(repeating: Double.infinity, count: groupCount)
    wishes += Array(repeating: -Double.infinity, count: groupCount)
    var next = Array(repeating: [(to: Int, distance: Double)](), count: wishes.count)
    var waiting = Array(repeating: 0, count: wishes.count)
    var isUsed = Array(repeating: false, count: wishes.count)
    for layer in graph.layers {
      for vertex in layer {
        isUsed[variable(vertex)] = true
        guard let group = graph.vertices[vertex].group, variable(vertex) == vertex else { continue }
        let top = middles[vertex] - graph.vertices[vertex].extent / 2 - Self.groupHead
        wishes[count + group] = min(wishes[count + group], top)
      }
      for (a, b) in zip(layer, layer.dropFirst()) {
        next[variable(a)].append((variable(b), distance(a, b)))
        waiting[variable(b)] += 1
      }
    }
    var places = wishes
    var ready = wishes.indices.filter { isUsed[$0] && waiting[$0] == 0 }
    while let variable = ready.popLast() {
      for (to, distance) in next[variable] {
        places[to] = max(places[to], places[variable] + distance)
        waiting[to] -= 1
        if waiting[to] == 0 { ready.append(to) }
      }
    }
    for vertex in graph.vertices.indices { middles[vertex] = places[variable(vertex)] }
    for group in 0..<groupCount where isUsed[count + group] {
      groups[group] = (places[count + group], places[count + groupCount + group])
    }
  }
}
