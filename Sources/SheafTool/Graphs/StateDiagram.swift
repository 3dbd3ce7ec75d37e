import Drawing
import Verification

/// The states of a sheet as a diagram.
extension Diagram {
  /// How many states are drawn one by one.
  private static let mostStates = 16

  /// States with their values, grouped by their modes; where there are too many, the modes themselves.
  ///
  /// Two states or modes have one edge, with all steps that lead from the one to the other.
  init(_ graph: StateGraph, titled title: String) {
    self.init("States of \(title)")
    let isWhole = graph.states.count <= Self.mostStates || graph.modes.isEmpty
    var places: [Int] = []
    var modeNodes: [[String]: Int] = [:]
    for (number, state) in graph.states.enumerated() {
      let mode = state.modes.map { PlainText.oneLine($0.isEmpty ? "no mode" : $0) }.joined(separator: ", ")
      if let known = modeNodes[state.modes], !isWhole {
        places.append(known)
        continue
      }
      var node = Node(isWhole ? "state \(number + 1)" : mode, kind: "state", shape: .pill)
      if isWhole {
        let values = zip(graph.names, state.values).map { "\($0) = \(PlainText.oneLine($1))" }
        node.detail = Self.differing(state, from: graph.states[0], names: graph.names)
        if !values.isEmpty { node.note = values.joined(separator: "\n") }
        if !mode.isEmpty { node.group = group(named: mode) }
      } else {
        let count = graph.states.count { $0.modes == state.modes }
        node.detail = "\(count) state\(count == 1 ? "" : "s")"
      }
      node.isDoubled = number == 0
      modeNodes[state.modes] = nodes.count
      places.append(nodes.count)
      nodes.append(node)
    }
    var labels: [[Int]: [String]] = [:]
    var order: [[Int]] = []
    for step in graph.steps {
      let ends = [places[step.from], places[step.to]]
      guard ends[0] != ends[1] else { continue }
      let text = PlainText.oneLine(isWhole ? step.text : Self.kind(of: step.text))
      if labels[ends] == nil { order.append(ends) }
      if labels[ends]?.contains(text) != true { labels[ends, default: []].append(text) }
    }
    edges = order.map { Edge(from: $0[0], to: $0[1], label: labels[$0]?.joined(separator: ", ")) }
  }

  /// What is done and not with which value: `name` of `name = "Ada"`, `find replies` of `find replies 5`.
  private static func kind(of step: String) -> String {
    let words = step.split(separator: " ", maxSplits: 2)
    let isAnswer =
      words.count > 1 && ["replies", "fails", "clear", "stop"].contains { words[0] == $0 || words[1] == $0 }
    return words.prefix(isAnswer ? 2 : 1).joined(separator: " ")
  }

  /// The values that are not those of the beginning; there, all that will change.
  private static func differing(_ state: StateGraph.State, from first: StateGraph.State, names: [String]) -> String? {
    let isFirst = state == first
    let texts = names.indices.filter { isFirst || state.values[$0] != first.values[$0] }
      .map { "\(names[$0]) = \(PlainText.oneLine(state.values[$0]))" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
