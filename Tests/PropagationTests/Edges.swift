@testable import Propagation

/// A graph in two lists, one for each direction.
struct Edges: DependencyEdges {
  private(set) var precedents: [[Int]]
  private(set) var dependents: [[Int]]

  init(nodes count: Int) {
    precedents = Array(repeating: [], count: count)
    dependents = Array(repeating: [], count: count)
  }

  mutating func add(_ precedent: Int, to node: Int) {
    precedents[node].append(precedent)
    dependents[precedent].append(node)
  }

  mutating func removeLast(of node: Int) {
    let precedent = precedents[node].removeLast()
    if let place = dependents[precedent].lastIndex(of: node) { dependents[precedent].remove(at: place) }
  }

  func forEachDependent(of node: NodeID, _ body: (NodeID) -> Void) {
    for dependent in dependents[node.index] { body(NodeID(dependent)) }
  }

  func forEachPrecedent(of node: NodeID, _ body: (NodeID) -> Void) {
    for precedent in precedents[node.index] { body(NodeID(precedent)) }
  }

  /// Whether one node is an indirect precedent of another, found by walking everywhere.
  func reaches(_ start: Int, _ end: Int) -> Bool {
    var visited: Set<Int> = []
    var stack = [start]
    while let node = stack.popLast() {
      for dependent in dependents[node] {
        if dependent == end { return true }
        if visited.insert(dependent).inserted { stack.append(dependent) }
      }
    }
    return false
  }

  /// The precedents of all nodes in compressed rows, as ``StrongComponents`` wants them.
  var compressed: (starts: [Int32], targets: [Int32]) {
    var starts: [Int32] = [0]
    var targets: [Int32] = []
    for list in precedents {
      targets += list.map { Int32($0) }
      starts.append(Int32(targets.count))
    }
    return (starts, targets)
  }
}
