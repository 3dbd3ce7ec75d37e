import CellModel
import Formulas
import Functions

extension FormulaStore {
  /// Whether formulas of a group may come to arrays, as far as their text tells it: none does that makes single values of
  /// cells of sheets, which hold no arrays.
  func mayGiveArrays(_ id: GroupID) -> Bool {
    let template = template(of: id)
    return !isSingle(template.tree.root, of: template, self[id])
  }

  private func isSingle(_ node: FormulaTree.Index, of template: FormulaTemplate, _ group: FormulaGroup) -> Bool {
    func isSingle(_ node: FormulaTree.Index) -> Bool { self.isSingle(node, of: template, group) }
    switch template.tree[node] {
    case .number, .date, .text, .logical, .error, .missing: return true
    case .parenthesized(let inner): return isSingle(inner)
    case .unary(let sign, let operand): return [.plus, .minus, .percent].contains(sign) && isSingle(operand)
    case .binary(let sign, let left, let right):
      return ![.range, .intersection, .union].contains(sign) && isSingle(left) && isSingle(right)
    case .call(_, let arguments):
      guard case .function(let function)? = template.bindings[node],
        function.traits.isDisjoint(with: [.spills, .readsDynamically])
      else { return false }
      return function.aggregate != nil || arguments.allSatisfy(isSingle)
    default:
      guard case .cell(let number)? = template.bindings[node] else { return false }
      return cells.grids[reference(number, of: group).grid.index].isSheet
    }
  }
}
