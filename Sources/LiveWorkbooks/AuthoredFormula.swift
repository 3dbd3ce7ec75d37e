import Formulas

/// A formula as its author knows it, beside what a workbook says of it and an engine computes around it.
package struct AuthoredFormula {
  package private(set) var tree: FormulaTree
  /// The decimal places to which the result is rounded, where precision is as displayed.
  package private(set) var shownPlaces: Int?
  /// The cells to whose size the result of an array formula is brought.
  package private(set) var size: (rows: Int, columns: Int)?

  package init(_ tree: FormulaTree) {
    self.tree = tree
    if let places = unwrap(WorkbookFunctions.shown), places.count == 1 { shownPlaces = places[0] }
    if let size = unwrap(WorkbookFunctions.fit), size.count == 2 { self.size = (size[0], size[1]) }
    self.tree = self.tree.callingExcel()
  }

  /// Takes a call from around the formula, and gives the numbers that are its other arguments; `nil` where there is none.
  private mutating func unwrap(_ function: String) -> [Int]? {
    guard case .call(function, let arguments)? = tree.nodes.last, let first = arguments.first else { return nil }
    let numbers = arguments.dropFirst().compactMap { number($0) }
    tree = FormulaTree(nodes: Array(tree.nodes[...Int(first)]), spans: Array(tree.spans[...Int(first)]))
    return numbers
  }

  private func number(_ index: FormulaTree.Index) -> Int? {
    switch tree[index] {
    case .number(let number, _): Int(number)
    case .unary(.minus, let operand): number(operand).map { -$0 }
    default: nil
    }
  }
}
