import SheetText

/// A statement of the program with the unit that it stands in.
///
/// A large text has one for each of its lines, so what is known of it takes two words.
package struct ProgramStatement {
  /// What is asked of all statements, so that nobody has to look at each again.
  private enum Role: UInt32 {
    case other, gridCell, fill, aboutTime

    init(_ statement: Statement) {
      if statement.address != nil {
        self = .gridCell
      } else if case .cell = statement.kind {
        // Most statements are cells, which need no box to be asked.
        self = statement.isFill ? .fill : .other
      } else {
        self = statement.meaning.isAboutTime ? .aboutTime : .other
      }
    }
  }

  package let unit: SheetUnit
  /// Its place among the statements of the unit.
  package let index: Int32
  /// The role in the lowest bits, and above them the row counted from 1, with 0 for none.
  private let roleAndRow: UInt32
  private static let roleBits: UInt32 = 2

  /// - Parameter row: The row of the named cell that bears its name; -1 where no cell does.
  init(_ unit: SheetUnit, _ index: Int, row: Int32 = -1) {
    self.init(unit, index, Role(unit.document.statements[index]), row: row)
  }

  /// A statement that defines one cell of a grid.
  init(ofCell index: Int, in unit: SheetUnit) { self.init(unit, index, .gridCell, row: -1) }

  /// The same statement, at another place of another text.
  init(_ other: ProgramStatement, movedTo index: Int, of unit: SheetUnit) {
    self.init(unit, index, other.role, row: other.row)
  }

  private init(_ unit: SheetUnit, _ index: Int, _ role: Role, row: Int32) {
    self.unit = unit
    self.index = Int32(index)
    roleAndRow = UInt32(row + 1) << Self.roleBits | role.rawValue
  }

  private var role: Role { Role(rawValue: roleAndRow & (1 << Self.roleBits - 1)) ?? .other }

  /// The row of the named cell that bears its name; -1 where no cell does.
  package var row: Int32 { Int32(roleAndRow >> Self.roleBits) - 1 }
  /// Whether it defines one cell of a grid, as a million may.
  package var isGridCell: Bool { role == .gridCell }
  /// Whether it fills cells of a grid with one formula.
  package var isFill: Bool { role == .fill }
  /// Whether it says what happens in time.
  package var isAboutTime: Bool { role == .aboutTime }

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
