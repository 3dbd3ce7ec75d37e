import CellModel
import Formulas

/// A resolved formula with its references relative to the row in which it stands.
struct EnteredFormula {
  let tree: FormulaTree
  let resolved: ResolvedFormula
  let references: [GroupReference]
  /// Whether it stands on a sheet, where its row has a number.
  let isOnSheet: Bool

  /// Settles what a formula means that was written for a cell, and stands in so many rows from there.
  init(_ tree: FormulaTree, at address: CellAddress, rows: Int = 1, in names: NameTable) {
    self.tree = tree
    isOnSheet = names.isSheet(address.grid)
    resolved = FormulaResolver.resolve(tree, at: address, rows: rows, in: names, names.catalog)
    references = resolved.references.map { reference in
      var result = GroupReference(reference, at: Int(address.row))
      result.mayBeMissing =
        !reference.topIsRelative && reference.area.bottom != Area.openEnd && names.isTable(reference.area.grid)
      return result
    }
  }

  /// The reference that the formula is as a whole; `nil` for any other formula.
  var wholeReference: GroupReference? {
    guard !tree.nodes.isEmpty, let number = resolved.bindings[tree.root]?.reference else { return nil }
    if case .call = tree[tree.root] { return nil }
    return references[number]
  }
}

extension GroupReference {
  init(_ reference: ResolvedReference, at row: Int) {
    self.init(
      reference.area, relativeTo: row, topIsRelative: reference.topIsRelative,
      bottomIsRelative: reference.bottomIsRelative, isCell: reference.isCell)
    isPlaceOnly = reference.isPlaceOnly
    isMeasured = reference.isMeasured
  }
}

extension NameTable: NameSpace {
  private func scopeNumber(of grid: GridID) -> Int { grids[grid.index].scope.rawValue }

  func meaning(ofName key: String, from grid: GridID) -> NameBinding? {
    let scope = scopeNumber(of: grid)
    if !scopes[scope].localNames.isEmpty, let local = scopes[scope].localNames[grid]?[key] { return local }
    return scopes[scope].names[key]
  }

  func sheetTable(ofName key: String, from grid: GridID) -> SheetTable? {
    scopes[scopeNumber(of: grid)].sheetTables[key]
  }

  func sheetTable(at address: CellAddress) -> SheetTable? {
    scopes[scopeNumber(of: address.grid)].sheetTables.values.first { $0.area.contains(address) }
  }

  func narrowsIntersections(from grid: GridID) -> Bool { settings(of: grid).narrowsIntersections }
  func sheet(ofName key: String, from grid: GridID) -> GridID? { scopes[scopeNumber(of: grid)].sheets[key] }
  func sheetOrder(from grid: GridID) -> [GridID] { scopes[scopeNumber(of: grid)].sheetOrder }
  func isSheet(_ grid: GridID) -> Bool { grids[grid.index].isSheet }
  func isTable(_ grid: GridID) -> Bool { grids[grid.index].isTable }
  func shownColumnCount(of grid: GridID) -> Int { grids[grid.index].shownColumnCount }
  func tableColumns(of grid: GridID) -> [String]? { grids[grid.index].isTable ? grids[grid.index].columnNames : nil }
}
