import CellModel
import Functions

/// Functions that keep some rows or columns of an array.
enum Selecting: FunctionFamily {
  static let title = "Selecting rows and columns"

  static let functions: [SheetFunction] = [
    filter, take, drop, chooseColumns, chooseRows, trimRange,
  ]

  static let filter = SheetFunction(
    "FILTER", "Keeps the rows or columns of an array for which a condition is true.",
    .range("array", "the array or range"),
    .operand("include", "a logical for each row, in a column, or for each column, in a row"),
    .deferred("if_empty", "the result when nothing is kept; else #CALC!", isRequired: false),
    traits: [.spills, .computesArrays],
    examples: [
      "FILTER({1;2;3}, {TRUE;FALSE;TRUE})" => [[.number(1)], [.number(3)]],
      "FILTER({1,2,3}, {0,1,1})" => [[.number(2), .number(3)]],
      "FILTER({1,\"a\";2,\"b\"}, {FALSE;TRUE})" => [[.number(2), .text("b")]],
      "FILTER({1;2}, {FALSE;FALSE}, \"none\")" => "none", "FILTER({1;2}, {FALSE;FALSE})" => .calculation,
      "FILTER({1;2;3}, {TRUE;TRUE})" => .value, "FILTER({1;2}, {TRUE;\"x\"})" => .value,
    ]
  ) { (range, condition, ifEmpty) throws(CellError) in
    // Of a table without rows nothing is left, whatever its condition comes to.
    if range.count == 0 { return try nothing(or: ifEmpty, in: range.context) }
    if case .value(.error(let error)) = condition { throw error }
    var include = try CellRange(condition, in: range.context)
    // Beside an array, a condition that is a whole column ends with the columns that the array is made of.
    if !range.isClipped { include = try CellRange.alike(range, include).1 }
    let values = try range.array()
    let conditions = try include.array()
    // A whole column is read as far as it is used, and a condition on it may end a little sooner or later.
    let isColumnTall = range.isWholeColumns && include.rows > 1
    let isRowWide = range.isWholeRows && include.columns > 1
    let byRow = include.columns == 1 && (include.rows == range.rows || isColumnTall)
    guard byRow || (include.rows == 1 && (include.columns == range.columns || isRowWide)) else {
      throw .value("The condition has not as many rows, or columns, as the array.")
    }
    let count = min(conditions.count, byRow ? values.rows : values.columns)
    let kept = try positions(in: conditions, count)
    if kept.isEmpty { return try nothing(or: ifEmpty, in: range.context) }
    return try (byRow ? values.selecting(rows: kept) : values.selecting(columns: kept)).operand
  }

  /// What is given in place of an array without elements, which there is none of.
  private static func nothing(
    or ifEmpty: Deferred, in context: any EvaluationContext
  ) throws(CellError) -> Operand {
    if case .omitted = ifEmpty.operand { throw .calculation("Nothing is left.") }
    // What is left of a reference are its values: ISREF(FILTER(…)) is FALSE.
    guard case .reference = ifEmpty.operand else { return ifEmpty.operand }
    return try CellRange(ifEmpty.operand, in: context).array().operand
  }

  /// The positions of the first conditions that are true; an error among those ends the call.
  private static func positions(in conditions: CellArray, _ count: Int) throws(CellError) -> [Int] {
    var kept: [Int] = []
    if let few = conditions.few, few.restIsFalse {
      for (index, place) in few.places.enumerated() where place < count {
        if try few.own[index].asLogical() { kept.append(place) }
      }
      return kept
    }
    if let parted = conditions.parted, parted.others.isEmpty, let elements = parted.elements {
      let both = BoxedElements([elements.inside, elements.outside])
      let (inside, outside) = (try both[0].asLogical(), try both[1].asLogical())
      return (0..<count).filter { parted.contains($0) ? inside : outside }
    }
    for position in 0..<count where try conditions[place: position].asLogical() { kept.append(position) }
    return kept
  }

  static let take = SheetFunction(
    "TAKE", "Keeps some rows or columns from the start of an array, or with a negative count from its end.",
    .range("array", "the array or range"),
    .optionalInteger("rows", "how many rows; empty for all").required,
    .optionalInteger("columns", "how many columns; empty for all"),
    traits: [.spills, .computesArrays],
    examples: [
      "TAKE({1,2;3,4;5,6}, 2)" => [[.number(1), .number(2)], [.number(3), .number(4)]],
      "TAKE({1,2;3,4;5,6}, -1)" => [[.number(5), .number(6)]],
      "TAKE({1,2;3,4}, , 1)" => [[.number(1)], [.number(3)]],
      "TAKE({1,2;3,4}, 9, -1)" => [[.number(2)], [.number(4)]],
      "TAKE({1,2;3,4}, 0)" => .calculation,
    ]
  ) { (range, rows, columns) throws(CellError) in
    func kept(_ count: Int?, of length: Int) throws(CellError) -> Range<Int> {
      guard let count else { return 0..<length }
      guard count != 0 else { throw .calculation("Nothing is left.") }
      return count > 0 ? 0..<min(count, length) : max(0, length + max(count, -length))..<length
    }
    return try part(of: range, kept(rows, of: range.rows), kept(columns, of: range.columns))
  }

  static let drop = SheetFunction(
    "DROP", "Leaves out some rows or columns at the start of an array, or with a negative count at its end.",
    .range("array", "the array or range"),
    .optionalInteger("rows", "how many rows to leave out; empty for none").required,
    .optionalInteger("columns", "how many columns to leave out; empty for none"),
    traits: [.spills, .computesArrays],
    examples: [
      "DROP({1,2;3,4;5,6}, 2)" => [[.number(5), .number(6)]],
      "DROP({1,2;3,4;5,6}, -1)" => [[.number(1), .number(2)], [.number(3), .number(4)]],
      "DROP({1,2;3,4}, , 1)" => [[.number(2)], [.number(4)]],
      "DROP({1,2;3,4}, 1, -1)" => 3,
      "DROP({1,2;3,4}, 2)" => .calculation,
      "DROP({1,2;3,4}, 0)" => [[.number(1), .number(2)], [.number(3), .number(4)]],
    ]
  ) { (range, rows, columns) throws(CellError) in
    func kept(_ count: Int?, of length: Int) throws(CellError) -> Range<Int> {
      let count = (count ?? 0).clamped(to: -length...length)
      guard abs(count) < length else { throw .calculation("Nothing is left.") }
      return count >= 0 ? count..<length : 0..<length + count
    }
    return try part(of: range, kept(rows, of: range.rows), kept(columns, of: range.columns))
  }

  private static func part(of range: CellRange, _ rows: Range<Int>, _ columns: Range<Int>) -> Operand {
    range.part(top: rows.lowerBound, left: columns.lowerBound, rows: rows.count, columns: columns.count)
  }

  static let chooseColumns = SheetFunction(
    "CHOOSECOLS", "Gives the columns of an array with some numbers, in that order.",
    .array("array", "the array or range"),
    .rest("col_num", "the number of a column, or several as an array; negative from the end"), .context,
    traits: [.spills, .computesArrays],
    examples: [
      "CHOOSECOLS({1,2,3;4,5,6}, 3, 1)" => [[.number(3), .number(1)], [.number(6), .number(4)]],
      "CHOOSECOLS({1,2,3;4,5,6}, -1)" => [[.number(3)], [.number(6)]],
      "CHOOSECOLS({1,2,3}, {2,2})" => [[.number(2), .number(2)]],
      "CHOOSECOLS({1,2,3}, 0)" => .value, "CHOOSECOLS({1,2,3}, 4)" => .value,
      "CHOOSECOLS({1,2,3}, {1,2;3,1})" => .value,
    ]
  ) { (array, numbers, context) throws(CellError) in
    try array.selecting(columns: positions(numbers, of: array.columns, in: context))
  }

  static let chooseRows = SheetFunction(
    "CHOOSEROWS", "Gives the rows of an array with some numbers, in that order.", .array("array", "the array or range"),
    .rest("row_num", "the number of a row, or several as an array; negative from the end"), .context,
    traits: [.spills, .computesArrays],
    examples: [
      "CHOOSEROWS({1,2;3,4;5,6}, 3, 1)" => [[.number(5), .number(6)], [.number(1), .number(2)]],
      "CHOOSEROWS({1,2;3,4;5,6}, -1)" => [[.number(5), .number(6)]],
      "CHOOSEROWS({1;2;3}, {2;2})" => [[.number(2)], [.number(2)]],
      "CHOOSEROWS({1;2;3}, 0)" => .value, "CHOOSEROWS({1;2;3}, -4)" => .value,
    ]
  ) { (array, numbers, context) throws(CellError) in
    try array.selecting(rows: positions(numbers, of: array.rows, in: context))
  }

  /// The positions, counted from 0, that numbers from 1 or from -1 name.
  private static func positions(
    _ operands: [Operand], of length: Int, in context: any EvaluationContext
  ) throws(CellError) -> [Int] {
    var positions: [Int] = []
    for operand in operands {
      let numbers = try CellRange(operand, in: context).array()
      guard numbers.rows == 1 || numbers.columns == 1 else { throw .value("The numbers stand in a row or a column.") }
      for element in numbers.elements {
        let number = try element.asNumber().rounded(.towardZero)
        guard number != 0, abs(number) <= Double(length) else {
          throw .value("There is no row or column \(NumberText.general(number)).")
        }
        positions.append(number > 0 ? Int(number) - 1 : length + Int(number))
      }
    }
    return positions
  }

  static let trimRange = SheetFunction(
    "TRIMRANGE",
    "Leaves out the blank rows and columns at the edges of a range; A1.:.B9, A:.B and A.:B are short for it.",
    .range("range", "the range or array"),
    .integer("trim_rows", "0: none; 1: blank rows above; 2: below; 3: both", default: 3),
    .integer("trim_cols", "0: none; 1: blank columns to the left; 2: to the right; 3: both", default: 3),
    traits: [.spills, .givesReferences],
    examples: [
      "TRIMRANGE({1,2;3,4})" => [[.number(1), .number(2)], [.number(3), .number(4)]],
      "TRIMRANGE(VSTACK({1;2}, A1:A2))" => [[.number(1)], [.number(2)]],
      "ROWS(TRIMRANGE(VSTACK(A1:A2, {1}), 2))" => 3,
      "TRIMRANGE(A1:B2)" => .reference, "A1.:.B2" => .reference, "TRIMRANGE({1;2}, 4)" => .value,
    ]
  ) { (range, rows, columns) throws(CellError) in
    guard (0...3).contains(rows), (0...3).contains(columns) else { throw .value("What to trim is 0, 1, 2 or 3.") }
    guard let filled = filledPart(of: range) else { throw .reference("The range is blank.") }
    let top = rows & 1 == 1 ? filled.rows.lowerBound : 0
    let bottom = rows & 2 == 2 ? filled.rows.upperBound : range.rows - 1
    let left = columns & 1 == 1 ? filled.columns.lowerBound : 0
    let right = columns & 2 == 2 ? filled.columns.upperBound : range.columns - 1
    return range.part(top: top, left: left, rows: bottom - top + 1, columns: right - left + 1)
  }

  /// The smallest part that holds everything but blanks.
  private static func filledPart(of range: CellRange) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    var top = Int.max
    var left = Int.max
    var bottom = -1
    var right = -1
    func extend(_ row: Int, _ column: Int) {
      top = min(top, row)
      bottom = max(bottom, row)
      left = min(left, column)
      right = max(right, column)
    }
    switch range.storage {
    case .array(let array):
      for row in 0..<array.rows {
        for column in 0..<array.columns where !array[row, column].isBlank { extend(row, column) }
      }
    case .area(let area):
      range.context.forEachRun(in: area) { row, column, run in
        for (offset, box) in run.enumerated() where !box.isBlank {
          extend(row - Int(area.top) + offset, column - Int(area.left))
        }
      }
    }
    return bottom < 0 ? nil : (top...bottom, left...right)
  }
}
