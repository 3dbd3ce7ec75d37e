import CellModel
import Engine
import Formulas
import LiveSheets
import LiveWorkbooks
import Workbooks

/// A formula or a value of a sheet with the cells of a workbook that hold it.
struct PlacedFormula {
  enum Content {
    case constant
    case formula(FormulaTree, column: WorkbookSpelling.Column?, home: String?)
  }
  var place: SheetPlaces.Cell
  /// How many rows and columns the same formula fills, but for cells that the text defines by themselves.
  var rows = 1
  var columns = 1
  var content: Content
  /// The cell of the sheet with the value; `nil` for a condition, which is in no cell.
  var address: CellAddress?
  /// The cell of the sheet with the format, where that is another one.
  var format: CellAddress?

  var isInTable: Bool { if case .formula(_, .some, _) = content { true } else { false } }
}

/// Gives a workbook its cells: formulas in its own spelling, values as the sheet has them, and a style for each format.
struct PlacedFormulas {
  /// What is not carried over, in words, with how often.
  private(set) var omissions: [String: Int] = [:]
  private let sheet: LiveSheet
  private let spelling: WorkbookSpelling
  private let writing: FormulaWriting
  private let takesValuesOnly: Bool
  private var cells: WorkbookCells
  private var styles: WorkbookStyles

  /// - Parameter takesValuesOnly: Whether the cells hold what formulas give in place of them.
  init(_ sheet: LiveSheet, _ spelling: WorkbookSpelling, _ workbook: Workbook, takesValuesOnly: Bool) {
    self.sheet = sheet
    self.takesValuesOnly = takesValuesOnly
    self.spelling = spelling
    writing = FormulaWriting(workbook, catalog: sheet.environment.catalog)
    cells = WorkbookCells(count: workbook.sheets.count)
    styles = WorkbookStyles(workbook.numberFormats)
  }

  func finish(_ workbook: inout Workbook) {
    workbook.numberFormats = styles.formats
    cells.finish(&workbook)
  }

  mutating func add(_ value: CellValue, at place: SheetPlaces.Cell) {
    cells.add(value, row: place.row, column: place.column, style: 0, to: place.position)
  }

  mutating func add(_ placed: PlacedFormula) {
    var formula: FormulaTree?
    let isRecord = isRecord(placed)
    if isRecord { omissions["record, which no cell of a workbook can hold", default: 0] += 1 }
    if !takesValuesOnly, case .formula(let tree, let column, let home) = placed.content {
      formula = spelling.formula(tree, home: home, column: column)
      if formula == nil, !isRecord {
        omissions["formula that a workbook cannot have, which keeps its value", default: 0] += 1
      }
    }
    let written = formula.map { writing.text($0, onSheet: placed.place.position) }
    let isSameEverywhere = formula.map { $0.shifted(rows: 1, columns: 1).nodes == $0.nodes } ?? true
    var shared: Int32?
    // The first cell of those that share a formula is the one that has its text, and files have rows behind each other.
    for row in 0..<placed.rows {
      for column in 0..<placed.columns {
        let place = SheetPlaces.Cell(
          position: placed.place.position, row: placed.place.row + row, column: placed.place.column + column)
        let address = placed.address.map {
          CellAddress(grid: $0.grid, row: Int($0.row) + row, column: Int($0.column) + column)
        }
        if placed.rows * placed.columns > 1, let address, sheet.isDefinedAlone(address) { continue }
        let value = address.map { sheet.engine.value(at: $0) } ?? condition(placed.content)
        let formatted = placed.format ?? address
        let style = formatted.map { elementStyle(of: value.array?.first ?? value, at: $0) } ?? 0
        let array =
          value.array
          ?? address.flatMap { sheet.engine.spills.area(of: $0) }.flatMap { sheet.engine.array(of: $0).array }
        guard let written, let formula else {
          add(array ?? CellArray(rows: 1, columns: 1, [value]), at: place, formatted)
          continue
        }
        func text() -> String {
          isSameEverywhere || row == 0 && column == 0
            ? written.text : writing.text(formula.shifted(rows: row, columns: column), onSheet: place.position).text
        }
        let kind: StoredFormula.Kind
        let stored = array?.first ?? value
        // What fills cells is a dynamic array, whatever its text would be elsewhere.
        if written.isDynamic || (array?.count ?? 1) > 1 {
          let styles = array?.elements.map { elementStyle(of: $0, at: formatted) } ?? []
          let fixed = fixedText(
            of: formula.shifted(rows: row, columns: column), filling: (array?.rows ?? 1, array?.columns ?? 1), at: place
          )
          kind = cells.addArray(array, styles, fixed ?? text(), isDynamic: fixed == nil, at: place)
        } else if placed.rows * placed.columns == 1 || placed.isInTable {
          kind = .plain(text())
        } else {
          let number = shared ?? cells.addShared(text(), row: place.row, column: place.column, to: place.position)
          shared = number
          kind = .shared(number)
        }
        cells.add(
          StoredFormula(
            row: Int32(place.row), column: Int32(place.column), style: style, kind: kind, stored: stored),
          to: place.position)
      }
    }
  }

  /// The text of an array formula of a fixed size, which programs from before dynamic arrays can compute; `nil` for another.
  private func fixedText(
    of formula: FormulaTree, filling cells: (rows: Int, columns: Int), at place: SheetPlaces.Cell
  ) -> String? {
    guard let inner = formula.unfitted(rows: cells.rows, columns: cells.columns) else { return nil }
    let text = writing.text(inner, onSheet: place.position).text
    return text.contains("_xlfn.") ? nil : text
  }

  /// Whether a formula or a constant gives a record.
  private func isRecord(_ placed: PlacedFormula) -> Bool {
    guard let address = placed.address, case .record = sheet.engine.value(at: address) else { return false }
    return true
  }

  /// Adds the values of a formula that is not carried over, and of the cells that it fills.
  private mutating func add(_ array: CellArray, at place: SheetPlaces.Cell, _ address: CellAddress?) {
    for row in 0..<array.rows {
      for column in 0..<array.columns {
        let value = array[row, column]
        cells.add(
          value, row: place.row + row, column: place.column + column, style: elementStyle(of: value, at: address),
          to: place.position)
      }
    }
  }

  /// The style of a value, or of one of those of an array: that of the format which its cell was given, or of its own kind.
  ///
  /// A format is how a value is shown; where only values are taken, what counts is the kind that they have.
  private mutating func elementStyle(of value: CellValue, at address: CellAddress?) -> Int32 {
    var format = "General"
    if !takesValuesOnly, let address, let given = sheet.formats.shown(at: address) { format = given }
    if format == "General", case .number(let number, let kind) = value { format = kind.workbookFormat(for: number) }
    return styles.style(of: format)
  }

  /// The value of a formula that is in no cell.
  private func condition(_ content: PlacedFormula.Content) -> CellValue {
    guard case .formula(let tree, _, let home) = content else { return .blank }
    let grids = sheet.grids
    let own = grids.first { home == spelling.sheets[$0.name.lowercased()] ?? $0.name }
    guard let grid = (own ?? grids.first)?.grid else { return .blank }
    return sheet.engine.expressions.evaluate(tree, at: CellAddress(grid: grid, row: 0, column: 0))
  }
}
