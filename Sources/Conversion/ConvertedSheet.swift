import CellModel
import Engine
import Functions
import LiveSheets
import LiveWorkbooks
import SheetText
import Workbooks

/// A sheet made of a workbook, which has been loaded and compared with it.
package struct ConvertedSheet {
  package let text: String
  /// What is not carried over, in words, with how often.
  package let omissions: [String: Int]
  /// How many cells have been compared.
  package let compared: Int
  /// Cells whose values are others in the sheet, as the workbook calls them.
  package let differences: [String]

  /// Names stay in formulas where the sheet then computes the same; where it does not, what they stand for is written out.
  package init(_ workbook: LiveWorkbook, name: String, environment: LiveSheet.Environment) {
    let named = Self(workbook, name, environment, usesNames: true)
    guard !named.differences.isEmpty else {
      self = named
      return
    }
    let plain = Self(workbook, name, environment, usesNames: false)
    self = plain.differences.count < named.differences.count ? plain : named
  }

  private init(_ workbook: LiveWorkbook, _ name: String, _ environment: LiveSheet.Environment, usesNames: Bool) {
    (text, omissions) = SheetFromWorkbook.text(workbook, catalog: environment.catalog, usesNames: usesNames)
    let sheet = LiveSheet(SheetDocument(name: name, text), environment: environment)
    let grids = Dictionary(sheet.grids.map { ($0.name.lowercased(), $0.grid) }, uniquingKeysWith: { first, _ in first })
    let unsteady = workbook.dependents(of: workbook.unsteady)
    var (compared, differences) = (0, [String]())
    for (contents, own) in zip(workbook.contents.sheets, workbook.grids) {
      guard let grid = grids[contents.name.lowercased()] else { continue }
      func compare(_ row: Int32, _ column: Int32) {
        let address = CellAddress(grid: own, row: Int(row), column: Int(column))
        guard workbook.kept[address] != nil || !unsteady.contains(address) else { return }
        compared += 1
        let value = sheet.engine.value(at: CellAddress(grid: grid, row: Int(row), column: Int(column)))
        if !Self.areSame(value, workbook.engine.value(at: address)) { differences.append(workbook.name(of: address)) }
      }
      for formula in contents.formulas { compare(formula.row, formula.column) }
      for spilled in contents.spilled { compare(spilled.row, spilled.column) }
      for (column, cells) in contents.columns { for row in cells.rows { compare(row, Int32(column)) } }
    }
    self.compared = compared
    self.differences = differences
  }

  /// Sums may come in another order, and so differ in their last digit.
  static func areSame(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.number(let x, _), .number(let y, _)): x == y || abs(x - y) <= 1e-12 * max(abs(x), abs(y), 1e-3)
    case (.text(""), .blank), (.blank, .text("")): true
    default: a == b
    }
  }
}
