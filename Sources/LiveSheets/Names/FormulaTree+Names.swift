import Formulas
import Functions

extension FormulaTree {
  /// Whether it names nothing but one cell and functions of the catalog.
  func readsOnly(_ name: String, _ catalog: FunctionCatalog) -> Bool {
    nodes.allSatisfy { node in
      switch node {
      case .name(let used, sheet: nil): used.lowercased() == name.lowercased()
      case .name, .reference, .structured, .subscript_, .member, .unreadable, .invalid: false
      case .call(let function, _): catalog.function(named: function) != nil
      default: true
      }
    }
  }
}
