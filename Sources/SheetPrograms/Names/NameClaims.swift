import CellModel
import Diagnostics
import SheetText

/// Gives names and places to what statements define; the first to define a name has it.
struct NameClaims {
  private struct Owner {
    var unit: Int32
    var statement: Int32
  }

  private struct GridFill {
    var grid: Int
    var top: Int
    var left: Int
    var bottom: Int
    var right: Int
    var span: SourceSpan

    func meets(_ other: GridFill) -> Bool {
      grid == other.grid && top <= other.bottom && other.top <= bottom && left <= other.right && other.left <= right
    }
  }

  /// How many cells one statement may fill: sixteen whole columns.
  static let largestFill = 16 << 20

  private let units: [SheetUnit]
  private let grids: ProgramGrids
  private let moments: [ActionMoment]
  /// By the keys of full names.
  private var owners: [String: Owner] = [:]
  /// The cells of grids that have a statement of their own.
  private(set) var cells = CellClaims()
  private var line = CurrentLine()
  /// The number of the grid of ``line``; -1 where there is none.
  private var grid = -1
  /// By the rows of named cells, the statements that define them alone; -1 for those that come with others.
  private(set) var namedCells: [Int32] = []
  private var fills: [GridFill] = []
  /// The options of the unit whose statements are looked at, by their keys.
  private var options: [String: WrittenText] = [:]
  /// How many named cells there are, which lie one below the other.
  private var count: Int32 = 0

  /// The statements that no other definition has displaced.
  private(set) var statements: [ProgramStatement] = []
  /// The names of what is no cell, by key, with the word of its kind.
  private(set) var otherNames: [String: String] = [:]
  private(set) var findings: [Diagnostic] = []

  init(_ units: [SheetUnit], _ grids: ProgramGrids, _ moments: [ActionMoment]) {
    self.units = units
    self.grids = grids
    self.moments = moments
    let total = units.reduce(0) { $0 + $1.document.statements.count }
    owners.reserveCapacity(total)
    statements.reserveCapacity(total)
    for number in units.indices {
      let unit = units[number]
      options = [:]
      for index in unit.document.statements.indices {
        if let (row, column) = unit.document.statements[index].address {
          claim(row, column, index, unit)
        } else {
          claim(unit.document.statements[index], index, number)
        }
      }
    }
  }

  private mutating func claim(_ statement: Statement, _ index: Int, _ number: Int) {
    let unit = units[number]
    guard let written = statement.definedName else {
      if case .cell(let cell) = statement.kind, !claim(cell, statement, unit) { return }
      if case .option(let option) = statement.kind { claim(option, unit) }
      statements.append(ProgramStatement(unit, index))
      return
    }
    let key = ProgramStatement.fullName(written, of: statement, in: unit).key
    let owner = Owner(unit: Int32(number), statement: Int32(index))
    if let first = owners[key] {
      if case .invalid = statement.kind { return statements.append(ProgramStatement(unit, index)) }
      let other = units[Int(first.unit)].document.statements[Int(first.statement)]
      if first.unit == owner.unit, let name = other.definedName {
        findings.append(unit.located(ProgramFinding.definedTwice(written, name).diagnostic))
      }
      return
    }
    owners[key] = owner
    statements.append(ProgramStatement(unit, index, row: claimCells(of: statement, key, owner)))
  }

  /// Notes an option; of two of a name the first holds.
  private mutating func claim(_ option: OptionDefinition, _ unit: SheetUnit) {
    if let first = options[option.name.key] {
      findings.append(unit.located(ProgramFinding.optionTwice(option.name, first).diagnostic))
    } else {
      options[option.name.key] = option.name
    }
  }

  /// Gives the cells of a statement their names, and the row of the one that bears the name alone.
  private mutating func claimCells(of statement: Statement, _ key: String, _ owner: Owner) -> Int32 {
    var row: Int32 = -1
    switch statement.kind {
    // What cannot be read has its cell all the same, so that no other moves when it can.
    case .cell, .invalid:
      row = count
      count += 1
      if case .cell = statement.kind { noteNamedCell(row) }
      return row
    default: break
    }
    let meaning = statement.meaning
    if let word = meaning.word { otherNames[key] = word }
    for cell in meaning.cells(moments) {
      if cell.part == nil {
        row = count
        count += 1
      } else {
        let name = cell.name(of: key).lowercased()
        guard owners[name] == nil else { continue }
        owners[name] = owner
        count += 1
      }
    }
    return row
  }

  /// Notes that the next statement to be listed defines a named cell.
  private mutating func noteNamedCell(_ row: Int32) {
    while namedCells.count < row { namedCells.append(-1) }
    namedCells.append(Int32(statements.count))
  }

  /// Gives a cell of a grid to a statement of its own, of which there may be a million.
  private mutating func claim(_ row: Int, _ column: Int, _ index: Int, _ unit: SheetUnit) {
    let line = unit.document.statements[index].grid
    if self.line.moves(to: line, in: unit) { grid = grids.number(ofLine: line, in: unit) ?? -1 }
    // It is the next statement to be listed.
    guard let first = cells.claim(grid: grid, row: row, column: column, for: statements.count) else {
      statements.append(ProgramStatement(ofCell: index, in: unit))
      return
    }
    guard case .cell(let cell) = unit.document.statements[index].kind,
      case .cell(let other) = statements[first].statement.kind
    else { return }
    let name = A1Notation.text(row: row, column: column)
    let finding = ProgramFinding.definedTwice(
      WrittenText(name, at: cell.target.span), WrittenText(name, at: other.target.span))
    findings.append(unit.located(finding.diagnostic))
  }

  /// Gives a fill its place on the grid; `false` if another has it.
  private mutating func claim(_ cell: CellDefinition, _ statement: Statement, _ unit: SheetUnit) -> Bool {
    switch cell.target {
    case .name, .address: return true
    case .area(let top, let left, let bottom, let right, let span):
      let grid = grids.number(of: statement, in: unit) ?? -1
      let fill = GridFill(grid: grid, top: top, left: left, bottom: bottom, right: right, span: span)
      let size = (bottom - top + 1) * (right - left + 1)
      if size > Self.largestFill {
        findings.append(unit.located(ProgramFinding.fillTooLarge(span, size, limit: Self.largestFill).diagnostic))
        return false
      }
      if let other = fills.first(where: { $0.meets(fill) }) {
        findings.append(unit.located(ProgramFinding.filledTwice(span, other.span).diagnostic))
        return false
      }
      fills.append(fill)
    }
    return true
  }

  /// Makes a service of a sheet in the rows of a table one of the whole program; `false` if there is one of its name.
  mutating func claimService(_ name: WrittenText, word: String) -> Bool {
    guard otherNames[name.key] == nil else { return false }
    otherNames[name.key] = word
    return true
  }
}
