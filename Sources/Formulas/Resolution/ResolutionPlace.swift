import CellModel

/// Where a formula stands, and what names and addresses mean there.
struct ResolutionPlace {
  /// The cell for which the formula was written.
  let cell: CellAddress
  /// The last row of the run of cells that it fills.
  let lastRow: Int32
  unowned let names: any NameSpace
  /// Whether the cell is one of a table.
  let isInTable: Bool

  /// - Parameter rows: How many rows, from the cell downwards, have the formula.
  init(_ cell: CellAddress, rows: Int, in names: any NameSpace) {
    self.cell = cell
    self.names = names
    lastRow = cell.row + Int32(rows - 1)
    isInTable = names.tableColumns(of: cell.grid) != nil
  }

  // MARK: Names

  func meaning(of name: String) -> NameBinding? { names.meaning(ofName: name, from: cell.grid) }

  /// Whether what stands before a name is that of a sheet, and there is none of it.
  func lacks(_ sheet: SheetPrefix) -> Bool {
    !sheet.saysWorkbook && sheet != .ofUser && names.sheet(ofName: sheet.first.lowercased(), from: cell.grid) == nil
  }

  /// What a name stands for, as it is known on a sheet if one is named.
  func meaning(of name: String, on sheet: SheetPrefix?) -> NameBinding? {
    guard let sheet, let grid = names.sheet(ofName: sheet.first.lowercased(), from: cell.grid) else {
      return meaning(of: name)
    }
    return names.meaning(ofName: name, from: grid)
  }

  // MARK: Tables

  /// The cell of the formula's own row in a column of its own table.
  func ownColumn(named name: String) -> ResolvedReference? {
    guard isInTable, let column = column(named: name, of: cell.grid) else { return nil }
    return ResolvedReference(
      Area(CellAddress(grid: cell.grid, row: Int(cell.row), column: column)), topIsRelative: true,
      bottomIsRelative: true, isCell: true)
  }

  /// The column of a name in a table, in any case.
  func column(named name: String, of grid: GridID) -> Int? {
    let wanted = name.lowercased()
    return names.tableColumns(of: grid)?.firstIndex { $0.lowercased() == wanted }
  }

  func wholeTable(_ grid: GridID) -> Area {
    let last = max(names.shownColumnCount(of: grid) - 1, 0)
    return Area(grid: grid, top: 0, left: 0, bottom: Int(Area.openEnd), right: last)
  }

  func tableGrid(named name: String?) -> GridID? {
    guard let name else { return isInTable ? cell.grid : nil }
    if case .table(let grid)? = meaning(of: name.lowercased()) { return grid }
    return nil
  }

  func sheetTable(of reference: StructuredReference) -> SheetTable? {
    guard let name = reference.table else { return isInTable ? nil : names.sheetTable(at: cell) }
    return names.sheetTable(ofName: name.lowercased(), from: cell.grid)
  }

  // MARK: Sheets

  /// Why an address is on no sheet.
  struct MissingSheet: Error {
    var binding: NodeBinding
    var unknownName: String?
  }

  /// The grids that an address is on: its own, one that is named, or each of a run of sheets.
  func grids(of reference: GridReference) -> Result<[GridID], MissingSheet> {
    let own = cell.grid
    guard let prefix = reference.sheet else {
      if names.isSheet(own) { return .success([own]) }
      // A named cell or a table's formula that says A1 means the first sheet.
      guard let first = names.sheetOrder(from: own).first else {
        return .failure(MissingSheet(binding: .deleted))
      }
      return .success([first])
    }
    guard let first = names.sheet(ofName: prefix.first.lowercased(), from: own) else {
      return .failure(
        MissingSheet(binding: .unknownSheet(prefix.first), unknownName: prefix.first.lowercased()))
    }
    guard let last = prefix.last else { return .success([first]) }
    let order = names.sheetOrder(from: own)
    guard let end = names.sheet(ofName: last.lowercased(), from: own), let from = order.firstIndex(of: first),
      let to = order.firstIndex(of: end)
    else { return .failure(MissingSheet(binding: .unknownSheet(last))) }
    return .success(Array(order[min(from, to)...max(from, to)]))
  }
}
