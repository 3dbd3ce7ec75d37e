/// Which node of a tree uses each of the others.
///
/// Rule R2 of ``FormulaTree`` says that there is one for every node but the root. A node alone does not tell, so whoever asks
/// about the nodes of a tree makes this once.
package struct NodeUsers: Sendable {
  private let tree: FormulaTree
  /// By the used nodes; -1 for the root.
  private let users: [FormulaTree.Index]

  /// - Complexity: O(*n*) in the nodes.
  package init(in tree: FormulaTree) {
    self.tree = tree
    var users = [FormulaTree.Index](repeating: -1, count: tree.nodes.count)
    for position in tree.nodes.indices {
      for operand in tree.nodes[position].operands { users[Int(operand)] = FormulaTree.Index(position) }
    }
    self.users = users
  }

  /// The node of which another is an operand; `nil` for the root.
  package subscript(node: FormulaTree.Index) -> FormulaTree.Index? {
    let user = users[Int(node)]
    return user < 0 ? nil : user
  }

  /// Whether a node stands alone as an argument of a call.
  package func isArgument(_ node: FormulaTree.Index) -> Bool {
    guard let user = self[node] else { return false }
    return switch tree[user] {
    case .call: true
    case .apply(let callee, _): callee != node
    default: false
    }
  }

  /// The call that a node is an argument of, and which one it is.
  package func call(ofArgument node: FormulaTree.Index) -> (call: FormulaTree.Index, position: Int)? {
    guard let user = self[node] else { return nil }
    switch tree[user] {
    case .call(_, let arguments), .apply(_, let arguments):
      return arguments.firstIndex(of: node).map { (user, $0) }
    default: return nil
    }
  }
}
