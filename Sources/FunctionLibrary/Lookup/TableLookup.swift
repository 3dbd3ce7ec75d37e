import CellModel
import Functions

/// Functions that find a value in one line of a table and give what stands beside it in another.
enum TableLookup: FunctionFamily {
  static let title = "Table lookup"

  static let functions: [SheetFunction] = [vlookup, hlookup, lookup]

  static let vlookup = SheetFunction(
    "VLOOKUP", "Finds a value in the first column of a table and gives what stands in its row of another column.",
    key: .value("lookup_value", "the value to find; a text may hold the wildcards * and ?").required,
    .range("table_array", "the table, whose first column is searched"),
    .line("col_index_num", "the column to read, counted from 1"),
    .logical(
      "range_lookup",
      "TRUE: the first column is sorted and the last value not greater will do; FALSE: only an equal one",
      whenAbsent: true),
    traits: [.readsParts, .searchesArrays],
    examples: [
      "VLOOKUP(2, {1,\"a\";2,\"b\";3,\"c\"}, 2, FALSE)" => "b",
      "VLOOKUP(2.5, {1,\"a\";2,\"b\";3,\"c\"}, 2)" => "b",
      "VLOOKUP(\"B*\", {\"ann\",1;\"bob\",2}, 2, FALSE)" => 2,
      "VLOOKUP({1;3}, {1,\"a\";2,\"b\";3,\"c\"}, 2, FALSE)" => [[.text("a")], [.text("c")]],
      "VLOOKUP(\"2\", {1,\"a\";2,\"b\"}, 2, FALSE)" => .notAvailable,
      "VLOOKUP(1, {1,\"a\"}, 3, FALSE)" => .reference,
      "VLOOKUP(1, {1,\"a\"}, 0, FALSE)" => .value, "VLOOKUP(1, {1,\"a\"}, \"x\")" => .reference,
      "VLOOKUP(1, 1, 1)" => .notAvailable,
      "VLOOKUP(\"a\", \"b\", 1)" => .value,
    ]
  ) { (table, column, isSorted) throws(CellError) in
    try checkTable(table)
    let column = try column.get()
    let vector = LookupVector(column: 0, of: table)
    return { (value) throws(CellError) in
      // What is not found is #N/A, whatever the column.
      let row = try position(of: value, in: vector, isSorted: isSorted)
      guard column >= 1 else { throw .value("The columns of a table count from 1.") }
      guard column <= table.columns else { throw .reference("The table has only \(table.columns.counted("column")).") }
      return table[row, column - 1]
    }
  }

  static let hlookup = SheetFunction(
    "HLOOKUP", "Finds a value in the first row of a table and gives what stands in its column of another row.",
    key: .value("lookup_value", "the value to find; a text may hold the wildcards * and ?").required,
    .range("table_array", "the table, whose first row is searched"),
    .line("row_index_num", "the row to read, counted from 1"),
    .logical(
      "range_lookup", "TRUE: the first row is sorted and the last value not greater will do; FALSE: only an equal one",
      whenAbsent: true),
    traits: [.readsParts, .searchesArrays],
    examples: [
      "HLOOKUP(\"b\", {\"a\",\"b\";1,2}, 2, FALSE)" => 2,
      "HLOOKUP(25, {10,20,30;1,2,3}, 2)" => 2,
      "HLOOKUP({\"b\",\"a\"}, {\"a\",\"b\";1,2}, 2, FALSE)" => [[.number(2), .number(1)]],
      "HLOOKUP(5, {10,20;1,2}, 2)" => .notAvailable,
      "HLOOKUP(10, {10,20;1,2}, 3)" => .reference, "HLOOKUP(1, 1, 1)" => .notAvailable,
    ]
  ) { (table, row, isSorted) throws(CellError) in
    try checkTable(table)
    let row = try row.get()
    let vector = LookupVector(row: 0, of: table)
    return { (value) throws(CellError) in
      let column = try position(of: value, in: vector, isSorted: isSorted)
      guard row >= 1 else { throw .value("The rows of a table count from 1.") }
      guard row <= table.rows else { throw .reference("The table has only \(table.rows.counted("row")).") }
      return table[row - 1, column]
    }
  }

  static let lookup = SheetFunction(
    "LOOKUP",
    "Finds the last value not greater in a sorted row or column and gives what stands at its place in another.",
    key: .value("lookup_value", "the value to find").required,
    .range(
      "lookup_vector", "a sorted row or column; of a table the first column, or the first row if it is wider than high"),
    .optionalRange("result_vector", "the row or column to read; else the table's last").notEmpty,
    traits: [.readsParts, .computesArraysBehindFirst, .findsLastOfEquals],
    examples: [
      "LOOKUP(4.2, {1,4,9}, {\"a\",\"b\",\"c\"})" => "b",
      "LOOKUP(\"bump\", {\"a\",1;\"b\",2;\"c\",3})" => 2,
      "LOOKUP(2, 1/({1,0,3,0}<>0), {10,20,30,40})" => 30,
      "LOOKUP({2,9}, {1,4,9}, {\"a\",\"b\",\"c\"})" => [[.text("a"), .text("c")]],
      "LOOKUP(0, {1,4,9})" => .notAvailable, "LOOKUP(4, {1,4,9}, )" => .value,
    ]
  ) { (table, result) throws(CellError) in
    let isRow = table.columns > table.rows
    let vector = isRow ? LookupVector(row: 0, of: table) : LookupVector(column: 0, of: table)
    guard result == nil || table.isVector else {
      throw .notAvailable("With a result vector, what is searched must be one row or one column.")
    }
    // Where nothing is found nothing is read there, which may be the formula's own cell.
    var answers: LookupVector?
    return { (value) throws(CellError) in
      let index = try position(of: value, in: vector, isSorted: true)
      guard let result else {
        return isRow ? table[table.rows - 1, index] : table[index, table.columns - 1]
      }
      answers = answers ?? LookupVector(result)
      guard let answers, index < answers.count else {
        throw .notAvailable("The result vector has no place \(index + 1).")
      }
      return answers[index]
    }
  }

  /// Throws when a table is neither a range nor an array.
  private static func checkTable(_ table: CellRange) throws(CellError) {
    guard table.isScalar else { return }
    switch table[0, 0] {
    case .error(let error): throw error
    case .text: throw .value("A text is no table.")
    default: break
    }
    throw .notAvailable("A single value is no table.")
  }

  private static func position(
    of value: CellValue, in vector: LookupVector, isSorted: Bool
  ) throws(CellError) -> Int {
    if let text = value.text, text.utf16.count > 255 {
      throw .value("A text of more than 255 characters cannot be looked up.")
    }
    let found = try isSorted ? vector.legacyAscendingPosition(of: value) : vector.legacyExactPosition(of: value)
    guard let found else { throw .notFound(value) }
    return found
  }
}

extension Parameter where Value == Result<Int, CellError> {
  /// The number of a line of a table, cut to an integer.
  ///
  /// A text that gives none is no place in the table, as Excel has it; the errors of the arguments that follow come
  /// first.
  fileprivate static func line(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, lifts: true)) { (call) throws(CellError) in
      let value = try call.nextValue() ?? .blank
      if case .error(let error) = value { throw error }
      do throws(CellError) {
        return .success(try Parameter<Int>.place(call.context.number(value)))
      } catch {
        if error.code == .cycle || error.code == .busy { throw error }
        return .failure(.reference("The number of the line to read is none."))
      }
    }
  }
}

extension CellError {
  /// The error of a lookup that found nothing.
  static func notFound(_ value: CellValue) -> CellError {
    switch value {
    case .text(let text): CellError(.notAvailable, .nothingMatchesText(text))
    case .number(let number, let kind): CellError(.notAvailable, .nothingMatches(number, kind))
    default: .notAvailable("Nothing matches.")
    }
  }
}
