import CellModel
import Engine
import Workbooks

/// A dynamic array that fills other cells than its file says.
package struct ResizedArray {
  /// Its number among the array formulas of its sheet.
  package let number: Int32
  /// The cell of its formula.
  package let cell: CellAddress
  /// What it fills by the file, and what it fills now.
  package let former: CellBlock
  package let present: CellBlock

  /// Those of a sheet of a workbook that has been recalculated; what keeps its stored value is none.
  ///
  /// - Complexity: O(*n*) in the formulas of a sheet with dynamic arrays, and in the array formulas of any other.
  package static func all(ofSheet position: Int, in workbook: LiveWorkbook) -> [ResizedArray] {
    let sheet = workbook.contents.sheets[position]
    guard sheet.arrays.formulas.contains(where: \.isDynamic) else { return [] }
    return sheet.formulas.compactMap { formula in
      guard case .array(let number) = formula.kind, sheet.arrays.formulas[Int(number)].isDynamic else { return nil }
      let cell = CellAddress(grid: workbook.grids[position], row: Int(formula.row), column: Int(formula.column))
      guard workbook.kept[cell] == nil else { return nil }
      let former = sheet.arrays.formulas[Int(number)].block
      let area = workbook.engine.spills.area(of: cell) ?? Area(cell)
      let present = CellBlock(
        top: Int(area.top), left: Int(area.left), bottom: Int(area.bottom), right: Int(area.right))
      return present == former ? nil : ResizedArray(number: number, cell: cell, former: former, present: present)
    }
  }
}
