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
    return condition.map { .call("AND", [$0.tree, isIdle]) } ?? isIdle
  }
}
