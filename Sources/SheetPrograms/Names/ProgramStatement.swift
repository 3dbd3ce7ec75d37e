import SheetText

/// A statement of the program with the unit that it stands in.
package struct ProgramStatement {
  package let unit: SheetUnit
  /// Its place among the statements of the unit.
  package let index: Int32
  /// The row of the named cell that bears its name; -1 where no cell does.
  package let row: Int32
  /// Whether it defines one cell of a grid, as a million may.
  package let isGridCell: Bool
  /// Whether it fills cells of a grid with one formula.
  package let isFill: Bool
  /// Whether it says what happens in time.
  package let isAboutTime: Bool

  /// Notes of the statement what is asked of all of them, so that nobody has to look at each again.
  init(_ unit: SheetUnit, _ index: Int, row: Int32 = -1) {
    self.unit = unit
    self.index = Int32(index)
    self.row = row
    let statement = unit.document.statements[index]
    isGridCell = statement.address != nil
    isFill = statement.isFill
    // Most statements are cells, which need no box to be asked.
    isAboutTime = if case .cell = statement.kind { false } else { statement.meaning.isAboutTime }
  }

  /// A statement that defines one cell of a grid.
  init(ofCell index: Int, in unit: SheetUnit) {
    self.unit = unit
    self.index = Int32(index)
    row = -1
    isGridCell = true
    isFill = false
    isAboutTime = false
  }

  /// The same statement, at another place of another text.
  init(_ other: ProgramStatement, movedTo index: Int, of unit: SheetUnit) {
    self.unit = unit
    self.index = Int32(index)
    row = other.row
    isGridCell = other.isGridCell
    isFill = other.isFill
    isAboutTime = other.isAboutTime
  }

  package var statement: Statement { _read { yield unit.document.statements[Int(index)] } }

  package var kind: Statement.Kind { unit.document.statements[Int(index)].kind }

  /// The name on the `sheet` line above it.
  package var line: String? { unit.document.statements[Int(index)].grid }

  /// The name it defines, as the whole knows it.
  package var definedName: WrittenText? { statement.definedName.map { Self.fullName($0, of: statement, in: unit) } }

  static func fullName(_ name: WrittenText, of statement: Statement, in unit: SheetUnit) -> WrittenText {
    if unit.prefix.isEmpty || statement.isNameOfProgram { return name }
    return WrittenText(unit.fullName(name.text), at: name.span)
  }
}

extension SheetUnit {
  /// The statements of its text, without the rows of named cells.
  package var statements: [ProgramStatement] { document.statements.indices.map { ProgramStatement(self, $0) } }
}

extension Statement {
  // Most statements are cells, which need no box to be asked.
  fileprivate var isNameOfProgram: Bool { if case .cell = kind { false } else { meaning.isNameOfProgram } }
}
