/// The strongly connected components of a graph, precedents first.
///
/// Tarjan's algorithm (R. Tarjan, *Depth-first search and linear graph algorithms*, 1972) with a stack of its own, so that
/// a chain of a million nodes needs no recursion. Vertices are 0 ..< n; `targets[starts[v] ..< starts[v + 1]]` are the
/// precedents of `v`.
package struct StrongComponents {
  /// The vertices in an order in which precedents come first; the vertices of one component stand together.
  package private(set) var order: [Int32] = []
  /// Where each component begins in `order`, and one more entry for the end.
  private var componentStarts: [Int32] = [0]

  package init(vertexCount: Int, starts: [Int32], targets: [Int32]) {
    order.reserveCapacity(vertexCount)
    var index = [Int32](repeating: -1, count: vertexCount)
    var low = [Int32](repeating: 0, count: vertexCount)
    var isOpen = [Bool](repeating: false, count: vertexCount)
    var open: [Int32] = []
    var path: [(vertex: Int32, edge: Int32)] = []
    var next: Int32 = 0

    for root in 0..<vertexCount where index[root] < 0 {
      path.append((Int32(root), starts[root]))
      while let (vertex, edge) = path.last {
        let v = Int(vertex)
        if index[v] < 0 {
          index[v] = next
          low[v] = next
          next += 1
          open.append(vertex)
          isOpen[v] = true
        }
        if edge < starts[v + 1] {
          path[path.count - 1].edge = edge + 1
          let target = Int(targets[Int(edge)])
          if index[target] < 0 {
            path.append((Int32(target), starts[target]))
          } else if isOpen[target] {
            low[v] = min(low[v], index[target])
          }
          continue
        }
        path.removeLast()
        if let (parent, _) = path.last { low[Int(parent)] = min(low[Int(parent)], low[v]) }
        guard low[v] == index[v] else { continue }
        let first = order.count
        while let member = open.popLast() {
          isOpen[Int(member)] = false
          order.append(member)
          if member == vertex { break }
        }
        // Sorting a slice copies it, which is dear when nearly every component is a single vertex.
        if order.count - first > 1 { order[first...].sort() }
        componentStarts.append(Int32(order.count))
      }
    }
  }

  package var count: Int { componentStarts.count - 1 }

  package func component(_ number: Int) -> ArraySlice<Int32> {
    order[Int(componentStarts[number])..<Int(componentStarts[number + 1])]
  }
}
