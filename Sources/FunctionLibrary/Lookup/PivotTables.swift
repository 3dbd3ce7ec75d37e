import CellModel
import Functions

/// Functions that read what pivot tables show.
enum PivotTables: FunctionFamily {
  static let title = "Pivot tables"

  // By hand, because fields and items are a repeating pair that lifts. The first argument does not, for in the older form it is
  // the reference.
  static let functions: [SheetFunction] = [
    SheetFunction(
      "GETPIVOTDATA",
      """
      Gives what a pivot table of a workbook shows for a data field and some items; #REF! where it shows no such cell, and in a \
      sheet, which has no pivot tables.
      """,
      parameters: [
        ParameterInfo(
          "data_field", "what is counted or summed up, by its name in the pivot table or in its source"),
        ParameterInfo("pivot_table", "a reference to some cell of the pivot table"),
        ParameterInfo("field", "a field that splits the data", isRequired: false, lifts: true, repeats: true),
        ParameterInfo("item", "the item of this field; days as numbers", isRequired: false, lifts: true, repeats: true),
      ],
      traits: [.readsDynamically, .takesEachReference, .readsPivots],
      examples: [
        "GETPIVOTDATA(\"Sales\", A1)" => .reference, "GETPIVOTDATA(\"Sales\", A1, \"Region\", \"North\")" => .reference,
        "GETPIVOTDATA(\"Sales\", A1, \"Region\", {\"North\",\"South\"})" => [
          [.error(.reference), .error(.reference)]
        ],
        "GETPIVOTDATA(A1, \"Region North\")" => .reference,
        "IFERROR(GETPIVOTDATA(\"Sales\", A1), 0)" => 0, "GETPIVOTDATA(\"Sales\", A1, \"Region\")" => .value,
        "GETPIVOTDATA(NA(), A1)" => .notAvailable,
      ]
    ) { (call) throws(CellError) in
      let (first, second) = (call.nextEvaluated(), call.nextEvaluated())
      let context = call.context
      for case .value(.error(let error)) in [first, second] { throw error }
      if call.count == 2, pivotReport(at: second, in: context) == nil, case .reference(let place) = first {
        guard let report = pivotReport(at: first, in: context) else { throw Self.isNone }
        let text = try (context.givenValue(of: second) ?? .blank).asText()
        return .value(try value(of: report, text, on: place.first.grid, in: context))
      }
      var pairs: [(field: String, item: CellValue)] = []
      while call.position < call.count {
        guard call.position + 1 < call.count else { throw .value("A field has no item.") }
        let field = try (call.nextValue() ?? .blank).asText()
        let item = try call.nextValue() ?? .blank
        if case .error(let error) = item { throw error }
        pairs.append((field, item))
      }
      guard case .reference(let place) = second, let report = pivotReport(at: second, in: context) else {
        throw Self.isNone
      }
      let name = try context.givenValue(of: first) ?? .blank
      return .value(try value(of: report, name, pairs, on: place.first.grid, in: context))
    }
  ]

  private static let isNone = CellError.reference("There is no pivot table.")

  private static func pivotReport(at operand: Operand, in context: any EvaluationContext) -> PivotReport? {
    guard case .reference(let reference) = operand, reference.isSingleArea else { return nil }
    return context.pivotReport(in: reference.first)
  }

  /// What a report shows where one text says all that is asked for.
  private static func value(
    of report: PivotReport, _ text: String, on grid: GridID, in context: any EvaluationContext
  ) throws(CellError) -> CellValue {
    guard let question = PivotQuestion(text, of: report), let data = question.data else {
      throw .reference("The pivot table has nothing that is called “\(text.prefix(40))”.")
    }
    return try value(of: report, data, question.pairs, on: grid, in: context)
  }

  /// What a report shows for a data field, or for each of an array.
  private static func value(
    of report: PivotReport, _ name: CellValue, _ pairs: [(field: String, item: CellValue)], on grid: GridID,
    in context: any EvaluationContext
  ) throws(CellError) -> CellValue {
    if case .array(let names) = name {
      let values = names.elements.map { name -> CellValue in
        do throws(CellError) { return try value(of: report, name, pairs, on: grid, in: context) } catch {
          return .error(error)
        }
      }
      return .array(CellArray(rows: names.rows, columns: names.columns, values))
    }
    let text = try name.asText()
    guard let data = report.data(named: text) else {
      throw .reference("The pivot table sums up no field “\(text.prefix(40))”.")
    }
    return try value(of: report, data, pairs, on: grid, in: context)
  }

  private static func value(
    of report: PivotReport, _ data: Int, _ pairs: [(field: String, item: CellValue)], on grid: GridID,
    in context: any EvaluationContext
  ) throws(CellError) -> CellValue {
    for cell in report.cells(showing: data, about: pairs)
    where cell.row <= Area.lastRow && cell.column <= Area.lastColumn {
      let value = context.value(at: CellAddress(grid: grid, row: cell.row, column: cell.column))
      if cell.isSure || !value.isBlank { return value }
    }
    throw .reference("The pivot table does not show this.")
  }
}
