/// The linear model of least squares, by the QR decomposition of Householder (Golub and Van Loan, §5.3.2).
///
/// With a constant, variables and ordinates are first moved to their means, which keeps large offsets from costing
/// digits. Of variables that depend on each other some get the coefficient 0. As in Excel, those that vary most stay:
/// of `x` and `3x + 8` it is the second (C. Carlberg, "How Excel's LINEST() Handles Collinearity", 2013).
struct LeastSquares: Sendable {
  private(set) var coefficients: [Double]
  private(set) var errors: [Double]
  private(set) var constant: Double
  private(set) var constantError: Double
  private(set) var degreesOfFreedom: Int
  private(set) var explained: Double
  private(set) var residual: Double

  /// Fits ordinates by variables, each with as many values; `nil` when there are none.
  init?(_ y: [Double], variables: [[Double]], hasConstant: Bool) {
    let n = y.count
    let k = variables.count
    guard n > 0 else { return nil }
    let meansX = variables.map { hasConstant ? CompensatedSum.of($0) / Double(n) : 0 }
    let meanY = hasConstant ? CompensatedSum.of(y) / Double(n) : 0

    let columns = zip(variables, meansX).map { (variable, mean) in variable.map { $0 - mean } }
    let moved = y.map { $0 - meanY }
    let total = CompensatedSum.of(moved.map { $0 * $0 })

    var (reduced, right) = (columns, moved)
    var (kept, triangle) = Self.reduce(&reduced, &right)
    if kept.count < k {
      let independent = Self.independent(columns)
      (reduced, right) = (independent.map { columns[$0] }, moved)
      (kept, triangle) = Self.reduce(&reduced, &right)
      kept = kept.map { independent[$0] }
    }
    let rank = kept.count
    var solution = [Double](repeating: 0, count: rank)
    for row in stride(from: rank - 1, through: 0, by: -1) {
      var value = right[row]
      for column in row + 1..<max(rank, row + 1) { value -= triangle[row, column] * solution[column] }
      solution[row] = value / triangle[row, row]
    }
    coefficients = [Double](repeating: 0, count: k)
    for (place, variable) in kept.enumerated() { coefficients[variable] = solution[place] }
    constant = meanY
    for (coefficient, mean) in zip(coefficients, meansX) { constant -= coefficient * mean }

    degreesOfFreedom = n - rank - (hasConstant ? 1 : 0)
    var residual = CompensatedSum.of(right.dropFirst(rank).map { $0 * $0 })
    if degreesOfFreedom <= 0 || residual < total * 1e-30 { residual = 0 }
    self.residual = residual
    explained = total - residual
    let variance = degreesOfFreedom > 0 ? residual / Double(degreesOfFreedom) : 0
    errors = [Double](repeating: 0, count: k)
    var ofConstant = 1 / Double(n)
    let inverse = Self.inverse(of: triangle, rank)
    // (XᵀX)⁻¹ = R⁻¹ R⁻ᵀ
    for (place, variable) in kept.enumerated() {
      var squares: Double = 0
      for column in place..<rank { squares += inverse[place, column] * inverse[place, column] }
      errors[variable] = (variance * squares).squareRoot()
    }
    for column in 0..<rank {
      var product: Double = 0
      for row in 0...column { product += meansX[kept[row]] * inverse[row, column] }
      ofConstant += product * product
    }
    constantError = hasConstant ? (variance * ofConstant).squareRoot() : 0
  }

  /// The part of a column's square that is only rounding.
  private static let negligible = 1e-24

  /// The columns to keep where some depend on others, in their order.
  ///
  /// Again and again it is the one of which most is left when what those chosen determine is taken away.
  private static func independent(_ columns: [[Double]]) -> [Int] {
    var rests = columns
    let bounds = columns.map { column in column.reduce(0) { $0 + $1 * $1 } * negligible }
    var kept: [Int] = []
    while kept.count < columns.first?.count ?? 0 {
      let squares = rests.map { rest in rest.reduce(0) { $0 + $1 * $1 } }
      let open = rests.indices.filter { !kept.contains($0) && squares[$0] > bounds[$0] }
      guard let largest = open.max(by: { squares[$0] < squares[$1] }) else { break }
      kept.append(largest)
      for index in open where index != largest {
        let product = zip(rests[index], rests[largest]).reduce(0) { $0 + $1.0 * $1.1 } / squares[largest]
        rests[index] = zip(rests[index], rests[largest]).map { $0 - product * $1 }
      }
    }
    return kept.sorted()
  }

  /// Brings the columns to a triangle and the right side with them; gives the columns that are independent.
  private static func reduce(_ columns: inout [[Double]], _ right: inout [Double]) -> ([Int], NumberMatrix) {
    let n = right.count
    var kept: [Int] = []
    var triangle = NumberMatrix(rows: columns.count, columns: columns.count)
    for index in columns.indices {
      let row = kept.count
      guard row < n else { break }
      let whole = columns[index].reduce(0) { $0 + $1 * $1 }
      let rest = columns[index].dropFirst(row).reduce(0) { $0 + $1 * $1 }
      guard rest > whole * negligible, rest > 0 else { continue }
      for above in 0..<row { triangle[above, row] = columns[index][above] }
      let length = columns[index][row] > 0 ? -rest.squareRoot() : rest.squareRoot()
      triangle[row, row] = length
      kept.append(index)

      var mirror = Array(columns[index][row...])
      mirror[0] -= length
      let square = mirror.reduce(0) { $0 + $1 * $1 }
      guard square > 0 else { continue }
      for other in index + 1..<max(columns.count, index + 1) { reflect(&columns[other], mirror, square, from: row) }
      reflect(&right, mirror, square, from: row)
    }
    return (kept, triangle)
  }

  private static func reflect(_ column: inout [Double], _ mirror: [Double], _ square: Double, from row: Int) {
    var product: Double = 0
    for (offset, value) in mirror.enumerated() { product += value * column[row + offset] }
    let factor = 2 * product / square
    for (offset, value) in mirror.enumerated() { column[row + offset] -= factor * value }
  }

  /// The inverse of the upper triangle of some rows.
  private static func inverse(of triangle: NumberMatrix, _ size: Int) -> NumberMatrix {
    var result = NumberMatrix(rows: max(size, 1), columns: max(size, 1))
    for column in 0..<size {
      result[column, column] = 1 / triangle[column, column]
      for row in stride(from: column - 1, through: 0, by: -1) {
        var value: Double = 0
        for inner in row + 1...column { value -= triangle[row, inner] * result[inner, column] }
        result[row, column] = value / triangle[row, row]
      }
    }
    return result
  }

  /// The ordinate at a point of the variables.
  func value(at point: [Double]) -> Double {
    var result = constant
    for (coefficient, x) in zip(coefficients, point) { result += coefficient * x }
    return result
  }

  /// The part of the variance that the model explains.
  var determination: Double {
    let total = explained + residual
    return total > 0 ? explained / total : 1
  }
}
