import CellModel
import Engine
import SheetPrograms
import SheetText

/// Brings an engine that has the cells of a text in line with a text that differs from it in a part.
///
/// Cells that are gone are taken away first, then new names get cells, and then formulas are entered, so that each reads
/// what the new text names. All that is known of statements has places, so it is made anew for every statement; what is
/// entered is only what says something else.
struct TextChangeLoader {
  let sheet: LiveSheet
  let change: TextChange
  /// The program in the engine before the change.
  let former: LoadedProgram

  private var engine: Engine { sheet.engine }

  func load(_ document: SheetDocument) {
    takeAway()
    let program = SheetProgram(
      document, changing: former.program, without: change.gone, with: change.new,
      rows: change.new.map { row(of: document.statements[$0], at: $0) })
    sheet.loaded = LoadedProgram(program, changing: former)
    let loader = SheetLoader(sheet.loaded, sheet.timeline)
    declare(program, loader)
    enter(program, loader)
    loader.readDomains()
    let findings = LoadFindings(loaded: sheet.loaded)
    findings.checkNames()
    engine.recalculate()
    findings.checkCycles()
    findings.checkInitialInputs()
  }

  // MARK: What is gone

  private func takeAway() {
    let stays = Set(change.defined.values)
    for index in change.gone {
      for check in formerChecks(ofStatement: index) { takeAway(check) }
      guard !stays.contains(index), let place = former.program.document.statements[index].place,
        let address = sheet.cellPlaces.address(of: place)
      else { continue }
      engine.setConstant(.blank, at: address)
      if case .name(let name) = place { engine.names.unbind(name, in: sheet.scope) }
    }
  }

  private func takeAway(_ check: LoadedCheck) {
    engine.setConstant(.blank, at: check.address)
    for case .cell(let cell) in check.asked.joined() { engine.setConstant(.blank, at: cell) }
  }

  /// The checks that came of a statement of the former text.
  private func formerChecks(ofStatement index: Int) -> ArraySlice<LoadedCheck> {
    checkRanges[index].map { former.checks.list[$0] } ?? []
  }

  private let checkRanges: [Int: Range<Int>]

  init(sheet: LiveSheet, change: TextChange, former: LoadedProgram) {
    self.sheet = sheet
    self.change = change
    self.former = former
    var ranges: [Int: Range<Int>] = [:]
    var count = 0
    for index in former.program.statements.indices where !former.checks.list.isEmpty {
      let statement = former.program.document.statements[index]
      if case .cell = statement.kind { continue }
      let conditions = statement.meaning.conditions.count
      guard conditions > 0 else { continue }
      ranges[index] = count..<count + conditions
      count += conditions
    }
    checkRanges = ranges
  }

  // MARK: What is new

  /// The row of the named cell of a new statement, which gets one if it has none; -1 where it has no name.
  private func row(of statement: Statement, at index: Int) -> Int32 {
    guard let name = statement.definedName else { return -1 }
    if let known = change.defined[index] { return former.program.statements[known].row }
    return engine.names.add(name.text, in: sheet.scope).row
  }

  /// Lists the cells with names, and makes what is known of those that come with more than a cell.
  private func declare(_ program: SheetProgram, _ loader: SheetLoader) {
    sheet.definitions.reserve(program.statements.count)
    for placed in program.statements {
      if placed.row >= 0, case .cell = placed.kind {
        sheet.definitions.list(sheet.loaded.address(ofNamedRow: placed.row))
      } else {
        loader.declare(placed)
      }
    }
  }

  private func enter(_ program: SheetProgram, _ loader: SheetLoader) {
    for placed in program.statements where placed.isFill { enter(placed, loader) }
    var (line, grid) = (CurrentLine(), GridID(rawValue: 0))
    for placed in program.statements where !placed.isFill {
      if change.kept(Int(placed.index)) != nil, case .cell(let cell) = placed.kind {
        // Nothing has to be done for most statements but to list their cells.
        guard case .address(let row, let column, _) = cell.target else { continue }
        if line.moves(to: placed.line, in: placed.unit) {
          grid = sheet.loaded.grids.grid(of: placed.statement, placed.unit)
        }
        sheet.definitions.list(CellAddress(grid: grid, row: row, column: column))
      } else {
        enter(placed, loader)
      }
    }
  }

  private func enter(_ placed: ProgramStatement, _ loader: SheetLoader) {
    let known = change.kept(Int(placed.index))
    loader.enter(
      placed, isKept: known != nil, keptChecks: known.map(formerChecks) ?? [])
  }
}
