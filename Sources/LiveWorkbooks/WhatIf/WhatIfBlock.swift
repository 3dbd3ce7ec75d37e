import CellModel
import Engine
import Workbooks

/// A what-if table as Excel has it: a block with formulas and values beside it.
struct WhatIfBlock: WhatIfGroup {
  /// What Excel shows as the formula of each cell.
  let formulaText: String
  let area: Area
  private let rowInput: CellAddress?
  private let columnInput: CellAddress?

  /// Whether the file has no value for some of its cells, as programs write it that do not compute.
  let lacksValues: Bool

  /// `nil` where a deleted cell is missing, or where it has more cells than it may.
  ///
  /// - Parameter limit: How many it may have.
  init?(_ table: WhatIfTable, on grid: GridID, in engine: Engine, most limit: Int) {
    guard table.isWhole else { return nil }
    func address(_ input: WhatIfTable.Input) -> CellAddress {
      CellAddress(grid: grid, row: input.row, column: input.column)
    }
    formulaText = table.formula
    var area = Area(table.block, in: grid)
    // All cells of a table have a value; one that says that it is larger is as large as what is there.
    let used = engine.usedArea(area)
    if !used.isEmpty { (area.bottom, area.right) = (used.bottom, used.right) }
    guard area.rows * area.columns <= limit else { return nil }
    self.area = area
    var lacksValues = false
    area.forEachCell { lacksValues = lacksValues || engine.value(at: $0).isBlank }
    self.lacksValues = lacksValues
    rowInput = table.rowInput.map(address)
    columnInput = table.columnInput.map(address)
  }

  /// A formula that all or some of its cells ask for.
  var firstFormula: CellAddress { formulas.topLeft }
  var inputs: Set<CellAddress> { Set([rowInput, columnInput].compactMap { $0 }) }
  var areas: [Area] { [area] }
  var values: [Area] { (rowInput == nil ? [] : [above]) + (columnInput == nil ? [] : [left]) }
  var sources: [Area] { values + [formulas] }

  /// Row by row where values stand to the left, else column by column.
  var cells: [WhatIfCell] {
    var cells: [WhatIfCell] = []
    cells.reserveCapacity(area.rows * area.columns)
    if columnInput == nil {
      for column in area.left...area.right {
        for row in area.top...area.bottom { cells.append(cell(row: row, column: column)) }
      }
    } else {
      area.forEachCell { cells.append(cell(row: $0.row, column: $0.column)) }
    }
    return cells
  }

  func cell(at address: CellAddress) -> WhatIfCell? {
    area.contains(address) ? cell(row: address.row, column: address.column) : nil
  }

  func readers(of source: CellAddress) -> [Area] { sources.contains { $0.contains(source) } ? [area] : [] }

  private var above: Area {
    Area(
      grid: area.grid, top: Int(area.top) - 1, left: Int(area.left), bottom: Int(area.top) - 1, right: Int(area.right))
  }
  private var left: Area {
    Area(
      grid: area.grid, top: Int(area.top), left: Int(area.left) - 1, bottom: Int(area.bottom), right: Int(area.left) - 1
    )
  }
  private var formulas: Area {
    guard rowInput != nil else { return above }
    guard columnInput != nil else { return left }
    return Area(CellAddress(grid: area.grid, row: Int(area.top) - 1, column: Int(area.left) - 1))
  }

  private func cell(row: Int32, column: Int32) -> WhatIfCell {
    func cell(row: Int32, column: Int32) -> CellAddress {
      CellAddress(grid: area.grid, row: Int(row), column: Int(column))
    }
    let (above, left) = (area.top - 1, area.left - 1)
    return WhatIfCell(
      cell: cell(row: row, column: column),
      formula: cell(row: columnInput == nil ? row : above, column: rowInput == nil ? column : left),
      settings: [
        rowInput.map { WhatIfCell.Setting(input: $0, value: cell(row: above, column: column)) },
        columnInput.map { WhatIfCell.Setting(input: $0, value: cell(row: row, column: left)) },
      ].compactMap { $0 })
  }
}
