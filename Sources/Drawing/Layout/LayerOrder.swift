/// Finds an order of the vertices in their layers in which few edges cross.
///
/// Layer after layer is sorted by the mean places of its vertices' neighbours in the layer before, forwards and backwards (Sugiyama,
/// Tagawa and Toda 1981); neighbours change places where that saves crossings; the best order seen is kept. The
/// vertices of a group stay together, and two groups stand in one order in all layers, so that each has a rectangle of its own.
struct LayerOrder {
  private var graph: LayerGraph
  private var places: [Double]
  /// The groups from the lowest.
  private var groupOrder: [Int: Int] = [:]

  private static let sweeps = 12
  /// Above so many vertices the costly step is left out.
  private static let mostForExchange = 1_500

  static func ordered(_ graph: LayerGraph) -> LayerGraph {
    var order = LayerOrder(graph)
    order.run()
    return order.graph
  }

  private init(_ graph: LayerGraph) {
    self.graph = graph
    places = Array(repeating: 0, count: graph.vertices.count)
  }

  private mutating func run() {
    for layer in graph.layers.indices { arrange(layer, [:]) }
    var best = graph.layers
    var fewest = crossings()
    for sweep in 0..<Self.sweeps where fewest > 0 {
      orderGroups()
      let isForward = sweep.isMultiple(of: 2)
      let layers = isForward ? Array(graph.layers.indices) : graph.layers.indices.reversed()
      for layer in layers {
        var wishes: [Int: Double] = [:]
        for vertex in graph.layers[layer] {
          let neighbours = isForward ? graph.vertices[vertex].former : graph.vertices[vertex].next
          guard !neighbours.isEmpty else { continue }
          wishes[vertex] = neighbours.reduce(0) { $0 + places[$1] } / Double(neighbours.count)
        }
        arrange(layer, wishes)
      }
      if graph.vertices.count <= Self.mostForExchange { exchange() }
      let count = crossings()
      if count < fewest { (fewest, best) = (count, graph.layers) }
    }
    graph.layers = best
  }

  private mutating func orderGroups() {
    var sums: [Int: (total: Double, count: Double)] = [:]
    for (number, vertex) in graph.vertices.enumerated() {
      guard let group = vertex.group else { continue }
      let sum = sums[group] ?? (0, 0)
      sums[group] = (sum.total + places[number], sum.count + 1)
    }
    let sorted = sums.keys.sorted()
      .map { (group: $0, mean: (sums[$0]?.total ?? 0) / (sums[$0]?.count ?? 1)) }
      .sorted { ($0.mean, $0.group) < ($1.mean, $1.group) }
    groupOrder = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.group, $0) })
  }

  /// Sorts a layer by the wishes of its vertices; one without a wish stays about where it is.
  private mutating func arrange(_ layer: Int, _ wishes: [Int: Double]) {
    struct Unit {
      var group: Int?
      var vertices: [(number: Int, wish: Double)]
      var wish: Double { vertices.reduce(0) { $0 + $1.wish } / Double(vertices.count) }
    }
    var units: [Unit] = []
    var unitOfGroup: [Int: Int] = [:]
    for vertex in graph.layers[layer] {
      let group = graph.vertices[vertex].group
      let entry = (number: vertex, wish: wishes[vertex] ?? places[vertex])
      if let group, let known = unitOfGroup[group] {
        units[known].vertices.append(entry)
        continue
      }
      if let group { unitOfGroup[group] = units.count }
      units.append(Unit(group: group, vertices: [entry]))
    }
    units = stablySorted(units, by: \.wish)
    let slots = units.indices.filter { units[$0].group != nil }
    let groups = stablySorted(slots.map { units[$0] }) { unit in
      Double(unit.group.map { groupOrder[$0] ?? $0 } ?? 0)
    }
    for (slot, group) in zip(slots, groups) { units[slot] = group }
    graph.layers[layer] = units.flatMap { unit in
      stablySorted(unit.vertices) { entry in
        switch graph.vertices[entry.number].kind {
        case .lowerBorder: -.infinity
        case .upperBorder: .infinity
        case .node, .bend: entry.wish
        }
      }.map(\.number)
    }
    note(layer)
  }

  private func stablySorted<Item>(_ items: [Item], by key: (Item) -> Double) -> [Item] {
    let keys = items.map(key)
    return items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { items[$0] }
  }

  /// Places run from 0 to 1 in every layer, so that those of short and long ones compare.
  private mutating func note(_ layer: Int) {
    let vertices = graph.layers[layer]
    for (place, vertex) in vertices.enumerated() { places[vertex] = (Double(place) + 0.5) / Double(vertices.count) }
  }

  // MARK: Crossings

  private mutating func exchange() {
    for layer in graph.layers.indices {
      var positions: [Int: Int] = [:]
      for other in [layer - 1, layer + 1] where graph.layers.indices.contains(other) {
        for (position, vertex) in graph.layers[other].enumerated() { positions[vertex] = position }
      }
      for place in graph.layers[layer].indices.dropLast() {
        let (a, b) = (graph.layers[layer][place], graph.layers[layer][place + 1])
        guard isMovable(a), isMovable(b), graph.vertices[a].group == graph.vertices[b].group else { continue }
        if crossings(b, a, positions) < crossings(a, b, positions) { graph.layers[layer].swapAt(place, place + 1) }
      }
      note(layer)
    }
  }

  private func isMovable(_ vertex: Int) -> Bool {
    graph.vertices[vertex].kind == .node || graph.vertices[vertex].kind == .bend
  }

  /// How often the edges of two vertices cross when the first stands below.
  private func crossings(_ low: Int, _ high: Int, _ positions: [Int: Int]) -> Int {
    var count = 0
    for (lower, upper) in [
      (graph.vertices[low].former, graph.vertices[high].former), (graph.vertices[low].next, graph.vertices[high].next),
    ] {
      for a in lower { for b in upper where positions[a] ?? 0 > positions[b] ?? 0 { count += 1 } }
    }
    return count
  }

  /// How many pairs of edges cross, counted layer by layer in a tree of sums (Barth, Mutzel and Jünger 2004).
  private func crossings() -> Int {
    graph.layers.indices.dropFirst().reduce(0) { $0 + crossings(before: $1) }
  }

  private func crossings(before layer: Int) -> Int {
    let places = Dictionary(uniqueKeysWithValues: graph.layers[layer].enumerated().map { ($1, $0) })
    var sums = Array(repeating: 0, count: graph.layers[layer].count + 1)
    var entered = 0
    var count = 0
    for vertex in graph.layers[layer - 1] {
      let ends = graph.vertices[vertex].next.compactMap { places[$0] }
      for end in ends {
        var below = 0
        var index = end + 1
        while index > 0 {
          below += sums[index]
          index &= index - 1
        }
        count += entered - below
      }
      for end in ends {
        var index = end + 1
        while index < sums.count {
          sums[index] += 1
          index += index & -index
        }
        entered += 1
      }
    }
    return count
  }
}
