import CellModel
import Functions

extension CellArray {
  /// The rows at some positions, in their order; none is an error.
  func selecting(rows positions: [Int]) throws(CellError) -> CellArray {
    try Self.check(rows: positions.count, columns: columns)
    if columns == 1, let boxes = boxes(at: positions) {
      return CellArray(rows: positions.count, columns: 1, BoxedElements(boxes))
    }
    var result: [CellValue] = []
    result.reserveCapacity(positions.count * columns)
    for position in positions { result.append(contentsOf: row(position)) }
    return CellArray(rows: positions.count, columns: columns, result)
  }

  /// The columns at some positions, in their order; none is an error.
  func selecting(columns positions: [Int]) throws(CellError) -> CellArray {
    try Self.check(rows: rows, columns: positions.count)
    var result: [CellValue] = []
    result.reserveCapacity(positions.count * rows)
    for row in 0..<rows { for position in positions { result.append(self[row, position]) } }
    return CellArray(rows: rows, columns: positions.count, result)
  }

  /// A column read from top to bottom.
  func column(_ column: Int) -> [CellValue] { (0..<rows).map { self[$0, column] } }

  /// The elements row by row, or column by column.
  func elements(byColumn: Bool) -> [CellValue] { byColumn ? transposed().elements : elements }

  /// The first error among the elements.
  var firstError: CellError? {
    for element in elements { if case .error(let error) = element { return error } }
    return nil
  }
}
