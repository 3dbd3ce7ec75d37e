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
    return tree(of: template(of: id), on: group.grid, at: row) { reference($0, of: group) }
  }

  /// The formula of a template as a tree that reads right in a cell whose formula has these references.
  func tree(of template: FormulaTemplate, with filled: [GroupReference], at cell: CellAddress) -> FormulaTree {
    tree(of: template, on: cell.grid, at: Int(cell.row)) { filled[$0] }
  }

  /// The formulas of a template over a run of rows, each with the rows that it is right in when it is filled down from the
  /// first of them; references that were deleted are `#REF!`.
  func trees(
    of template: TemplateID, with filled: [GroupReference], deleted: Set<Int> = [], over run: Area
  ) -> [(tree: FormulaTree, rows: Area)] {
    let parts = isFill(of: template, with: filled) ? [run.rowRange] : run.rowRange.map { $0...$0 }
    return parts.map { rows in
      (
        tree(of: templates[template.index], on: run.grid, at: rows.lowerBound, deleted: deleted) { filled[$0] },
        Area(grid: run.grid, column: Int(run.left), rows: rows)
      )
    }
  }

  /// Whether a group is what its first formula is when it is filled down: not where rows have numbers of their own, nor
  /// where references move along that are not written so, or the other way around.
  private func isFill(of template: TemplateID, with filled: [GroupReference]) -> Bool {
    if filled.contains(where: \.isListed) { return false }
    let template = templates[template.index]
    return template.bindings.allSatisfy { index, binding in
      let numbers: [Int]
      switch binding {
      case .cell(let only), .area(let only): numbers = [only]
      case .areas(let several): numbers = several
      default: return true
      }
      guard case .reference(let written) = template.tree[index] else {
        return numbers.allSatisfy { !filled[$0].topIsRelative || !isNamed(filled[$0]) }
      }
      return numbers.allSatisfy { filled[$0].movesAlong(as: written.shape) }
    }
  }

  private func tree(
    of template: FormulaTemplate, on own: GridID, at row: Int, deleted: Set<Int> = [],
    _ filled: (Int) -> GroupReference
  ) -> FormulaTree {
    var tree = template.tree
    for (index, binding) in template.bindings {
      let number: Int
      switch binding {
      case .cell(let only), .area(let only): number = only
      case .areas(let several): number = several.first { !deleted.contains($0) } ?? several[0]
      case .ownNumber(let own):
        if let written = ownNumbers.written(filled(own), at: row) { tree.nodes[Int(index)] = written.node }
        continue
      default: continue
      }
      let reference = filled(number)
      guard case .reference(let written) = tree[index] else {
        if binding.reference != nil { rename(index, reference, on: own, at: row, &tree) }
        continue
      }
      var sheet = written.sheet
      if let prefix = sheet, prefix.last == nil, case .sheet(let name) = cells.grids[reference.grid.index].kind {
        sheet = SheetPrefix(names.prefix(of: reference.grid, seenFrom: own) + name)
      }
      let shape = deleted.contains(number) ? .deleted : reference.shape(as: written.shape, at: row)
      tree.nodes[Int(index)] = .reference(GridReference(shape, sheet: sheet))
    }
    return tree
  }

  /// Names are shared by templates, so a name is written as the cell it stands for is called.
  private func rename(
    _ index: FormulaTree.Index, _ reference: GroupReference, on own: GridID, at row: Int, _ tree: inout FormulaTree
  ) {
    guard isNamed(reference) else { return }
    let spellings = names.scope(of: reference.grid).spellings
    let place = reference.topRow(at: row)
    guard spellings.indices.contains(place) else { return }
    let spelling = names.prefix(of: reference.grid, seenFrom: own) + spellings[place]
    switch tree[index] {
    case .name(_, let sheet): tree.nodes[Int(index)] = .name(spelling, sheet: sheet)
    case .call(_, let arguments): tree.nodes[Int(index)] = .call(name: spelling, arguments: arguments)
    default: break
    }
  }
}

extension FormulaStore {
  /// Whether a reference stands for a named cell.
  private func isNamed(_ reference: GroupReference) -> Bool {
    if case .names = cells.grids[reference.grid.index].kind { true } else { false }
  }
}

extension GroupReference {
  /// Whether its corners move along with the rows as they are written.
  fileprivate func movesAlong(as written: GridReference.Shape) -> Bool {
    switch written {
    case .cell(let row, _): topIsRelative != row.isAbsolute
    case .area(let row, _, let row2, _): topIsRelative != row.isAbsolute && bottomIsRelative != row2.isAbsolute
    case .rows, .columns, .deleted: true
    }
  }

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
