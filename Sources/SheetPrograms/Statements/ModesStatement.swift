import Diagnostics
import Formulas
import SheetText

extension ModesDefinition: StatementMeaning {
  /// The cell is a formula that names the mode; a condition says that exactly one holds and gives its cells their values.
  package func cells(_ moments: [ActionMoment]) -> [StatementCell] {
    [StatementCell(.formula, .composed(ModesFormulas(self).formula))]
  }

  package var isAboutTime: Bool { false }

  package var conditions: [StatementCondition] {
    let formulas = ModesFormulas(self)
    return [
      StatementCondition(
        label: name.text, labelSpan: name.span, kind: .modes, span: name.span, condition: formulas.check,
        shown: formulas.shown,
        modes: formulas)
    ]
  }
}

/// A `modes` statement as formulas.
package struct ModesFormulas: Sendable {
  package struct Mode: Sendable {
    package var label: String
    package var condition: FormulaTree
    package var values: [FormulaTree]
  }
  package var cells: [FormulaTree]
  package var modes: [Mode]

  init(_ definition: ModesDefinition) {
    cells = definition.cells.map(\.tree)
    modes = definition.modes.map {
      Mode(label: $0.label.text, condition: $0.condition.tree, values: $0.values.map(\.tree))
    }
  }

  /// The modes with their trees understood in another way.
  func mapping(_ map: (FormulaTree) -> FormulaTree) -> ModesFormulas {
    var mapped = self
    mapped.cells = cells.map(map)
    mapped.modes = modes.map { Mode(label: $0.label, condition: map($0.condition), values: $0.values.map(map)) }
    return mapped
  }

  /// `IFS(condition, "label", …)`: the first mode that holds, `#N/A` when none does.
  var formula: FormulaTree {
    guard !modes.isEmpty else { return .literal(.error(.notAvailable)) }
    return .call("IFS", modes.flatMap { [$0.condition, .literal(.text($0.label))] })
  }

  /// Exactly one condition holds, and the cells have its values.
  var check: FormulaTree {
    let one = FormulaTree.literal(.number(1, text: "1"))
    let zero = FormulaTree.literal(.number(0, text: "0"))
    let count = FormulaTree.call("SUM", modes.map { .call("IF", [$0.condition, one, zero]) })
    let values = modes.map { mode in
      FormulaTree.call("IF", [mode.condition, holds(mode), .literal(.logical(true))])
    }
    return .call("AND", [.binary(.equal, count, one)] + values)
  }

  /// Whether the cells have the values of a mode.
  private func holds(_ mode: Mode) -> FormulaTree {
    let equal = zip(cells, mode.values).map { FormulaTree.binary(.equal, $0, $1) }
    return equal.isEmpty ? .literal(.logical(true)) : .call("AND", equal)
  }

  /// All that the conditions and the cells name.
  var shown: FormulaTree { .call("AND", cells + modes.map(\.condition)) }
}
