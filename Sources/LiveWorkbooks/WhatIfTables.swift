import CellModel
import Engine
import Formulas
import Workbooks

/// The what-if tables of a workbook, which are computed anew when a change reaches what they are made of.
///
/// Each cell is what its formula comes to while the inputs have the values beside the cell: they are set, what depends on them
/// is recalculated, and at last they get back what they had, as Excel does it. A table that no change has reached keeps the
/// values that are stored for it. An array formula is no input: its tables keep their values, too.
final class WhatIfTables {
  private struct Table {
    /// What Excel shows as the formula of each cell.
    let formulaText: String
    let area: Area
    let rowInput: CellAddress?
    let columnInput: CellAddress?

    /// `nil` where a deleted cell is missing, or nothing of the table is in the file.
    init?(_ table: WhatIfTable, on grid: GridID, in engine: Engine) {
      guard table.isWhole else { return nil }
      func address(_ input: WhatIfTable.Input) -> CellAddress {
        CellAddress(grid: grid, row: input.row, column: input.column)
      }
      formulaText = table.formula
      var area = Area(table.block, in: grid)
      // All cells of a table have a value; one that says that it is larger is as large as what is there.
      let used = engine.usedArea(area)
      guard !used.isEmpty else { return nil }
      (area.bottom, area.right) = (used.bottom, used.right)
      self.area = area
      rowInput = table.rowInput.map(address)
      columnInput = table.columnInput.map(address)
    }

    var inputs: Set<CellAddress> { Set([rowInput, columnInput].compactMap { $0 }) }

    var above: Area {
      Area(
        grid: area.grid, top: Int(area.top) - 1, left: Int(area.left), bottom: Int(area.top) - 1, right: Int(area.right)
      )
    }
    var left: Area {
      Area(
        grid: area.grid, top: Int(area.top), left: Int(area.left) - 1, bottom: Int(area.bottom),
        right: Int(area.left) - 1)
    }

    /// The cells with the values that the inputs get.
    var values: [Area] { (rowInput == nil ? [] : [above]) + (columnInput == nil ? [] : [left]) }

    var formulas: Area {
      guard rowInput != nil else { return above }
      guard columnInput != nil else { return left }
      return Area(CellAddress(grid: area.grid, row: Int(area.top) - 1, column: Int(area.left) - 1))
    }

    /// What the table is made of.
    var sources: [Area] { values + [formulas] }

    /// The cells with the values that the inputs get for a cell of the table.
    func values(for cell: CellAddress) -> [CellAddress] {
      (rowInput == nil ? [] : [CellAddress(grid: area.grid, row: Int(area.top) - 1, column: Int(cell.column))])
        + (columnInput == nil ? [] : [CellAddress(grid: area.grid, row: Int(cell.row), column: Int(area.left) - 1)])
    }

    /// The formula for a cell of the table.
    func formula(for cell: CellAddress) -> CellAddress {
      CellAddress(
        grid: area.grid, row: columnInput == nil ? Int(cell.row) : Int(area.top) - 1,
        column: rowInput == nil ? Int(cell.column) : Int(area.left) - 1)
    }
  }

  private let engine: Engine
  private let tables: [Table]
  /// The cells that were set since the tables were computed last.
  private var changed: Set<CellAddress> = []

  /// How many cells all tables may have together: as many as a column. Those behind keep their values.
  private static let mostCells = 1 << 20

  /// Of tables that overlap, which Excel does not make, the first is one.
  init(_ contents: Workbook, _ grids: [GridID], in engine: Engine) {
    self.engine = engine
    var tables: [Table] = []
    var cells: Set<CellAddress> = []
    for (sheet, grid) in zip(contents.sheets, grids) {
      for table in sheet.whatIfTables {
        guard let table = Table(table, on: grid, in: engine), !cells.meets(table.area),
          cells.count + table.area.rows * table.area.columns <= Self.mostCells
        else { continue }
        table.area.forEachCell { cells.insert($0) }
        tables.append(table)
      }
    }
    self.tables = tables
  }

  /// Where the tables stand.
  var areas: [Area] { tables.map(\.area) }

  func noteChange(of cell: CellAddress) {
    if !tables.isEmpty { changed.insert(cell) }
  }

  /// Computes the tables that were reached since the last time, in a workbook that is recalculated otherwise.
  ///
  /// - Complexity: A recalculation of what depends on the inputs for each row, each column or each cell of a table.
  func recalculate() {
    guard !changed.isEmpty else { return }
    defer { changed = [] }
    // A table may be made of what another one shows; where some are made of each other, this ends.
    for _ in tables {
      let reached = tables(reachedBy: changed)
      guard !reached.isEmpty else { return }
      changed = []
      for table in reached { compute(table) }
      engine.recalculate()
    }
  }

  // MARK: Asking

  /// What Excel shows as the formula of a cell of a table, without `=` and braces; `nil` for another cell.
  func formula(at cell: CellAddress) -> String? { table(with: cell)?.formulaText }

  /// What a cell of a table is made of: its formula, and the values that the inputs get for it; empty for another cell.
  func precedents(of cell: CellAddress) -> [Area] {
    table(with: cell).map { table in ([table.formula(for: cell)] + table.values(for: cell)).map { Area($0) } } ?? []
  }

  /// The tables that are made of a cell.
  func dependents(of cell: CellAddress) -> [Area] {
    tables.filter { table in table.sources.contains { $0.contains(cell) } }.map(\.area)
  }

  private func table(with cell: CellAddress) -> Table? { tables.first { $0.area.contains(cell) } }

  /// Some cells with all that depend on them, also through tables.
  func reach(of cells: [CellAddress]) -> Set<CellAddress> {
    var reach = CellReach(from: cells.map { Area($0) }, in: engine).cells
    var others = tables
    while let place = others.firstIndex(where: { table in table.sources.contains { reach.meets($0) } }) {
      reach.formUnion(CellReach(from: [others.remove(at: place).area], in: engine).cells)
    }
    return reach
  }

  /// The tables whose values a change of some cells can make others. What an input itself holds does not matter to its table.
  private func tables(reachedBy cells: Set<CellAddress>) -> [Table] {
    let reached = formulaReach(of: cells)
    return tables.filter { table in
      guard table.sources.contains(where: { reached.meets($0) }) else { return false }
      if cells.isDisjoint(with: table.inputs) { return true }
      let reachedByOthers = formulaReach(of: cells.subtracting(table.inputs))
      if table.sources.contains(where: { reachedByOthers.meets($0) }) { return true }
      let reachedByInputs = formulaReach(of: cells.intersection(table.inputs))
      return table.values.contains { reachedByInputs.meets($0) }
    }
  }

  /// Some cells with all that formulas make of them.
  private func formulaReach(of cells: Set<CellAddress>) -> Set<CellAddress> {
    cells.isEmpty ? [] : CellReach(from: cells.map { Area($0) }, in: engine).cells
  }

  // MARK: Computing

  /// What a cell holds, to be put back.
  private enum Content {
    case constant(CellValue)
    case formula(FormulaTree)
  }

  private func content(of cell: CellAddress) -> Content? {
    if engine.spills.anchor(covering: cell) != nil { return nil }
    return engine.formulas.tree(at: cell).map { .formula($0) } ?? .constant(engine.value(at: cell))
  }

  private func put(_ content: Content, into cell: CellAddress) {
    switch content {
    case .constant(let value): engine.setConstant(value, at: cell)
    case .formula(let tree): engine.setFormula(tree, at: cell)
    }
  }

  /// Computes the cells of a table and puts what they came to into them.
  private func compute(_ table: Table) {
    var before: [CellAddress: Content] = [:]
    for input in table.inputs {
      guard let content = content(of: input) else { return }
      before[input] = content
    }
    let circles = engine.cycles.values
    let results = results(of: table)
    for (input, content) in before { put(content, into: input) }
    engine.recalculate()
    engine.restore(circles)
    for (cell, value) in results {
      engine.setConstant(value.isBlank ? 0 : value, at: cell)
      changed.insert(cell)
    }
  }

  private func values(in area: Area) -> [CellValue] {
    var values: [CellValue] = []
    area.forEachCell { values.append(engine.value(at: $0)) }
    return values
  }

  /// What the cells of a table come to; the inputs have other values afterwards.
  private func results(of table: Table) -> [(cell: CellAddress, value: CellValue)] {
    let area = table.area
    // Values that depend on an input are those that are shown.
    let (above, left) = (values(in: table.above), values(in: table.left))
    // With one input all cells of a row or a column have the same value beside them, and are read at once.
    let rowRuns = table.columnInput == nil ? [left.indices] : left.indices.map { $0..<$0 + 1 }
    let columnRuns = table.rowInput == nil ? [above.indices] : above.indices.map { $0..<$0 + 1 }
    var results: [(CellAddress, CellValue)] = []
    for rows in rowRuns {
      if let input = table.columnInput { engine.setConstant(left[rows.lowerBound], at: input) }
      for columns in columnRuns {
        if let input = table.rowInput { engine.setConstant(above[columns.lowerBound], at: input) }
        engine.recalculate()
        for row in rows {
          for column in columns {
            let cell = CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column)
            results.append((cell, engine.value(at: table.formula(for: cell))))
          }
        }
      }
    }
    return results
  }
}

extension Set<CellAddress> {
  /// Whether some cell of an area is among these.
  fileprivate func meets(_ area: Area) -> Bool {
    (area.top...area.bottom).contains { row in
      (area.left...area.right).contains { column in
        contains(CellAddress(grid: area.grid, row: Int(row), column: Int(column)))
      }
    }
  }
}
