import CellModel
import Functions

/// Functions that call a LAMBDA for the elements, rows or columns of an array, and SEQUENCE.
enum Applying: FunctionFamily {
  static let title = "Applying functions"

  static let functions: [SheetFunction] = [map, reduce, scan, byrow, bycol, makearray, sequence]

  static let map = SheetFunction(
    "MAP", "Gives the array of what a function makes of each element.",
    .rest("array", "an array or range; with several, the function gets an element of each"),
    .restPair("lambda", "last: a LAMBDA with as many parameters as there are arrays", isRequired: true), .context,
    traits: .spills,
    examples: [
      "MAP({1,2,3}, LAMBDA(x, x*x))" => [[.number(1), .number(4), .number(9)]],
      "MAP({1;2}, {10;20}, LAMBDA(a, b, a+b))" => [[.number(11)], [.number(22)]],
      "MAP(5, LAMBDA(x, x+1))" => 6,
      "MAP({1,0}, LAMBDA(x, 1/x))" => [[.number(1), .error(.divisionByZero)]],
      "MAP({1,2}, LAMBDA(a, b, a))" => .value, "MAP(1, LAMBDA(x, {1,2}))" => .calculation,
    ]
  ) { (operands, _, context) throws(CellError) in
    guard operands.count >= 2, let last = operands.last else { throw .value("MAP takes arrays and a LAMBDA.") }
    let function = try Application(last, argumentCount: operands.count - 1, in: context)
    var sources: [ElementSource] = []
    for operand in operands.dropLast() { sources.append(try ElementSource(operand, in: context)) }
    let rows = sources.map(\.rows).max() ?? 1
    let columns = sources.map(\.columns).max() ?? 1
    return try function.array(rows: rows, columns: columns) { row, column in
      sources.map { $0[row, column] ?? .value(.error(.notAvailable)) }
    }
  }

  static let reduce = SheetFunction(
    "REDUCE", "Runs through an array with a value that a function renews at each element, and gives the last.",
    .operand("initial_value", "the value to begin with; empty for the first element"),
    .operand("array", "the array or range"),
    .operand("lambda", "a LAMBDA of the value so far and an element"), .context, traits: .spills,
    examples: [
      "REDUCE(0, {1,2,3}, LAMBDA(a, x, a+x))" => 6, "REDUCE(, {1,2,3}, LAMBDA(a, x, a*x))" => 6,
      "REDUCE(\"\", {\"a\",\"b\"}, LAMBDA(a, x, a&x))" => "ab",
      "REDUCE(1, {2,3}, LAMBDA(a, x, HSTACK(a, x)))" => [[.number(1), .number(2), .number(3)]],
      "REDUCE(0, {1,2}, LAMBDA(a, a))" => .value,
    ]
  ) { (initial, operand, lambda, context) throws(CellError) in
    let function = try Application(lambda, argumentCount: 2, in: context)
    // Over a table without rows nothing is renewed; without a value to begin with there is none.
    if try hasNoCells(operand, in: context) { if case .omitted = initial {} else { return initial } }
    var held = initial
    try function.fold(from: initial, over: ElementSource(operand, in: context)) { held = $0 }
    return held
  }

  private static func hasNoCells(_ operand: Operand, in context: any EvaluationContext) throws(CellError) -> Bool {
    guard case .reference = operand else { return operand.isNoCells }
    return try CellRange(operand, in: context).count == 0
  }

  static let scan = SheetFunction(
    "SCAN", "Runs through an array with a value that a function renews at each element, and gives every value.",
    .operand("initial_value", "the value to begin with; empty for the first element"),
    .operand("array", "the array or range"),
    .operand("lambda", "a LAMBDA of the value so far and an element"), .context, traits: .spills,
    examples: [
      "SCAN(0, {1,2,3}, LAMBDA(a, x, a+x))" => [[.number(1), .number(3), .number(6)]],
      "SCAN(, {2;3;4}, LAMBDA(a, x, a*x))" => [[.number(2)], [.number(6)], [.number(24)]],
      "SCAN(\"\", {\"a\",\"b\"}, LAMBDA(a, x, a&x))" => [[.text("a"), .text("ab")]],
      "SCAN(0, {1,2}, LAMBDA(a, a))" => .value,
    ]
  ) { (initial, operand, lambda, context) throws(CellError) in
    let function = try Application(lambda, argumentCount: 2, in: context)
    let source = try ElementSource(operand, in: context)
    var elements: [CellValue] = []
    elements.reserveCapacity(source.rows * source.columns)
    try function.fold(from: initial, over: source) { elements.append(function.element(of: $0)) }
    return CellArray(rows: source.rows, columns: source.columns, elements)
  }

  static let byrow = SheetFunction(
    "BYROW", "Gives a column of what a function makes of each row.", .operand("array", "the array or range"),
    .operand("lambda", "a LAMBDA of a row"), .context, traits: .spills,
    examples: [
      "BYROW({1,2;3,4}, LAMBDA(r, SUM(r)))" => [[.number(3)], [.number(7)]],
      "BYROW({1;2}, LAMBDA(r, r*10))" => [[.number(10)], [.number(20)]],
      "BYROW({1,2}, LAMBDA(r, MAX(r)))" => 2,
      "BYROW({1,2;3,4}, LAMBDA(r, r))" => [[.error(.calculation)], [.error(.calculation)]],
      "BYROW({1,2}, LAMBDA(a, b, a))" => .value,
    ]
  ) { (operand, lambda, context) throws(CellError) in
    let function = try Application(lambda, argumentCount: 1, in: context)
    let source = try ElementSource(operand, in: context)
    return try function.array(rows: source.rows, columns: 1) { row, _ in [source.row(row)] }
  }

  static let bycol = SheetFunction(
    "BYCOL", "Gives a row of what a function makes of each column.", .operand("array", "the array or range"),
    .operand("lambda", "a LAMBDA of a column"), .context, traits: .spills,
    examples: [
      "BYCOL({1,2;3,4}, LAMBDA(c, SUM(c)))" => [[.number(4), .number(6)]],
      "BYCOL({1,2}, LAMBDA(c, c*10))" => [[.number(10), .number(20)]],
      "BYCOL({1;2}, LAMBDA(c, MAX(c)))" => 2,
      "BYCOL({1,2}, LAMBDA(a, b, a))" => .value,
    ]
  ) { (operand, lambda, context) throws(CellError) in
    let function = try Application(lambda, argumentCount: 1, in: context)
    let source = try ElementSource(operand, in: context)
    return try function.array(rows: 1, columns: source.columns) { _, column in [source.column(column)] }
  }

  static let makearray = SheetFunction(
    "MAKEARRAY", "Gives an array of a size whose elements a function makes from their row and column.",
    .integer("rows", "how many rows"), .integer("cols", "how many columns"),
    .operand("lambda", "a LAMBDA of a row and a column, both counted from 1"), .context, traits: .spills,
    examples: [
      "MAKEARRAY(2, 3, LAMBDA(r, c, r*c))"
        => [[.number(1), .number(2), .number(3)], [.number(2), .number(4), .number(6)]],
      "MAKEARRAY(1, 1, LAMBDA(r, c, \"x\"))" => "x", "MAKEARRAY(0, 1, LAMBDA(r, c, r))" => .value,
      "MAKEARRAY(100000, 100000, LAMBDA(r, c, r))" => .value, "MAKEARRAY(2, 2, LAMBDA(r, r))" => .value,
    ]
  ) { (rows, columns, lambda, context) throws(CellError) in
    guard rows >= 1, columns >= 1 else { throw .value("An array has at least one row and one column.") }
    try CellArray.checkSheet(rows: rows, columns: columns)
    let function = try Application(lambda, argumentCount: 2, in: context)
    return try function.array(rows: rows, columns: columns) { row, column in
      [.value(.number(Double(row + 1))), .value(.number(Double(column + 1)))]
    }
  }

  static let sequence = SheetFunction(
    "SEQUENCE", "Gives an array of numbers that grow by equal steps, row by row.",
    .place("rows", "how many rows", default: 1).required,
    .place("columns", "how many columns", default: 1), .optionalNumber("start", "the first number; else 1"),
    .optionalNumber("step", "the difference between neighbours; else 1"),
    traits: [.spills, .keepsKindOfThird],
    examples: [
      "SEQUENCE(3)" => [[.number(1)], [.number(2)], [.number(3)]],
      "SEQUENCE(2, 2, 10, -5)" => [[.number(10), .number(5)], [.number(0), .number(-5)]],
      "SEQUENCE(, 3)" => [[.number(1), .number(2), .number(3)]], "SEQUENCE(1, 1, 7)" => 7,
      "SEQUENCE(0)" => .calculation, "SEQUENCE(-1)" => .value, "SEQUENCE(1048577)" => .value,
      "SEQUENCE(1, 16385)" => .value, "SEQUENCE(1000000000)" => .value,
    ]
  ) { (rows, columns, start, step) throws(CellError) in
    guard rows >= 0, columns >= 0 else { throw .value("The size of an array is not negative.") }
    try CellArray.checkSheet(rows: rows, columns: columns)
    let start: Double = start ?? 1
    let step: Double = step ?? 1
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    for position in 0..<rows * columns { elements.append(CellValue(checking: start + Double(position) * step)) }
    return CellArray(rows: rows, columns: columns, elements)
  }
}
