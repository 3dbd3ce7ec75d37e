import CellModel
import Hosting
import LiveSheets

/// A cell, a range or a table as it was read from a sheet, ready for every format.
struct Reading {
  /// A field of a row: what a person sees, and whether it is a number.
  typealias Field = (text: String, isNumber: Bool)

  /// What the rows of a value stand under, where it has more than one.
  enum Shape: Equatable {
    case single
    /// The value of one cell, an array.
    case array
    /// Cells that one formula fills, or the spill range of one.
    case block
    case range
    case table
  }

  /// The formats of its cells.
  private enum Formats {
    case uniform(String?)
    case columns([String?])
    case cells
  }

  /// The name that was asked for, or that of the cell, the block or the table.
  let name: String
  let cell: CellInfo
  let value: CellValue
  let shape: Shape
  /// Whether it was asked for by name.
  let isAsked: Bool
  /// Whether it is the value of an expression, which stands in no cell.
  private var isExpression = false
  private let source: any ReadingSource
  private let formats: Formats
  /// The names of the columns: those of a table, the letters of a range; an array has none.
  let columns: [String]

  /// - Parameter isAsked: Whether somebody has asked for it, by the name that the cell bears.
  init(_ cell: CellInfo, in sheet: LiveSheet, isAsked: Bool = false) {
    let cell = sheet.definedCells.present(cell)
    self.cell = cell
    self.isAsked = isAsked
    source = sheet
    name = cell.name
    value = sheet.value(of: cell)
    guard let area = cell.area else {
      shape = value.array == nil ? .single : .array
      formats = .uniform(cell.format)
      columns = []
      return
    }
    if let names = sheet.tables.columnsOfUsedTable(cell) {
      (shape, formats, columns) = (.table, .cells, names)
      return
    }
    let table = sheet.tables.table(in: area.grid)
    let places = (0..<(value.array?.columns ?? area.columns)).map { Int(area.left) + $0 }
    shape = cell.kind == .table ? .table : cell.isBlock ? .block : .range
    guard let table else {
      formats = cell.isBlock ? .uniform(cell.format) : .cells
      columns = places.map(A1Notation.letters)
      return
    }
    formats = .columns(
      places.map { place in
        area.isEmpty
          ? nil : sheet.formats.shown(at: CellAddress(grid: area.grid, row: Int(area.top), column: place))
      })
    columns = places.map { $0 < table.columns.count ? table.columns[$0] : "" }
  }

  /// Cells of a workbook; a single one is no area.
  ///
  /// - Parameter isSheet: Whether they are all cells of a sheet, which has rows even if it has one cell only.
  init(_ cells: Area, named name: String, in workbook: WorkbookReadings, isSheet: Bool = false) {
    let isSingle = cells.isSingleCell && !isSheet
    cell = CellInfo(
      name: name, address: cells.topLeft, area: isSingle ? nil : cells, kind: isSingle ? .constant : .range)
    self.name = name
    source = workbook
    isAsked = true
    value = workbook.value(of: cells)
    shape = isSingle ? .single : .range
    formats = isSingle ? .uniform(workbook.shownFormat(at: cells.topLeft)) : .cells
    columns = isSingle ? [] : (Int(cells.left)...Int(cells.right)).map(A1Notation.letters)
  }

  /// The value of one cell as a row of a batch gives it.
  init(_ cell: CellInfo, in sheet: LiveSheet, inBatch value: CellValue, isAsked: Bool = false) {
    self.cell = cell
    self.value = value
    source = sheet
    name = cell.name
    self.isAsked = isAsked
    shape = value.array == nil ? .single : .array
    formats = .uniform(cell.format)
    columns = []
  }

  /// The value of an expression, under its own text.
  init(ofExpression text: String, in sheet: LiveSheet, _ console: Console) throws(CallFailure) {
    var outcomes = sheet.enter(text, named: "expression")[...]
    if case .noted(let notes, let source)? = outcomes.first {
      outcomes.removeFirst()
      console.output.flush()
      console.show(notes, in: source)
    }
    switch outcomes.first {
    // Several entries are no expression, whatever the first of them is.
    case _? where outcomes.count > 1: break
    case .value(let value, text: _)?:
      guard case .success(var last) = sheet.cell("_") else { break }
      last.name = PlainText.oneLine(text)
      self.init(last, in: sheet, inBatch: value, isAsked: true)
      isExpression = true
      return
    case .failed(let findings, let source)?:
      console.output.flush()
      throw CallFailure("“\(PlainText.oneLine(text))” cannot be evaluated", for: findings, in: source ?? sheet.source)
    case .refused(let refusal, _)?: throw CallFailure(refusal)
    default: break
    }
    let comparison = text.contains("=") && text.utf8.count < 60 ? ", and (\(PlainText.oneLine(text))) compares" : ""
    throw CallFailure(
      "“\(PlainText.oneLine(text))” is no expression", help: "--set NAME=VALUE sets an input\(comparison)")
  }

  /// The value of an expression in a workbook, under its own text.
  init(ofExpression text: String, _ value: CellValue, in workbook: WorkbookReadings) {
    name = PlainText.oneLine(text)
    cell = CellInfo(name: name, address: CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0), kind: .formula)
    self.value = value
    source = workbook
    isAsked = true
    isExpression = true
    shape = value.array == nil ? .single : .array
    formats = .uniform(nil)
    columns = []
  }

  /// A reading that could not be made, in place of one.
  init(_ cell: CellInfo, in sheet: LiveSheet, failedBy error: CellError) {
    self.cell = cell
    source = sheet
    name = cell.name
    isAsked = true
    shape = .single
    formats = .uniform(nil)
    columns = []
    value = .error(error)
  }

  /// A reading of a workbook that could not be made, in place of one.
  init(_ cell: CellAddress, named name: String, in workbook: WorkbookReadings, failedBy error: CellError) {
    self.cell = CellInfo(name: name, address: cell, kind: .formula)
    self.name = name
    source = workbook
    isAsked = true
    shape = .single
    formats = .uniform(nil)
    columns = []
    value = .error(error)
  }

  /// Whether it is more than one cell of a grid.
  var isArea: Bool { cell.area != nil }

  // MARK: Rows

  /// An empty table has no rows.
  private var array: CellArray? {
    if let area = cell.area, area.isEmpty { return nil }
    if case .array(let array) = value { return array }
    return CellArray(row: [value])
  }

  var rowCount: Int { array?.rows ?? 0 }

  /// Whether it has rows that are better read below one another than in one line.
  var isLaidOut: Bool {
    guard shape == .array, let array else { return isArea }
    if array.rows > 1, array.columns > 1 { return true }
    return array.count > 12 || TextWidth.of(text) > 60
  }

  /// Whether the first row names the columns below it, as in what PIVOTBY gives: texts, and numbers to the right of an
  /// empty corner, above values of another kind.
  var hasHeadings: Bool {
    guard shape == .array || shape == .block, let array, array.rows > 1, let corner = array.row(0).first else {
      return false
    }
    func isWord(_ value: CellValue) -> Bool { value.isBlank || value.text != nil }
    let isPivot = corner.isBlank || corner.text == ""
    guard array.row(0).allSatisfy({ isWord($0) || isPivot && $0.number != nil }) else { return false }
    return (1..<array.rows).contains { row in array.row(row).contains { !isWord($0) } }
  }

  private func format(row: Int, column: Int) -> String? {
    switch formats {
    case .uniform(let format): return format
    case .columns(let formats): return column < formats.count ? formats[column] : nil
    case .cells:
      guard let area = cell.area else { return nil }
      return source.shownFormat(
        at: CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column))
    }
  }

  // MARK: Texts

  /// The value as people see it, in one line.
  var text: String { source.display(value, format: format(row: 0, column: 0)) }

  /// A row as people see it.
  func displayedRow(_ row: Int) -> [Field] {
    values(ofRow: row).enumerated().map { column, value in
      (source.display(value, format: format(row: row, column: column)), value.number != nil)
    }
  }

  func values(ofRow row: Int) -> [CellValue] { array.map { Array($0.row(row)) } ?? [] }

  /// A row for delimited formats.
  ///
  /// - Parameter isFormatted: Whether values are written as people see them.
  func fields(ofRow row: Int, isFormatted: Bool) -> [DelimitedField] {
    isFormatted
      ? displayedRow(row).map { DelimitedField(shown: $0.text) } : values(ofRow: row).map { DelimitedField($0) }
  }

  /// What stands for all of it in one field.
  func field(isFormatted: Bool) -> DelimitedField {
    isFormatted ? DelimitedField(shown: text) : DelimitedField(value)
  }

  /// The name and the field of every single value in it: an area's cells by their own paths, what an array holds by the
  /// expressions that give it.
  func namedFields(isFormatted: Bool) -> [(name: String, field: DelimitedField)] {
    guard let area = cell.area else {
      guard shape == .array else { return [(name, field(isFormatted: isFormatted))] }
      return (0..<rowCount).flatMap { row in
        fields(ofRow: row, isFormatted: isFormatted).enumerated().map { column, field in
          ("INDEX(\(name), \(row + 1), \(column + 1))", field)
        }
      }
    }
    // Cells of a grid that was named are named with it, however many grids there are.
    let grid = isAsked ? name.lastIndex(of: "!").map { name[...$0] } ?? "" : ""
    return (0..<rowCount).flatMap { row in
      fields(ofRow: row, isFormatted: isFormatted).enumerated().map { column, field in
        let place = CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column)
        let cell = source.cellName(at: place)
        return (cell.contains("!") ? cell : grid + cell, field)
      }
    }
  }

  /// The value in JSON if it is none that has rows; those are written one by one.
  var json: JSONValue? { isArea || shape == .array ? nil : JSONValue(value) }

  /// A row in JSON: of a table a record, of anything else a list.
  func json(ofRow row: Int) -> JSONValue {
    let fields = values(ofRow: row).map { JSONValue($0) }
    guard shape == .table else { return .list(fields) }
    return .object(Dictionary(zip(columns, fields), uniquingKeysWith: { first, _ in first }))
  }

  // MARK: Errors

  /// The errors in it, each with the name and the column of its cell.
  var errors: [(cell: String, column: Int, error: CellError)] {
    guard let area = cell.area else {
      let errors =
        switch value {
        case .error(let error): [error]
        case .array(let array): array.elements.compactMap(\.error)
        default: [CellError]()
        }
      guard !errors.isEmpty else { return [] }
      // Whoever asked for a cell by a longer name still means that cell.
      let name = isExpression ? name : source.cellName(at: cell.address)
      return errors.map { (name, 0, $0) }
    }
    var found: [(cell: String, column: Int, error: CellError)] = []
    for row in 0..<rowCount {
      for (column, value) in values(ofRow: row).enumerated() {
        guard let error = value.error else { continue }
        let place = CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column)
        found.append((source.cellName(at: place), column, error))
      }
    }
    return found
  }

  /// What its cells of one column are called together.
  func name(ofColumn column: Int) -> String {
    shape == .table && column < columns.count ? "\(name)[\(columns[column])]" : name
  }
}

/// What values are read from: it knows how they are shown and what cells are called.
protocol ReadingSource {
  func display(_ value: CellValue, format: String?) -> String
  func shownFormat(at address: CellAddress) -> String?
  func cellName(at address: CellAddress) -> String
}

extension LiveSheet: ReadingSource {
  func cellName(at address: CellAddress) -> String { name(of: address) }
  func shownFormat(at address: CellAddress) -> String? { formats.shown(at: address) }
}

/// Choosing what is read from a sheet.
extension LiveSheet {
  /// The cells of paths by the names that were asked for, or without paths all that the sheet defines.
  func selection(_ paths: [String]) throws(CallFailure) -> [CellInfo] {
    if paths.isEmpty { return contents }
    var found: [CellInfo] = []
    for path in paths {
      switch cell(path) {
      case .success(var cell):
        cell.name = String(path.trimmed)
        found.append(cell)
      case .failure(let failure): throw CallFailure(failure)
      }
    }
    return found
  }

  /// What is read from the cells of paths, or of all that the sheet defines.
  func readings(_ paths: [String] = []) throws(CallFailure) -> [Reading] {
    try selection(paths).map { Reading($0, in: self, isAsked: !paths.isEmpty) }
  }
}
