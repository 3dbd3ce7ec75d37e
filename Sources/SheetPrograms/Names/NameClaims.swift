import CellModel
import Diagnostics
import SheetText

/// Which names and places the statements of a program have; the first to define a name has it.
struct NameClaims {
  /// The statements that no other definition has displaced.
  var statements: [ProgramStatement] = []
  /// The cells of grids that have a statement of their own.
  var cells = CellClaims()
  var named = NamedCellRows()
  /// The names of what is no cell, by key, with the word of its kind.
  var otherNames: [String: String] = [:]
  var findings: [Diagnostic] = []

  /// Makes a service of a sheet in the rows of a table one of the whole program; `false` if there is one of its name.
  mutating func claimService(_ name: WrittenText, word: String) -> Bool {
    guard otherNames[name.key] == nil else { return false }
    otherNames[name.key] = word
    return true
  }
}

/// The rows of the cells that have names, which lie one below the other.
struct NamedCellRows {
  private var count: Int32 = 0
  /// By row, the statement that defines the cell alone; -1 for those that come with others.
  private(set) var statements: [Int32] = []

  /// Gives a cell the next row.
  ///
  /// - Parameter statement: The statement that defines it alone, if one does.
  mutating func add(definedBy statement: Int? = nil) -> Int32 {
    if let statement {
      while statements.count < count { statements.append(-1) }
      statements.append(Int32(statement))
    }
    defer { count += 1 }
    return count
  }
}

/// The grid of the line that statements are under, sought once for all of them.
struct CurrentGrid {
  private var line = CurrentLine()
  private var number = -1

  /// - Returns: The number of the grid; -1 where there is none.
  mutating func number(ofLine name: String?, in unit: SheetUnit, of grids: ProgramGrids) -> Int {
    if line.moves(to: name, in: unit) { number = grids.number(ofLine: name, in: unit) ?? -1 }
    return number
  }
}
