import CellModel

/// Tables that lie on sheets.
extension FormulaResolver {
  mutating func resolve(_ reference: StructuredReference, in table: SheetTable, at node: FormulaTree.Index) {
    guard var area = table.area(of: reference.rows) else { return fail(node, .deleted, reference.rows.rawValue) }
    key.put(.sheetTable)
    if let first = reference.firstColumn {
      let last = reference.lastColumn ?? first
      guard let left = Self.column(first, of: table) else { return fail(node, .unknownColumn(first), first) }
      guard let right = Self.column(last, of: table) else { return fail(node, .unknownColumn(last), last) }
      area.right = area.left + Int32(max(left, right))
      area.left += Int32(min(left, right))
    }
    var isRelative = false
    if reference.rows == .thisRow {
      guard (area.top...max(area.top, area.bottom)).contains(place.cell.row), area.bottom >= area.top else {
        return fail(node, .outsideTable, "row")
      }
      area.top = place.cell.row
      area.bottom = place.cell.row
      isRelative = true
    }
    let isCell = area.isSingleCell
    key.put(isCell ? .cell : .area)
    bind(
      node, to: ResolvedReference(area, topIsRelative: isRelative, bottomIsRelative: isRelative, isCell: isCell))
  }

  static func column(_ name: String, of table: SheetTable) -> Int? {
    let wanted = name.lowercased()
    return table.columns.firstIndex { $0.lowercased() == wanted }
  }
}
