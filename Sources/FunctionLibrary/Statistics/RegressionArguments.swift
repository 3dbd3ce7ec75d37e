import CellModel
import Functions
import Mathematics

/// The arguments that LINEST, LOGEST, TREND and GROWTH share, as numbers.
///
/// When the ordinates are one column, each column of the abscissas is a variable; when they are one row, each row is.
/// One ordinate is both: a column of abscissas has as many variables, and so has a row.
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
    } else if knownY.columns == 1, x.rows == knownY.rows {
      layout = .columns
    } else if knownY.rows == 1, x.columns == knownY.columns {
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
    try takeSteps(in: context)
    guard let model = LeastSquares(y, variables: variables, hasConstant: hasConstant) else {
      throw .number("There is no value.")
    }
    return model
  }

  /// The arguments and their model, which may be kept of a call with the same ordinates and abscissas.
  ///
  /// `TREND(B$1:B$99, A$1:A$99, C1)` down a column asks for one model in each row.
  static func fitted(
    _ y: CellArray, _ x: CellArray?, isExponential: Bool = false, hasConstant: Bool, in context: any EvaluationContext
  ) throws(CellError) -> (arguments: RegressionArguments, model: LeastSquares) {
    let key = Key(y: y.identity, x: x?.identity, isExponential: isExponential, hasConstant: hasConstant)
    let isLong = y.count >= leastKept
    if isLong, let kept = context.cache.value(Kept.self, for: key), kept.isOf(y, x) {
      try kept.arguments.takeSteps(in: context)
      return (kept.arguments, kept.model)
    }
    let arguments = try RegressionArguments(y, x, isExponential: isExponential)
    let model = try arguments.model(
      of: isExponential ? arguments.y.map { log($0) } : arguments.y, hasConstant: hasConstant, in: context)
    if isLong {
      context.cache.keep(Kept(y: y, knownX: x, arguments: arguments, model: model), for: key, atMost: mostKept)
    }
    return (arguments, model)
  }

  /// A model of fewer ordinates is made in no time.
  private static let leastKept = 64
  private static let mostKept = 16

  private struct Key: Hashable {
    let y: UnsafeRawPointer?
    let x: UnsafeRawPointer?
    let isExponential: Bool
    let hasConstant: Bool
  }

  private struct Kept {
    /// Held, so that no others can stand where they do.
    let y: CellArray
    let knownX: CellArray?
    let arguments: RegressionArguments
    let model: LeastSquares

    func isOf(_ y: CellArray, _ x: CellArray?) -> Bool {
      guard self.y.isSameStorage(as: y) else { return false }
      guard let knownX, let x else { return knownX == nil && x == nil }
      return knownX.isSameStorage(as: x)
    }
  }

  private func takeSteps(in context: any EvaluationContext) throws(CellError) {
    try Matrices.takeSteps(for: 2 * y.count * variables.count * variables.count, in: context)
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
