/// The graph of all properties, to look at.
public enum PropertyGraph {
  /// Sets several properties in one instant: what derives from them is evaluated once, and observers are told once,
  /// when the function has returned.
  ///
  /// A value that is set is read back at once; what derives from it follows at the end. Other threads that set properties
  /// wait meanwhile.
  public static func transaction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Session.current.transaction(body)
  }

  /// Runs a function and tells which set caused which updates in which order.
  ///
  /// The trace has the sets of the thread that calls; what other threads set meanwhile is not in it.
  public static func trace(_ body: () throws -> Void) rethrows -> InstantTrace {
    InstantTrace(instants: try Recording.record(body))
  }

  /// A picture of all nodes that have edges, in the language of Graphviz: `dot -Tsvg` draws it.
  public static func dot() -> String {
    var lines = ["digraph properties {", "  rankdir = LR"]
    for (index, graph) in Graph.all.enumerated() {
      lines += Session.current.look(into: graph) { self.lines(of: graph, nodesNamed: index == 0 ? "n" : "g\(index)n") }
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of graph: Graph, nodesNamed prefix: String) -> [String] {
    let nodes = graph.roster.nodes.compactMap { $0 }
    let labels = nodes.map { node in
      "  \(prefix)\(node.id) [label = \(quoted("\(Labels.name(of: node))\n\(node.describedValue)"))]"
    }
    let edges = nodes.flatMap { node in
      node.dependents.map { "  \(prefix)\(node.id) -> \(prefix)\($0.dependent.id)" }
    }
    return labels + edges
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return result + "\""
  }
}

/// What happened in the instants of a trace.
public struct InstantTrace: Sendable, CustomStringConvertible {
  /// One change from outside and the nodes it made the graph evaluate, in order.
  public struct Instant: Sendable {
    /// The name of the property that was set.
    public let cause: String
    /// Its new value.
    public let value: String
    /// The evaluations that followed.
    public internal(set) var steps: [Step]
  }

  /// One evaluation.
  public struct Step: Sendable {
    /// What came of it.
    public enum Outcome: Sendable {
      /// The property has a new value.
      case changed
      /// The value stays, and what derives from it is left alone.
      case cutOff
      /// The property waits for one that it newly reads.
      case postponed
    }

    /// The name of the property.
    public let name: String
    /// What came of it.
    public let outcome: Outcome
    /// The value afterwards.
    public let value: String
  }

  /// The instants in their order.
  public let instants: [Instant]

  /// The instants as text, one line for each set and for each evaluation.
  public var description: String {
    var lines: [String] = []
    for instant in instants {
      lines.append("\(instant.cause) = \(instant.value)")
      for step in instant.steps {
        switch step.outcome {
        case .changed: lines.append("  \(step.name) = \(step.value)")
        case .cutOff: lines.append("  \(step.name) stays \(step.value)")
        case .postponed: lines.append("  \(step.name) waits for what it newly reads")
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension PropertyProtocol {
  /// Gives the property a name for traces and pictures of the graph.
  @discardableResult
  public func named(_ name: String) -> Self {
    guard let own = self as? any NodeProviding else { return self }
    let session = Session.current
    let graph = session.enter(own.graphNode)
    Labels.set(name, own.graphNode)
    session.leave(graph)
    return self
  }
}
