import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What the sheets in the rows of a table have in common.
///
/// Each named cell of the sheet, and of the sheets that it uses, is a column; a formula is one formula for the whole
/// column. So rows can be inserted and deleted as in any table, and what belongs to a row stays with it.
final class RowForm {
  unowned let loaded: LoadedProgram
  /// The sheet of the rows and those that it uses.
  let units: [SheetUnit]
  let form: TimeForm
  let grid: GridID
  /// The columns by the full names of their cells in lower case.
  private(set) var columns: [String: Int] = [:]
  /// The first column of each section of each unit.
  private var places: [(unit: SheetUnit, section: String?, column: Int)] = []

  init(_ loaded: LoadedProgram, _ units: [SheetUnit], grid: GridID, columns: [TableColumn]) {
    self.loaded = loaded
    self.units = units
    self.grid = grid
    form = TimeForm(table: grid)
    for (number, column) in columns.enumerated() {
      self.columns[column.name.lowercased()] = number
      guard let unit = column.unit else { continue }
      if !places.contains(where: { $0.unit === unit && $0.section == column.home }) {
        places.append((unit, column.home, number))
      }
    }
  }

  /// The names of what is no cell in a row, by key, with the word of its kind.
  var otherNames: [String: String] {
    var names: [String: String] = [:]
    for unit in units {
      for statement in unit.document.statements {
        let meaning = statement.meaning
        guard let name = meaning.definedName, let word = meaning.word, !meaning.isNameOfProgram else { continue }
        names[unit.fullName(name.text).lowercased()] = word
      }
    }
    return names
  }

  /// Where the expressions in a section of a unit stand: in a column of that section, by which a reference that a text
  /// names is understood.
  private func place(of unit: SheetUnit, _ section: String?) -> CellAddress {
    let place = places.first { $0.unit === unit && $0.section == section } ?? places.first { $0.unit === unit }
    return CellAddress(grid: grid, row: 0, column: place?.column ?? 0)
  }

  func address(of name: String) -> CellAddress? {
    columns[name.lowercased()].map { CellAddress(grid: grid, row: 0, column: $0) }
  }

  /// The statements of the units that are about time.
  var statements: [ProgramStatement] { units.flatMap { $0.statements.filter(\.isAboutTime) } }

  /// Reads what the sheets say about time.
  ///
  /// - Returns: What the services do that they declare.
  func read(_ services: Set<String>) -> [String: RunForm] {
    var reader = FormReader(loaded, form, services: services, place: place(of:_:)) { [unowned self] in address(of: $0) }
    reader.read(statements)
    return reader.serviceBodies
  }
}
