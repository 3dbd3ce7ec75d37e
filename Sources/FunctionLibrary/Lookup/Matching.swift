import CellModel
import Functions

/// Functions that find the place of a value in a row or column.
enum Matching: FunctionFamily {
  static let title = "Matching"

  static let functions: [SheetFunction] = [match, xmatch, xlookup]

  static let match = SheetFunction(
    "MATCH", "Finds the place, counted from 1, of a value in a row or column.",
    key: .value("lookup_value", "the value to find; a text may hold the wildcards * and ? when the type is 0").required,
    .range("lookup_array", "the row or column to search"),
    .number(
      "match_type",
      "above 0: sorted, the last not greater; 0: any order, the first equal; below 0: descending, the last not less",
      whenAbsent: 1),
    traits: [.readsParts, .findsPosition, .searchesArrays],
    examples: [
      "MATCH(30, {10,20,30}, 0)" => 3, "MATCH(25, {10;20;30})" => 2, "MATCH(25, {30,20,10}, -1)" => 1,
      "MATCH(25, {10,20,30}, 0.5)" => 2,
      "MATCH(\"b?n\", {\"ann\",\"ben\"}, 0)" => 2, "MATCH(\"B\", {\"a\",\"b\"}, 0)" => 2,
      "MATCH(\"why~?\", {\"whys\",\"why?\"}, 0)" => 2,
      "MATCH({20;10}, {10,20,30}, 0)" => [[.number(2)], [.number(1)]],
      "MATCH(\"1\", {1,2}, 0)" => .notAvailable, "MATCH(1, {1,2;3,4}, 0)" => .notAvailable,
    ]
  ) { (range, type) throws(CellError) in
    guard let vector = LookupVector(range) else { throw .notAvailable("MATCH searches one row or one column.") }
    return { (value) throws(CellError) in
      if let text = value.text, text.utf16.count > 255 {
        throw .value("A text of more than 255 characters cannot be looked up.")
      }
      let found: Int?
      switch type {
      case 0: found = try vector.legacyExactPosition(of: value)
      case let type where type > 0: found = vector.legacyAscendingPosition(of: value)
      default: found = try vector.position(descendingTo: value.isBlank ? .number(0) : OrderKey(value))
      }
      guard let found else { throw .notFound(value) }
      return found + 1
    }
  }

  static let xmatch = SheetFunction(
    "XMATCH", "Finds the place, counted from 1, of a value in a row or column, equal unless the mode says otherwise.",
    key: .value("lookup_value", "the value to find; a blank finds a blank").required,
    .range("lookup_array", "the row or column to search"),
    .matchMode, .searchMode,
    traits: [.readsParts, .findsPosition, .computesArraysBehindFirst],
    examples: [
      "XMATCH(20, {10,20,30})" => 2, "XMATCH(25, {30,10,20}, 1)" => 1, "XMATCH(25, {30,10,20}, -1)" => 3,
      "XMATCH(25, {\"b\",\"a\",10}, 1)" => 2,
      "XMATCH(\"*n\", {\"ab\",\"bn\",\"cn\"}, 2, -1)" => 3, "XMATCH(20, {30,20,10}, 0, -2)" => 2,
      "XMATCH({30,10}, {10,20,30})" => [[.number(3), .number(1)]],
      "XMATCH(\"^[bc]\", {\"ab\",\"cd\"}, 3)" => 2,
      "XMATCH(25, {10,20,30})" => .notAvailable, "XMATCH(25, {10,20,30}, 7)" => .value,
    ]
  ) { (range, match, search) throws(CellError) in
    guard let vector = LookupVector(range) else { throw .value("XMATCH searches one row or one column.") }
    return { (value) throws(CellError) in
      guard let found = try vector.position(of: value, match: match, search: search) else { throw .notFound(value) }
      return found + 1
    }
  }

  static let xlookup = SheetFunction(
    "XLOOKUP", "Finds a value in a row or column and gives what stands at its place in another range.",
    key: .value("lookup_value", "the value to find; a blank finds a blank").required,
    .range("lookup_array", "the row or column to search"),
    .range("return_array", "where the answer stands; as long as what is searched, and as wide as the answer shall be"),
    .deferred("if_not_found", "the answer when nothing matches; else #N/A", isRequired: false),
    .matchMode, .searchMode,
    traits: [.readsParts, .givesReferences, .computesArraysBehindFirst],
    examples: [
      "XLOOKUP(2, {1,2,3}, {\"a\",\"b\",\"c\"})" => "b",
      "XLOOKUP(9, {1,2,3}, {\"a\",\"b\",\"c\"}, \"none\")" => "none",
      "XLOOKUP(2.5, {1,2,3}, {\"a\",\"b\",\"c\"}, , -1)" => "b",
      "XLOOKUP(2, {1;2}, {10,11;20,21})" => [[.number(20), .number(21)]],
      "XLOOKUP({3,1}, {1,2,3}, {\"a\",\"b\",\"c\"})" => [[.text("c"), .text("a")]],
      "XLOOKUP(9, {1,2,3}, {\"a\",\"b\",\"c\"})" => .notAvailable,
      "XLOOKUP(1, {1,2,3}, {\"a\",\"b\"})" => .value,
    ]
  ) { (range, answers, ifNotFound, match, search) throws(CellError) in
    let (range, answers) = try CellRange.alike(range, answers)
    guard let vector = LookupVector(range) else { throw .value("XLOOKUP searches one row or one column.") }
    // One cell is a row or a column, as the answers need it.
    let isRow = vector.isRow || (range.count == 1 && answers.rows != 1 && answers.columns == 1)
    guard vector.count == (isRow ? answers.columns : answers.rows) else {
      throw .value("What is searched and what is returned differ in length.")
    }
    return { (value) throws(CellError) in
      guard let found = try vector.position(of: value, match: match, search: search) else {
        if case .omitted = ifNotFound.operand { throw .notFound(value) }
        return ifNotFound.operand
      }
      return isRow
        ? answers.part(top: 0, left: found, rows: answers.rows, columns: 1)
        : answers.part(top: found, left: 0, rows: 1, columns: answers.columns)
    }
  }
}

extension Parameter<Int> {
  fileprivate static var matchMode: Parameter {
    .integer(
      "match_mode",
      "0: equal; -1: equal or the next smaller; 1: equal or the next larger; 2: wildcards; 3: a regular expression",
      default: 0)
  }

  fileprivate static var searchMode: Parameter {
    .integer(
      "search_mode", "1: from the first; -1: from the last; 2: halving, ascending; -2: halving, descending", default: 1)
  }
}
