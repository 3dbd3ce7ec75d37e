import Formulas
import Functions
import SheetText

/// What an action tells of itself.
package enum ActionMoment: String, CaseIterable, Sendable {
  case started, values, succeeded, failed, finished, refused, stopped

  /// The moments that stand anywhere but where a stream is meant, whichever action they are of.
  static func read(in units: [SheetUnit]) -> [ActionMoment] {
    guard units.contains(where: \.declared.hasActions) else { return [] }
    var found: Set<ActionMoment> = []
    for unit in units {
      for statement in unit.document.statements {
        for part in statement.definition.formulas {
          let tree = part.formula.tree
          found.formUnion(part.role == .stream ? tree.momentsInFunctions : tree.moments)
        }
      }
    }
    return allCases.filter(found.contains)
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
      guard ["MAP", "FILTER", "SCAN", "HOLD"].contains(FunctionNames.plain(name)), let last = arguments.last
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
