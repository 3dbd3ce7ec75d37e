import CellModel
import Formulas
import FunctionLibrary
import Functions

/// The constants, formulas and names of some grids, for a ``ModelEvaluator``.
///
/// A formula of a grid spills; a cell of the grid without a name, number 0, holds an array as named cells do.
package struct ModelSheet {
  package enum Content {
    case constant(CellValue)
    case formula(FormulaTree)
  }

  package enum Meaning {
    case area(Area)
    case formula(FormulaTree)
  }

  /// The names of the sheets; the first has grid 1.
  package var sheets: [String]
  package var cells: [CellAddress: Content] = [:]
  /// What defined names mean, by their names in lower case.
  package var names: [String: Meaning] = [:]
  package var dialect: FormulaDialect = .sheet
  package var catalog: FunctionCatalog = .standard
  package var now = 45_000.5
  package var seed: UInt64 = 1
  /// The rows, counted from 0, that are hidden on every sheet.
  package var hiddenRows: Set<Int> = []

  /// The grid of named cells, which hold arrays and do not spill.
  package static let namedCells = GridID(rawValue: 0)
  package static let firstSheet = GridID(rawValue: 1)

  package init(sheets: [String] = ["Sheet1"]) { self.sheets = sheets }

  /// The address that a text such as `B7` or `Inputs!B7` names, or `nil`.
  package func address(_ text: String) -> CellAddress? {
    let parts = text.split(separator: "!", maxSplits: 1)
    guard let last = parts.last, let (row, column) = A1Notation.cell(last) else { return nil }
    guard parts.count == 2 else { return CellAddress(grid: Self.firstSheet, row: row, column: column) }
    return grid(named: String(parts[0])).map { CellAddress(grid: $0, row: row, column: column) }
  }

  package func grid(named name: String) -> GridID? {
    let wanted = name.lowercased()
    return sheets.firstIndex { $0.lowercased() == wanted }.map { GridID(rawValue: Int32($0 + 1)) }
  }

  /// Puts a constant into the cell that a text names; blank empties it.
  package mutating func set(_ cell: String, _ value: CellValue) {
    guard let address = address(cell) else { return }
    cells[address] = value.isBlank ? nil : .constant(value)
  }

  /// Puts a formula into the cell that a text names.
  package mutating func set(_ cell: String, formula: String) {
    guard let address = address(cell) else { return }
    cells[address] = .formula(FormulaParser.parse(formula, dialect: dialect).tree)
  }

  /// Makes a named cell with a formula of its own.
  package mutating func define(_ name: String, formula: String) {
    let row = cells.keys.filter { $0.grid == Self.namedCells }.count
    let address = CellAddress(grid: Self.namedCells, row: row, column: 0)
    cells[address] = .formula(FormulaParser.parse(formula, dialect: dialect).tree)
    names[name.lowercased()] = .area(Area(address))
  }

  package mutating func define(_ name: String, area: Area) { names[name.lowercased()] = .area(area) }
}
