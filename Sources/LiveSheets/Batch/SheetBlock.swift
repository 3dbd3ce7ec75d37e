import CellModel
import Engine
import Formulas
import Functions
import SheetPrograms

/// Outputs of a sheet for many rows of inputs, of which a block is evaluated at a time.
///
/// What it gives for a row is what the sheet would give if its inputs were set to the row; the sheet itself keeps its
/// values. It costs about as much as filled columns do, see ``RowBlock``.
package struct SheetBlock {
  /// As many rows as one block has.
  package static let rowCount = RowBlock.rowCount

  private let block: RowBlock
  /// The least and the greatest plain number that each input takes as it is; `nil` where a number is looked at first.
  private let numberBounds: [ClosedRange<Double>?]

  /// Makes a block; `nil` for a sheet whose rows have to be evaluated one by one: one that lives in time, has checks or
  /// settles circles, and outputs and conditions that are more than cells computed from cells.
  package init?(_ sheet: LiveSheet, inputs: [SettableCell], outputs: [CellInfo]) {
    guard sheet.timeline.isEmpty, sheet.loaded.checks.list.isEmpty, sheet.isSettled,
      outputs.allSatisfy({ $0.area == nil })
    else {
      return nil
    }
    let rules = inputs.map { sheet.acceptance.rule(at: $0.address) }
    for (input, rule) in zip(inputs, rules) {
      let name = rule?.name ?? sheet.lookup.definition(at: input.address)?.name ?? input.path
      guard rule?.readsOthers(name, sheet.environment.catalog) != true, !sheet.isInTable(input.address) else {
        return nil
      }
    }
    if outputs.contains(where: { sheet.isInTable($0.address) }) { return nil }
    guard let block = RowBlock(of: sheet.engine, inputs: inputs.map(\.address), outputs: outputs.map(\.address)) else {
      return nil
    }
    self.block = block
    numberBounds = rules.map(\.numberBounds)
  }

  /// Whether an input takes a plain number as it is.
  package func takes(_ number: Double, _ input: Int) -> Bool { numberBounds[input]?.contains(number) ?? false }

  /// Sets an input in one row to a value that was accepted.
  package func set(_ input: Int, inRow row: Int, to value: CellValue) { block.set(input, inRow: row, to: value) }

  /// Evaluates the first rows; `false` when it was cancelled.
  package func recalculate(rows count: Int) -> Bool { block.recalculate(rows: count) }

  package func value(_ output: Int, inRow row: Int) -> CellValue { block.value(output, inRow: row) }

  /// The values of an output in the first rows if all of them are plain numbers.
  package func plainNumbers(_ output: Int, rows count: Int) -> [Double]? { block.plainNumbers(output, rows: count) }
}

extension LiveSheet {
  fileprivate func isInTable(_ address: CellAddress) -> Bool {
    if case .table = engine.grids.kind(of: address.grid) { true } else { false }
  }
}

extension InputRule? {
  /// The plain numbers that are accepted without a further look; a cell without a rule takes all.
  fileprivate var numberBounds: ClosedRange<Double>? {
    let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard let rule = self else { return all }
    guard rule.type == .number || rule.type == .any, rule.condition == nil else { return nil }
    switch rule.domain {
    case nil: return all
    case .range(let low, let high)?: return low <= high ? low...high : nil
    case .choices?: return nil
    }
  }
}
