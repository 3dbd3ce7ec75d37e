import CellModel
import Formulas

/// References in texts, which are read as a workbook has them: there a dot is a part of a name.
extension FormulaTree {
  /// The tree as a sheet has it, where it has a cell behind a dot, `u.A1`; `nil` for any other.
  var withCellsBehindDots: FormulaTree? {
    let hasCell = nodes.contains { node in
      guard case .name(let name, sheet: nil) = node, let dot = name.lastIndex(of: ".") else { return false }
      return A1Notation.cell(name[name.index(after: dot)...].filter { $0 != "$" }) != nil
    }
    guard hasCell else { return nil }
    let read = FormulaParser.parse(text(), dialect: .sheet)
    return read.diagnostics.isEmpty ? read.tree : nil
  }

  /// A range between two cells as one reference: the second corner of `u.A1:A2` lies on the grid of the first.
  var withJoinedCorners: FormulaTree {
    guard let root = nodes.last, case .binary(.range, let near, let far) = root,
      case .reference(let first) = self[near], case .reference(let last) = self[far],
      case .cell(let row, let column) = first.shape, case .cell(let row2, let column2) = last.shape
    else { return self }
    let rows = row.value <= row2.value ? (row, row2) : (row2, row)
    let columns = column.value <= column2.value ? (column, column2) : (column2, column)
    var tree = FormulaTree()
    tree.append(
      .reference(
        GridReference(
          .area(row: rows.0, column: columns.0, row2: rows.1, column2: columns.1), sheet: first.sheet)),
      span: span(of: near))
    return tree
  }
}
