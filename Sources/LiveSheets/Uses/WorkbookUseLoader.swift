import CellModel
import Engine
import LiveWorkbooks
import SheetPrograms
import Workbooks

/// Brings a workbook that a sheet uses into the engine of the sheet, and gives the sheet names for what is in it.
///
/// The workbook keeps a scope of its own, in which its formulas mean what they mean in the workbook. The sheet names its
/// sheets, names and tables with the prefix of the use.
struct WorkbookUseLoader {
  private let loaded: LoadedProgram
  private let unit: SheetUnit
  private let contents: Workbook

  /// `nil` for a unit that is a sheet.
  init?(loaded: LoadedProgram, unit: SheetUnit) {
    guard let contents = unit.workbook else { return nil }
    self.loaded = loaded
    self.unit = unit
    self.contents = contents
  }

  private var engine: Engine { loaded.engine }

  func load() {
    let workbook = LiveWorkbook(contents, in: engine, prefix: unit.prefix)
    for (contents, grid) in zip(contents.sheets, workbook.grids) {
      let name = unit.prefix + contents.name
      if engine.names.sheet(named: name, in: loaded.scope) != nil, let span = unit.useSpan {
        loaded.findings.add(LiveFinding.sheetTwice(name, unit.document.source.name, span).diagnostic)
      } else {
        bindSheet(name, to: grid)
      }
    }
    // Addresses behind the name of the use alone are on the first sheet, as `eval` of the workbook has them.
    let alias = String(unit.prefix.dropLast())
    if let first = workbook.grids.first, engine.names.sheet(named: alias, in: loaded.scope) == nil {
      bindSheet(alias, to: first)
    }
    let names = bindNames(of: workbook)
    loaded.workbooks.add(workbook, of: unit, names: names)
    for finding in findings(of: workbook) { loaded.findings.add(finding.diagnostic) }
  }

  private func bindSheet(_ name: String, to grid: GridID) {
    engine.names.bindSheet(name, to: grid, in: loaded.scope)
    loaded.grids.add(grid, named: name)
  }

  private func bindNames(of workbook: LiveWorkbook) -> [String] {
    var names: [String] = []
    for sheetContents in contents.sheets {
      for table in sheetContents.tables {
        guard let made = engine.names.sheetTable(named: table.name, in: workbook.scope) else { continue }
        engine.names.addSheetTable(named: unit.prefix + table.name, made, in: loaded.scope)
        names.append(unit.prefix + table.name)
      }
    }
    for name in contents.names where name.sheet == nil && !name.isOfProgram {
      guard let binding = workbook.binding(of: name) else { continue }
      engine.names.bind(unit.prefix + name.name, to: binding, in: loaded.scope)
      names.append(unit.prefix + name.name)
    }
    for (name, position) in workbook.localFormulas {
      guard let binding = workbook.binding(of: name) else { continue }
      engine.names.bind(name.name, to: binding, onlyOn: workbook.grids[position])
    }
    return names
  }

  // MARK: Findings

  /// What of the workbook is not computed as in the program that it comes from.
  private func findings(of workbook: LiveWorkbook) -> [LiveFinding] {
    guard let span = unit.useSpan else { return [] }
    let file = unit.document.source.name
    var findings: [LiveFinding] = []
    if let first = workbook.firstKept {
      let name = engine.names.name(of: first.cell)
      findings.append(
        .keptFormulas(name, why: first.reason.statement, count: workbook.kept.count, of: file, span))
    }
    if contents.dateSystem == .from1904 { findings.append(.otherCalendar(file, span)) }
    return findings
  }
}
