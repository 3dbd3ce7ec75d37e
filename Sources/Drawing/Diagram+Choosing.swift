/// Parts of a diagram.
extension Diagram {
  /// Which way edges are followed.
  package enum Direction { case along, against, both }

  /// The nodes that are reached over edges, with those where it begins, the nearest first.
  ///
  /// - Parameter depth: How many edges are followed at most; `nil` for all.
  package func reached(from first: [Int], _ direction: Direction, depth: Int? = nil) -> [Int] {
    var neighbours = Array(repeating: [Int](), count: nodes.count)
    for edge in edges {
      if direction != .against { neighbours[edge.from].append(edge.to) }
      if direction != .along { neighbours[edge.to].append(edge.from) }
    }
    var found: [Int] = []
    var isFound = Array(repeating: false, count: nodes.count)
    var border = first
    var distance = 0
    while !border.isEmpty {
      var next: [Int] = []
      for node in border where !isFound[node] {
        isFound[node] = true
        found.append(node)
        next += neighbours[node]
      }
      if let depth, distance >= depth { break }
      distance += 1
      border = next
    }
    return found
  }

  /// The diagram of some nodes, with the edges between them and the groups that they belong to.
  package func keeping(_ kept: some Sequence<Int>) -> Diagram {
    let kept = Set(kept)
    var part = Diagram(title)
    var places: [Int: Int] = [:]
    for (number, node) in nodes.enumerated() where kept.contains(number) {
      places[number] = part.nodes.count
      var node = node
      node.group = node.group.map { part.group(named: groups[$0]) }
      part.nodes.append(node)
    }
    for edge in edges {
      guard let from = places[edge.from], let to = places[edge.to] else { continue }
      var edge = edge
      (edge.from, edge.to) = (from, to)
      part.edges.append(edge)
    }
    return part
  }

  /// The diagram of so many nodes at most: those nearest to some, then the first of those that are not reached from them.
  package func nearest(_ count: Int, to first: [Int]) -> Diagram {
    guard nodes.count > count else { return self }
    let near = reached(from: first, .both)
    let rest = Set(nodes.indices).subtracting(near).sorted()
    return keeping((near + rest).prefix(count))
  }
}
