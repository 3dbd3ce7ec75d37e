import CellModel
import Functions

/// Aggregates that leave out hidden rows, errors and other subtotals.
enum Subtotals: FunctionFamily {
  static let title = "Subtotals"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "SUBTOTAL",
      "Applies an aggregate to references and leaves out cells that are subtotals themselves or in rows that a filter hides.",
      .integer(
        "function",
        "1 AVERAGE, 2 COUNT, 3 COUNTA, 4 MAX, 5 MIN, 6 PRODUCT, 7 STDEV.S, 8 STDEV.P, 9 SUM, 10 VAR.S, 11 VAR.P; 100 more leaves out hidden rows"
      ),
      .rest("ref", "the references"), .context,
      traits: [.takesEachReference, .leavesOutSubtotals],
      examples: [
        "SUBTOTAL(9, A1:A3)" => 0, "SUBTOTAL(102, A1:A3)" => 0, "SUBTOTAL({2,3}, A1:A3)" => [[0, 0]],
        "SUBTOTAL(9, {1,2,3})" => 6, "SUBTOTAL(9, OFFSET(A1, {0,1}, 0))" => [[0, 0]],
        "SUBTOTAL(1, A1:A3)" => .divisionByZero, "SUBTOTAL(12, A1:A3)" => .value,
      ]
    ) { (code, references, context) throws(CellError) -> CellValue in
      let function = code > 100 ? code - 100 : code
      guard (1...11).contains(function) else { throw .value("There is no function of that number.") }
      let omissions: CellSelection.Omissions = code > 100 ? [.subtotals, .hiddenRows] : [.subtotals, .filteredRows]
      return try result(ofFunction: function, references, omitting: omissions, context)
    },

    SheetFunction(
      "AGGREGATE", "Applies an aggregate and leaves out what the options say.",
      .integer(
        "function",
        "1 to 11 as in SUBTOTAL, 12 MEDIAN, 13 MODE.SNGL, 14 LARGE, 15 SMALL, 16 PERCENTILE.INC, 17 QUARTILE.INC, 18 PERCENTILE.EXC, 19 QUARTILE.EXC"
      ),
      .integer(
        "options",
        "0 leaves out subtotals, and 1 hidden rows too, 2 errors too, 3 both; 4 nothing, 5 hidden rows, 6 errors, 7 both",
        default: 0),
      .rest("ref", "the references; from function 14 on one array and its parameter k"), .context,
      traits: [.takesEachReference, .leavesOutSubtotals, .computesArraysBehindFirst],
      examples: [
        "AGGREGATE(14, 6, {3,5,4}, 1)" => 5, "AGGREGATE(15, 6, {3,5,4}/{1,0,1}, 1)" => 3, "AGGREGATE(9, 4, A1:A3)" => 0,
        "AGGREGATE(9, 6, {3,#N/A,4})" => 7, "AGGREGATE({14,15}, 4, {3,5}, 1)" => [[5, 3]],
        "AGGREGATE(14, 6, {3,5,4}, {1,2})" => [[5, 4]], "AGGREGATE(14, 4, 5, 1)" => 5,
        "AGGREGATE(14, 4, {3,5}, 3)" => .number,
        "AGGREGATE(20, 4, A1)" => .value,
      ]
    ) { (code, options, operands, context) throws(CellError) in
      try aggregate(code, options, operands, context)
    },
  ]

  /// What one of the functions 1 to 13 makes of the values.
  private static func result(
    ofFunction code: Int, _ operands: [Operand], omitting omissions: CellSelection.Omissions,
    _ context: any EvaluationContext
  ) throws(CellError) -> CellValue {
    if let column = ColumnSubtotal(operands, omitting: omissions, in: context),
      let result = try column.result(ofFunction: code)
    {
      return result
    }
    return try CellSelection(operands, omitting: omissions, in: context).result(ofFunction: code)
  }

  /// What AGGREGATE gives; an array of parameters gives an array.
  private static func aggregate(
    _ code: Int, _ options: Int, _ operands: [Operand], _ context: any EvaluationContext
  ) throws(CellError) -> CellValue {
    guard (1...19).contains(code), (0...7).contains(options) else {
      throw .value("There is no function or option of that number.")
    }
    var omissions: CellSelection.Omissions = options < 4 ? [.subtotals] : []
    if options % 2 == 1 { omissions.insert(.hiddenRows) }
    if options % 4 >= 2 { omissions.insert(.errors) }
    guard SheetFunction.takesArray(aggregate: Double(code)) else {
      return try result(ofFunction: code, operands, omitting: omissions, context)
    }
    guard operands.count == 2 else { throw .value("The function takes one array and k.") }
    var source = operands[0]
    // These functions take an array, and so a number by itself.
    if case .value(let value) = source, value.number != nil { source = .value(.array(CellArray(row: [value]))) }
    let selection = try SortedSelections.selection(of: source, omitting: omissions, in: context)
    guard let k = try context.givenValue(of: operands[1]) else { throw .value("k is missing.") }
    guard case .array(let places) = k else { return try selection.value(ofFunction: code, k) }
    var values: [CellValue] = []
    for place in places.elements {
      do throws(CellError) { values.append(try selection.value(ofFunction: code, place)) } catch {
        values.append(.error(error))
      }
    }
    return .array(CellArray(rows: places.rows, columns: places.columns, values))
  }
}
