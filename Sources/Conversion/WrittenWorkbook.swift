import CellModel
import Engine
import LiveWorkbooks
import Workbooks

/// A workbook that has been written, read back and computed anew, beside what was to be written.
package struct WrittenWorkbook {
  /// Where values come out otherwise: constants, and formulas that do not merely inherit it; as formulas call the cells.
  package let differences: [String]
  /// How many cells have been compared.
  package let compared: Int

  /// - Parameters:
  ///   - written: The workbook of the bytes that were written, recalculated.
  ///   - made: What was to be written, with the values of its formulas.
  package init(_ written: LiveWorkbook, of made: Workbook) {
    let formulas = StoredValueComparison(written)
    // What a file has no error for is stored as another one.
    var cells = formulas.firstCauses.filter { cause in
      guard case .error(let error) = cause.computed, case .error(let stored) = cause.stored else { return true }
      return !ExcelErrors.mayBeRead(error.code, as: stored.code)
    }.map { written.name(of: $0.cell) }
    var compared = formulas.compared
    let read = written.contents
    for sheet in made.sheets where sheet.kind == .cells {
      guard let place = read.sheets.firstIndex(where: { $0.name == sheet.name }) else {
        cells.append(sheet.name)
        continue
      }
      for (column, constants) in sheet.columns.sorted(by: { $0.key < $1.key }) {
        for (row, value) in zip(constants.rows, constants.values) {
          let cell = CellAddress(grid: written.grids[place], row: Int(row), column: column)
          let constant = read.sheets[place].columns[column]?.value(at: Int(row))
          if constant != nil { compared += 1 }
          // An error is a formula in OpenDocument, which has been counted.
          if !Self.isStored(value, as: constant ?? written.engine.value(at: cell)) {
            cells.append(written.name(of: cell))
          }
        }
      }
    }
    differences = cells
    self.compared = compared
  }

  private static func isStored(_ value: CellValue, as stored: CellValue) -> Bool {
    switch (value, stored) {
    case (.error(let value), .error(let stored)): ExcelErrors.mayBeRead(value.code, as: stored.code)
    default: ConvertedSheet.areSame(value, stored)
    }
  }
}
