import CellModel
import Functions

/// Products, inverses and determinants of matrices.
enum Matrices: FunctionFamily {
  static let title = "Matrices"

  /// The most elements of a result.
  static let limit = 10_000_000

  static let functions: [SheetFunction] = [
    SheetFunction(
      "MMULT", "Gives the product of two matrices.",
      .array("array1", "the left matrix"), .array("array2", "the right matrix, with a row per column of the left"),
      .context,
      traits: [.givesMatrices, .computesArrays],
      examples: [
        "MMULT({1,3;7,2}, {2,0;0,2})" => [[2, 6], [14, 4]], "MMULT({1,2}, {3;4})" => 11, "MMULT(2, 3)" => 6,
        "MMULT({1,2}, {3,4})" => .value, "MMULT({1,\"x\"}, {1;2})" => .value,
      ]
    ) { (left, right, context) throws(CellError) in
      let left = try matrix(left)
      let right = try matrix(right)
      guard left.columns == right.rows else {
        throw .value("The left matrix needs a column for each row of the right.")
      }
      guard left.rows * right.columns <= limit, left.rows * left.columns * right.columns / 1000 <= limit else {
        throw .value("The matrices are too large.")
      }
      try CellArray.check(rows: left.rows, columns: right.columns)
      try takeSteps(for: left.rows * left.columns * right.columns, in: context)
      return array(left * right)
    },

    SheetFunction(
      "MDETERM", "Gives the determinant of a square matrix.", .array("array", "the matrix"), .context,
      traits: .computesArrays,
      examples: [
        "MDETERM({1,3,8,5;1,3,6,1;1,1,1,0;7,3,10,2})" => 88, "MDETERM({3,6;1,1})" => -3, "MDETERM(5)" => 5,
        "MDETERM({1,2})" => .value,
      ]
    ) { (elements, context) throws(CellError) in try square(elements, in: context).determinant },

    SheetFunction(
      "MINVERSE", "Gives the inverse of a square matrix.", .array("array", "the matrix"), .context,
      traits: [.givesMatrices, .computesArrays],
      examples: [
        "MINVERSE({4,-1;2,0})" => [[0, 0.5], [-1, 2]], "MINVERSE(4)" => 0.25, "MINVERSE({1,2;2,4})" => .number,
        "MINVERSE({1,2})" => .value,
      ]
    ) { (elements, context) throws(CellError) in
      guard let inverse = try square(elements, in: context).inverted() else {
        throw .number("The matrix has no inverse.")
      }
      return array(inverse)
    },

    SheetFunction(
      "MUNIT", "Gives the matrix with ones in its diagonal and zeros elsewhere.",
      .integer("dimension", "the number of rows"),
      traits: .spills,
      examples: [
        "MUNIT(2)" => [[1, 0], [0, 1]], "MUNIT(1)" => [[1]], "SUM(MUNIT(3))" => 3, "MUNIT(0)" => .value,
      ]
    ) { (dimension) throws(CellError) in
      guard dimension > 0, dimension <= 3162 else { throw .value("The dimension is out of range.") }
      try CellArray.check(rows: dimension, columns: dimension)
      return Operand.value(.array(array(NumberMatrix.identity(dimension))))
    },
  ]

  /// The numbers of an array; anything else in it is `#VALUE!`.
  static func matrix(_ array: CellArray) throws(CellError) -> NumberMatrix {
    var elements: [Double] = []
    elements.reserveCapacity(array.count)
    for element in array.elements {
      switch element {
      case .number(let number, _): elements.append(number)
      case .error(let error): throw error
      default: throw .value("A matrix may hold nothing but numbers.")
      }
    }
    return NumberMatrix(rows: array.rows, columns: array.columns, elements)
  }

  /// Counts the steps of so many multiplications.
  static func takeSteps(for products: Int, in context: any EvaluationContext) throws(CellError) {
    try context.takeSteps(products >> 8)
  }

  /// A square matrix, with the steps counted that elimination takes.
  private static func square(_ array: CellArray, in context: any EvaluationContext) throws(CellError) -> NumberMatrix {
    guard array.rows == array.columns else { throw .value("The matrix is not square.") }
    guard array.rows <= 1000 else { throw .value("The matrix is too large.") }
    try takeSteps(for: array.count * array.rows, in: context)
    return try matrix(array)
  }

  static func array(_ matrix: NumberMatrix) -> CellArray {
    CellArray(rows: matrix.rows, columns: matrix.columns, matrix.elements.map { CellValue(checking: $0 + 0) })
  }
}
