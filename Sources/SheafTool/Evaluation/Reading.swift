import CellModel
import Hosting
import LiveSheets

/// A cell, a range or a table as it was read from a sheet, ready for every format.
struct Reading {
  /// A field of a row: what a person sees, and whether it is a number.
  typealias Field = (text: String, isNumber: Bool)

  let name: String
  let value: CellValue
  let kind: CellInfo.Kind
  private let source: any ReadingSource
  private let area: Area?
  /// The format of the cell, or one for each column of an area.
  private let formats: [String?]
  /// The names of the columns, for a table or a range.
  let columns: [String]

  init(_ cell: CellInfo, in sheet: LiveSheet) {
    name = cell.name
    kind = cell.kind
    source = sheet
    area = cell.area
    value = sheet.value(of: cell)
    guard let area = cell.area else {
      formats = [cell.format]
      columns = []
      return
    }
    let table = sheet.tables.first { $0.grid == area.grid }
    let width = value.array?.columns ?? area.columns
    formats = (0..<width).map { column in
      area.isEmpty
        ? nil : sheet.info(at: CellAddress(grid: area.grid, row: Int(area.top), column: Int(area.left) + column)).format
    }
    columns = (0..<width).map { column in
      let place = Int(area.left) + column
      guard let table else { return A1Notation.letters(ofColumn: place) }
      return place < table.columns.count ? table.columns[place] : ""
    }
  }

  /// A reading that could not be made, in place of one.
  init(_ cell: CellInfo, in sheet: LiveSheet, failedBy error: CellError) {
    name = cell.name
    kind = cell.kind
    source = sheet
    area = nil
    formats = []
    columns = []
    value = .error(error)
  }

  /// Cells of a workbook; a single one is no area.
  init(_ cells: Area, named name: String, in workbook: WorkbookReadings) {
    self.name = name
    source = workbook
    kind = cells.isSingleCell ? .constant : .range
    value = workbook.value(of: cells)
    area = cells.isSingleCell ? nil : cells
    let width = value.array?.columns ?? 1
    formats = (0..<width).map { column in
      workbook.format(at: CellAddress(grid: cells.grid, row: Int(cells.top), column: Int(cells.left) + column))
    }
    columns = cells.isSingleCell ? [] : (0..<width).map { A1Notation.letters(ofColumn: Int(cells.left) + $0) }
  }

  /// Whether it is more than one cell of a grid, and so shown row by row.
  var isArea: Bool { area != nil }

  /// The cells of an area row by row; an empty table has none.
  private var rows: [ArraySlice<CellValue>] {
    if let area, area.isEmpty { return [] }
    guard case .array(let array) = value else { return [[value]] }
    return (0..<array.rows).map { array.row($0) }
  }

  private func format(ofColumn column: Int) -> String? { column < formats.count ? formats[column] : nil }

  /// The format of a cell of an area: in a table that of its column, on a grid its own.
  private func format(_ row: Int, _ column: Int) -> String? {
    guard kind == .range, row > 0, let area else { return format(ofColumn: column) }
    return source.format(at: CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column))
  }

  /// The value as people see it, in one line.
  var text: String { source.display(value, format: format(ofColumn: 0)) }

  /// The rows of an area as people see them.
  var displayedRows: [[Field]] {
    rows.enumerated().map { row, values in
      values.enumerated().map { column, value in
        (source.display(value, format: format(row, column)), value.number != nil)
      }
    }
  }

  /// The rows of an area for delimited formats.
  var plainRows: [[String]] {
    rows.map { row in row.map { PlainText.text($0) } }
  }

  var plainText: String { PlainText.text(value) }

  /// The name and text of every single cell in it, an area's cells by their own paths.
  var plainCells: [(name: String, text: String)] {
    guard let area else { return [(name, plainText)] }
    let table = source.tableName(of: area.grid)
    var cells: [(name: String, text: String)] = []
    for (rowIndex, row) in plainRows.enumerated() {
      for (column, text) in row.enumerated() {
        let row = Int(area.top) + rowIndex
        let address = CellAddress(grid: area.grid, row: row, column: Int(area.left) + column)
        let path = table.map { "\($0)[\(row + 1)].\(columns[column])" } ?? source.cellName(at: address)
        cells.append((path, text))
      }
    }
    return cells
  }

  /// A table is a list of records, a range a list of rows, and anything else its value.
  var json: JSONValue {
    guard isArea else { return JSONValue(value) }
    return .list(
      rows.map { row in
        let fields = row.map { JSONValue($0) }
        guard kind == .table else { return .list(fields) }
        return .object(Dictionary(zip(columns, fields), uniquingKeysWith: { first, _ in first }))
      })
  }

  /// The errors in it, each with the name of its cell.
  var errors: [(name: String, error: CellError)] {
    if let area, area.isEmpty { return [] }
    switch value {
    case .error(let error): return [(name, error)]
    case .array(let array): return array.elements.compactMap { $0.error.map { (name, $0) } }
    default: return []
    }
  }
}

/// What values are read from: it knows how they are shown and what cells are called.
protocol ReadingSource {
  func display(_ value: CellValue, format: String?) -> String
  func format(at address: CellAddress) -> String?
  func cellName(at address: CellAddress) -> String
  /// The name of the table that a grid is; `nil` for a sheet.
  func tableName(of grid: GridID) -> String?
}

extension LiveSheet: ReadingSource {
  func cellName(at address: CellAddress) -> String { info(at: address).name }
  func tableName(of grid: GridID) -> String? { tables.first { $0.grid == grid }?.name }
}

/// Choosing what is read from a sheet.
extension LiveSheet {
  /// The cells of paths, or without paths every named cell and table in the order of the text.
  func selection(_ paths: [String]) throws(CallFailure) -> [CellInfo] {
    guard paths.isEmpty else {
      var found: [CellInfo] = []
      for path in paths {
        switch cell(path) {
        case .success(let cell): found.append(cell)
        case .failure(let failure): throw CallFailure(failure)
        }
      }
      return found
    }
    var all = cells
    for table in tables {
      if case .success(let cell) = cell(table.name) { all.append(cell) }
    }
    let places = all.map { $0.definitionSpan?.lower ?? .max }
    return all.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { all[$0] }
  }
}
