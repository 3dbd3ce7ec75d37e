/// Takes notes of what the graph does, while a trace is made.
final class InstantRecorder {
  private(set) var instants: [InstantTrace.Instant] = []
  private unowned let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  func instantBegan(by node: Node) {
    instants.append(.init(cause: graph.name(of: node), value: node.describedValue, steps: []))
  }

  func evaluated(_ node: Node, _ outcome: Node.Outcome) {
    guard !instants.isEmpty else { return }
    let kind: InstantTrace.Step.Outcome =
      switch outcome {
      case .changed: .changed
      case .cutOff: .cutOff
      case .postponed: .postponed
      }
    instants[instants.count - 1].steps.append(
      .init(name: graph.name(of: node), outcome: kind, value: node.describedValue))
  }
}
