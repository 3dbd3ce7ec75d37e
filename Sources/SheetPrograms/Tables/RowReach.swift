import CellModel
import Formulas
import SheetText

/// What a text may ask of one row of a table of sheets although all rows could have it in common: a table of the row's
/// sheet, `people[2].rates`, or a cell of its grid, `people[2].A1`.
struct RowReach {
  /// The key of the table of sheets.
  private let table: String
  /// The keys of the tables in its sheet.
  private let tables: Set<String>

  /// - Parameter sheets: The sheets in its rows, beside what the rows could share.
  init(_ table: WrittenText, _ sheets: [SheetUnit]) {
    self.table = table.key
    tables = Set(
      sheets.compactMap(\.shared).flatMap { shared in
        shared.document.statements.compactMap { if case .table(let table) = $0.kind { table.name.key } else { nil } }
      })
  }

  /// Whether a row is asked, and nobody asks for what stands once, `people.rates`: both there cannot be.
  func isAsked(in units: [SheetUnit]) -> Bool {
    let trees = units.lazy.flatMap { $0.document.statements }.flatMap { $0.definition.formulas }.map(\.formula.tree)
    return trees.contains(where: isAsked) && !trees.contains(where: isAskedOnce)
  }

  private func isAsked(in tree: FormulaTree) -> Bool {
    tree.nodes.contains { node in
      switch node {
      case .member(let base, let field): isShared(field) && isOfRow(base, in: tree)
      case .reference(let reference):
        reference.sheet.map { $0.first.lowercased().contains("\(table)[") } ?? false
      default: false
      }
    }
  }

  /// Whether what all rows have in common is asked for by the name of the table.
  private func isAskedOnce(in tree: FormulaTree) -> Bool {
    func isInTable(_ name: String?) -> Bool { name.map { ".\($0.lowercased())".contains(".\(table).") } ?? false }
    return tree.nodes.indices.contains { position in
      switch tree.nodes[position] {
      case .member(_, let field): isShared(field) && isInTable(tree.dottedName(FormulaTree.Index(position)))
      case .structured(let reference): isInTable(reference.table)
      case .reference(let reference): reference.sheet.map { isInTable($0.first + ".") } ?? false
      default: false
      }
    }
  }

  private func isShared(_ field: String) -> Bool {
    tables.contains(field.lowercased()) || A1Notation.cell(field) != nil
  }

  /// Whether it is a row of the table, `people[2]`, or a sheet that is used there, `people[2].adding`.
  private func isOfRow(_ index: FormulaTree.Index, in tree: FormulaTree) -> Bool {
    var index = index
    for _ in 0...FormulaParser.maximumDepth {
      switch tree[index] {
      case .member(let base, _): index = base
      case .subscript_(let base, _):
        return switch tree[base] {
        case .name(let name, sheet: nil): name.lowercased() == table
        case .member(_, let name): name.lowercased() == table
        default: false
        }
      default: return false
      }
    }
    return false
  }
}
