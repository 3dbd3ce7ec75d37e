import CellModel
import Formulas

/// The formulas of a workbook as people read them.
package struct WrittenFormulas {
  let store: FormulaStore

  package func hasFormula(at address: CellAddress) -> Bool { store.group(at: address) != nil }

  /// The formula of a cell as a tree that reads right in that cell; `nil` when it holds none.
  package func tree(at address: CellAddress) -> FormulaTree? { store.tree(at: address) }

  /// The text of a cell's formula without its `=`.
  package func text(at address: CellAddress) -> String? { tree(at: address)?.text() }

  /// The functions that some formula calls, by their names in the catalog.
  package var calledFunctions: Set<String> {
    var names: Set<String> = []
    store.forEachLive { names.formUnion(store.template(of: $0).calledFunctions) }
    return names
  }

  /// Whether every name in every formula means something.
  package var knowsAllNames: Bool { store.knowsAllNames }

  /// Whether a cell has a formula of which every name means something.
  package func knowsAllNames(at address: CellAddress) -> Bool {
    store.group(at: address).map { store.template(of: $0).unknownNames.isEmpty } ?? false
  }
}
