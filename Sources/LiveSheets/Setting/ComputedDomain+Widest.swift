import CellModel
import Formulas
import SheetPrograms
import SheetText

/// What may be accepted in one state or another, for somebody who tries all of it.
extension ComputedDomain {
  /// All that the domain may have in it while the inputs that it names go through their own domains; `nil` where it is made
  /// of anything else.
  ///
  /// - Parameter known: What a cell may hold, by its full name: the domain of an input, the value of a constant.
  func widest(_ known: (String) -> InputRule.Domain?) -> InputRule.Domain? {
    switch domain.kind {
    case .range(let low, let high):
      guard let least = numbers(of: low, known)?.lowerBound, let most = numbers(of: high, known)?.upperBound,
        least <= most
      else { return nil }
      return .range(least, most)
    case .choices(let choices):
      guard case .array(_, _, let elements)? = choices.tree.nodes.last else { return nil }
      var values: [CellValue] = []
      for element in elements {
        guard let found = self.values(of: choices.tree.subtree(at: element), known) else { return nil }
        values += found.filter { !values.contains($0) }
      }
      return .choices(values)
    }
  }

  /// The numbers that an end of a range may be.
  private func numbers(of bound: SheetFormula, _ known: (String) -> InputRule.Domain?) -> ClosedRange<Double>? {
    if let number = bound.constant?.number { return number...number }
    switch domain(named: bound.tree, known) {
    case .range(let low, let high)?: return low...high
    case .choices(let choices)?:
      let numbers = choices.compactMap(\.number)
      guard numbers.count == choices.count, let least = numbers.min(), let most = numbers.max() else { return nil }
      return least...most
    case nil: return nil
    }
  }

  /// The values that a choice may be.
  private func values(of choice: FormulaTree, _ known: (String) -> InputRule.Domain?) -> [CellValue]? {
    if let constant = choice.constant { return [constant] }
    guard case .choices(let choices)? = domain(named: choice, known) else { return nil }
    return choices
  }

  private func domain(named tree: FormulaTree, _ known: (String) -> InputRule.Domain?) -> InputRule.Domain? {
    guard tree.nodes.count == 1, case .name(let name, sheet: nil) = tree[tree.root] else { return nil }
    return known(unit.fullName(name))
  }
}
