import CellModel
import Functions
import Mathematics

/// Curves of least squares with any count of variables.
enum Regression: FunctionFamily {
  static let title = "Regression"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "LINEST",
      "Gives the coefficients of the linear model of least squares, the last variable first and the constant last.",
      .array("known_y", "the ordinates"), .optionalArray("known_x", "the abscissas; left out, 1, 2, 3 and so on"),
      .logical("const", "FALSE forces the constant to 0", default: true),
      .logical("stats", "TRUE adds four rows of statistics", default: false), .context,
      traits: [.spills, .computesArrays],
      examples: [
        "ROUND(LINEST({1,9,5,7}, {0,4,2,3}), 9)" => [[2, 1]], "ROUND(INDEX(LINEST({2,4,6}), 1), 9)" => 2,
        "ROUND(LINEST({2,4,6}, {1,2,3}, FALSE), 9)" => [[2, 0]], "LINEST({1,\"x\"}, {1,2})" => .value,
        "LINEST({1,2}, {1,2,3})" => .reference,
      ]
    ) { (y, x, hasConstant, hasStatistics, context) throws(CellError) in
      let arguments = try RegressionArguments(y, x)
      let model = try arguments.model(of: arguments.y, hasConstant: hasConstant, in: context)
      return table(model, hasConstant, hasStatistics) { $0 }
    },

    SheetFunction(
      "LOGEST",
      "Gives the bases of the exponential curve of least squares, the last variable first and the factor last.",
      .array("known_y", "the ordinates, all positive"),
      .optionalArray("known_x", "the abscissas; left out, 1, 2, 3 and so on"),
      .logical("const", "FALSE forces the factor to 1", default: true),
      .logical("stats", "TRUE adds four rows of statistics", default: false), .context,
      traits: [.spills, .computesArrays],
      examples: [
        "ROUND(LOGEST({2,4,8}), 9)" => [[2, 1]], "ROUND(LOGEST({3,6,12}, {0,1,2}), 9)" => [[2, 3]],
        "ROUND(LOGEST({2,4}, {1,2}, FALSE), 9)" => [[2, 1]], "LOGEST({0,1})" => .number,
      ]
    ) { (y, x, hasConstant, hasStatistics, context) throws(CellError) in
      let arguments = try RegressionArguments(y, x, isExponential: true)
      let model = try arguments.model(of: arguments.y.map { log($0) }, hasConstant: hasConstant, in: context)
      return table(model, hasConstant, hasStatistics) { exp($0) }
    },

    SheetFunction(
      "TREND", "Gives the ordinates of the linear model of least squares.",
      .array("known_y", "the ordinates"), .optionalArray("known_x", "the abscissas; left out, 1, 2, 3 and so on"),
      .optionalArray("new_x", "where to take the model; left out, at the abscissas"),
      .logical("const", "FALSE forces the constant to 0", default: true), .context, traits: [.spills, .computesArrays],
      examples: [
        "ROUND(TREND({3,5,7}, {1,2,3}, {4,5}), 9)" => [[9, 11]], "ROUND(TREND({3;5;7}), 9)" => [[3], [5], [7]],
        "ROUND(TREND({2,4,6}, {1,2,3}, 5, FALSE), 9)" => 10, "TREND({1,\"x\"})" => .value,
      ]
    ) { (y, x, newX, hasConstant, context) throws(CellError) in
      let (arguments, model) = try RegressionArguments.fitted(y, x, hasConstant: hasConstant, in: context)
      return try arguments.values(of: model, at: newX) { $0 }
    },

    SheetFunction(
      "GROWTH", "Gives the ordinates of the exponential curve of least squares.",
      .array("known_y", "the ordinates, all positive"),
      .optionalArray("known_x", "the abscissas; left out, 1, 2, 3 and so on"),
      .optionalArray("new_x", "where to take the curve; left out, at the abscissas"),
      .logical("const", "FALSE forces the factor to 1", default: true), .context, traits: [.spills, .computesArrays],
      examples: [
        "ROUND(GROWTH({2,4,8}, {1,2,3}, {4,5}), 9)" => [[16, 32]], "ROUND(GROWTH({2;4;8}), 9)" => [[2], [4], [8]],
        "ROUND(GROWTH({2,4}, {1,2}, 3, FALSE), 9)" => 8, "GROWTH({0,1})" => .number,
      ]
    ) { (y, x, newX, hasConstant, context) throws(CellError) in
      let (arguments, model) = try RegressionArguments.fitted(
        y, x, isExponential: true, hasConstant: hasConstant, in: context)
      return try arguments.values(of: model, at: newX) { exp($0) }
    },
  ]

  /// The coefficients as a row, and below it, if wanted, errors, determination, F and sums of squares.
  static func table(
    _ model: LeastSquares, _ hasConstant: Bool, _ hasStatistics: Bool, _ transform: (Double) -> Double
  ) -> CellArray {
    var first: [CellValue] = model.coefficients.reversed().map { CellValue(checking: transform($0)) }
    first.append(CellValue(checking: transform(hasConstant ? model.constant : 0)))
    guard hasStatistics else { return CellArray(row: first) }
    let missing = CellValue.error(.notAvailable)
    var second: [CellValue] = model.errors.reversed().map { CellValue(checking: $0) }
    second.append(hasConstant ? CellValue(checking: model.constantError) : missing)
    let freedom = Double(model.degreesOfFreedom)
    let variance = freedom > 0 ? model.residual / freedom : 0
    let count = Double(model.errors.count)
    let f: CellValue = variance > 0 ? CellValue(checking: model.explained / count / variance) : .error(.number)
    let rest: [CellValue] = Array(repeating: missing, count: max(0, first.count - 2))
    let rows: [[CellValue]] = [
      first, second, [CellValue(checking: model.determination), CellValue(checking: variance.squareRoot())] + rest,
      [f, .number(freedom)] + rest, [CellValue(checking: model.explained), CellValue(checking: model.residual)] + rest,
    ]
    return CellArray(rows)
  }
}
