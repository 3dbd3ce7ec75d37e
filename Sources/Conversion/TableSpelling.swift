import CellModel
import Formulas
import Workbooks

/// What references to tables, and to their cells, are in a sheet.
struct TableSpelling {
  /// A table with the name of its sheet, and as the sheet has it.
  private struct Known {
    var sheet: String
    var table: WorkbookTable
    var carried: CarriedTable?
  }

  /// By their names in lower case.
  private var tables: [String: Known] = [:]
  /// The sheets by their names in lower case.
  private var positions: [String: Int] = [:]

  init(_ contents: Workbook, _ carried: [CarriedTable]) {
    let known = Dictionary(carried.map { ($0.table.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for (position, sheet) in contents.sheets.enumerated() {
      positions[sheet.name.lowercased()] = position
      for table in sheet.tables {
        let key = table.name.lowercased()
        tables[key] = Known(sheet: sheet.name, table: table, carried: known[key])
      }
    }
  }

  var hasSome: Bool { !tables.isEmpty }

  func has(_ table: String) -> Bool { tables[table.lowercased()] != nil }

  /// A text that begins with a table of another name in the sheet and a bracket, `Sales.2026[`, with that name.
  func renamed(_ text: String) -> String {
    guard let bracket = text.firstIndex(of: "["), let known = tables[text[..<bracket].lowercased()],
      let own = known.carried, own.name != known.table.name
    else { return text }
    return own.name + text[bracket...]
  }

  func position(of sheet: String) -> Int? { positions[sheet.lowercased()] }

  private func table(at place: SheetSpelling.Place) -> Known? {
    tables.values.first {
      $0.sheet.lowercased() == place.sheet.lowercased()
        && $0.table.block.contains(row: place.row, column: place.column)
    }
  }

  /// What a structured reference is in the sheet: one of a table there, or the cells that it means.
  ///
  /// - Parameter asCells: Whether it counts where the cells lie.
  func node(
    _ reference: StructuredReference, at place: SheetSpelling.Place, asCells: Bool
  ) -> FormulaTree.Node? {
    guard let known = reference.table.map({ tables[$0.lowercased()] }) ?? table(at: place) else {
      return nil
    }
    if !asCells, let carried = known.carried, let node = self.columns(of: carried, reference, at: place) { return node }
    let meaning = Self.meaning(of: reference, known.table, known.sheet, row: place.row)
    guard case .reference(let cells)? = meaning else { return meaning }
    if let own = place.table, meets(cells, own, from: place.sheet) { return nil }
    return .reference(cells.local(on: place.sheet))
  }

  /// The cells that a structured reference of a formula means, or the error that it is there.
  ///
  /// - Parameter row: That of the formula; `nil` for a name's, which is used in any row, written for the first.
  func meaning(of reference: StructuredReference, on sheet: String, row: Int?, column: Int) -> FormulaTree.Node? {
    let place = SheetSpelling.Place(sheet: sheet, row: row ?? 0, column: column)
    guard let known = reference.table.map({ tables[$0.lowercased()] }) ?? table(at: place) else { return nil }
    return Self.meaning(of: reference, known.table, known.sheet, row: row)
  }

  private func columns(
    of table: CarriedTable, _ reference: StructuredReference, at place: SheetSpelling.Place
  ) -> FormulaTree.Node? {
    var made = reference
    made.table = table.name
    if let first = reference.firstColumn {
      guard let from = table.position(of: first), let to = table.position(of: reference.lastColumn ?? first),
        let columns = table.columns(min(from, to), through: max(from, to))
      else { return nil }
      (made.firstColumn, made.lastColumn) = columns
    } else if table.columns(0, through: table.table.columns.count - 1) == nil {
      return nil
    }
    let hasAll = !table.table.hasTotals
    switch reference.rows {
    case .data: return made.firstColumn == nil ? .name(table.name, sheet: nil) : .structured(made)
    case .thisRow:
      guard place.table?.name == table.name else { return nil }
      return Self.cell(of: made)
    case .headers, .headersAndData: return table.showsHeaders ? .structured(made) : nil
    case .all: return hasAll && table.showsHeaders ? .structured(made) : nil
    case .totals, .dataAndTotals: return nil
    }
  }

  /// This row's cells in the formula of a column.
  private static func cell(of reference: StructuredReference) -> FormulaTree.Node {
    if let column = reference.firstColumn, reference.lastColumn == column, TableText.isPlainName(column) {
      return .name(column, sheet: nil)
    }
    var own = reference
    own.table = nil
    return .structured(own)
  }

  /// A reference to the rows of a table that the sheet has: its columns from end to end, or this row of its own.
  func part(_ reference: GridReference, at place: SheetSpelling.Place) -> FormulaTree.Node? {
    guard let sheet = position(of: reference.sheet?.first ?? place.sheet), reference.sheet?.last == nil
    else { return nil }
    switch reference.shape {
    case .cell(let row, let column):
      guard let own = place.table, own.sheet == sheet, Int(row.value) == place.row, !row.isAbsolute,
        own.filled.contains(row: place.row, column: Int(column.value))
      else { return nil }
      let name = own.columnNames[Int(column.value) - own.table.block.left]
      return Self.cell(of: StructuredReference(table: nil, rows: .thisRow, firstColumn: name))
    case .area(let row, let column, let row2, let column2):
      guard place.isAlone || row.isAbsolute && row2.isAbsolute && column.isAbsolute && column2.isAbsolute else {
        return nil
      }
      for known in tables.values {
        guard let carried = known.carried, carried.sheet == sheet, Int(row.value) == carried.firstRow,
          Int(row2.value) == carried.lastRow,
          column.value <= column2.value, Int(column.value) >= carried.table.block.left,
          Int(column2.value) <= carried.table.block.right
        else { continue }
        let left = carried.table.block.left
        guard let columns = carried.columns(Int(column.value) - left, through: Int(column2.value) - left) else {
          return nil
        }
        return .structured(
          StructuredReference(table: carried.name, firstColumn: columns.first, lastColumn: columns.last))
      }
      return nil
    default: return nil
    }
  }

  /// Whether a reference has cells that a table fills.
  func meets(_ reference: GridReference, _ table: CarriedTable, from sheet: String) -> Bool {
    guard position(of: reference.sheet?.first ?? sheet) == table.sheet else { return false }
    let block = table.filled
    func overlaps(_ a: Coordinate, _ b: Coordinate, _ low: Int, _ high: Int) -> Bool {
      Int(min(a.value, b.value)) <= high && Int(max(a.value, b.value)) >= low
    }
    switch reference.shape {
    case .cell(let row, let column): return block.contains(row: Int(row.value), column: Int(column.value))
    case .area(let row, let column, let row2, let column2):
      return overlaps(row, row2, block.top, block.bottom) && overlaps(column, column2, block.left, block.right)
    case .columns(let first, let last): return overlaps(first, last, block.left, block.right)
    case .rows(let first, let last): return overlaps(first, last, block.top, block.bottom)
    case .deleted: return false
    }
  }

  /// The cells that a structured reference means in a row, or the error that it is there; `nil` for columns that the table
  /// does not have.
  private static func meaning(
    of structured: StructuredReference, _ table: WorkbookTable, _ sheet: String, row: Int?
  ) -> FormulaTree.Node? {
    let block = table.block
    let first = block.top + (table.hasHeaders ? 1 : 0)
    let last = block.bottom - (table.hasTotals ? 1 : 0)
    let (top, bottom): (Int, Int)
    var isThisRow = false
    switch structured.rows {
    case .data: (top, bottom) = (first, last)
    case .headers: (top, bottom) = (block.top, block.top)
    case .totals: (top, bottom) = (block.bottom, block.bottom)
    case .all: (top, bottom) = (block.top, block.bottom)
    case .headersAndData: (top, bottom) = (block.top, last)
    case .dataAndTotals: (top, bottom) = (first, block.bottom)
    case .thisRow:
      if let row, row < first || row > last { return .error(.value) }
      (top, bottom) = (row ?? 0, row ?? 0)
      isThisRow = true
    }
    let prefix = SheetPrefix(sheet)
    switch structured.rows {
    case .headers where !table.hasHeaders, .totals where !table.hasTotals:
      return .reference(GridReference(.deleted, sheet: prefix))
    default: break
    }
    var (left, right) = (block.left, block.right)
    func place(_ name: String) -> Int? { table.columns.firstIndex { $0.lowercased() == name.lowercased() } }
    if let name = structured.firstColumn {
      guard let from = place(name), let to = place(structured.lastColumn ?? name) else { return nil }
      (left, right) = (block.left + min(from, to), block.left + max(from, to))
    }
    func at(_ row: Int) -> Coordinate { Coordinate(row, absolute: !isThisRow) }
    func across(_ column: Int) -> Coordinate { Coordinate(column, absolute: true) }
    let isCell = top == bottom && left == right
    return .reference(
      GridReference(
        isCell
          ? .cell(row: at(top), column: across(left))
          : .area(row: at(top), column: across(left), row2: at(bottom), column2: across(right)), sheet: prefix))
  }
}

extension GridReference {
  /// The reference without the name of its sheet where it is on that sheet.
  func local(on sheet: String) -> GridReference {
    guard let prefix = self.sheet, prefix.last == nil, prefix.first.lowercased() == sheet.lowercased() else {
      return self
    }
    return GridReference(shape)
  }
}
