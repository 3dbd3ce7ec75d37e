import CellModel
import Engine
import LiveWorkbooks
import SheetPrograms

/// The workbooks that a sheet uses, in the engine of the sheet.
///
/// A class, so that all who know the cells of the sheet know them when they are loaded.
final class LoadedWorkbooks {
  private struct Used {
    let unit: SheetUnit
    let workbook: LiveWorkbook
  }

  private var list: [Used] = []
  private var numbers: [GridID: Int] = [:]
  /// The names of the workbooks, and their sheets, as the sheet writes them.
  private(set) var names: [String] = []
  private(set) var sheetNames: [String] = []

  var isEmpty: Bool { list.isEmpty }

  func add(_ workbook: LiveWorkbook, of unit: SheetUnit, names: [String]) {
    for grid in workbook.grids { numbers[grid] = list.count }
    list.append(Used(unit: unit, workbook: workbook))
    self.names += names
    sheetNames += workbook.contents.sheets.map { unit.prefix + $0.name }
  }

  /// The sheets of the workbooks with their grids, by their names in lower case.
  var grids: [String: GridID] {
    var grids: [String: GridID] = [:]
    for used in list {
      for (sheet, grid) in zip(used.workbook.contents.sheets, used.workbook.grids) {
        grids[(used.unit.prefix + sheet.name).lowercased()] = grid
      }
    }
    return grids
  }

  func workbook(of grid: GridID) -> LiveWorkbook? { numbers[grid].map { list[$0].workbook } }

  /// The file of the workbook that a grid is of.
  func file(of grid: GridID) -> String? { numbers[grid].map { list[$0].unit.document.source.name } }

  /// The sheet of a grid as formulas name it: `model.Inputs`.
  func sheetName(of grid: GridID) -> String? {
    guard let used = numbers[grid].map({ list[$0] }), let position = used.workbook.grids.firstIndex(of: grid) else {
      return nil
    }
    return used.unit.prefix + used.workbook.contents.sheets[position].name
  }

  /// Whether a cell holds something, or has held it in the file.
  func hasContents(at address: CellAddress) -> Bool {
    guard let workbook = workbook(of: address.grid) else { return false }
    return workbook.engine.formulas.hasFormula(at: address) || workbook.hasContents(at: address)
  }

  /// What is known of a cell of a workbook.
  func definition(at address: CellAddress) -> Definition? {
    guard hasContents(at: address), let used = numbers[address.grid].map({ list[$0] }) else { return nil }
    let workbook = used.workbook
    // An array that was set is a formula to the engine.
    let isFormula = workbook.engine.formulas.hasFormula(at: address) && workbook.hasStoredFormula(at: address)
    let format = workbook.numberFormat(at: address)
    let definition = Definition(
      name: "", kind: isFormula ? .formula : .constant, format: format == "General" ? nil : format)
    if isFormula { definition.workbookFormula = { workbook.formula(at: address) } }
    definition.unit = used.unit
    return definition
  }

  /// Whether a cell begins an array that was set.
  func isSetArray(at address: CellAddress) -> Bool {
    guard let workbook = workbook(of: address.grid), !workbook.hasStoredFormula(at: address) else { return false }
    return workbook.engine.spills.anchor(covering: address) == address
  }

  /// The cells that the files define, sheet by sheet and row by row.
  lazy var cells: [CellAddress] = list.flatMap { $0.workbook.definedCells }
}
