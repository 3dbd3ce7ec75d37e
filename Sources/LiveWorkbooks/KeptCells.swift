import CellModel
import Engine
import Workbooks

/// The cells of a workbook whose formulas are not computed, each with why; they keep the values that were stored for them.
struct KeptCells {
  private(set) var reasons: [CellAddress: LiveWorkbook.KeptReason] = [:]
  /// Those that are kept, and those whose values are others each time.
  private(set) var unsteady: [CellAddress] = []
  /// What they would read.
  let reads: KeptReads
  private let engine: Engine
  /// The values of constants as others than the workbook itself see them; `nil` where they are as the file has them.
  private let shownConstants: SheetValues?

  init(_ engine: Engine, shownAs shownConstants: SheetValues?) {
    self.engine = engine
    reads = KeptReads(engine)
    self.shownConstants = shownConstants
  }

  /// Lets the cells of what-if tables be what was stored for them, as constants are.
  mutating func keep(_ tables: WhatIfTables) {
    let reason = LiveWorkbook.KeptReason.whatIfTable
    for area in tables.areas {
      area.forEachCell { cell in
        if engine.value(at: cell).isBlank { engine.setConstant(.error(reason.error), at: cell) }
        reasons[cell] = reason
      }
    }
  }

  mutating func noteUnsteady(_ address: CellAddress) { unsteady.append(address) }

  /// Lets a cell be what was stored for it; without that, what a formula is that cannot be computed.
  ///
  /// - Parameter spilled: What the arrays of its sheet had filled.
  mutating func keep(
    _ cell: StoredFormula, on grid: GridID, spilled: @autoclosure () -> [SpilledValue],
    _ reason: LiveWorkbook.KeptReason
  ) {
    let address = CellAddress(grid: grid, row: Int(cell.row), column: Int(cell.column))
    let stored = cell.stored ?? .error(reason.error)
    engine.setConstant(shownConstants?.value(stored, style: cell.style) ?? stored, at: address)
    reasons[address] = reason
    unsteady.append(address)
    guard case .array(let number) = cell.kind else { return }
    for spilled in spilled() where spilled.array == number {
      engine.setConstant(
        spilled.value, at: CellAddress(grid: grid, row: Int(spilled.row), column: Int(spilled.column)))
    }
  }
}
