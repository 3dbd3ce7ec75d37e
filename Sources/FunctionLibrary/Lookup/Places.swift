import CellModel
import Functions

/// Functions about where cells are, not about what they hold.
enum Places: FunctionFamily {
  static let title = "Places"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "ROW", "Gives the row number of a reference, or of the formula's own cell.",
      .optionalReference("reference", "the cell or range; a range gives all its rows"), .context,
      traits: [.ignoresValues, .spills, .takesEachReference, .tellsOwnRow],
      examples: [
        "ROW(C7)" => 7, "ROW(OFFSET(A1, {0;2}, 0))" => [[.number(1)], [.number(3)]],
        "ROW(A1:B3)" => [[.number(1)], [.number(2)], [.number(3)]], "ROW($B$2)" => 2,
        "ROW(\"A1\")" => .value,
      ]
    ) { (reference, context) throws(CellError) in
      let area = context.placePart(of: try own(reference, in: context))
      if area.rows == 1 { return Operand.value(.number(Double(area.top) + 1)) }
      let rows = (0..<area.rows).map { BoxedValue(Double(Int(area.top) + $0 + 1)) }
      return CellArray(rows: rows.count, columns: 1, BoxedElements(rows)).operand
    },

    SheetFunction(
      "COLUMN", "Gives the column number of a reference, or of the formula's own cell.",
      .optionalReference("reference", "the cell or range; a range gives all its columns"), .context,
      traits: [.ignoresValues, .spills, .takesEachReference, .tellsOwnColumn],
      examples: [
        "COLUMN(C7)" => 3, "COLUMN(A1:C2)" => [[.number(1), .number(2), .number(3)]], "COLUMN(XFD1)" => 16384,
        "COLUMN(1)" => .value,
      ]
    ) { (reference, context) throws(CellError) in
      let area = context.placePart(of: try own(reference, in: context))
      if area.columns == 1 { return Operand.value(.number(Double(area.left) + 1)) }
      let columns = (0..<area.columns).map { BoxedValue(Double(Int(area.left) + $0 + 1)) }
      return CellArray(rows: 1, columns: columns.count, BoxedElements(columns)).operand
    },

    SheetFunction(
      "ROWS", "Counts the rows of a range or an array.", .range("array", "the range or array").given.inOneArea,
      traits: [.ignoresValues, .takesEachReference, .countsRows],
      examples: [
        "ROWS(A1:B5)" => 5, "ROWS(OFFSET(A1, 0, 0, {2,3}))" => [[2, 3]], "ROWS({1,2;3,4;5,6})" => 3,
        "ROWS(A:A)" => 1_048_576, "ROWS(1)" => 1,
        "ROWS(1/0)" => .divisionByZero, "ROWS((A1:B2,C3))" => .reference, "ROWS(FILTER(A1:A3, {1;0;0}))" => 1,
      ]
    ) { (range) throws(CellError) in
      try checkHasSize(range)
      return range.rows
    },

    SheetFunction(
      "COLUMNS", "Counts the columns of a range or an array.", .range("array", "the range or array").given.inOneArea,
      traits: [.ignoresValues, .takesEachReference, .countsColumns],
      examples: [
        "COLUMNS(A1:B5)" => 2, "COLUMNS({1,2,3})" => 3, "COLUMNS(2:2)" => 16_384, "COLUMNS(1)" => 1,
        "COLUMNS(1/0)" => .divisionByZero, "COLUMNS((A1,C3))" => .reference, "COLUMNS(UNIQUE(A1:A3))" => 1,
      ]
    ) { (range) throws(CellError) in
      try checkHasSize(range)
      return range.columns
    },

    SheetFunction(
      "AREAS", "Counts the ranges of a reference.",
      .reference("reference", "one range, or several in a second pair of parentheses"),
      traits: [.ignoresValues, .takesEachReference],
      examples: [
        "AREAS(A1)" => 1, "AREAS((A1:B2,C3))" => 2, "AREAS((A1,A1,B2))" => 3,
        "AREAS(OFFSET(A1, {0;1}, 0))" => [[1], [1]],
        "AREAS(1)" => .value,
      ]
    ) { $0.others.count + 1 },

    SheetFunction(
      "SINGLE", "Gives the one value of a range that lies in the formula's own row or column, as the operator @ does.",
      .operand("value", "a range, an array or a value"), .context,
      examples: ["SINGLE(5)" => 5, "SINGLE({7,8;9,10})" => 7, "SINGLE(\"a\")" => "a", "SINGLE(1/0)" => .divisionByZero]
    ) { (operand, context) throws(CellError) in try intersection(of: operand, in: context) },
  ]

  /// Throws an error, which has neither rows nor columns.
  private static func checkHasSize(_ range: CellRange) throws(CellError) {
    if range.isScalar, case .error(let error) = range[0, 0] { throw error }
  }

  private static func own(_ reference: Reference?, in context: any EvaluationContext) throws(CellError) -> Area {
    if let reference {
      guard reference.isSingleArea else { throw .value("A union of references has no single row or column.") }
      guard !reference.first.isEmpty else { throw .calculation("The area has no cells.") }
      guard context.size(of: reference.first.grid) != nil else { throw .nameHasNoPlace }
      return reference.first
    }
    guard let cell = context.cell else { throw .formulaHasNoPlace }
    return Area(cell)
  }

  /// What implicit intersection leaves of an operand: a column gives the cell of the formula's row, a row that of its
  /// column, an array its first element.
  static func intersection(of operand: Operand, in context: any EvaluationContext) throws(CellError) -> Operand {
    switch operand {
    case .omitted: return .value(.blank)
    case .deferred(let deferred): return try intersection(of: deferred.operand, in: context)
    case .value(.array(let array)): return .value(array.first)
    case .value: return operand
    case .reference(let reference):
      guard reference.isSingleArea else { throw .value("A union of references has no cell in this row or column.") }
      let area = reference.first
      if area.isSingleCell { return operand }
      guard let cell = context.cell else { throw .formulaHasNoPlace }
      let found = area.ownCell(of: cell)
      guard area.contains(found) else { throw .value("The range has no cell in this row or column.") }
      return .reference(Reference(found))
    }
  }
}

extension CellError {
  /// Of what asks where a formula stands that stands in no grid.
  static var formulaHasNoPlace: CellError { .value("This formula stands in no row or column.") }
  /// Of what asks where a name is, or what is beside it.
  static var nameHasNoPlace: CellError { .reference("A name has no row and no column, and nothing is beside it.") }
}
