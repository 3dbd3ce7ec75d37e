import Formulas
import Functions

/// What uses each node of a formula, and what of the node counts there: its value, its name, or where its cells lie.
struct NodeUses {
  let tree: FormulaTree
  private let catalog: FunctionCatalog
  private let users: NodeUsers

  init(in tree: FormulaTree, _ catalog: FunctionCatalog) {
    self.tree = tree
    self.catalog = catalog
    users = NodeUsers(in: tree)
  }

  /// Whether a node stands alone as an argument of a call.
  func isArgument(_ index: FormulaTree.Index) -> Bool { users.isArgument(index) }

  /// Whether it counts where the cells of a reference lie.
  func needsCells(_ index: FormulaTree.Index) -> Bool {
    guard let user = users[index] else { return false }
    switch tree[user] {
    case .unary(.intersect, _), .binary(.range, _, _), .binary(.intersection, _, _): return true
    case .call(let name, _):
      guard let function = catalog.function(named: name) else { return false }
      let askingWhere: SheetFunction.Traits = [.beginsAtFirst, .tellsFactsOfCells, .tellsOwnSheet]
      return function.tellsRowsOrColumns || !function.traits.isDisjoint(with: askingWhere)
    default: return false
    }
  }

  /// Whether a text is one that names a reference, as INDIRECT reads it, or the beginning of it.
  func isReference(_ index: FormulaTree.Index) -> Bool {
    var index = index
    while let user = users[index] {
      switch tree[user] {
      case .parenthesized: index = user
      case .binary(.concatenate, index, _): index = user
      case .call(let name, let arguments):
        return catalog.function(named: name)?.traits.contains(.readsReferenceTexts) == true && arguments.first == index
      default: return false
      }
    }
    return false
  }

  /// Whether only the value of a name counts where it stands.
  func staysName(_ index: FormulaTree.Index, _ reference: GridReference) -> Bool {
    let isCell = if case .cell = reference.shape { true } else { false }
    var index = index
    while let user = users[index] {
      switch tree[user] {
      case .parenthesized: index = user
      case .binary(let op, _, _): return isCell && !op.joinsReferences
      case .unary(let op, _): return isCell && [.plus, .minus, .percent].contains(op)
      case .call(let name, let arguments):
        guard let place = arguments.firstIndex(of: index), let function = catalog.function(named: name) else {
          return false
        }
        if function.readsNumbers(ofArgument: place) { return true }
        if let table = function.tableArgument { return isCell ? place != table : place == table }
        guard isCell else { return false }
        switch function.form {
        case .branch, .choice: return true
        default: return function.info(ofArgument: place)?.lifts == true
        }
      default: return false
      }
    }
    return isCell
  }
}

extension SheetFunction {
  /// Whether an array is to an argument what the range is that it came from: one of which the numbers are read.
  fileprivate func readsNumbers(ofArgument place: Int) -> Bool {
    if traits.contains(.leavesOutSubtotals) { return false }
    return info(ofArgument: place)?.reading == .numbers || traits.contains(.takesArraysForRanges)
  }

  /// The argument that is a table to look into, be it a range or an array; `nil` where none is.
  fileprivate var tableArgument: Int? {
    if traits.contains(.givesPartOfFirst) { return 0 }
    return traits.isDisjoint(with: [.searchesArrays, .findsPosition]) ? nil : 1
  }
}
