import CellModel
import Workbooks

/// The cells of a workbook while they are gathered in any order.
struct WorkbookCells {
  private var sheets: [WorkbookSheet]
  private var constants: [[Int: [(row: Int, value: CellValue, style: Int32)]]]

  init(count: Int) {
    sheets = (0..<count).map { _ in WorkbookSheet(name: "") }
    constants = Array(repeating: [:], count: count)
  }

  mutating func add(_ value: CellValue, row: Int, column: Int, style: Int32, to sheet: Int) {
    if !value.isBlank { constants[sheet][column, default: []].append((row, value, style)) }
  }

  mutating func add(_ formula: StoredFormula, to sheet: Int) { sheets[sheet].formulas.append(formula) }

  mutating func addShared(_ text: String, row: Int, column: Int, to sheet: Int) -> Int32 {
    sheets[sheet].sharedFormulas.append(SharedFormula(row: Int32(row), column: Int32(column), text: text))
    return Int32(sheets[sheet].sharedFormulas.count - 1)
  }

  /// Adds a formula that fills cells, and what it fills beside its own.
  ///
  /// - Parameter styles: Those of its elements.
  mutating func addArray(
    _ array: CellArray?, _ styles: [Int32], _ text: String, isDynamic: Bool, at place: SheetPlaces.Cell
  ) -> StoredFormula.Kind {
    let (sheet, row, column) = (place.position, place.row, place.column)
    let number = Int32(sheets[sheet].arrays.formulas.count)
    let (rows, columns) = (array?.rows ?? 1, array?.columns ?? 1)
    sheets[sheet].arrays.formulas.append(
      ArrayFormula(
        text: text, block: CellBlock(top: row, left: column, bottom: row + rows - 1, right: column + columns - 1),
        isDynamic: isDynamic))
    guard let array else { return .array(number) }
    for element in 1..<max(array.count, 1) {
      sheets[sheet].arrays.spilled.append(
        SpilledValue(
          row: Int32(row + element / columns), column: Int32(column + element % columns), value: array[place: element],
          array: number, style: styles[element]))
    }
    return .array(number)
  }

  /// Gives the sheets of a workbook their cells.
  func finish(_ workbook: inout Workbook) {
    for position in workbook.sheets.indices {
      for (column, cells) in constants[position] {
        var constants = ConstantColumn()
        for cell in cells.sorted(by: { $0.row < $1.row }) {
          constants.append(cell.value, row: cell.row, style: cell.style)
        }
        workbook.sheets[position].columns[column] = constants
      }
      workbook.sheets[position].formulas = sheets[position].formulas
      workbook.sheets[position].sharedFormulas = sheets[position].sharedFormulas
      workbook.sheets[position].arrays.formulas = sheets[position].arrays.formulas
      workbook.sheets[position].arrays.spilled = sheets[position].arrays.spilled
    }
  }
}
