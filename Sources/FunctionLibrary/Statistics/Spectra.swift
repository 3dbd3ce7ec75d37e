import CellModel
import Functions
import Mathematics

/// What a series is made of, frequency by frequency.
enum Spectra: FunctionFamily {
  static let title = "Fourier transform"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "FOURIER",
      "Gives the discrete Fourier transform of numbers as two columns, real and imaginary parts; LibreOffice has it, Excel does not.",
      .array("array", "the numbers, or their real and imaginary parts in two columns or rows"),
      .logical("grouped_by_columns", "TRUE when the array is a column or two, FALSE when it is a row or two"),
      .logical("inverse", "TRUE transforms back", default: false),
      .logical("polar", "TRUE gives magnitudes and phases instead of the parts", default: false),
      .number("minimum_magnitude", "with polar, a smaller magnitude and its phase become 0", default: 0), .context,
      traits: .spills,
      examples: [
        "ROUND(FOURIER({1;2;3;5}, TRUE), 9)" => [[11, 0], [-2, 3], [-3, 0], [-2, -3]],
        "ROUND(FOURIER({11,-2,-3,-2;0,3,0,-3}, FALSE, TRUE), 9)" => [[1, 0], [2, 0], [3, 0], [5, 0]],
        "ROUND(INDEX(FOURIER({1;2;3;5;7}, TRUE, FALSE, TRUE), 3, 2), 9)" => 2.875831732,
        "ROUND(FOURIER({1;2;3;5}, TRUE, FALSE, TRUE, 3.5), 6)" => [
          [11, 0], [3.605551, 2.158799], [0, 0], [3.605551, -2.158799],
        ],
        "FOURIER({1,2,3;4,5,6}, TRUE)" => .value,
      ]
    ) { (array, isGroupedByColumns, isInverse, isPolar, minimum, context) throws(CellError) in
      // Other counts than powers of two are transformed three times at up to four times the length.
      try context.takeSteps((array.count * (Int.bitWidth - array.count.leadingZeroBitCount)) >> 3)
      let result = try numbers(array, isGroupedByColumns).transformed(backwards: isInverse)
      let rows = zip(result.real, result.imaginary).map { real, imaginary -> [CellValue] in
        guard isPolar else { return [CellValue(checking: real), CellValue(checking: imaginary)] }
        let magnitude = hypot(real, imaginary)
        guard magnitude >= minimum, magnitude > 0 else { return [0, 0] }
        return [CellValue(checking: magnitude), CellValue(checking: atan2(imaginary, real))]
      }
      return CellArray(rows)
    }
  ]

  /// The complex numbers that an array holds in one or two columns or rows.
  private static func numbers(_ array: CellArray, _ isGroupedByColumns: Bool) throws(CellError) -> FourierTransform {
    let matrix = try Matrices.matrix(array)
    let parts = isGroupedByColumns ? matrix.columns : matrix.rows
    guard parts <= 2 else { throw .value("A complex number has two parts.") }
    let count = isGroupedByColumns ? matrix.rows : matrix.columns
    func part(_ number: Int) -> [Double] {
      (0..<count).map { isGroupedByColumns ? matrix[$0, number] : matrix[number, $0] }
    }
    return FourierTransform(
      real: part(0), imaginary: parts == 2 ? part(1) : Array(repeating: 0, count: count))
  }
}
