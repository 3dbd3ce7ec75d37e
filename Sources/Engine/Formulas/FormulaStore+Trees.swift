import CellModel
import Formulas

/// Formulas as people read them.
extension FormulaStore {
  /// The formula of a cell as a tree that reads right in that cell; `nil` when it holds none.
  func tree(at address: CellAddress) -> FormulaTree? {
    group(at: address).map { tree(of: $0, at: Int(address.row)) }
  }

  /// The reference that the formula of a group is as a whole; `nil` for any other formula.
  func wholeReference(of id: GroupID) -> GroupReference? {
    let template = template(of: id)
    let root = template.tree.root
    guard let number = template.bindings[root]?.reference else { return nil }
    switch template.tree[root] {
    case .reference, .name, .structured: return references(of: self[id])[number]
    default: return nil
    }
  }

  /// The formula of a group as a tree that reads right in one of its rows.
  func tree(of id: GroupID, at row: Int) -> FormulaTree {
    let group = self[id]
    return tree(of: template(of: id), at: row) { reference($0, of: group) }
  }

  /// The formula of a template with some references, of which those that were deleted are `#REF!`.
  func tree(
    of template: TemplateID, with filled: [GroupReference], deleted: Set<Int>, at row: Int
  ) -> FormulaTree {
    tree(of: templates[template.index], at: row, deleted: deleted) { filled[$0] }
  }

  private func tree(
    of template: FormulaTemplate, at row: Int, deleted: Set<Int> = [], _ filled: (Int) -> GroupReference
  ) -> FormulaTree {
    var tree = template.tree
    for (index, binding) in template.bindings {
      let number: Int
      switch binding {
      case .cell(let only), .area(let only): number = only
      case .areas(let several): number = several.first { !deleted.contains($0) } ?? several[0]
      case .ownNumber(let own):
        if let written = filled(own).ownNumber { tree.nodes[Int(index)] = written.node }
        continue
      default: continue
      }
      let reference = filled(number)
      guard case .reference(let written) = tree[index] else {
        if binding.reference != nil { rename(index, reference, &tree) }
        continue
      }
      var sheet = written.sheet
      if let prefix = sheet, prefix.last == nil, case .sheet(let name) = cells.grids[reference.grid.index].kind {
        sheet = SheetPrefix(name)
      }
      let shape = deleted.contains(number) ? .deleted : reference.shape(as: written.shape, at: row)
      tree.nodes[Int(index)] = .reference(GridReference(shape, sheet: sheet))
    }
    return tree
  }

  /// Names are shared by templates, so a name is written as the cell it stands for is called.
  private func rename(_ index: FormulaTree.Index, _ reference: GroupReference, _ tree: inout FormulaTree) {
    guard case .names = cells.grids[reference.grid.index].kind else { return }
    let spellings = names.scope(of: reference.grid).spellings
    guard spellings.indices.contains(Int(reference.top)) else { return }
    let spelling = spellings[Int(reference.top)]
    switch tree[index] {
    case .name(_, let sheet): tree.nodes[Int(index)] = .name(spelling, sheet: sheet)
    case .call(_, let arguments): tree.nodes[Int(index)] = .call(name: spelling, arguments: arguments)
    default: break
    }
  }
}

extension GroupReference {
  /// A resolved reference in A1 form, with `$` where it was written.
  func shape(as written: GridReference.Shape, at row: Int) -> GridReference.Shape {
    let top = topRow(at: row)
    let bottom = bottomRow(at: row)
    guard top >= 0, bottom >= 0 else { return .deleted }
    switch written {
    case .cell(let atRow, let column):
      return .cell(
        row: Coordinate(top, absolute: atRow.isAbsolute), column: Coordinate(Int(left), absolute: column.isAbsolute))
    case .area(let row1, let column1, let row2, let column2):
      let isTurned = column1.value > column2.value
      return .area(
        row: Coordinate(top, absolute: row1.isAbsolute),
        column: Coordinate(Int(isTurned ? right : left), absolute: column1.isAbsolute),
        row2: Coordinate(bottom, absolute: row2.isAbsolute),
        column2: Coordinate(Int(isTurned ? left : right), absolute: column2.isAbsolute))
    case .columns(let first, let last):
      return .columns(
        Coordinate(Int(left), absolute: first.isAbsolute), Coordinate(Int(right), absolute: last.isAbsolute))
    case .rows(let first, let last):
      return .rows(Coordinate(top, absolute: first.isAbsolute), Coordinate(bottom, absolute: last.isAbsolute))
    case .deleted: return .deleted
    }
  }
}
