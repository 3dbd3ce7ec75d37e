import CellModel
import Formulas
import SheetPrograms
import SheetText

/// The type and the domain of an input or an event in the rows of a table, where the domain names cells of the row.
struct DomainOfRow {
  let type: WrittenType?
  let domain: Domain
  /// The sheet that declares it, and the grid on which it was written.
  let unit: SheetUnit
  let home: String?

  /// A domain that has to be read in each row; `nil` for one that is the same in all.
  init?(_ type: WrittenType?, _ domain: Domain?, _ unit: SheetUnit?, home: String?) {
    guard let domain, !domain.isLiteral, let unit else { return nil }
    (self.type, self.domain, self.unit, self.home) = (type, domain, unit, home)
  }

  /// The domain of the input that a column is; `nil` for any other column.
  init?(of column: TableColumn) {
    guard case .input(let input) = column.content else { return nil }
    self.init(input.type, input.domain, column.unit, home: column.home)
  }
}

/// What may be accepted in one state or another, for somebody who tries all of it.
extension DomainOfRow {
  /// All that the domain may have in it while the inputs that it names go through their own domains; `nil` where it is made
  /// of anything else.
  func widest(among columns: [TableColumn]) -> InputRule.Domain? {
    switch domain.kind {
    case .range(let low, let high):
      guard let least = numbers(of: low, columns)?.lowerBound, let most = numbers(of: high, columns)?.upperBound,
        least <= most
      else { return nil }
      return .range(least, most)
    case .choices(let choices):
      guard case .array(_, _, let elements)? = choices.tree.nodes.last else { return nil }
      var values: [CellValue] = []
      for element in elements {
        guard let found = self.values(of: choices.tree.subtree(at: element), columns) else { return nil }
        values += found.filter { !values.contains($0) }
      }
      return .choices(values)
    }
  }

  /// The numbers that an end of a range may be.
  private func numbers(of bound: SheetFormula, _ columns: [TableColumn]) -> ClosedRange<Double>? {
    if let number = bound.constant?.number { return number...number }
    guard case .range(let low, let high)? = input(named: bound.tree, columns)?.domain else { return nil }
    return low...high
  }

  /// The values that a choice may be.
  private func values(of choice: FormulaTree, _ columns: [TableColumn]) -> [CellValue]? {
    if let constant = choice.constant { return [constant] }
    guard case .choices(let choices)? = input(named: choice, columns)?.domain else { return nil }
    return choices
  }

  /// What the input accepts that an expression names, if that is the same in all rows.
  private func input(named tree: FormulaTree, _ columns: [TableColumn]) -> InputRule? {
    guard tree.nodes.count == 1, case .name(let name, sheet: nil) = tree[tree.root] else { return nil }
    let key = unit.fullName(name).lowercased()
    guard let column = columns.first(where: { $0.name.lowercased() == key }), DomainOfRow(of: column) == nil else {
      return nil
    }
    return column.input
  }
}
