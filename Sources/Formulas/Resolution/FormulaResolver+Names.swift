import CellModel
import Functions

/// Names, columns of tables, rows by number, and fields.
extension FormulaResolver {
  mutating func resolve(name: String, sheet: SheetPrefix?, at node: FormulaTree.Index) {
    if sheet == nil {
      if resolveLocal(name, at: node) { return }
      if let column = place.ownColumn(named: name) {
        key.put(.ownColumn)
        key.put(name.lowercased())
        return bind(node, to: column)
      }
    }
    let folded = name.lowercased()
    if let sheet, place.lacks(sheet) {
      unknownNames.append(sheet.first.lowercased())
      key.put(sheet.last?.lowercased() ?? "")
      return fail(node, .unknownSheet(sheet.first), "\(sheet.first.lowercased())!\(folded)")
    }
    guard let meaning = place.meaning(of: folded, on: sheet) else {
      unknownNames.append(folded)
      if sheet == nil, passesFunction(name, at: node) { return }
      return fail(node, .unknownName(name), folded)
    }
    bind(node, to: meaning)
    // Formulas that share a form are shown, and read anew, with its names: two names have two forms, but for those of named
    // cells, which are known by their places.
    switch meaning {
    case .cell(let address) where place.names.isSheet(address.grid): putShown(folded, sheet)
    case .area, .table: putShown(folded, sheet)
    case .cell: break
    }
  }

  private mutating func putShown(_ name: String, _ sheet: SheetPrefix?) {
    key.put(name)
    key.put(sheet?.first.lowercased() ?? "")
  }

  /// Takes a name for one that the formula binds; `false` when it binds none of that name here.
  private mutating func resolveLocal(_ name: String, at node: FormulaTree.Index) -> Bool {
    if let slot = scopes.declaration(at: node) {
      bindings[node] = .declaration(slot)
    } else if let slot = scopes.slot(of: name, at: node) {
      bindings[node] = .local(slot)
    } else {
      return false
    }
    key.put(.local)
    key.put(name.lowercased())
    return true
  }

  /// Takes a name that means nothing else for the function of that name, when it is an argument, as in `BYROW(a, SUM)`.
  private mutating func passesFunction(_ name: String, at node: FormulaTree.Index) -> Bool {
    guard let function = catalog.function(named: name), users.isArgument(node) else { return false }
    bindings[node] = .function(function)
    key.put(.function)
    key.put(function.name)
    return true
  }

  // MARK: Tables

  mutating func resolve(_ reference: StructuredReference, at node: FormulaTree.Index) {
    if let name = tree.parameterName(node), resolveLocal(name, at: node) {
      // The brackets of a parameter say that it may be left out.
      return key.put(.optional)
    }
    putWritten(reference)
    if let table = place.sheetTable(of: reference) { return resolve(reference, in: table, at: node) }
    guard let grid = place.tableGrid(named: reference.table) else {
      guard let table = reference.table else { return fail(node, .outsideTable, "table") }
      unknownNames.append(table.lowercased())
      return fail(node, .unknownName(table), table)
    }
    var area = place.wholeTable(grid)
    if let first = reference.firstColumn {
      guard let left = place.column(named: first, of: grid) else { return fail(node, .unknownColumn(first), first) }
      let last = reference.lastColumn ?? first
      guard let right = place.column(named: last, of: grid) else { return fail(node, .unknownColumn(last), last) }
      area.left = Int32(min(left, right))
      area.right = Int32(max(left, right))
    }
    switch reference.rows {
    case .data, .dataAndTotals: bind(node, to: ResolvedReference(area, isCell: false))
    case .thisRow:
      // The number of a row that is none of a table says nothing.
      guard place.isInTable else { return fail(node, .outsideTable, "row") }
      area.top = place.cell.row
      area.bottom = place.cell.row
      let isCell = area.left == area.right
      key.put(isCell ? .cell : .area)
      bind(node, to: ResolvedReference(area, topIsRelative: true, bottomIsRelative: true, isCell: isCell))
    case .headers: bindings[node] = .headers(headers(of: area), data: nil)
    case .totals: fail(node, .deleted, "totals")
    case .all, .headersAndData:
      bindings[node] = .headers(headers(of: area), data: references.count)
      references.append(ResolvedReference(area, isCell: false))
    }
  }

  /// Writes a reference as it stands, whatever becomes of it: a formula that waits for its table is read anew from the tree
  /// that it shares.
  private mutating func putWritten(_ reference: StructuredReference) {
    key.put(.structured)
    key.put(reference.rows.rawValue)
    for name in [reference.table, reference.firstColumn, reference.lastColumn] { key.put(name ?? "") }
  }

  /// The names of some columns, which the formula shows and its key tells; a table without columns is as wide as one
  /// that has no name.
  private mutating func headers(of area: Area) -> [String] {
    let columns = place.names.tableColumns(of: area.grid) ?? []
    let headers = (Int(area.left)...Int(area.right)).map { $0 < columns.count ? columns[$0] : "" }
    for name in headers { key.put(name) }
    return headers
  }

  // MARK: Rows and fields

  /// A row of a table whose number is written out: known where it stands, so that only that row is read.
  private func fixedRow(_ row: FormulaTree.Index, of base: FormulaTree.Index) -> Area? {
    if case .local? = bindings[base] { return nil }
    guard case .name(let name, sheet: nil) = tree[base], case .number(let number, _) = tree[row], number >= 1,
      number < 1e9
    else { return nil }
    if case .table(let grid)? = place.meaning(of: name.lowercased()) {
      return place.wholeTable(grid).row(Int(number) - 1)
    }
    guard let data = place.names.sheetTable(ofName: name.lowercased(), from: place.cell.grid)?.data,
      Int(number) <= data.rows
    else { return nil }
    return data.row(Int(number) - 1)
  }

  /// The cell of a fixed row in the column of a name.
  private func cell(_ field: String, inFixedRow row: FormulaTree.Index, of base: FormulaTree.Index) -> Area? {
    guard var area = fixedRow(row, of: base), case .name(let name, _) = tree[base] else { return nil }
    var column = place.column(named: field, of: area.grid)
    if let table = place.names.sheetTable(ofName: name.lowercased(), from: place.cell.grid),
      !place.names.isTable(area.grid)
    {
      column = Self.column(field, of: table).map { $0 + Int(area.left) }
    }
    guard let column else { return nil }
    area.left = Int32(column)
    area.right = area.left
    return area
  }

  /// The column of a table of which `ledger[n].A` reads a cell: no other column matters, wherever the row may be.
  func fieldOfRow(of table: FormulaTree.Index, _ grid: GridID) -> Area? {
    for position in Int(table) + 1..<max(tree.nodes.count, Int(table) + 1) {
      guard case .member(let row, let field) = tree.nodes[position], case .subscript_(let base, _) = tree[row],
        base == table
      else { continue }
      guard let column = place.column(named: field, of: grid) else { return nil }
      var area = place.wholeTable(grid)
      area.left = Int32(column)
      area.right = Int32(column)
      return area
    }
    return nil
  }

  mutating func resolve(row: FormulaTree.Index, of base: FormulaTree.Index, at node: FormulaTree.Index) {
    key.put(.subscripted)
    key.put(base)
    key.put(row)
    guard let area = fixedRow(row, of: base) else { return }
    ignoreValue(ofPart: base)
    bind(node, to: ResolvedReference(area, isCell: false))
  }

  /// What is read of a part is read by the node that it is a part of: nothing else of it matters.
  private mutating func ignoreValue(ofPart node: FormulaTree.Index) {
    if let number = bindings[node]?.reference { references[number].isPlaceOnly = true }
  }

  mutating func resolve(field: String, of base: FormulaTree.Index, at node: FormulaTree.Index) {
    key.put(.member)
    key.put(base)
    key.put(field.lowercased())
    switch tree[base] {
    case .subscript_(let table, let row):
      guard let area = cell(field, inFixedRow: row, of: table) else { return }
      key.put(.memberCell)
      ignoreValue(ofPart: base)
      bind(node, to: ResolvedReference(area, isCell: true))
    case .name(let name, sheet: nil):
      if case .local? = bindings[base] { return }
      // `a.b` as one name: a cell of a used sheet.
      guard let meaning = place.meaning(of: "\(name.lowercased()).\(field.lowercased())") else {
        _ = passesFunction("\(name).\(field)", at: node)
        return
      }
      bind(node, to: meaning)
    default: break
    }
  }
}

extension Area {
  /// One of its rows, counted from 0.
  fileprivate func row(_ number: Int) -> Area {
    var row = self
    row.top += Int32(number)
    row.bottom = row.top
    return row
  }
}
