import Mathematics

/// Dense matrices of numbers, row by row, and what linear algebra makes of them.
struct NumberMatrix: Sendable, Equatable {
  let rows: Int
  let columns: Int
  var elements: [Double]

  init(rows: Int, columns: Int, _ elements: [Double]) {
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  init(rows: Int, columns: Int, repeating value: Double = 0) {
    self.init(rows: rows, columns: columns, [Double](repeating: value, count: rows * columns))
  }

  static func identity(_ size: Int) -> NumberMatrix {
    var result = NumberMatrix(rows: size, columns: size)
    for index in 0..<size { result[index, index] = 1 }
    return result
  }

  @inline(__always)
  subscript(row: Int, column: Int) -> Double {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// The matrix product; the columns of the left must be the rows of the right.
  static func * (a: NumberMatrix, b: NumberMatrix) -> NumberMatrix {
    var result = NumberMatrix(rows: a.rows, columns: b.columns)
    let width = b.columns
    // Buffers, because the inner loop runs a thousand million times and has nothing to check.
    result.elements.withUnsafeMutableBufferPointer { result in
      b.elements.withUnsafeBufferPointer { right in
        for row in 0..<a.rows {
          for inner in 0..<a.columns {
            let factor = a[row, inner]
            let (to, from) = (row * width, inner * width)
            for column in 0..<width { result[to + column] += factor * right[from + column] }
          }
        }
      }
    }
    return result
  }

  /// The rows of a square matrix put in the order of elimination with partial pivoting, as `lower · upper`.
  struct Decomposition {
    var matrix: NumberMatrix
    var order: [Int]
    var sign: Double
    var isSingular: Bool
    /// The powers of two by which rows and columns were divided before.
    var rowExponents: [Int]
    var columnExponents: [Int]
  }

  /// The matrix with rows and columns divided by powers of two, so that the largest element of each is 1 to 2.
  private func equilibrated() -> (matrix: NumberMatrix, rowExponents: [Int], columnExponents: [Int]) {
    var result = self
    func exponent(_ largest: Double) -> Int { largest == 0 ? 0 : Int(largest.exponent) }
    let rowExponents = (0..<rows).map { row in
      exponent((0..<columns).reduce(0) { max($0, abs(self[row, $1])) })
    }
    for row in 0..<rows {
      for column in 0..<columns { result[row, column] = scalbn(self[row, column], -rowExponents[row]) }
    }
    let columnExponents = (0..<columns).map { column in
      exponent((0..<rows).reduce(0) { max($0, abs(result[$1, column])) })
    }
    for row in 0..<rows {
      for column in 0..<columns { result[row, column] = scalbn(result[row, column], -columnExponents[column]) }
    }
    return (result, rowExponents, columnExponents)
  }

  /// The decomposition into triangles with the largest pivot of each column; Golub and Van Loan, algorithm 3.4.1.
  ///
  /// Rows and columns of different size are made alike before, so that a pivot that is only rounding can be told.
  func decomposed() -> Decomposition {
    let (scaled, rowExponents, columnExponents) = equilibrated()
    var result = Decomposition(
      matrix: scaled, order: Array(0..<rows), sign: 1, isSingular: false, rowExponents: rowExponents,
      columnExponents: columnExponents)
    for column in 0..<rows {
      var pivot = column
      for row in column..<rows where abs(result.matrix[row, column]) > abs(result.matrix[pivot, column]) { pivot = row }
      if abs(result.matrix[pivot, column]) <= Double(rows) * 0x1p-52 {
        result.isSingular = true
        continue
      }
      if pivot != column {
        for other in 0..<columns {
          let held = result.matrix[pivot, other]
          result.matrix[pivot, other] = result.matrix[column, other]
          result.matrix[column, other] = held
        }
        result.order.swapAt(pivot, column)
        result.sign = -result.sign
      }
      for row in column + 1..<max(rows, column + 1) {
        let factor = result.matrix[row, column] / result.matrix[column, column]
        result.matrix[row, column] = factor
        if factor != 0 {
          for other in column + 1..<max(columns, column + 1) {
            result.matrix[row, other] -= factor * result.matrix[column, other]
          }
        }
      }
    }
    return result
  }

  /// The determinant of a square matrix.
  var determinant: Double {
    let parts = decomposed()
    if parts.isSingular { return 0 }
    var result = parts.sign
    var exponent = parts.rowExponents.reduce(0, +) + parts.columnExponents.reduce(0, +)
    for index in 0..<rows {
      result *= parts.matrix[index, index]
      exponent += Int(result.exponent)
      result = scalbn(result, -Int(result.exponent))
    }
    result = scalbn(result, exponent)
    // Whole elements have a whole determinant, which elimination misses by rounding.
    if abs(result) < 1e12, elements.allSatisfy({ $0 == $0.rounded() }) { return result.rounded() }
    return result
  }

  /// The inverse of a square matrix; `nil` when it is singular.
  func inverted() -> NumberMatrix? {
    let parts = decomposed()
    guard !parts.isSingular else { return nil }
    var result = NumberMatrix(rows: rows, columns: rows)
    var solution = [Double](repeating: 0, count: rows)
    for column in 0..<rows {
      for row in 0..<rows {
        var value: Double = parts.order[row] == column ? 1 : 0
        for inner in 0..<row { value -= parts.matrix[row, inner] * solution[inner] }
        solution[row] = value
      }
      for row in stride(from: rows - 1, through: 0, by: -1) {
        var value = solution[row]
        for inner in row + 1..<max(rows, row + 1) { value -= parts.matrix[row, inner] * solution[inner] }
        solution[row] = value / parts.matrix[row, row]
      }
      for row in 0..<rows {
        result[row, column] = scalbn(solution[row], -parts.rowExponents[column] - parts.columnExponents[row])
      }
    }
    return result
  }
}
