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

  /// The tables of the workbook that are tables in the sheet, by their names there in lower case.
  private var tables: [CarriedTable] = []
  private var hasLabels = false

  /// Names, labels and tables are carried over where the sheet then computes the same; where it does not, the tables with other
  /// values stay cells, then no cell is named after a label, and at last what names stand for is written out.
  package init(_ workbook: LiveWorkbook, name: String, environment: LiveSheet.Environment) {
    var scope = SheetFromWorkbook.Scope()
    var best = Self(workbook, name, environment, scope)
    func attempt() {
      let made = Self(workbook, name, environment, scope)
      if made.differences.count < best.differences.count { best = made }
    }
    if !best.differences.isEmpty, !best.tables.isEmpty {
      let differing = best.tables.filter { table in best.differs(in: table, of: workbook) }
      scope.cellTables = Set((differing.isEmpty ? best.tables : differing).map { $0.table.name.lowercased() })
      attempt()
      if !best.differences.isEmpty, !differing.isEmpty {
        scope.cellTables.formUnion(best.tables.map { $0.table.name.lowercased() })
        attempt()
      }
    }
    if !best.differences.isEmpty, best.hasLabels {
      scope.hasLabels = false
      attempt()
    }
    if !best.differences.isEmpty, workbook.contents.names.contains(where: { !$0.isOfProgram }) {
      scope.keepsNames = false
      attempt()
    }
    self = best
  }

  private func differs(in table: CarriedTable, of workbook: LiveWorkbook) -> Bool {
    let cells = Set(differences)
    for row in table.filled.top...table.filled.bottom {
      for column in table.filled.left...table.filled.right
      where cells.contains(
        workbook.name(of: CellAddress(grid: workbook.grids[table.sheet], row: row, column: column)))
      {
        return true
      }
    }
    return false
  }

  private init(
    _ workbook: LiveWorkbook, _ name: String, _ environment: LiveSheet.Environment, _ scope: SheetFromWorkbook.Scope
  ) {
    let made = SheetFromWorkbook(workbook, catalog: environment.catalog, scope)
    (text, omissions, tables, hasLabels) = (made.text, made.omissions, made.tables, made.hasLabels)
    let dates = SheetDates(workbook.contents.dateSystem)
    let sheet = LiveSheet(SheetDocument(name: name, text, keepsTrees: false), environment: environment)
    let grids = Dictionary(sheet.grids.map { ($0.name.lowercased(), $0.grid) }, uniquingKeysWith: { first, _ in first })
    let unsteady = workbook.dependents(of: workbook.unsteady)
    let tolerance = workbook.contents.calculation.iteration?.tolerance ?? 0
    var (compared, differences) = (0, [String]())
    for (position, (contents, own)) in zip(workbook.contents.sheets, workbook.grids).enumerated() {
      guard let grid = grids[contents.name.lowercased()] else { continue }
      let filled = tables.filter { $0.sheet == position }.map(\.filled)
      func compare(_ row: Int32, _ column: Int32) {
        let address = CellAddress(grid: own, row: Int(row), column: Int(column))
        guard workbook.kept[address] != nil || !unsteady.contains(address) else { return }
        let expected = workbook.engine.value(at: address)
        // A blank cell of a table, which is told by itself.
        if expected.isBlank, filled.contains(where: { $0.contains(row: Int(row), column: Int(column)) }) { return }
        compared += 1
        let value = sheet.engine.value(at: CellAddress(grid: grid, row: Int(row), column: Int(column)))
        if !Self.areSame(dates.unshifted(value), expected, within: tolerance) {
          differences.append(workbook.name(of: address))
        }
      }
      for formula in contents.formulas { compare(formula.row, formula.column) }
      for spilled in contents.spilled { compare(spilled.row, spilled.column) }
      for (column, cells) in contents.columns { for row in cells.rows { compare(row, Int32(column)) } }
    }
    self.compared = compared
    self.differences = differences
  }

  /// Sums may come in another order, and so differ in their last digit; what settles in rounds, by as much as ends them.
  static func areSame(_ a: CellValue, _ b: CellValue, within tolerance: Double = 0) -> Bool {
    switch (a, b) {
    case (.number(let x, _), .number(let y, _)):
      x == y || abs(x - y) <= max(tolerance, 1e-12 * max(abs(x), abs(y), 1e-3))
    case (.text(""), .blank), (.blank, .text("")): true
    default: a == b
    }
  }
}
