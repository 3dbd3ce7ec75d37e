import CellModel
import Functions

extension CellArray {
  /// The rows at some positions, in their order; none is an error.
  func selecting(rows positions: [Int]) throws(CellError) -> CellArray {
    try Self.check(rows: positions.count, columns: columns)
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

  /// Whether it holds the very elements of another, and not only equal ones, which is known at once.
  func isSameStorage(as other: CellArray) -> Bool {
    rows == other.rows && columns == other.columns
      && elements.withUnsafeBufferPointer { one in
        other.elements.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
      }
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
