import Formulas
import SheetText

/// Moments of actions, such as `add.failed`, that formulas read as values.
extension LiveSheet {
  /// The moments that stand anywhere but where a stream is meant, whichever action they are of.
  var momentsRead: [ActionMoment] {
    guard units.contains(where: \.hasActions) else { return [] }
    var found: Set<ActionMoment> = []
    for unit in units {
      for statement in unit.document.statements {
        let streams = statement.streams
        for formula in statement.formulas {
          let isStream = streams.contains { $0.span == formula.span }
          found.formUnion(isStream ? formula.tree.momentsInFunctions : formula.tree.moments)
        }
      }
    }
    return ActionMoment.allCases.filter(found.contains)
  }
}

extension Statement {
  /// The formulas that mean streams.
  fileprivate var streams: [SheetFormula] {
    switch kind {
    case .event(let event): [event.stream].compactMap { $0 }
    case .state(let state): state.clauses.map(\.event)
    case .table(let table): table.clauses.map(\.event)
    default: []
    }
  }
}

extension FormulaTree {
  fileprivate var moments: Set<ActionMoment> {
    var found: Set<ActionMoment> = []
    for case .member(let base, let field) in nodes where dottedName(base) != nil || isColumnOfRow(base) {
      if let moment = ActionMoment(rawValue: field.lowercased()) { found.insert(moment) }
    }
    return found
  }

  /// Those in the conditions and functions of a stream, which are always the last argument.
  fileprivate var momentsInFunctions: Set<ActionMoment> {
    var found: Set<ActionMoment> = []
    for case .call(let name, let arguments) in nodes {
      guard ["MAP", "FILTER", "SCAN", "HOLD"].contains(FormulaTree.functionName(name)), let last = arguments.last
      else { continue }
      found.formUnion(subtree(at: last).moments)
    }
    return found
  }

  /// `people[2].add`, or a part of a sheet that is used there.
  private func isColumnOfRow(_ index: Index) -> Bool {
    switch self[index] {
    case .member(let base, _): isColumnOfRow(base)
    case .subscript_: true
    default: false
    }
  }
}
