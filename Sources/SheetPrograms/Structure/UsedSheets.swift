import CellModel
import Formulas
import SheetText

/// What a text uses of other sheets, whose cells stand behind a dot: `u.A1` and `people[2].A1`.
///
/// Cells of this text that move leave them alone. In a fill or a copy their addresses move on as all others do.
struct UsedSheets {
  private var sheets: Set<String> = []
  private var tables: Set<String> = []

  init(_ document: SheetDocument) {
    for statement in document.statements {
      switch statement.kind {
      case .use(let use): sheets.insert(use.name.key)
      case .table(let table) where table.instanceSource != nil: tables.insert(table.name.key)
      default: break
      }
    }
  }

  private var isEmpty: Bool { sheets.isEmpty && tables.isEmpty }

  /// The members of a formula that are such cells.
  func cells(in tree: FormulaTree) -> [FormulaTree.Index] {
    if isEmpty { return [] }
    return tree.nodes.indices.map { FormulaTree.Index($0) }.filter { isCell($0, of: tree) }
  }

  /// The addresses that are the other corners of ranges of such cells: `A2` of `u.A1:A2`.
  func farCorners(in tree: FormulaTree) -> Set<FormulaTree.Index> {
    if isEmpty { return [] }
    return Set(
      tree.nodes.compactMap { node in
        guard case .binary(.range, let near, let far) = node, isCell(near, of: tree),
          case .reference(let corner) = tree[far], corner.sheet == nil
        else { return nil }
        return far
      })
  }

  private func isCell(_ index: FormulaTree.Index, of tree: FormulaTree) -> Bool {
    guard case .member(var base, let field) = tree[index], A1Notation.cell(field) != nil else { return false }
    while case .member(let inner, _) = tree[base] { base = inner }
    if case .name(let name, sheet: nil) = tree[base] {
      return sheets.contains(name.lowercased()) || tables.contains(name.lowercased())
    }
    guard case .subscript_(let table, let row) = tree[base], case .name(let name, sheet: nil) = tree[table] else {
      return false
    }
    return tables.contains(name.lowercased()) && tree.subtree(at: row).constant != nil
  }
}
