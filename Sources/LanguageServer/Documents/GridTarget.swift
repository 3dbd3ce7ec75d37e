import CellModel
import Diagnostics
import Formulas
import Hosting
import SheetText

/// A cell of a grid that an address in a formula means, in this sheet or in one that it uses.
struct GridTarget {
  /// The sheet whose grid it is.
  let home: SheetAtHand
  let grid: String?
  let place: (row: Int, column: Int)

  /// The statement's place that defines the cell: of it alone, or of the fill that it lies in.
  var definition: SourceSpan? {
    if let index = home.document.definition(ofRow: place.row, column: place.column, grid: grid),
      case .cell(let cell) = home.document.statements[index].kind
    {
      return cell.target.span
    }
    for statement in home.document.statements where statement.grid?.lowercased() == grid?.lowercased() {
      guard case .cell(let cell) = statement.kind,
        case .area(let top, let left, let bottom, let right, let span) = cell.target,
        (top...bottom).contains(place.row), (left...right).contains(place.column)
      else { continue }
      return span
    }
    return nil
  }

  var location: JSONValue? { definition.map(home.location) }
}

/// Follows addresses to the cells that they mean.
///
/// A cell of a used sheet stands behind a dot, `u.A1` and `people[2].A1`, also as the first corner of a range,
/// `u.A1:A2`, or behind its grid, `u.Inputs!A1`.
struct CellResolver {
  private let names: NameResolver

  init(workspace: Workspace) { names = NameResolver(workspace: workspace) }

  /// The cell whose address stands at a place.
  func target(at place: TextPlace) -> GridTarget? {
    guard let statement = place.part?.statement(at: place.offset), let home = place.sheetAtHand else { return nil }
    for formula in statement.formulas {
      let address = AddressOccurrence(at: place.offset, in: formula.tree, source: home.document.source)
      if let address, let found = target(of: address, in: formula.tree, of: home, grid: statement.grid) { return found }
    }
    return nil
  }

  private func target(
    of address: AddressOccurrence, in tree: FormulaTree, of sheet: SheetAtHand, grid: String?
  ) -> GridTarget? {
    guard let cell = A1Notation.cell(address.text.filter { $0 != "$" }) else { return nil }
    let place = (cell.row, cell.column)
    if let base = address.base {
      return used(base, in: tree, of: sheet).map { GridTarget(home: $0, grid: nil, place: place) }
    }
    guard let written = address.grid else { return GridTarget(home: sheet, grid: grid, place: place) }
    if let dot = written.firstIndex(of: "."), let home = names.used(written[..<dot].lowercased(), in: sheet) {
      return GridTarget(home: home, grid: String(written[written.index(after: dot)...]), place: place)
    }
    return GridTarget(home: sheet, grid: written, place: place)
  }

  /// The sheet that stands before a dot.
  private func used(_ node: FormulaTree.Index, in tree: FormulaTree, of sheet: SheetAtHand) -> SheetAtHand? {
    switch tree[node] {
    case .name(let name, sheet: nil): names.used(name.lowercased(), in: sheet)
    case .member(let base, let field):
      used(base, in: tree, of: sheet).flatMap { names.used(field.lowercased(), in: $0) }
    case .subscript_(let table, _):
      if case .name(let name, sheet: nil) = tree[table] { names.sheet(ofRowsOf: name, in: sheet) } else { nil }
    default: nil
    }
  }
}

/// An address in a formula, with what stands before it.
private struct AddressOccurrence {
  /// The cell alone, without its grid.
  let text: String
  /// The grid that is written before it.
  var grid: String?
  /// The node before the dot, of a cell of a used sheet.
  var base: FormulaTree.Index?

  /// - Parameter offset: The place that the address stands at; a range has one at each end.
  init?(at offset: Int, in tree: FormulaTree, source: SourceText) {
    for (number, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(number)
      let span = tree.span(of: index)
      switch node {
      case .member(let base, let field) where A1Notation.cell(field) != nil:
        guard SourceSpan(span.upper - field.utf8.count, span.upper).contains(offset) else { continue }
        (text, self.base) = (field, base)
        return
      case .reference(let reference) where span.contains(offset):
        let corners = source[span].split(separator: "!").last?.split(separator: ":") ?? []
        guard let last = corners.last else { continue }
        let isLast = offset >= span.upper - last.utf8.count
        text = String(isLast ? last : corners[0])
        grid = reference.sheet?.first
        base = reference.sheet == nil ? Self.baseOfRange(endingWith: index, in: tree) : nil
        return
      default: continue
      }
    }
    return nil
  }

  /// What stands before the dot of a range's first corner.
  private static func baseOfRange(endingWith corner: FormulaTree.Index, in tree: FormulaTree) -> FormulaTree.Index? {
    for case .binary(.range, let near, corner) in tree.nodes {
      if case .member(let base, _) = tree[near] { return base }
    }
    return nil
  }
}
