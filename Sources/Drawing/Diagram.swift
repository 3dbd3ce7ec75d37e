/// Nodes with edges between them, to be drawn or written.
///
/// It knows nothing of what the nodes stand for. An edge runs from what comes first to what follows from it.
package struct Diagram: Sendable, Equatable {
  /// The outline of a node.
  package enum Shape: Sendable { case box, rounded, pill, hexagon, slanted, cylinder }

  package struct Node: Sendable, Equatable {
    /// What it is called; no two nodes have one name.
    package var name: String
    /// What it is, in a word for programs and style sheets.
    package var kind: String
    package var shape: Shape
    /// What stands below the name.
    package var detail: String?
    /// What is told of it on demand.
    package var note: String?
    /// The group that it belongs to.
    package var group: Int?
    /// Whether it has a second outline.
    package var isDoubled = false
    /// Whether it is drawn so that it is seen first: as something wrong.
    package var isMarked = false

    package init(_ name: String, kind: String, shape: Shape) {
      self.name = name
      self.kind = kind
      self.shape = shape
    }
  }

  package struct Edge: Sendable, Hashable {
    package var from: Int
    package var to: Int
    package var label: String?
    package var isDashed = false
    package var isMarked = false

    package init(from: Int, to: Int, label: String? = nil, isDashed: Bool = false, isMarked: Bool = false) {
      self.from = from
      self.to = to
      self.label = label
      self.isDashed = isDashed
      self.isMarked = isMarked
    }
  }

  package var title: String
  package var nodes: [Node] = []
  package var edges: [Edge] = []
  /// The names of the groups.
  package var groups: [String] = []

  package init(_ title: String) { self.title = title }

  /// The number of the group of a name, which is added if there is none.
  package mutating func group(named name: String) -> Int {
    if let known = groups.firstIndex(of: name) { return known }
    groups.append(name)
    return groups.count - 1
  }
}
