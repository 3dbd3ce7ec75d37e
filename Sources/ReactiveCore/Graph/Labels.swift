/// The names that users gave to nodes.
enum Labels {
  private static let labels = Atomic<[ObjectIdentifier: String]>([:])

  /// Names a node. The session has entered it.
  static func set(_ name: String, _ node: Node) {
    node.isNamed = true
    labels.modify { $0[ObjectIdentifier(node)] = name }
  }

  static func remove(_ node: Node) {
    labels.modify { $0[ObjectIdentifier(node)] = nil }
  }

  /// The name a user gave, or the kind of node and its number.
  static func name(of node: Node) -> String {
    let label = node.isNamed ? labels.withValue { $0[ObjectIdentifier(node)] } : nil
    return label ?? (node.id < 0 ? node.kind : "\(node.kind) \(node.id)")
  }
}
