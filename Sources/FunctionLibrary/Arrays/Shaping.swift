import CellModel
import Functions

/// Functions that turn, join, stretch and cut arrays.
enum Shaping: FunctionFamily {
  static let title = "Shaping arrays"

  static let functions: [SheetFunction] = [
    transpose, hstack, vstack, tocol, torow, wraprows, wrapcols, expand,
  ]

  static let transpose = SheetFunction(
    "TRANSPOSE", "Turns the rows of an array into columns.", .array("array", "the array or range"),
    traits: [.spills, .computesArrays, .turnsRows],
    examples: [
      "TRANSPOSE({1,2,3})" => [[.number(1)], [.number(2)], [.number(3)]],
      "TRANSPOSE({1,2;3,4})" => [[.number(1), .number(3)], [.number(2), .number(4)]],
      "TRANSPOSE(5)" => 5, "TRANSPOSE(1/0)" => .divisionByZero,
    ]
  ) { $0.transposed() }

  static let hstack = SheetFunction(
    "HSTACK", "Puts arrays side by side; where one is shorter stands #N/A.",
    .rest("array", "an array, a range or a value"),
    .context, traits: [.spills, .computesArrays],
    examples: [
      "HSTACK({1;2}, {3;4})" => [[.number(1), .number(3)], [.number(2), .number(4)]],
      "HSTACK(1, \"a\", TRUE)" => [[.number(1), .text("a"), .logical(true)]],
      "HSTACK({1;2}, 3)" => [[.number(1), .number(3)], [.number(2), .error(.notAvailable)]],
      "HSTACK(1/0)" => .divisionByZero, "HSTACK(SEQUENCE(1, 16384), 1)" => .number,
    ]
  ) { (operands, context) throws(CellError) in
    let arrays = try arrays(operands, in: context)
    let rows = arrays.map(\.rows).max() ?? 1
    let columns = arrays.reduce(0) { $0 + $1.columns }
    try checkSheet(rows: rows, columns: columns)
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    for row in 0..<rows {
      for array in arrays {
        if row < array.rows {
          elements.append(contentsOf: array.row(row))
        } else {
          for _ in 0..<array.columns { elements.append(.error(.notAvailable)) }
        }
      }
    }
    return CellArray(rows: rows, columns: columns, elements)
  }

  static let vstack = SheetFunction(
    "VSTACK", "Puts arrays below each other; where one is narrower stands #N/A.",
    .rest("array", "an array, a range or a value"), .context, traits: [.spills, .computesArrays],
    examples: [
      "VSTACK({1,2}, {3,4})" => [[.number(1), .number(2)], [.number(3), .number(4)]],
      "VSTACK(1, \"a\")" => [[.number(1)], [.text("a")]],
      "VSTACK({1,2}, 3)" => [[.number(1), .number(2)], [.number(3), .error(.notAvailable)]],
      "VSTACK(1/0)" => .divisionByZero,
    ]
  ) { (operands, context) throws(CellError) in
    let arrays = try arrays(operands, in: context)
    let rows = arrays.reduce(0) { $0 + $1.rows }
    let columns = arrays.map(\.columns).max() ?? 1
    try checkSheet(rows: rows, columns: columns)
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    for array in arrays {
      for row in 0..<array.rows {
        elements.append(contentsOf: array.row(row))
        for _ in array.columns..<columns { elements.append(.error(.notAvailable)) }
      }
    }
    return CellArray(rows: rows, columns: columns, elements)
  }

  private static func arrays(_ operands: [Operand], in context: any EvaluationContext) throws(CellError) -> [CellArray]
  {
    var arrays: [CellArray] = []
    for operand in operands.withCells {
      if case .reference(let reference) = operand, !reference.isSingleArea {
        // A run of sheets, such as `Jan:Dec!A2:C20`: the same cells of one sheet after the other.
        for area in reference.areas { arrays.append(try context.array(of: area)) }
      } else {
        arrays.append(try CellRange(operand, in: context).array())
      }
    }
    return arrays
  }

  static let tocol = SheetFunction(
    "TOCOL", "Gives all elements of an array in one column.", .operand("array", "the array or range"),
    .integer("ignore", "0: keeps all; 1: leaves out blanks; 2: errors; 3: both", default: 0),
    .logical("scan_by_column", "TRUE: reads column by column", default: false), .context,
    traits: [.spills, .computesArrays],
    examples: [
      "TOCOL({1,2;3,4})" => [[.number(1)], [.number(2)], [.number(3)], [.number(4)]],
      "TOCOL({1,2;3,4}, 0, TRUE)" => [[.number(1)], [.number(3)], [.number(2)], [.number(4)]],
      "TOCOL({1,#N/A,3}, 2)" => [[.number(1)], [.number(3)]],
      "TOCOL({#N/A}, 3)" => .calculation, "TOCOL({1,2}, 4)" => .value,
    ]
  ) { (operand, ignore, byColumn, context) throws(CellError) in
    let elements = try kept(of: arrays([operand], in: context), ignore, byColumn)
    try checkSheet(rows: elements.count, columns: 1)
    return CellArray(column: elements)
  }

  static let torow = SheetFunction(
    "TOROW", "Gives all elements of an array in one row.", .operand("array", "the array or range"),
    .integer("ignore", "0: keeps all; 1: leaves out blanks; 2: errors; 3: both", default: 0),
    .logical("scan_by_column", "TRUE: reads column by column", default: false), .context,
    traits: [.spills, .computesArrays],
    examples: [
      "TOROW({1,2;3,4})" => [[.number(1), .number(2), .number(3), .number(4)]],
      "TOROW({1,2;3,4}, 0, TRUE)" => [[.number(1), .number(3), .number(2), .number(4)]],
      "TOROW({1;#N/A;3}, 2)" => [[.number(1), .number(3)]],
      "TOROW({1,2}, -1)" => .value,
    ]
  ) { (operand, ignore, byColumn, context) throws(CellError) in
    let elements = try kept(of: arrays([operand], in: context), ignore, byColumn)
    try checkSheet(rows: 1, columns: elements.count)
    return CellArray(row: elements)
  }

  /// Throws when an array of a size would not fit on a sheet: the functions that lay values out anew say `#NUM!` to that.
  private static func checkSheet(rows: Int, columns: Int) throws(CellError) {
    do throws(CellError) { try CellArray.checkSheet(rows: rows, columns: columns) } catch {
      throw .number("An array of \(rows) × \(columns) is larger than a sheet.")
    }
  }

  private static func kept(of arrays: [CellArray], _ ignore: Int, _ byColumn: Bool) throws(CellError) -> [CellValue] {
    guard (0...3).contains(ignore) else { throw .value("What to leave out is 0, 1, 2 or 3.") }
    let elements = arrays.flatMap { $0.elements(byColumn: byColumn) }
    try CellArray.check(rows: elements.count, columns: 1)
    if ignore == 0 { return elements }
    let kept = elements.filter { !(ignore & 1 == 1 && $0.isBlank) && !(ignore & 2 == 2 && $0.isError) }
    guard !kept.isEmpty else { throw .calculation("Nothing is left.") }
    return kept
  }

  static let wraprows = SheetFunction(
    "WRAPROWS", "Breaks a row or column of values into rows of one length.",
    .array("vector", "one row or column"), .integer("wrap_count", "how many values a row holds"),
    .anything("pad_with", "what fills the last row; else #N/A", isRequired: false).padding,
    traits: [.spills, .computesArrays],
    examples: [
      "WRAPROWS({1,2,3,4}, 2)" => [[.number(1), .number(2)], [.number(3), .number(4)]],
      "WRAPROWS({1;2;3}, 2)" => [[.number(1), .number(2)], [.number(3), .error(.notAvailable)]],
      "WRAPROWS({1,2,3}, 2, 0)" => [[.number(1), .number(2)], [.number(3), .number(0)]],
      "WRAPROWS({1,2,3}, 0)" => .number, "WRAPROWS({1,2;3,4}, 2)" => .value,
    ]
  ) { (vector, count, pad) throws(CellError) in try wrapped(vector, count, pad) }

  static let wrapcols = SheetFunction(
    "WRAPCOLS", "Breaks a row or column of values into columns of one length.",
    .array("vector", "one row or column"), .integer("wrap_count", "how many values a column holds"),
    .anything("pad_with", "what fills the last column; else #N/A", isRequired: false).padding,
    traits: [.spills, .computesArrays],
    examples: [
      "WRAPCOLS({1,2,3,4}, 2)" => [[.number(1), .number(3)], [.number(2), .number(4)]],
      "WRAPCOLS({1;2;3}, 2)" => [[.number(1), .number(3)], [.number(2), .error(.notAvailable)]],
      "WRAPCOLS({1,2,3}, 2, \"\")" => [[.number(1), .number(3)], [.number(2), .text("")]],
      "WRAPCOLS({1,2,3}, -1)" => .number, "WRAPCOLS({1,2;3,4}, 2)" => .value,
    ]
  ) { (vector, count, pad) throws(CellError) in try wrapped(vector, count, pad).transposed() }

  private static func wrapped(_ vector: CellArray, _ count: Int, _ pad: CellValue) throws(CellError) -> CellArray {
    guard vector.rows == 1 || vector.columns == 1 else { throw .value("Only one row or column can be wrapped.") }
    guard count >= 1 else { throw .number("A row holds at least one value.") }
    let width = min(count, vector.count)
    let rows = (vector.count + width - 1) / width
    var elements = vector.elements
    while elements.count < rows * width { elements.append(pad) }
    return CellArray(rows: rows, columns: width, elements)
  }

  static let expand = SheetFunction(
    "EXPAND", "Stretches an array to a size and fills what is new.", .array("array", "the array or range"),
    .optionalInteger("rows", "the rows of the result; empty for those of the array").required,
    .optionalInteger("columns", "the columns of the result; empty for those of the array"),
    .anything("pad_with", "what fills the new elements; else #N/A", isRequired: false).padding,
    traits: [.spills, .computesArrays],
    examples: [
      "EXPAND({1,2}, 2, 3, 0)" => [[.number(1), .number(2), .number(0)], [.number(0), .number(0), .number(0)]],
      "EXPAND(1, 1, 2)" => [[.number(1), .error(.notAvailable)]],
      "EXPAND({1,2}, 2)" => [[.number(1), .number(2)], [.error(.notAvailable), .error(.notAvailable)]],
      "COUNT(EXPAND({1,2}, 2, 2, ))" => 2, "EXPAND({1,2,3}, 1, 2)" => .value, "EXPAND(1, 1048577)" => .number,
    ]
  ) { (array, rows, columns, pad) throws(CellError) in
    let rows: Int = rows ?? array.rows
    let columns: Int = columns ?? array.columns
    guard rows >= array.rows, columns >= array.columns else {
      throw .value("The result would be smaller than the array.")
    }
    try checkSheet(rows: rows, columns: columns)
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    for row in 0..<rows {
      if row < array.rows { elements.append(contentsOf: array.row(row)) }
      for _ in (row < array.rows ? array.columns : 0)..<columns { elements.append(pad) }
    }
    return CellArray(rows: rows, columns: columns, elements)
  }
}

extension Parameter where Value == CellValue {
  /// The same parameter, reading as `#N/A` when it is left out and as blank when it is left empty.
  var padding: Parameter {
    Parameter(info) { (call) throws(CellError) in
      guard call.position < call.count else { return .error(.notAvailable) }
      return try call.nextValue() ?? .blank
    }
  }
}
