import CellModel
import Functions

/// Functions that give a part of a range, or a range that is computed.
enum Indexing: FunctionFamily {
  static let title = "Computed references"

  static let functions: [SheetFunction] = [index, offset, indirect]

  static let index = SheetFunction(
    "INDEX", "Gives the cell at a row and column of a range, or a whole row or column when the other is 0.",
    .operand("array", "the range, or several in parentheses, or an array"),
    key: .optionalPlace("row_num", "the row, counted from 1; 0 or empty for all").required,
    .optionalPlaceCount(
      "column_num", "the column, counted from 1; 0 or empty for all; needed for a range of several of both"),
    .integer("area_num", "which of several ranges, counted from 1", default: 1), .context,
    traits: [.readsParts, .givesPartOfFirst, .givesReferences, .computesArrayOfFirst],
    examples: [
      "INDEX({1,2;3,4}, 2, 1)" => 3, "INDEX({10,20,30}, 2)" => 20,
      "INDEX({1,2;3,4}, 0, 2)" => [[.number(2)], [.number(4)]],
      "INDEX({1,2;3,4}, 2, )" => [[.number(3), .number(4)]],
      "INDEX({10,20,30}, {3,1})" => [[.number(30), .number(10)]],
      "INDEX({1,2;3,4}, 3, 1)" => .reference, "INDEX(A1:B2, 1)" => .reference, "INDEX(, 1)" => .value,
      "INDEX({1,2;3,4}, -1, 1)" => .value, "INDEX({10,20,30}, 0.29 * 100 - 26)" => 30,
    ]
  ) { (operand, column, area, context) throws(CellError) in
    let range = try CellRange(chosen(area, of: operand), in: context)
    return { (row) throws(CellError) in
      var row: Int = row ?? 0
      var column: Int? = column
      if column == nil, range.rows == 1, range.columns > 1 {
        column = row
        row = 1
      }
      // Of an array the row will do; of a reference Excel wants both.
      if column == nil, range.rows > 1, range.columns > 1, range.area != nil, row >= 0 {
        throw .reference("A range of several rows and columns needs the number of a column, too.")
      }
      return try part(of: range, row: row, column: column ?? (range.columns == 1 ? 1 : 0))
    }
  }

  private static func chosen(_ area: Int, of operand: Operand) throws(CellError) -> Operand {
    guard area >= 1 else { throw .value("The areas of a reference count from 1.") }
    if case .value(.error(let error)) = operand { throw error }
    if case .omitted = operand { throw .value("There is no array to read.") }
    guard case .reference(let reference) = operand else {
      if area > 1 { throw .reference("There is only one area.") }
      return operand
    }
    guard area <= reference.others.count + 1 else {
      throw .reference("There are only \(reference.others.count + 1) areas.")
    }
    return .reference(Reference(area == 1 ? reference.first : reference.others[area - 2]))
  }

  private static func part(of range: CellRange, row: Int, column: Int) throws(CellError) -> Operand {
    guard row >= 0, column >= 0 else { throw .value("Rows and columns count from 1.") }
    guard row <= range.rows else {
      range.context.miss(place: row)
      throw .reference("The range has only \(range.rows.counted("row")).")
    }
    guard column <= range.columns else {
      range.context.miss(place: column)
      throw .reference("The range has only \(range.columns.counted("column")).")
    }
    if row == 0, column == 0 { return range.part(top: 0, left: 0, rows: range.rows, columns: range.columns) }
    if row == 0 { return range.part(top: 0, left: column - 1, rows: range.rows, columns: 1) }
    if column == 0 { return range.part(top: row - 1, left: 0, rows: 1, columns: range.columns) }
    return range.part(top: row - 1, left: column - 1, rows: 1, columns: 1)
  }

  static let offset = SheetFunction(
    "OFFSET", "Gives the range at a distance from a reference, of the same size or another.",
    .reference("reference", "where to begin"),
    .integer("rows", "how many rows down; negative for up"),
    .integer("cols", "how many columns to the right; negative for left"),
    .optionalNumber("height", "the rows of the result; negative for rows above; else those of the reference"),
    .optionalNumber(
      "width", "the columns of the result; negative for columns to the left; else those of the reference"), .context,
    traits: [.volatile, .readsDynamically, .takesEachReference, .beginsAtFirst, .givesReferences],
    examples: [
      "ROW(OFFSET(A1, 4, 0))" => 5, "ROW(OFFSET(OFFSET(A1, {0;2}, 0), 1, 0))" => [[2], [4]],
      "COLUMN(OFFSET(C3, -2, -1))" => 2, "ROWS(OFFSET(A1, 0, 0, 3, 2))" => 3,
      "ROW(OFFSET(A5, 0, 0, -3, 1))" => [[.number(3)], [.number(4)], [.number(5)]],
      "OFFSET(A1, -1, 0)" => .reference, "OFFSET(A1, 0, 0, 0, 1)" => .reference,
      "COLUMNS(OFFSET(A1, 0, 0, 3, 0.9))" => 1, "OFFSET(1, 1, 1)" => .value,
    ]
  ) { (reference, rows, columns, height, width, context) throws(CellError) in
    guard reference.isSingleArea else { throw .value("OFFSET begins at one range.") }
    let area = reference.first
    let size = context.size(of: area.grid)
    let vertical = try span(
      from: Int(area.top), by: rows, length: try length(height) ?? area.rows, last: max(Area.lastRow, Int(area.bottom)))
    let horizontal = try span(
      from: Int(area.left), by: columns, length: try length(width) ?? area.columns,
      last: max(Area.lastColumn, Int(area.right)))
    let result = Area(
      grid: area.grid, top: vertical.lowerBound, left: horizontal.lowerBound, bottom: vertical.upperBound,
      right: horizontal.upperBound)
    guard let size else {
      guard result == area else { throw .nameHasNoPlace }
      return reference
    }
    // Behind the rows and columns of a table is nothing; a range that begins within them reads blanks there.
    guard vertical.lowerBound < max(size.rows, area.rows), horizontal.lowerBound < max(size.columns, area.columns)
    else {
      throw .reference("The range lies behind the rows or columns of its table.")
    }
    return Reference(result)
  }

  /// A count of rows or columns, cut to an integer; what is not 0 is at least 1.
  private static func length(_ number: Double?) throws(CellError) -> Int? {
    guard let number else { return nil }
    let whole = try Parameter<Int>.truncated(number)
    return whole == 0 && number != 0 ? (number < 0 ? -1 : 1) : whole
  }

  /// The rows or columns that an offset and a length give; a negative length runs backwards.
  private static func span(
    from start: Int, by offset: Int, length: Int, last: Int
  ) throws(CellError) -> ClosedRange<Int> {
    let limit = 1 << 32
    guard length != 0, abs(offset.clamped(to: -limit...limit)) < limit, (-limit...limit).contains(length) else {
      throw .reference("The range lies outside the sheet or has no cells.")
    }
    let first = length > 0 ? start + offset : start + offset + length + 1
    let end = length > 0 ? start + offset + length - 1 : start + offset
    guard first >= 0, end <= last else { throw .reference("The range lies outside the sheet.") }
    return first...end
  }

  static let indirect = SheetFunction(
    "INDIRECT", "Gives the reference that a text names.",
    .text("ref_text", "an address, a range or a name, as text"),
    .logical("a1", "TRUE: the text is written as A1; FALSE: as R1C1", whenAbsent: true), .context,
    traits: [.volatile, .readsDynamically, .readsReferenceTexts, .givesReferences],
    examples: [
      "ROW(INDIRECT(\"B7\"))" => 7, "COLUMN(INDIRECT(\"B\" & 7))" => 2, "ROWS(INDIRECT(\"A1:B3\"))" => 3,
      "ROW(INDIRECT(\"R7C2\", FALSE))" => 7, "INDIRECT({\"Z8\",\"?\"})" => [[.blank, .error(.reference)]],
      "INDIRECT(\"no address!\")" => .reference, "INDIRECT(\"\")" => .reference,
    ]
  ) { (text, isA1, context) throws(CellError) in
    try context.reference(from: text, a1: isA1)
  }
}

extension Int {
  /// The nearest number within bounds.
  func clamped(to bounds: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound) }
}
