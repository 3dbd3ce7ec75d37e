import CellModel
import Formulas
import Functions

/// What a cell holds and how cells depend on each other, for people to see.
extension Engine {
  /// The formula of a cell as a tree that reads right in that cell; `nil` when it holds none.
  package func formulaTree(at address: CellAddress) -> FormulaTree? {
    let id = group(at: address)
    return id < 0 ? nil : formulaTree(of: id, at: address)
  }

  /// The text of a cell's formula without its `=`.
  package func formulaText(at address: CellAddress) -> String? { formulaTree(at: address)?.text() }

  func formulaTree(of id: GroupID, at address: CellAddress) -> FormulaTree {
    let group = groups[id]
    let template = templates[Int(group.template)]
    var tree = template.tree
    for (index, leaf) in template.leaves {
      guard case .reference(let written) = tree[index] else {
        if case .reference(let number) = leaf { rename(index, number, group, &tree) }
        continue
      }
      let number: Int
      switch leaf {
      case .reference(let only): number = only
      case .references(let several): number = several[0]
      default: continue
      }
      let reference = references[Int(group.referenceStart) + number]
      var sheet = written.sheet
      if let prefix = sheet, prefix.last == nil, case .sheet(let name) = grids[Int(reference.grid.rawValue)].kind {
        sheet = SheetPrefix(name)
      }
      tree.nodes[Int(index)] = .reference(
        GridReference(shape(of: reference, as: written.shape, at: Int(address.row)), sheet: sheet))
    }
    return tree
  }

  /// Names are shared by templates, so a name is written as the cell it stands for is called.
  private func rename(_ index: FormulaTree.Index, _ number: Int, _ group: FormulaGroup, _ tree: inout FormulaTree) {
    let reference = references[Int(group.referenceStart) + number]
    guard case .names = grids[Int(reference.grid.rawValue)].kind else { return }
    let scope = scopes[grids[Int(reference.grid.rawValue)].scope.rawValue]
    guard Int(reference.top) < scope.spellings.count, reference.top >= 0 else { return }
    let spelling = scope.spellings[Int(reference.top)]
    switch tree[index] {
    case .name(_, let sheet):
      tree.nodes[Int(index)] = .name(spelling, sheet: sheet)
    case .call(_, let arguments): tree.nodes[Int(index)] = .call(name: spelling, arguments: arguments)
    default: break
    }
  }

  /// A resolved reference in A1 form, with `$` where it was written.
  func shape(of reference: GroupReference, as written: GridReference.Shape, at row: Int) -> GridReference.Shape {
    let top = reference.topRow(at: row)
    let bottom = reference.bottomRow(at: row)
    guard top >= 0, bottom >= 0 else { return .deleted }
    switch written {
    case .cell(let atRow, let column):
      return .cell(
        row: Coordinate(top, absolute: atRow.isAbsolute),
        column: Coordinate(Int(reference.left), absolute: column.isAbsolute))
    case .area(let row1, let column1, let row2, let column2):
      let isTurned = column1.value > column2.value
      return .area(
        row: Coordinate(top, absolute: row1.isAbsolute),
        column: Coordinate(Int(isTurned ? reference.right : reference.left), absolute: column1.isAbsolute),
        row2: Coordinate(bottom, absolute: row2.isAbsolute),
        column2: Coordinate(Int(isTurned ? reference.left : reference.right), absolute: column2.isAbsolute))
    case .columns(let first, let last):
      return .columns(
        Coordinate(Int(reference.left), absolute: first.isAbsolute),
        Coordinate(Int(reference.right), absolute: last.isAbsolute))
    case .rows(let first, let last):
      return .rows(Coordinate(top, absolute: first.isAbsolute), Coordinate(bottom, absolute: last.isAbsolute))
    case .deleted: return .deleted
    }
  }

  /// The areas that a cell's formula reads, in the order of its text; empty for a constant.
  package func precedents(of address: CellAddress) -> [Area] {
    let id = group(at: address)
    guard id >= 0 else { return [] }
    let group = groups[id]
    let start = Int(group.referenceStart)
    var areas: [Area] = []
    for number in start..<start + Int(group.referenceCount) where !references[number].isPlaceOnly {
      guard references[number].topRow(at: Int(address.row)) >= 0 else { continue }
      let area = clipped(references[number].area(at: Int(address.row)))
      if !areas.contains(area) { areas.append(area) }
    }
    for area in dynamicReads[Int32(id)] ?? [] where !areas.contains(area) { areas.append(area) }
    return areas
  }

  /// Whether a cell's formula depends on more than the cells it names: the clock, chance, or what a text names.
  package func readsMoreThanItNames(at address: CellAddress) -> Bool {
    let id = group(at: address)
    guard id >= 0 else { return false }
    let template = templates[Int(groups[id].template)]
    return template.isVolatile || template.readsDynamically
  }

  /// The areas whose formulas read a cell: one per group of formulas.
  package func dependents(of address: CellAddress) -> [Area] {
    prepare()
    var areas: [Area] = []
    forEachReader(
      grid: Int(address.grid.rawValue), column: Int(address.column), from: Int(address.row), through: Int(address.row)
    ) { id, entry in
      let group = groups[id]
      var area = group.area
      if entry.reference >= 0 {
        let reference = references[Int(group.referenceStart) + Int(entry.reference)]
        let row = Int(address.row)
        guard let rows = reference.readers(ofRows: row, through: row, from: Int(group.first), through: Int(group.last))
        else { return }
        area.top = Int32(rows.lowerBound)
        area.bottom = Int32(rows.upperBound)
      }
      if !areas.contains(area) { areas.append(area) }
    }
    return areas.sorted { ($0.grid, $0.left, $0.top) < ($1.grid, $1.left, $1.top) }
  }

  /// The spill range of an anchor.
  package func spillArea(of anchor: CellAddress) -> Area? { spills.area(of: anchor) }

  /// The anchor whose array fills a cell.
  package func spillAnchor(of address: CellAddress) -> CellAddress? { spills.anchor(covering: address) }

  /// The value of an expression that stands in no cell, as if it stood in the named cells of a scope.
  package func evaluate(_ tree: FormulaTree, in scope: ScopeID) -> CellValue {
    // No cell of that name has anything to do with it, so no error begins there.
    evaluate(tree, at: CellAddress(grid: scopes[scope.rawValue].namesGrid, row: 0, column: 0), isInCell: false)
  }

  /// The value of an expression as if it stood in a cell, without putting it there.
  package func evaluate(_ tree: FormulaTree, at address: CellAddress) -> CellValue {
    evaluate(tree, at: address, isInCell: true)
  }

  private func evaluate(_ tree: FormulaTree, at address: CellAddress, isInCell: Bool) -> CellValue {
    prepare()
    var lowering = FormulaLowering(tree, at: address, in: self)
    let lowered = lowering.lowered()
    let template = FormulaTemplate(
      tree: tree, leaves: lowered.leaves, unknownNames: lowered.unknownNames, catalog: catalog)
    evaluatorCache.entries.removeAll(keepingCapacity: true)
    return Evaluator(self).run(template, lowered.references[...], at: address, isInCell: isInCell)
  }

  /// The names that a formula uses and nobody defines.
  package func unknownNames(at address: CellAddress) -> [String] {
    let id = group(at: address)
    return id < 0 ? [] : templates[Int(groups[id].template)].unknownNames
  }

  /// Whether a cell has a formula of which every name means something.
  package func knowsAllNames(at address: CellAddress) -> Bool {
    let id = group(at: address)
    return id >= 0 && templates[Int(groups[id].template)].unknownNames.isEmpty
  }

  /// The cells that an expression made of one reference or name stands for; `nil` for any other expression.
  package func area(of tree: FormulaTree, in scope: ScopeID) -> Area? {
    area(of: tree, at: CellAddress(grid: scopes[scope.rawValue].namesGrid, row: 0, column: 0))
  }

  /// The cells that one reference or name stands for in a cell.
  package func area(of tree: FormulaTree, at address: CellAddress) -> Area? {
    guard !tree.nodes.isEmpty else { return nil }
    var lowering = FormulaLowering(tree, at: address, in: self)
    let lowered = lowering.lowered()
    guard case .reference(let number)? = lowered.leaves[tree.root] else { return nil }
    if case .call = tree[tree.root] { return nil }
    let reference = lowered.references[number]
    let row = Int(address.row)
    guard reference.topRow(at: row) >= 0, reference.bottomRow(at: row) >= 0 else { return nil }
    return clipped(reference.area(at: row))
  }

  /// The values of an area; blank for one that has no cells.
  package func array(of area: Area) -> CellValue {
    if area.isEmpty { return .blank }
    accessObserver?.didRead(area)
    do throws(CellError) { return .array(try Evaluator(self).array(of: area)) } catch { return .error(error) }
  }

  // MARK: Text

  /// The reference that a text names in one of the notations; in either it may be a defined name.
  func reference(from text: String, a1: Bool, at origin: CellAddress) throws(CellError) -> Reference {
    let converted = a1 ? nil : R1C1Notation.a1(text, row: Int(origin.row), column: Int(origin.column))
    let parsed = FormulaParser.parse(converted ?? text, dialect: .excel)
    guard parsed.diagnostics.isEmpty, !parsed.tree.nodes.isEmpty else {
      throw .reference("“\(text)” is no reference.")
    }
    if !a1, converted == nil, case .reference = parsed.tree[parsed.tree.root] {
      throw .reference("“\(text)” is not written as R1C1.")
    }
    var lowering = FormulaLowering(parsed.tree, at: origin, in: self)
    let lowered = lowering.lowered()
    guard case .reference(let number)? = lowered.leaves[parsed.tree.root] else {
      throw .reference("“\(text)” is no reference.")
    }
    return Reference(clipped(lowered.references[number].area(at: Int(origin.row))))
  }
}
