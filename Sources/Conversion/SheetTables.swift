import CellModel
import Formulas
import LiveWorkbooks
import Workbooks

/// A table of a workbook that a sheet has as a table, too.
struct CarriedTable {
  /// The name of the table in the sheet.
  let name: String
  /// The sheet that the table is on, by its position.
  let sheet: Int
  let table: WorkbookTable
  /// The names of the columns in the sheet, each in one line.
  let columnNames: [String]
  /// Whether the cells above the rows show these names; else they are cells of their own.
  let showsHeaders: Bool
  /// The columns in the order of the sheet, which has those with formulas last, by their positions.
  let order: [Int]
  /// The formula of each column that has one, as the engine has it in the first row.
  let formulas: [Int: FormulaTree]
  let formats: [Int: String]
  /// The cells of the rows, for the columns without formulas.
  let rows: [[String]]

  /// The name of the table in the workbook in lower case.
  var key: String { table.name.lowercased() }
  var firstRow: Int { table.block.top + (table.hasHeaders ? 1 : 0) }
  var lastRow: Int { table.block.bottom - (table.hasTotals ? 1 : 0) }
  /// The cells that the table fills; its totals are not of them.
  var filled: CellBlock {
    CellBlock(
      top: showsHeaders ? table.block.top : firstRow, left: table.block.left, bottom: lastRow, right: table.block.right)
  }

  func position(of column: String) -> Int? { table.columns.firstIndex { $0.lowercased() == column.lowercased() } }

  /// The columns from one to another, when they stand beside each other in the sheet as well.
  func columns(_ first: Int, through last: Int) -> (first: String, last: String)? {
    guard let place = order.firstIndex(of: first), place + last - first < order.count,
      Array(order[place...(place + last - first)]) == Array(first...last)
    else { return nil }
    return (columnNames[first], columnNames[last])
  }

  /// The definitions that show the table at its place: all of it, or columns that stand beside each other.
  var places: [String] {
    let top = filled.top
    func place(_ column: Int) -> String { A1Notation.text(row: top, column: table.block.left + column) }
    func text(_ first: Int, _ last: Int) -> String {
      let isAll = first == 0 && last == table.columns.count - 1
      if isAll, !showsHeaders { return name }
      let reference = StructuredReference(
        table: name, rows: showsHeaders ? .all : .data, firstColumn: isAll ? nil : columnNames[first],
        lastColumn: isAll ? nil : columnNames[last])
      return FormulaTree.literal(.structured(reference)).text()
    }
    var places: [String] = []
    var first = 0
    while first < table.columns.count {
      var last = first
      while last + 1 < table.columns.count, columns(first, through: last + 1) != nil { last += 1 }
      places.append("\(place(first)) = \(text(first, last))")
      first = last + 1
    }
    return places
  }
}

/// Tells which tables of a workbook a sheet can have, and why not.
struct SheetTables {
  private let workbook: LiveWorkbook
  private(set) var carried: [CarriedTable] = []
  private(set) var omissions: [String: Int] = [:]

  /// - Parameter excluded: Tables, by their names in lower case, that stay cells.
  init(_ workbook: LiveWorkbook, _ names: inout SheetNames, excluding excluded: Set<String>) {
    self.workbook = workbook
    for (position, sheet) in workbook.contents.sheets.enumerated() {
      guard !sheet.tables.isEmpty else { continue }
      var cells = TableCells(workbook, sheet: position)
      for table in sheet.tables {
        if excluded.contains(table.name.lowercased()) {
          omissions["table \(table.name): cells have other values as a table", default: 0] += 1
          continue
        }
        switch cells.carried(table, named: { names.newName(table.name) }) {
        case .success(let made): carried.append(made)
        case .failure(let reason): omissions["table \(table.name): \(reason.words)", default: 0] += 1
        }
      }
    }
  }
}

/// Why a table stays cells of the grid.
struct TableRefusal: Error {
  let words: String
  init(_ words: String) { self.words = words }
}

/// The cells of one sheet, asked for what of a table is in them.
private struct TableCells {
  private let workbook: LiveWorkbook
  private let position: Int
  private let formulas: [CellAddress: StoredFormula]

  init(_ workbook: LiveWorkbook, sheet position: Int) {
    self.workbook = workbook
    self.position = position
    let (sheet, grid) = (workbook.contents.sheets[position], workbook.grids[position])
    var formulas: [CellAddress: StoredFormula] = [:]
    for formula in sheet.formulas {
      let address = CellAddress(grid: grid, row: Int(formula.row), column: Int(formula.column))
      if sheet.tables.contains(where: { $0.block.contains(row: Int(formula.row), column: Int(formula.column)) }) {
        formulas[address] = formula
      }
    }
    self.formulas = formulas
  }

  private func address(_ row: Int, _ column: Int) -> CellAddress {
    CellAddress(grid: workbook.grids[position], row: row, column: column)
  }

  mutating func carried(_ table: WorkbookTable, named name: () -> String) -> Result<CarriedTable, TableRefusal> {
    do throws(TableRefusal) {
      let first = table.block.top + (table.hasHeaders ? 1 : 0)
      let last = table.block.bottom - (table.hasTotals ? 1 : 0)
      guard first <= last else { throw TableRefusal("it has no rows") }
      let names = try self.names(of: table)
      var columns: [Int: (tree: FormulaTree, format: String)] = [:]
      for column in table.columns.indices {
        columns[column] = try formula(of: column, table, rows: first...last)
      }
      let constants = table.columns.indices.filter { columns[$0] == nil }
      guard !constants.isEmpty else { throw TableRefusal("all of its columns are formulas") }
      return .success(
        CarriedTable(
          name: name(), sheet: position, table: table, columnNames: names, showsHeaders: shows(names, above: table),
          order: constants + table.columns.indices.filter { columns[$0] != nil },
          formulas: columns.mapValues(\.tree), formats: columns.mapValues(\.format),
          rows: try rows(first...last, constants.map { ($0 + table.block.left, table.columns[$0]) })))
    } catch { return .failure(error) }
  }

  /// The names of the columns in a sheet.
  private func names(of table: WorkbookTable) throws(TableRefusal) -> [String] {
    guard table.columns.count == table.block.columns else {
      throw TableRefusal("its columns are not those of its cells")
    }
    let names = table.columns.map(TableText.inOneLine)
    guard Set(names.map { $0.lowercased() }).count == names.count else {
      throw TableRefusal("columns have the same name")
    }
    for name in names where name.allSatisfy(\.isWhitespace) || name.unicodeScalars.contains(where: { $0.value < 0x20 })
    {
      throw TableRefusal("a sheet cannot have a column named “\(name)”")
    }
    return names
  }

  /// Whether the cells above the rows of a table show some names and nothing else.
  private func shows(_ names: [String], above table: WorkbookTable) -> Bool {
    table.hasHeaders
      && names.enumerated().allSatisfy { column, name in
        let place = address(table.block.top, table.block.left + column)
        return formulas[place] == nil && workbook.engine.value(at: place) == .text(name)
      }
  }

  /// The formula that all cells of a column have; `nil` for a column of constants.
  private func formula(
    of column: Int, _ table: WorkbookTable, rows: ClosedRange<Int>
  ) throws(TableRefusal) -> (tree: FormulaTree, format: String)? {
    let place = table.block.left + column
    let first = address(rows.lowerBound, place)
    let stored = rows.map { formulas[address($0, place)] }
    guard stored.contains(where: { $0 != nil }) else { return nil }
    guard let head = stored[0], workbook.kept[first] == nil, let tree = workbook.engine.formulas.tree(at: first) else {
      throw TableRefusal("only some cells of \(table.columns[column]) have a formula")
    }
    if workbook.asksBesideCells(tree) {
      throw TableRefusal("\(table.columns[column]) reads a pivot table or a pronunciation")
    }
    let wanted = tree.relative(toRow: rows.lowerBound, column: place).nodes
    for (row, formula) in zip(rows, stored) {
      let cell = address(row, place)
      guard let formula, workbook.kept[cell] == nil, let own = workbook.engine.formulas.tree(at: cell) else {
        throw TableRefusal("only some cells of \(table.columns[column]) have a formula")
      }
      if case .array = formula.kind { throw TableRefusal("\(table.columns[column]) has array formulas") }
      if own.relative(toRow: row, column: place).nodes != wanted {
        throw TableRefusal("the cells of \(table.columns[column]) have different formulas")
      }
    }
    return (tree, workbook.contents.numberFormat(ofStyle: head.style))
  }

  private func rows(
    _ rows: ClosedRange<Int>, _ columns: [(column: Int, name: String)]
  ) throws(TableRefusal) -> [[String]] {
    var texts: [[String]] = []
    for row in rows {
      var cells: [String] = []
      for (column, name) in columns {
        let place = address(row, column)
        guard workbook.engine.spills.anchor(covering: place) == nil else {
          throw TableRefusal("an array fills cells of \(name)")
        }
        let value = workbook.constant(at: place)
        guard let text = TableText.exactCell(value) ?? TableText.exactCell(value.withKind(.plain)) else {
          throw TableRefusal("a row cannot hold what \(A1Notation.text(row: row, column: column)) has")
        }
        cells.append(text)
      }
      texts.append(cells)
    }
    return texts
  }
}

extension LiveWorkbook {
  /// The value of a cell, a number as what its format shows.
  func constant(at address: CellAddress) -> CellValue {
    let value = engine.value(at: address)
    guard case .number(let number, _) = value else { return value }
    let format = numberFormat(at: address)
    let kind = numberKind(ofFormat: format)
    return SheetDates(contents.dateSystem).shifted(number, kind)
  }
}
