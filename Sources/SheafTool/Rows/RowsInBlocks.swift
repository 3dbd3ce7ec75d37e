import CellModel
import LiveSheets

/// The rows of a batch over a sheet of which many are evaluated at once.
final class RowsInBlocks {
  static let rowCount = SheetBlock.rowCount

  /// An input, the position of its field, and what it had before the first row.
  struct Input {
    let cell: SettableCell
    let field: Int
    let before: CellValue
  }

  let sheet: LiveSheet
  let outputs: [CellInfo]
  private let inputs: [Input]
  private let block: SheetBlock
  /// The numbers of each output in the rows of the block, where all of them are plain numbers.
  private(set) var columns: [[Double]?] = []

  /// `nil` for a sheet whose rows have to be evaluated one by one.
  init?(_ sheet: LiveSheet, inputs: [Input], outputs: [CellInfo]) {
    guard let block = SheetBlock(sheet, inputs: inputs.map(\.cell), outputs: outputs) else { return nil }
    self.sheet = sheet
    self.inputs = inputs
    self.outputs = outputs
    self.block = block
  }

  /// Sets the inputs of one row of the block; gives what was refused and the position of its field.
  func set(_ row: some BatchRow, inRow place: Int) -> RowRefusal? {
    for (position, input) in inputs.enumerated() {
      if let number = row.plainNumber(input.field), block.takes(number, position) {
        block.set(position, inRow: place, to: .number(number))
        continue
      }
      do throws(Refusal) {
        let accepted = try sheet.accepted { (change) throws(Refusal) in
          try change.set(input.cell, to: row.setting(input.field), before: input.before)
        }
        for value in accepted { block.set(position, inRow: place, to: value) }
      } catch {
        return RowRefusal(error, input.field)
      }
    }
    return nil
  }

  func recalculate(rows count: Int) {
    _ = block.recalculate(rows: count)
    columns = outputs.indices.map { block.plainNumbers($0, rows: count) }
  }

  func value(_ output: Int, inRow row: Int) -> CellValue { block.value(output, inRow: row) }
}

/// One evaluated row of a block.
struct BlockRow {
  let rows: RowsInBlocks
  let place: Int

  var count: Int { rows.outputs.count }

  func value(_ output: Int) -> CellValue { rows.value(output, inRow: place) }
  /// The value of an output, where all of the block's are plain numbers.
  func plainNumber(_ output: Int) -> Double? { rows.columns[output]?[place] }

  func readings() -> [Reading] {
    rows.outputs.indices.map { Reading(rows.outputs[$0], in: rows.sheet, inBatch: value($0)) }
  }

  /// The first error in an output, with the name of its cell.
  var firstError: (cell: String, error: CellError)? {
    for output in 0..<count where rows.columns[output] == nil {
      let error: CellError? =
        switch value(output) {
        case .error(let error): error
        case .array(let array): array.elements.lazy.compactMap { $0.error }.first
        default: nil
        }
      if let error { return (rows.sheet.cellName(at: rows.outputs[output].address), error) }
    }
    return nil
  }
}
