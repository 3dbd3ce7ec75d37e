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
    let template = template(of: id)
    var tree = template.tree
    for (index, binding) in template.bindings {
      if case .ownNumber(let number) = binding, let own = reference(number, of: group).ownNumber {
        tree.nodes[Int(index)] = own.node
        continue
      }
      guard case .reference(let written) = tree[index] else {
        if let number = binding.reference { rename(index, reference(number, of: group), &tree) }
        continue
      }
      let number: Int
      switch binding {
      case .cell(let only), .area(let only): number = only
      case .areas(let several): number = several[0]
      default: continue
      }
      let reference = reference(number, of: group)
      var sheet = written.sheet
      if let prefix = sheet, prefix.last == nil, case .sheet(let name) = cells.grids[reference.grid.index].kind {
        sheet = SheetPrefix(name)
      }
      tree.nodes[Int(index)] = .reference(
        GridReference(reference.shape(as: written.shape, at: row), sheet: sheet))
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

  /// The formula of a group with some of its references replaced and others, which were deleted, as `#REF!`.
  func tree(
    of template: TemplateID, with filled: [GroupReference], deleted: Set<Int>, at row: Int
  ) -> FormulaTree {
    var tree = templates[template.index].tree
    for (index, binding) in templates[template.index].bindings {
      if case .ownNumber(let number) = binding, let own = filled[number].ownNumber {
        tree.nodes[Int(index)] = own.node
        continue
      }
      guard let number = binding.reference, case .reference(let written) = tree[index] else { continue }
      let shape = deleted.contains(number) ? .deleted : filled[number].shape(as: written.shape, at: row)
      tree.nodes[Int(index)] = .reference(GridReference(shape, sheet: written.sheet))
    }
    return tree
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
