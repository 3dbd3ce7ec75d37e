import Formulas
import SheetText

extension ActionDefinition: StatementMeaning {
  /// The cells that come with it; those of its moments only where something reads them.
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    [
      StatementCell(part: "isEnabled", .part, .composed(enabled)),
      StatementCell(part: "isExecuting", .part, .value(.logical(false))),
      StatementCell(part: "value", .part, .nothing), StatementCell(part: "error", .part, .nothing),
    ] + moments.map { StatementCell(part: $0.rawValue, .part, .nothing) }
  }

  package var isAboutTime: Bool { true }
  package var word: String? { "action" }
  package var isTrigger: Bool { true }
  package var hasActions: Bool { true }

  /// Its condition holds, and it is not under way.
  private var enabled: FormulaTree {
    let isIdle = FormulaTree.call("NOT", [.member(name.text, "isExecuting")])
    return condition.map { .call("AND", [Self.truth(of: $0.tree), isIdle]) } ?? isIdle
  }

  /// What is TRUE or FALSE as a condition is: AND would pass over a cell that is blank.
  private static func truth(of condition: FormulaTree) -> FormulaTree {
    switch condition.nodes.last {
    case .binary(let op, _, _) where op.isComparison: return condition
    case .call(let name, _) where ["AND", "OR", "NOT", "XOR"].contains(name.uppercased()): return condition
    default: break
    }
    return .call("IF", [condition, .literal(.logical(true)), .literal(.logical(false))])
  }
}
