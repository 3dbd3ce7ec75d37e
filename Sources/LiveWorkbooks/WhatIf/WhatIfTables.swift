import CellModel
import Engine
import Formulas
import Workbooks

/// The what-if tables of a workbook, which are computed anew when a change reaches what they are made of.
///
/// Each cell is what its formula comes to while the inputs have the values beside the cell: they are set, what depends on them
/// is recalculated, and at last they get back what they had, as Excel does it. A table that no change has reached keeps the
/// values that are stored for it, if they are; one that lacks some is computed. An array formula is no input: its tables
/// keep their values, too.
package final class WhatIfTables {
  private let engine: Engine
  private let groups: [any WhatIfGroup]
  private let cells: Set<CellAddress>
  /// The cells that were set since the tables were computed last, and at first the formulas of tables that lack values.
  private var changed: Set<CellAddress> = []

  /// How many cells all tables may have together: as many as a column. Those behind keep their values.
  private static let mostCells = 1 << 20

  /// How often a table is computed again because its cells are made of each other.
  private static let mostOwnRounds = 8

  /// Of tables that overlap, which Excel does not make, the first is one.
  ///
  /// - Parameter operations: The cells whose formulas call `MULTIPLE.OPERATIONS`.
  init(_ contents: Workbook, _ grids: [GridID], _ operations: [WhatIfCell], in engine: Engine) {
    self.engine = engine
    var blocks: [WhatIfBlock] = []
    var cells: Set<CellAddress> = []
    for (sheet, grid) in zip(contents.sheets, grids) {
      for table in sheet.whatIfTables {
        guard let block = WhatIfBlock(table, on: grid, in: engine, most: Self.mostCells - cells.count),
          !cells.meets(block.area)
        else { continue }
        block.area.forEachCell { cells.insert($0) }
        blocks.append(block)
        if block.lacksValues { changed.insert(block.firstFormula) }
      }
    }
    groups = blocks + MultipleOperations.groups(operations.filter { cells.insert($0.cell).inserted })
    self.cells = cells
  }

  /// Where the tables stand.
  var areas: [Area] { groups.flatMap(\.areas) }

  func noteChange(of cell: CellAddress) {
    if !groups.isEmpty { changed.insert(cell) }
  }

  /// Computes the tables that were reached since the last time, in a workbook that is recalculated otherwise.
  ///
  /// - Complexity: A recalculation of what depends on the inputs for each row, each column or each cell of a table.
  func recalculate() {
    guard !changed.isEmpty else { return }
    defer { changed = [] }
    // A table may be made of what another one shows, or a cell of what another one does; where some are made of each other,
    // this ends.
    for _ in 0..<groups.count + Self.mostOwnRounds {
      let reached = groups(reachedBy: changed)
      guard !reached.isEmpty else { return }
      changed = []
      for group in reached { compute(group) }
      engine.recalculate()
    }
  }

  // MARK: Asking

  /// What Excel shows as the formula of a cell of a table, without `=` and braces; `nil` for another cell, and for one that
  /// has a formula of its own.
  package func formula(at cell: CellAddress) -> String? {
    groups.lazy.compactMap { $0 as? WhatIfBlock }.first { $0.area.contains(cell) }?.formulaText
  }

  /// The tables of cells that each have a formula of their own, as Excel has them.
  package var blocksOfOperations: OperationBlocks {
    OperationBlocks(groups.lazy.compactMap { $0 as? MultipleOperations }.flatMap(\.cells))
  }

  /// Whether a cell is one of a table.
  package func hasCell(at cell: CellAddress) -> Bool { cells.contains(cell) }

  /// What a cell of a table is made of: its formula, and the values that the inputs get for it; empty for another cell.
  func precedents(of cell: CellAddress) -> [Area] { self.cell(at: cell)?.sources.map { Area($0) } ?? [] }

  /// The tables that are made of a cell.
  func dependents(of cell: CellAddress) -> [Area] { groups.flatMap { $0.readers(of: cell) } }

  private func cell(at address: CellAddress) -> WhatIfCell? { groups.lazy.compactMap { $0.cell(at: address) }.first }

  /// The tables whose values a change of some cells can make others. What an input itself holds does not matter to its table.
  private func groups(reachedBy cells: Set<CellAddress>) -> [any WhatIfGroup] {
    let reached = formulaReach(of: cells)
    return groups.filter { group in
      guard group.sources.contains(where: { reached.meets($0) }) else { return false }
      if cells.isDisjoint(with: group.inputs) { return true }
      let reachedByOthers = formulaReach(of: cells.subtracting(group.inputs))
      if group.sources.contains(where: { reachedByOthers.meets($0) }) { return true }
      let reachedByInputs = formulaReach(of: cells.intersection(group.inputs))
      return group.values.contains { reachedByInputs.meets($0) }
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
  private func compute(_ group: any WhatIfGroup) {
    var before: [CellAddress: Content] = [:]
    for input in group.inputs {
      guard let content = content(of: input) else { return }
      before[input] = content
    }
    let circles = engine.cycles.values
    let results = results(of: group)
    for (input, content) in before { put(content, into: input) }
    engine.recalculate()
    engine.restore(circles)
    for (cell, value) in results {
      let value = value.isBlank ? 0 : value
      guard !value.isIdentical(to: engine.value(at: cell)) else { continue }
      engine.setConstant(value, at: cell)
      changed.insert(cell)
    }
  }

  /// What the cells of a table come to; the inputs have other values afterwards.
  private func results(of group: any WhatIfGroup) -> [(cell: CellAddress, value: CellValue)] {
    // Values that depend on an input are those that are shown.
    var shown: [CellAddress: CellValue] = [:]
    for area in group.values { area.forEachCell { shown[$0] = engine.value(at: $0) } }
    /// The cell whose value each input has.
    var taken: [CellAddress: CellAddress] = [:]
    return group.cells.map { cell in
      var isSettled = true
      for setting in cell.settings where taken[setting.input] != setting.value {
        engine.setConstant(shown[setting.value] ?? .blank, at: setting.input)
        taken[setting.input] = setting.value
        isSettled = false
      }
      if !isSettled { engine.recalculate() }
      return (cell.cell, engine.value(at: cell.formula))
    }
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
