import CellModel
import Functions

/// Functions that summarise a table by the values of its fields.
enum Grouping: FunctionFamily {
  static let title = "Grouping"

  static let functions: [SheetFunction] = [groupBy, pivotBy, percentOf]

  static let groupBy = SheetFunction(
    "GROUPBY", "Gathers the rows of a table by some fields and gives a summary of each group, with a total.",
    .array("row_fields", "the columns to group by"),
    .array("values", "the columns to summarise, with as many rows"),
    .functionVector(
      "function", "a LAMBDA of a group's values, and of all if it takes two; a function's name; a row or column of them"
    ),
    .optionalInteger(
      "field_headers", "0: no headers; 1: headers, not shown; 2: none, made up; 3: headers, shown; else as they look"),
    .integer("total_depth", "0: no totals; 1: a grand total; 2: subtotals too; negative: totals first", default: 1),
    .optionalArray("sort_order", "the columns of the result to sort by, negative for descending; else by the fields"),
    .optionalArray("filter_array", "a column of logicals: which rows count"),
    .integer("field_relationship", "0: fields within fields; 1: a table, each row sorted alone", default: 0),
    traits: .spills,
    examples: [
      "GROUPBY({\"b\";\"a\";\"b\"}, {1;2;3}, LAMBDA(v, SUM(v)))"
        => [[.text("a"), .number(2)], [.text("b"), .number(4)], [.text("Total"), .number(6)]],
      "GROUPBY({\"b\";\"a\";\"b\"}, {1;2;3}, LAMBDA(v, SUM(v)), , 0)"
        => [[.text("a"), .number(2)], [.text("b"), .number(4)]],
      "GROUPBY({\"b\";\"a\";\"b\"}, {1;2;3}, LAMBDA(v, MAX(v)), 0, 0, -2)"
        => [[.text("b"), .number(3)], [.text("a"), .number(2)]],
      "GROUPBY({\"x\",1;\"x\",2;\"y\",1}, {1;2;4}, LAMBDA(v, SUM(v)), 0, 2)"
        => [
          [.text("x"), .number(1), .number(1)], [.text("x"), .number(2), .number(2)],
          [.text("x"), .text(""), .number(3)], [.text("y"), .number(1), .number(4)],
          [.text("y"), .text(""), .number(4)], [.text("Grand Total"), .text(""), .number(7)],
        ],
      "GROUPBY({\"b\";\"a\";\"b\"}, {1;2;3}, HSTACK(SUM, MAX), , 0)"
        => [
          [.text(""), .text("SUM"), .text("MAX")], [.text("a"), .number(2), .number(2)],
          [.text("b"), .number(4), .number(3)],
        ],
      "GROUPBY({\"b\";\"b\"}, {1;3}, VSTACK(SUM, LAMBDA(v, MAX(v)/2)), , 0)"
        => [[.text("b"), .text("SUM"), .number(4)], [.text("b"), .text("CUSTOM"), .number(1.5)]],
      "GROUPBY({\"a\";\"b\"}, {1;2;3}, LAMBDA(v, SUM(v)))" => .value,
      "GROUPBY({\"a\";\"b\"}, {1;2}, LAMBDA(v, SUM(v)), , , , {FALSE;FALSE})" => .calculation,
    ]
  ) { (fields, values, functions, headers, totals, orders, filter, relationship) throws(CellError) in
    let headers = try FieldHeaders(headers, values: values, levels: fields.columns, functions: functions)
    let rows = try keptRows(of: fields, values, headers, filter)
    try checkTotals(totals, levels: fields.columns)
    guard relationship == 0 || (relationship == 1 && abs(totals) <= 1) else {
      throw .value("The relationship of fields is 0, or 1 without subtotals.")
    }
    let summary = try Summary(functions: functions, values: values, headers: headers, all: rows)
    var grouped = GroupedRows(fields, rows: rows)
    try sort(&grouped, by: orders, isTable: relationship == 1, summary)
    var lines = summary.head(of: headers.row(of: fields, "Row Field"))
    for line in grouped.lines(totalDepth: totals) {
      try functions.context.takeSteps(1)
      let results = summary.results(of: grouped.members[line.prefix] ?? [])
      lines += summary.lines(labels: line.labels, columns: [results])
    }
    return CellArray(lines)
  }

  static let pivotBy = SheetFunction(
    "PIVOTBY", "Gathers the rows of a table by some fields down and some across, and gives a summary of each pair.",
    .array("row_fields", "the columns to group by downwards"),
    .array("col_fields", "the columns to group by across"),
    .array("values", "the columns to summarise"),
    .functionVector(
      "function",
      "a LAMBDA of a group's values, and of a whole if it takes two; a function's name; a row or column of them"
    ),
    .optionalInteger(
      "field_headers", "0: no headers; 1: headers, not shown; 2: none, made up; 3: headers, shown; else as they look"),
    .integer("row_total_depth", "0: no totals below; 1: a grand total; 2: subtotals too; negative: first", default: 1),
    .optionalArray("row_sort_order", "the row fields, or after them the values, to sort by; negative for descending"),
    .integer(
      "col_total_depth", "0: no totals at the right; 1: a grand total; 2: subtotals too; negative: at the left",
      default: 1),
    .optionalArray("col_sort_order", "the same across: the column fields or values to sort by"),
    .optionalArray("filter_array", "a column of logicals: which rows count"),
    .integer(
      "relative_to",
      "the whole for a function of two arguments: 0: column; 1: row; 2: everything; 3: parent column; 4: parent row",
      default: 0),
    traits: .spills,
    examples: [
      "PIVOTBY({\"a\";\"b\";\"a\"}, {1;1;2}, {5;6;7}, LAMBDA(v, SUM(v)))"
        => [
          [.text(""), .number(1), .number(2), .text("Total")], [.text("a"), .number(5), .number(7), .number(12)],
          [.text("b"), .number(6), .text(""), .number(6)], [.text("Total"), .number(11), .number(7), .number(18)],
        ],
      "PIVOTBY({\"a\";\"b\"}, {1;2}, {5;6}, LAMBDA(v, SUM(v)), 0, 0, , 0)"
        => [
          [.text(""), .number(1), .number(2)], [.text("a"), .number(5), .text("")],
          [.text("b"), .text(""), .number(6)],
        ],
      "PIVOTBY({\"a\";\"b\"}, {1;2}, {5;6}, LAMBDA(v, SUM(v)), 0, 0, -1, 0)"
        => [
          [.text(""), .number(1), .number(2)], [.text("b"), .text(""), .number(6)],
          [.text("a"), .number(5), .text("")],
        ],
      "PIVOTBY({\"a\";\"b\"}, {1;1}, {5;6}, LAMBDA(v, SUM(v)), 0, 0, -2, 0)"
        => [[.text(""), .number(1)], [.text("b"), .number(6)], [.text("a"), .number(5)]],
      "PIVOTBY({\"a\";\"b\"}, {1;2}, {1;3}, LAMBDA(v, w, SUM(v)/SUM(w)), 0, 0, , 0, , , 2)"
        => [
          [.text(""), .number(1), .number(2)], [.text("a"), .number(0.25), .text("")],
          [.text("b"), .text(""), .number(0.75)],
        ],
      "PIVOTBY({\"a\";\"a\"}, {1;1}, {5;6}, HSTACK(SUM, COUNT), 0, 0, , 0)"
        => [
          [.text(""), .number(1), .number(1)], [.text(""), .text("SUM"), .text("COUNT")],
          [.text("a"), .number(11), .number(2)],
        ],
      "PIVOTBY({\"a\";\"b\"}, {1}, {5;6}, LAMBDA(v, SUM(v)))" => .value,
    ]
  ) {
    (rowFields, columnFields, values, functions, headers, rowTotals, rowOrder, columnTotals, columnOrder, filter, whole)
      throws(CellError) in
    let levels = max(rowFields.columns, columnFields.columns)
    let headers = try FieldHeaders(headers, values: values, levels: levels, functions: functions)
    let rows = try keptRows(of: rowFields, values, headers, filter)
    guard columnFields.rows == values.rows else { throw .value("The fields have not as many rows as the values.") }
    guard let whole = Pivot.Whole(rawValue: whole) else { throw .value("What the summary is relative to is 0 to 4.") }
    try checkTotals(rowTotals, levels: rowFields.columns)
    try checkTotals(columnTotals, levels: columnFields.columns)
    let summary = try Summary(functions: functions, values: values, headers: headers, all: rows)
    var down = GroupedRows(rowFields, rows: rows)
    try sort(&down, by: rowOrder, isTable: false, summary)
    var across = GroupedRows(columnFields, rows: rows)
    try sort(&across, by: columnOrder, isTable: false, summary)
    let pivot = Pivot(
      rows: down, columns: across, summary: summary, whole: whole,
      rowNames: headers.row(of: rowFields, "Row Field"), columnNames: headers.row(of: columnFields, "Column Field"))
    try CellArray.check(rows: pivot.rows.groups.count, columns: pivot.columns.groups.count)
    return CellArray(try pivot.lines(rowTotals: rowTotals, columnTotals: columnTotals))
  }

  static let percentOf = SheetFunction(
    "PERCENTOF", "Divides the sum of a part by the sum of the whole.",
    .numbersOf("data_subset", "the part"), .numbersOf("data_all", "the whole"),
    examples: [
      "PERCENTOF(1, 4)" => 0.25, "PERCENTOF({1,2}, {1,2,3,4})" => 0.3, "PERCENTOF({\"a\"}, {2})" => 0,
      "PERCENTOF(1, 0)" => .divisionByZero, "PERCENTOF(\"a\", 1)" => .value,
    ]
  ) { (part, whole) throws(CellError) in
    let partSum = PlainSum.of(try part.values())
    let wholeSum = PlainSum.of(try whole.values())
    guard wholeSum != 0 else { throw .divisionByZero("The whole is 0.") }
    return partSum / wholeSum
  }

  /// The rows that are neither headers nor filtered out.
  private static func keptRows(
    of fields: CellArray, _ values: CellArray, _ headers: FieldHeaders, _ filter: CellArray?
  ) throws(CellError) -> [Int] {
    guard fields.rows == values.rows else { throw .value("The fields have not as many rows as the values.") }
    let first = headers.areThere ? 1 : 0
    var rows: [Int] = []
    if let filter {
      guard filter.columns == 1, filter.rows == fields.rows || filter.rows == fields.rows - first else {
        throw .value("The filter has not as many rows as the fields.")
      }
      let shift = fields.rows - filter.rows
      for row in first..<fields.rows where try filter[place: row - shift].asLogical() { rows.append(row) }
    } else {
      rows = Array(first..<fields.rows)
    }
    guard !rows.isEmpty else { throw .calculation("Nothing is left.") }
    return rows
  }

  /// The columns to sort by, counted from 1, negative for descending.
  private static func sortOrder(_ orders: CellArray?, columns: Int) throws(CellError) -> [Int] {
    var result: [Int] = []
    for element in orders?.elements ?? [] where !element.isBlank {
      let number = try element.asNumber().rounded(.towardZero)
      guard number != 0, abs(number) <= Double(columns) else {
        throw .value("There is no column \(NumberText.general(number)) to sort by.")
      }
      result.append(Int(number))
    }
    return result
  }

  /// Sorts groups by their fields and by the summaries of their rows.
  private static func sort(
    _ grouped: inout GroupedRows, by orders: CellArray?, isTable: Bool, _ summary: Summary
  ) throws(CellError) {
    let order = try sortOrder(orders, columns: grouped.depth + summary.sortableCount)
    let members = grouped.members
    var sortKeys: [[OrderKey]: [OrderKey]] = [:]
    grouped.sort(by: order, isTable: isTable) { prefix, column in
      let keys = sortKeys[prefix] ?? summary.results(of: members[prefix] ?? []).map(OrderKey.init)
      sortKeys[prefix] = keys
      return keys[column]
    }
  }

  private static func checkTotals(_ depth: Int, levels: Int) throws(CellError) {
    guard (-max(1, levels)...max(1, levels)).contains(depth) else {
      throw .value("There are not so many levels of totals.")
    }
  }
}
