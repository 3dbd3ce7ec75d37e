import CellModel
import Functions

/// Functions that no formula calls by name: what a workbook says of a formula beside its text.
package enum WorkbookFunctions: FunctionFamily {
  package static let title = "Workbooks"

  static let fit = "SHEAF.FIT"
  static let shown = "SHEAF.SHOWN"

  // Made by hand: a range comes as it is, and a single value stays one.
  package static let functions: [SheetFunction] = [
    SheetFunction(
      fit, "Brings the result of an array formula to the size of the cells that it fills.",
      parameters: [
        ParameterInfo("result", "what the formula gives"), ParameterInfo("rows", "the rows of the cells"),
        ParameterInfo("columns", "the columns of the cells"),
      ], examples: ["SHEAF.FIT({1,2}, 1, 3)" => [[1, 2, .error(.notAvailable)]]]
    ) { (call) throws(CellError) in
      let result = try call.nextValue() ?? .blank
      let rows = try (call.nextValue() ?? 1).asNumber()
      let columns = try (call.nextValue() ?? 1).asNumber()
      return .value(try fitted(result, rows: Int(rows), columns: Int(columns)))
    },
    SheetFunction(
      shown, "Rounds a number to the decimal places that its format shows; anything else stays as it is.",
      .anything("result", "what the formula gives"), .integer("digits", "the places"),
      examples: [
        "SHEAF.SHOWN(1/3, 2)" => 0.33, "SHEAF.SHOWN(\"a\", 2)" => "a",
        "SHEAF.SHOWN(TRUE, 2)" => .init(booleanLiteral: true),
      ]
    ) { (result, digits) throws(CellError) in
      if case .error(let error) = result { throw error }
      guard case .number(let number, let kind) = result else { return result }
      return .number(DecimalRounding.round(number, places: digits), kind)
    },
  ]

  /// A single value, row or column is repeated; cells beyond the result are `#N/A` (ECMA-376 part 1, §18.3.1.40).
  private static func fitted(_ result: CellValue, rows: Int, columns: Int) throws(CellError) -> CellValue {
    try CellArray.check(rows: rows, columns: columns)
    guard case .array(let array) = result else {
      if rows * columns == 1 { return result }
      return .array(CellArray(rows: rows, columns: columns, repeating: result))
    }
    if rows * columns == 1 { return array.first }
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    for row in 0..<rows {
      for column in 0..<columns { elements.append(array.broadcast(row, column) ?? .error(.notAvailable)) }
    }
    return .array(CellArray(rows: rows, columns: columns, elements))
  }
}
