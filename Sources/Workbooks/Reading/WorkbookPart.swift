import CellModel

/// A block of cells of a workbook with their values: a table, the used cells of a sheet, or a range.
struct WorkbookPart {
  /// Its cells; without the totals of a table.
  let block: CellBlock
  /// The names of the columns where none of its rows has them, as in a table that shows no header.
  let columnNames: [String]?
  private let sheetValues: SheetValues
  private let sheet: WorkbookSheet
  /// The stored values of formulas by row and column.
  private var computed: [Place: (value: CellValue, style: Int32)] = [:]
  /// The first cell of the block whose formula has no stored value, which nobody has computed.
  let uncomputed: (row: Int, column: Int)?

  private struct Place: Hashable {
    let row: Int
    let column: Int
  }

  init(_ text: String?, in workbook: Workbook) throws(CSVError) {
    sheetValues = SheetValues(workbook)
    let place = try Self.place(of: text, in: workbook)
    sheet = workbook.sheets[place.sheet]
    columnNames = place.columnNames
    for formula in sheet.formulas {
      guard let stored = formula.stored else { continue }
      computed[Place(row: Int(formula.row), column: Int(formula.column))] = (stored, formula.style)
    }
    for spilled in sheet.arrays.spilled {
      computed[Place(row: Int(spilled.row), column: Int(spilled.column))] = (spilled.value, 0)
    }
    guard let block = place.block ?? Self.used(sheet) else { throw CSVError(.noHeader) }
    self.block = block
    uncomputed = sheet.formulas.lazy.filter { $0.stored == nil }.map { (Int($0.row), Int($0.column)) }
      .first { (block.top...block.bottom).contains($0.0) && (block.left...block.right).contains($0.1) }
  }

  /// The rows below the names of the columns.
  var dataRows: Range<Int> {
    let first = block.top + (columnNames == nil ? 1 : 0)
    return first..<max(first, block.bottom + 1)
  }

  private static func place(
    of text: String?, in workbook: Workbook
  ) throws(CSVError) -> (sheet: Int, block: CellBlock?, columnNames: [String]?) {
    guard let text else { return (0, nil, nil) }
    func position(_ name: String) -> Int? {
      workbook.sheets.firstIndex { $0.name.lowercased() == name.lowercased() }
    }
    for (position, sheet) in workbook.sheets.enumerated() {
      guard var table = sheet.tables.first(where: { $0.name.lowercased() == text.lowercased() }) else { continue }
      if table.hasTotals { table.block.bottom -= 1 }
      return (position, table.block, table.hasHeaders ? nil : table.columns)
    }
    if let sheet = position(text) { return (sheet, nil, nil) }
    var range = text
    let names = workbook.names.filter { $0.name.lowercased() == text.lowercased() }
    if let name = names.first(where: { $0.sheet == nil }) ?? names.first {
      guard !name.isTableWithoutHeader else {
        throw CSVError(.refusedColumn("the table \(name.name) has no row with the names of its columns"))
      }
      range = name.formula
    }
    let (name, address) = A1Notation.parted(range)
    if let sheet = name.map(position) ?? 0, let block = CellBlock(address) ?? columns(address, workbook.sheets[sheet]) {
      return (sheet, block, nil)
    }
    throw CSVError(.refusedColumn("the workbook has no table, sheet, range or name \(text)"))
  }

  /// The used rows of whole columns such as `A:D`; `nil` for another text, and where there are none.
  private static func columns(_ text: String, _ sheet: WorkbookSheet) -> CellBlock? {
    let ends = text.filter { $0 != "$" }.split(separator: ":", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = A1Notation.column(letters: ends[0]),
      let last = A1Notation.column(letters: ends[1]), var block = used(sheet)
    else { return nil }
    (block.left, block.right) = (min(first, last), max(first, last))
    return block
  }

  /// The block of all cells that hold something.
  private static func used(_ sheet: WorkbookSheet) -> CellBlock? {
    var block: CellBlock?
    func add(_ row: Int, _ column: Int) {
      guard let known = block else {
        block = CellBlock(top: row, left: column, bottom: row, right: column)
        return
      }
      block = CellBlock(
        top: min(known.top, row), left: min(known.left, column), bottom: max(known.bottom, row),
        right: max(known.right, column))
    }
    for (column, constants) in sheet.columns {
      if let first = constants.rows.first, let last = constants.rows.last {
        add(Int(first), column)
        add(Int(last), column)
      }
    }
    for place in sheet.formulas.indices {
      let (row, column) = sheet.formulas.cell(place)
      add(Int(row), Int(column))
    }
    return block
  }

  /// The value of a cell; a number has the kind that its format shows.
  subscript(row: Int, column: Int) -> CellValue {
    if let (value, style) = computed[Place(row: row, column: column)] { return sheetValues.value(value, style: style) }
    guard let constants = sheet.columns[column] else { return .blank }
    let place = constants.position(of: row)
    guard place < constants.rows.count, constants.rows[place] == row else { return .blank }
    return sheetValues.value(constants.values[place], style: constants.styles[place])
  }
}
