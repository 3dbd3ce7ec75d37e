import CellModel
import Engine
import Workbooks

/// The values of cells as sheets know them: numbers as what their formats show, and days that count from 1900.
///
/// Constants of a file have no kinds, so what a formula makes of them says nothing in a cell without a format; a value that
/// was set keeps its own.
extension LiveWorkbook {
  /// The value of a cell, or of an area as an array.
  package func shownValue(in area: Area) -> CellValue {
    if area.isSingleCell { return shownValue(at: area.topLeft) }
    guard case .array(let array) = engine.array(of: area) else { return shownValue(at: area.topLeft) }
    var elements: [CellValue] = []
    elements.reserveCapacity(array.count)
    for row in 0..<array.rows {
      for column in 0..<array.columns {
        let cell = CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column)
        elements.append(shownValue(array[row, column], at: cell))
      }
    }
    return .array(CellArray(rows: array.rows, columns: array.columns, elements))
  }

  package func shownValue(at address: CellAddress) -> CellValue { shownValue(engine.value(at: address), at: address) }

  /// A value that a cell has, or had, as it shows it.
  package func shownValue(_ value: CellValue, at address: CellAddress) -> CellValue {
    guard case .number(let number, let own) = value else { return value }
    let format = numberFormat(at: address)
    let kind =
      format != "General" ? numberKind(ofFormat: format) : engine.formulas.hasFormula(at: address) ? .plain : own
    return engine.dateSystem.valueInSheet(number, kind)
  }
}
