import Formulas
import Functions

extension FormulaTree {
  /// Whether it names nothing but one cell and functions of the catalog.
  func readsOnly(_ name: String, _ catalog: FunctionCatalog) -> Bool {
    nodes.allSatisfy { node in
      switch node {
      case .name(let used, sheet: nil): used.lowercased() == name.lowercased()
      case .name, .reference, .structured, .subscript_, .member, .unreadable, .invalid: false
      case .call(let function, _):
        catalog.function(named: function).map { !$0.traits.contains(.readsDynamically) } ?? false
      default: true
      }
    }
  }

  /// Whether a field of what a node stands for is read.
  func hasField(_ node: Index) -> Bool {
    nodes.contains { if case .member(node, _) = $0 { true } else { false } }
  }

  /// Whether a call finds its cells only while it runs, as `OFFSET` and `INDIRECT` do.
  func readsDynamically(_ catalog: FunctionCatalog) -> Bool {
    nodes.contains { node in
      guard case .call(let function, _) = node else { return false }
      return catalog.function(named: function)?.traits.contains(.readsDynamically) == true
    }
  }
}
