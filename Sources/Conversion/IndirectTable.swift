import Formulas
import Functions

/// What a call of INDIRECT names in a text that says a table, `INDIRECT("Sales[Amount]")`.
enum IndirectTable {
  /// What all of a text names.
  case cells(StructuredReference)
  /// A column whose name is computed, `"Sales["&B1&"]"`: the operands that are its name.
  case column(of: String, named: [FormulaTree.Index])
  /// What is computed besides its table.
  case computed

  /// `nil` for a call that names no table in a text of its own.
  ///
  /// - Parameter isTable: Whether a name is that of a table.
  init?(_ call: FormulaTree.Node, in tree: FormulaTree, isTable: (String) -> Bool) {
    guard case .call(let name, let arguments) = call, let text = arguments.first,
      FunctionNames.plain(name) == "INDIRECT"
    else { return nil }
    let operands = tree.concatenated(by: text)
    guard case .text(let start) = tree[operands[0]] else { return nil }
    if operands.count == 1 {
      guard let cells = Self.reference(start, isTable) else { return nil }
      self = .cells(cells)
      return
    }
    guard let bracket = start.firstIndex(of: "["), isTable(String(start[..<bracket])) else { return nil }
    let inner = operands[1..<operands.count - 1]
    if start[bracket...] == "[", tree[operands[operands.count - 1]] == .text("]"), !inner.isEmpty,
      !inner.contains(where: { Self.saysMore(tree[$0]) })
    {
      self = .column(of: String(start[..<bracket]), named: Array(inner))
    } else {
      self = .computed
    }
  }

  /// Whether a text between the brackets of a table says something that is no name of a column as it stands.
  private static func saysMore(_ node: FormulaTree.Node) -> Bool {
    guard case .text(let text) = node else { return false }
    return text.contains { "[]#@':,".contains($0) }
  }

  private static func reference(_ text: String, _ isTable: (String) -> Bool) -> StructuredReference? {
    let parsed = FormulaParser.parse(text, dialect: .excel)
    guard !parsed.hasErrors, parsed.tree.nodes.count == 1 else { return nil }
    switch parsed.tree.nodes[0] {
    case .structured(let reference): return reference.table.map(isTable) == true ? reference : nil
    case .name(let name, nil): return isTable(name) ? StructuredReference(table: name) : nil
    default: return nil
    }
  }
}
