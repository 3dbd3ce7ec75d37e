import CellModel
import Diagnostics
import SheetText

/// Gives names and places to what statements define, one after the other.
struct ClaimPass {
  private struct Owner {
    var unit: Int32
    var statement: Int32
  }

  private let units: [SheetUnit]
  private let grids: ProgramGrids
  private let moments: [ActionMoment]
  /// By the keys of full names.
  private var owners: [String: Owner] = [:]
  private var grid = CurrentGrid()
  private var fills = FillClaims()
  /// The options of the unit whose statements are looked at, by their keys.
  private var options: [String: WrittenText] = [:]
  private(set) var claims = NameClaims()

  init(_ units: [SheetUnit], _ grids: ProgramGrids, _ moments: [ActionMoment]) {
    self.units = units
    self.grids = grids
    self.moments = moments
    let total = units.reduce(0) { $0 + $1.document.statements.count }
    owners.reserveCapacity(total)
    claims.statements.reserveCapacity(total)
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
      claims.statements.append(ProgramStatement(unit, index))
      return
    }
    let key = ProgramStatement.fullName(written, of: statement, in: unit).key
    let owner = Owner(unit: Int32(number), statement: Int32(index))
    if let first = owners[key] {
      if case .invalid = statement.kind { return claims.statements.append(ProgramStatement(unit, index)) }
      let other = units[Int(first.unit)].document.statements[Int(first.statement)]
      if first.unit == owner.unit, let name = other.definedName {
        claims.findings.append(unit.located(ProgramFinding.definedTwice(written, name)))
      }
      return
    }
    owners[key] = owner
    claims.statements.append(ProgramStatement(unit, index, row: claimCells(of: statement, key, owner)))
  }

  /// Notes an option; of two of a name the first holds.
  private mutating func claim(_ option: OptionDefinition, _ unit: SheetUnit) {
    if let first = options[option.name.key] {
      claims.findings.append(unit.located(ProgramFinding.optionTwice(option.name, first)))
    } else {
      options[option.name.key] = option.name
    }
  }

  /// Gives the cells of a statement their names, and the row of the one that bears the name alone.
  private mutating func claimCells(of statement: Statement, _ key: String, _ owner: Owner) -> Int32 {
    if case .cell = statement.kind { return claims.named.add(definedBy: claims.statements.count) }
    // What cannot be read has its cell all the same, so that no other moves when it can.
    if case .invalid = statement.kind { return claims.named.add() }
    var row: Int32 = -1
    let meaning = statement.meaning
    if let word = meaning.word { claims.otherNames[key] = word }
    for cell in meaning.cells(moments) {
      if cell.part == nil {
        row = claims.named.add()
      } else {
        let name = cell.name(of: key).lowercased()
        guard owners[name] == nil else { continue }
        owners[name] = owner
        _ = claims.named.add()
      }
    }
    return row
  }

  /// Gives a cell of a grid to a statement of its own, of which there may be a million.
  private mutating func claim(_ row: Int, _ column: Int, _ index: Int, _ unit: SheetUnit) {
    let grid = grid.number(ofLine: unit.document.statements[index].grid, in: unit, of: grids)
    // It is the next statement to be listed.
    guard let first = claims.cells.claim(grid: grid, row: row, column: column, for: claims.statements.count) else {
      claims.statements.append(ProgramStatement(ofCell: index, in: unit))
      return
    }
    guard case .cell(let cell) = unit.document.statements[index].kind,
      case .cell(let other) = claims.statements[first].statement.kind
    else { return }
    let name = A1Notation.text(row: row, column: column)
    let finding = ProgramFinding.definedTwice(
      WrittenText(name, at: cell.target.span), WrittenText(name, at: other.target.span))
    claims.findings.append(unit.located(finding))
  }

  /// Gives a fill its place on the grid; `false` if another has it.
  private mutating func claim(_ cell: CellDefinition, _ statement: Statement, _ unit: SheetUnit) -> Bool {
    switch cell.target {
    case .name, .address: return true
    case .area(let top, let left, let bottom, let right, let span):
      let grid = grids.number(of: statement, in: unit) ?? -1
      let place = FillClaims.Place(grid: grid, top: top, left: left, bottom: bottom, right: right)
      if let refusal = fills.claim(place, at: span) {
        claims.findings.append(unit.located(refusal))
        return false
      }
    }
    return true
  }
}
