import CellModel
import LiveSheets

extension Sheet {
  /// Evaluates outputs for many rows of inputs, each row as if the sheet had just been loaded for it.
  ///
  /// ```swift
  /// try sheet.batch(["price", "quantity"], rows: [[12.5, 3], [8, 10]], outputs: ["total"]) { row, result in
  ///   print(row, try result.get()[0])
  /// }
  /// ```
  ///
  /// The sheet itself keeps its values, and nobody who observes it is told anything. Services are not called: what waits for
  /// an answer is `#BUSY!`. One block of rows is held at a time, however many there are.
  ///
  /// - Parameters:
  ///   - inputs: The inputs and constants that the values of a row set, in one instant.
  ///   - outputs: The cells, ranges or tables whose values are asked for.
  ///   - body: Is called for each row in turn with its number from 0, and its outputs or the reason why it was refused.
  /// - Throws: ``SetError`` when an input cannot be set or an output is not there; and what the body throws.
  /// - Complexity: About what a row of filled columns costs where the sheet is cells computed from cells, and what setting the
  ///   inputs costs where it is more: where it has checks, lives in time, or reads what varies by ranges or tables.
  public func batch(
    _ inputs: [String], rows: some Sequence<[CellValue]>, outputs: [String],
    _ body: (_ row: Int, _ result: Result<[CellValue], SetError>) throws -> Void
  ) throws {
    let (document, environment) = host.read { (live.document, live.environment) }
    let batch = try SheetBatch(LiveSheet(document, environment: environment), inputs, outputs)
    var number = 0
    for row in rows {
      batch.add(row)
      if batch.isFull { number = try batch.flush(from: number, body) }
    }
    _ = try batch.flush(from: number, body)
  }
}

/// The rows of a batch over a sheet that is its own: many at a time where the sheet allows it, else one by one.
private final class SheetBatch {
  private let sheet: LiveSheet
  private let inputs: [SettableCell]
  private let outputs: [(path: String, cell: CellInfo)]
  private let block: SheetBlock?
  /// What each row begins with where rows are evaluated one by one.
  private let loaded: LoadedState?
  /// The rows that wait for their outputs: the row of the block, or why it has none.
  private var waiting: [Result<Int, SetError>] = []
  private var accepted = 0

  init(_ sheet: LiveSheet, _ inputs: [String], _ outputs: [String]) throws(SetError) {
    self.sheet = sheet
    do throws(Refusal) {
      self.inputs = try inputs.map { (name) throws(Refusal) in try sheet.settableCell(name) }
    } catch { throw SetError(error) }
    self.outputs = try outputs.map { (name) throws(SetError) in
      switch sheet.cell(name) {
      case .success(let cell): return (name, cell)
      case .failure(let failure): throw SetError(name, failure.message)
      }
    }
    let cells = self.outputs.map(\.cell)
    block = SheetBlock(sheet, inputs: self.inputs, outputs: cells)
    loaded = block == nil ? LoadedState(of: sheet, setting: self.inputs, and: cells) : nil
  }

  var isFull: Bool { block == nil ? !waiting.isEmpty : waiting.count == SheetBlock.rowCount }

  /// Takes a row; in a block it is evaluated later, with the others.
  func add(_ row: [CellValue]) {
    guard row.count == inputs.count else {
      let words = "the row has \(row.count) value\(row.count == 1 ? "" : "s"), and \(inputs.count) inputs are set"
      waiting.append(.failure(SetError("", words)))
      return
    }
    do throws(Refusal) {
      if let block {
        let accepted = try sheet.accepted { (change) throws(Refusal) in try set(row, by: &change) }
        for (input, value) in accepted.enumerated() { block.set(input, inRow: self.accepted, to: value) }
        waiting.append(.success(self.accepted))
        self.accepted += 1
      } else {
        loaded?.restore()
        try sheet.transaction { (change) throws(Refusal) in try set(row, by: &change) }
        waiting.append(.success(0))
      }
    } catch {
      waiting.append(.failure(SetError(error)))
    }
  }

  private func set(_ row: [CellValue], by change: inout LiveSheet.Transaction) throws(Refusal) {
    for (input, value) in zip(inputs, row) { try change.set(input, to: value) }
  }

  /// Gives the outputs of the rows that wait; the result is the number of the next row.
  func flush(
    from first: Int, _ body: (_ row: Int, _ result: Result<[CellValue], SetError>) throws -> Void
  ) throws -> Int {
    if let block, accepted > 0 { _ = block.recalculate(rows: accepted) }
    for (place, row) in waiting.enumerated() {
      try body(
        first + place,
        row.map { row in
          outputs.indices.map { block?.value($0, inRow: row) ?? value(of: outputs[$0]) }
        })
    }
    defer {
      waiting.removeAll(keepingCapacity: true)
      accepted = 0
    }
    return first + waiting.count
  }

  private func value(of output: (path: String, cell: CellInfo)) -> CellValue {
    switch sheet.present(output.cell, of: output.path) {
    case .success(let cell): sheet.value(of: cell)
    case .failure(let error): .error(error)
    }
  }
}
