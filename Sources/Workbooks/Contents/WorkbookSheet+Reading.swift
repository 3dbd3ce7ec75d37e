import CellModel

/// What every reader does at the end of a sheet.
extension WorkbookSheet {
  /// The constant of a cell; blank where there is none.
  func constant(row: Int, column: Int) -> CellValue {
    guard let constants = columns[column] else { return .blank }
    let place = constants.position(of: row)
    return place < constants.rows.count && constants.rows[place] == row ? constants.values[place] : .blank
  }

  /// Takes what array formulas have filled out of the constants.
  mutating func takeSpilledValues() {
    for (number, array) in arrays.formulas.enumerated() where array.block.count > 1 {
      for column in columns.keys.filter({ $0 >= array.block.left && $0 <= array.block.right }).sorted() {
        guard var constants = columns[column] else { continue }
        let range = constants.position(of: array.block.top)..<constants.position(of: array.block.bottom + 1)
        guard !range.isEmpty else { continue }
        for place in range {
          arrays.spilled.append(
            SpilledValue(
              row: constants.rows[place], column: Int32(column), value: constants.values[place], array: Int32(number),
              style: constants.styles[place]))
        }
        constants.rows.removeSubrange(range)
        constants.values.removeSubrange(range)
        constants.styles.removeSubrange(range)
        columns[column] = constants
      }
    }
  }
}
