import Formulas
import Functions

/// Tells what stands before a dot in a formula: a row of a table, whose fields are the table's columns, or something else.
///
/// A row goes through whatever gives one of its parts as it is: names of LET, parentheses, `@`, `IF` and its kin. What a
/// LAMBDA is given, and what a lookup finds, is known only when it is computed.
struct RowFields {
  enum Base: Equatable {
    case row(ofTable: String)
    /// A value, which holds fields of its own or none: a record, a cell, an action.
    case value
    /// What only computing tells.
    case unknown
  }

  /// What each node stands for.
  private var bases: [Base] = []

  /// - Complexity: O(*n*), where *n* is the size of the formula.
  init(_ tree: FormulaTree, _ scopes: LexicalScopes) {
    bases.reserveCapacity(tree.nodes.count)
    // Parts stand before their whole, and the value of a name before what reads it.
    for node in tree.nodes.indices { bases.append(base(FormulaTree.Index(node), tree, scopes)) }
  }

  subscript(node: FormulaTree.Index) -> Base { bases[Int(node)] }

  private func base(_ node: FormulaTree.Index, _ tree: FormulaTree, _ scopes: LexicalScopes) -> Base {
    switch tree[node] {
    case .subscript_(let table, _):
      guard let name = tree.dottedName(table), scopes.slot(of: String(name.prefix { $0 != "." }), at: node) == nil
      else { return .unknown }
      return .row(ofTable: name)
    case .name(let name, nil):
      guard let slot = scopes.slot(of: name, at: node) else { return .value }
      return scopes.value(of: slot).map { self[$0] } ?? .unknown
    case .parenthesized(let inner), .unary(.intersect, let inner): return self[inner]
    case .call(_, let arguments):
      let results = scopes.function(at: node)?.form.results(of: arguments.count) ?? []
      guard let first = results.first.map({ self[arguments[$0]] }) else { return .unknown }
      return results.allSatisfy { self[arguments[$0]] == first } ? first : .unknown
    case .apply: return .unknown
    default: return .value
    }
  }
}
