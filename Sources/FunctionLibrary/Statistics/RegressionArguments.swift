import CellModel
import Functions

/// The arguments that LINEST, LOGEST, TREND and GROWTH share, as numbers.
///
/// When the ordinates are one column, each column of the abscissas is a variable; when they are one row, each row is.
/// Otherwise the abscissas are one variable and have the shape of the ordinates.
struct RegressionArguments {
  enum Layout { case columns, rows, elements }

  let y: [Double]
  let variables: [[Double]]
  let layout: Layout
  /// The shape that new abscissas have when there are none of their own.
  let x: CellArray

  init(_ knownY: CellArray, _ knownX: CellArray?, isExponential: Bool = false) throws(CellError) {
    y = try Self.numbers(knownY)
    if isExponential, y.contains(where: { $0 <= 0 }) {
      throw .number("An exponential curve needs positive ordinates.")
    }
    if let knownX { _ = try Self.numbers(knownX) }
    let x: CellArray
    if let knownX {
      x = knownX
    } else {
      x = CellArray(rows: knownY.rows, columns: knownY.columns, (1...knownY.count).map { .number(Double($0)) })
    }
    if x.rows == knownY.rows, x.columns == knownY.columns {
      layout = .elements
    } else if knownY.columns == 1, x.rows == knownY.rows, x.rows > 1 {
      layout = .columns
    } else if knownY.rows == 1, x.columns == knownY.columns, x.columns > 1 {
      layout = .rows
    } else {
      throw .reference("The abscissas do not fit the ordinates.")
    }
    self.x = x
    variables = try Self.variables(x, layout)
    guard variables.count <= 256 else { throw .value("There are too many variables.") }
  }

  static func numbers(_ array: CellArray) throws(CellError) -> [Double] {
    // An error among the data is no number; one in place of them was seen before.
    do throws(CellError) { return try Matrices.matrix(array).elements } catch {
      throw array.count == 1 ? error : .value("The data hold something that is no number.")
    }
  }

  private static func variables(_ array: CellArray, _ layout: Layout) throws(CellError) -> [[Double]] {
    let numbers = try numbers(array)
    switch layout {
    case .elements: return [numbers]
    case .rows: return (0..<array.rows).map { row in Array(numbers[row * array.columns..<(row + 1) * array.columns]) }
    case .columns:
      return (0..<array.columns).map { column in (0..<array.rows).map { numbers[$0 * array.columns + column] } }
    }
  }

  /// The model; `#NUM!` when there is no value.
  func model(
    of y: [Double], hasConstant: Bool, in context: any EvaluationContext
  ) throws(CellError) -> LeastSquares {
    try Matrices.takeSteps(for: 2 * y.count * variables.count * variables.count, in: context)
    guard let model = LeastSquares(y, variables: variables, hasConstant: hasConstant) else {
      throw .number("There is no value.")
    }
    return model
  }

  /// The values of a model at new abscissas, in their shape.
  func values(
    of model: LeastSquares, at newX: CellArray?, _ transform: (Double) -> Double
  ) throws(CellError) -> CellArray {
    let points = newX ?? x
    switch layout {
    case .elements:
      let values = try Self.numbers(points).map { CellValue(checking: transform(model.value(at: [$0]))) }
      return CellArray(rows: points.rows, columns: points.columns, values)
    case .columns:
      guard points.columns == variables.count else {
        throw .reference("The new abscissas have another count of columns.")
      }
    case .rows:
      guard points.rows == variables.count else { throw .reference("The new abscissas have another count of rows.") }
    }
    let columns = try Self.variables(points, layout)
    let count = layout == .columns ? points.rows : points.columns
    let values = (0..<count).map { index in
      CellValue(checking: transform(model.value(at: columns.map { $0[index] })))
    }
    return layout == .columns ? CellArray(column: values) : CellArray(row: values)
  }
}
