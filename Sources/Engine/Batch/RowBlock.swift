import CellModel

/// What some cells come to for many values of others, a block of rows at a time.
///
/// Each cell that depends on the inputs has a column of a grid of its own, which its formula fills: what varies it reads in
/// its own row, and everything else where it stands, evaluated once. So a row costs what a row of a filled column does.
/// A column *stands for* its cell: formulas in it see that cell as their place, and errors begin in it. A row is evaluated for the
/// first time when it is asked for: a file of three rows costs three.
///
/// The cells themselves keep the values they have.
package final class RowBlock {
  /// As many rows as one block of a column has.
  package static let rowCount = ColumnStore.blockRows

  private enum Output {
    case column(Int)
    case cell(CellAddress)
  }

  private let engine: Engine
  private let grid: GridID
  private let inputCount: Int
  private let outputs: [Output]
  private let formulaColumns: [Int]
  /// How many rows have been asked for.
  private var askedRows = 0

  /// Makes the columns; `nil` when the outputs need more than cells that are computed from cells: a range or table that
  /// varies, cells of a sheet with addresses, chance, circles, references from texts.
  package init?(of engine: Engine, inputs: [CellAddress], outputs: [CellAddress]) {
    guard let scope = inputs.first.map({ engine.cells.grids[$0.grid.index].scope }), !engine.names.hasIteration else {
      return nil
    }
    engine.graph.prepare()
    guard var plan = RowBlockPlan(engine, inputs: inputs) else { return nil }
    var places: [Output] = []
    for output in outputs {
      guard let place = plan.place(of: output) else { return nil }
      places.append(place.column.map { .column($0) } ?? .cell(output))
    }
    self.engine = engine
    self.outputs = places
    inputCount = inputs.count
    formulaColumns = plan.formulas.map(\.column)
    grid = engine.grids.addHidden(in: scope)
    engine.cells.grids[grid.index].standIns = plan.columns
    engine.cells.reserve(columns: plan.columns.count, in: grid)
    for (number, cell) in inputs.enumerated() {
      let value = engine.cells.value(at: cell)
      for row in 0..<Self.rowCount { _ = engine.cells.write(value, at: address(row, number)) }
    }
    for (column, formula) in plan.formulas {
      engine.editor.install(
        formula.template, formula.references.map { $0.absolute(in: grid) },
        over: Area(grid: grid, column: column, rows: 0...Self.rowCount - 1))
    }
  }

  private func address(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: grid, row: row, column: column) }

  /// Sets an input in one row; the value counts when the rows are recalculated.
  package func set(_ input: Int, inRow row: Int, to value: CellValue) {
    _ = engine.cells.write(value, at: address(row, input))
  }

  /// Evaluates the first rows.
  ///
  /// - Returns: Whether all is settled; `false` when it was cancelled.
  package func recalculate(rows count: Int) -> Bool {
    engine.graph.prepare()
    if askedRows < count { askForRows(below: count) }
    for input in 0..<inputCount where count > 0 {
      engine.graph.markReaders(in: grid, column: input, rows: 0...count - 1)
    }
    return engine.recalculate()
  }

  /// Lets more rows be evaluated, and none below them, which are dirty as they were made.
  private func askForRows(below end: Int) {
    for column in formulaColumns {
      if askedRows == 0, let id = engine.formulaStore.group(in: grid, column: column, row: 0) {
        engine.graph.settle([id])
      }
      engine.graph.markDirty(Area(grid: grid, column: column, rows: askedRows...end - 1))
    }
    askedRows = end
  }

  /// The value of an output in a row, as the last recalculation left it.
  package func value(_ output: Int, inRow row: Int) -> CellValue {
    switch outputs[output] {
    case .column(let column): engine.cells.value(at: address(row, column))
    case .cell(let cell): engine.cells.value(at: cell)
    }
  }

  /// The values of an output in the first rows if all of them are plain numbers.
  package func plainNumbers(_ output: Int, rows count: Int) -> [Double]? {
    guard case .column(let column) = outputs[output] else {
      return value(output, inRow: 0).plainNumber.map { Array(repeating: $0, count: count) }
    }
    let store = engine.cells.column(grid, column)
    guard store.pointee.kinds.isPlain else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for row in 0..<count {
      let box = BoxedValue(bits: store.pointee.bits(at: row))
      guard box.isNumber else { return nil }
      numbers.append(box.number)
    }
    return numbers
  }
}

extension CellValue {
  /// The number if it is a plain one, neither a date nor a time nor a percentage.
  package var plainNumber: Double? { if case .number(let number, .plain) = self { number } else { nil } }
}
