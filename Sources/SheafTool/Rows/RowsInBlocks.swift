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

  /// What the outputs come to in the first rows.
  func values(rows count: Int) -> FinishedBlock.Values {
    _ = block.recalculate(rows: count)
    var values = FinishedBlock.Values(rows: count)
    for output in outputs.indices {
      if let numbers = block.plainNumbers(output, rows: count) {
        values.append(numbers)
      } else {
        values.append((0..<count).map { block.value(output, inRow: $0) })
      }
    }
    return values
  }

  func readings(of values: FinishedBlock.Values, inRow place: Int) -> [Reading] {
    outputs.indices.map { Reading(outputs[$0], in: sheet, inBatch: values.value($0, inRow: place)) }
  }

  /// The first error in an output, with the name of its cell.
  func firstError(in values: FinishedBlock.Values, inRow place: Int) -> (cell: String, error: CellError)? {
    guard !values.areNumbers else { return nil }
    for output in outputs.indices {
      if let error = values.error(output, inRow: place) {
        return (sheet.cellName(at: outputs[output].address), error)
      }
    }
    return nil
  }
}
