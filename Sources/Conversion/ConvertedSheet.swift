import CellModel
import Engine
import Functions
import LiveSheets
import LiveWorkbooks
import SheetText
import Workbooks

/// A sheet made of a workbook, in the form in which sheets are written, which has been loaded and compared with it.
package struct ConvertedSheet {
  package let text: String
  /// What is not carried over, in words, with how often.
  package private(set) var omissions: [String: Int]
  /// How many cells have been compared.
  package let compared: Int
  /// Cells whose values are others in the sheet, as the workbook calls them.
  package let differences: [String]
  private let differing: Set<CellAddress>

  /// The tables of the workbook that are tables in the sheet, by their names there in lower case.
  private var tables: [CarriedTable] = []
  private var hasLabels = false
  private var definesNamesByFormulas = false

  /// Names, labels and tables are carried over where the sheet then computes the same; where it does not, circles settle that
  /// the workbook does not have, the tables that make values others stay cells, then no cell is named after a label, and at
  /// last what names stand for is written out.
  package init(_ workbook: LiveWorkbook, name: String, environment: LiveSheet.Environment) {
    var scope = SheetFromWorkbook.Scope()
    var best = Self(workbook, name, environment, scope)
    func attempt() {
      let made = Self(workbook, name, environment, scope)
      if made.differing.count < best.differing.count { best = made }
    }
    if !best.differing.isEmpty, SheetFromWorkbook.Scope.hasOpenCircles(workbook) {
      scope.settlesOpenCircles = true
      let before = best.differing.count
      attempt()
      scope.settlesOpenCircles = best.differing.count < before
    }
    if !best.differing.isEmpty, !best.tablesToBlame(workbook).isEmpty {
      let all = Set(best.tables.map(\.key))
      best = best.withoutHarmfulTables(of: workbook) { cellTables in
        scope.cellTables = cellTables
        return Self(workbook, name, environment, scope)
      }
      scope.cellTables = all.subtracting(best.tables.map(\.key))
    }
    // Where circles settle otherwise, because a sheet keeps no values to begin with, no name has done it.
    let areOfCircles =
      workbook.contents.calculation.iteration != nil
      && DifferingCells(best.differing).readEachOther(in: workbook)
    if !best.differing.isEmpty, best.hasLabels, !areOfCircles {
      scope.hasLabels = false
      attempt()
    }
    if !best.differing.isEmpty, !areOfCircles || best.definesNamesByFormulas,
      workbook.contents.names.contains(where: { !$0.isOfProgram })
    {
      scope.keepsNames = false
      attempt()
    }
    if !best.differing.isEmpty, areOfCircles { best.omissions[Self.lostBeginning] = best.differing.count }
    self = best
  }

  private static let lostBeginning = "stored value from which circles settle, which a sheet does not keep"

  /// The sheet with those of its tables as cells that make values others.
  ///
  /// - Parameter make: Makes the sheet with some tables, by their names in the workbook in lower case, as cells.
  private func withoutHarmfulTables(of workbook: LiveWorkbook, make: (Set<String>) -> Self) -> Self {
    let all = Set(tables.map(\.key))
    let cells = make(all)
    var (best, excluded) = (self, Set<String>())
    while case let blamed = best.tablesToBlame(beyond: cells.differing, workbook), !blamed.isEmpty {
      excluded.formUnion(blamed)
      let made = excluded == all ? cells : make(excluded)
      guard made.differing.count < best.differing.count else { break }
      best = made
    }
    return cells.differing.count < best.differing.count ? cells : best
  }

  /// The tables, by their names in the workbook in lower case, that hold cells whose values are others, or that
  /// formulas of such cells read.
  ///
  /// - Parameter others: Cells whose values are others without tables, too, which is no matter of theirs.
  private func tablesToBlame(beyond others: Set<CellAddress> = [], _ workbook: LiveWorkbook) -> Set<String> {
    let differing = differing.subtracting(others)
    let read = differing.flatMap { workbook.engine.dependencies.precedents(of: $0) }
    return Set(
      tables.lazy.filter { table in
        let area = Area(table.table.block, in: workbook.grids[table.sheet])
        return differing.contains { area.contains($0) } || read.contains { $0.intersection(area) != nil }
      }.map(\.key))
  }

  private init(
    _ workbook: LiveWorkbook, _ name: String, _ environment: LiveSheet.Environment, _ scope: SheetFromWorkbook.Scope
  ) {
    let made = SheetFromWorkbook(workbook, catalog: environment.catalog, scope)
    let written = SheetDocument(name: name, made.text, keepsTrees: false)
    let document = Self.mayLackForm(written.bytes) ? SheetFormatter.formatted(written) : written
    (text, omissions, tables, hasLabels) = (document.text, made.omissions, made.tables, made.hasLabels)
    definesNamesByFormulas = made.definesNamesByFormulas
    let dates = SheetDates(workbook.contents.dateSystem)
    let sheet = LiveSheet(document, environment: environment)
    let grids = Dictionary(sheet.grids.map { ($0.name.lowercased(), $0.grid) }, uniquingKeysWith: { first, _ in first })
    let unsteady = workbook.relations.reach(of: workbook.unsteady)
    let tolerance = workbook.contents.calculation.iteration?.tolerance ?? 0
    var (compared, differing) = (0, [CellAddress]())
    for (position, (contents, own)) in zip(workbook.contents.sheets, workbook.grids).enumerated() {
      guard let grid = grids[contents.name.lowercased()] else { continue }
      let filled = tables.filter { $0.sheet == position }.map(\.filled)
      func compare(_ row: Int32, _ column: Int32) {
        let address = CellAddress(grid: own, row: Int(row), column: Int(column))
        guard workbook.kept[address] != nil || !unsteady.contains(address) else { return }
        let expected = workbook.engine.value(at: address)
        // A blank cell of a table, which is told by itself.
        if expected.isBlank, filled.contains(where: { $0.contains(row: Int(row), column: Int(column)) }) { return }
        compared += 1
        let value = sheet.engine.value(at: CellAddress(grid: grid, row: Int(row), column: Int(column)))
        if !Self.areSame(dates.unshifted(value), expected, within: tolerance) {
          differing.append(address)
        }
      }
      for formula in contents.formulas { compare(formula.row, formula.column) }
      for spilled in contents.arrays.spilled { compare(spilled.row, spilled.column) }
      for (column, cells) in contents.columns { for row in cells.rows { compare(row, Int32(column)) } }
    }
    self.compared = compared
    self.differing = Set(differing)
    differences = differing.map { workbook.name(of: $0) }
  }

  /// Whether a text may have powers, rows of tables or comments; all else is written in its form, and a million constants are
  /// formatted in as much time and memory as they are converted in.
  private static func mayLackForm(_ text: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if byte == Ascii.caret || byte == Ascii.bar || byte == Ascii.slash && previous == byte { return true }
      previous = byte
    }
    return false
  }

  /// Sums may come in another order, and so differ in their last digit; what settles in rounds, by as much as ends them.
  static func areSame(_ a: CellValue, _ b: CellValue, within tolerance: Double = 0) -> Bool {
    switch (a, b) {
    case (.number(let x, _), .number(let y, _)):
      x == y || abs(x - y) <= max(tolerance, 1e-12 * max(abs(x), abs(y), 1e-3))
    case (.text(""), .blank), (.blank, .text("")): true
    default: a == b
    }
  }
}
