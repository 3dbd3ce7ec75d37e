import Formulas

extension TimeForm {
  /// Whether a timer may be due at the very time at which it is set: where the seconds of a wait are no constant of at least
  /// a tick.
  var mayComeDueAtOnce: Bool {
    streams.compactMap { $0.function?.waitingTime?.tree }.contains { !$0.isTick($0.root) }
      || (actions.map(\.body) + fetches.map(\.body)).contains(where: \.mayComeDueAtOnce)
  }
}

extension RunForm {
  /// Whether a `DELAY` in it may hold a value back for no time.
  var mayComeDueAtOnce: Bool {
    let tree = function.tree
    return tree.nodes.contains { node in
      guard case .call(ServiceFunctions.call, let arguments) = node, let service = arguments.first,
        case .text(ServiceFunctions.delay) = tree[service]
      else { return false }
      return !tree.isTick(arguments.last)
    }
  }
}

extension FormulaTree {
  /// Whether an operand is a constant that is at least the shortest time that passes.
  fileprivate func isTick(_ index: Index?) -> Bool {
    guard let index, case .number(let seconds, _) = self[index] else { return false }
    return seconds >= SheetTime.tick
  }
}
