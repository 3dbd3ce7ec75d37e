import CellModel
import Functions

/// Sums, counts and extremes of the cells that meet criteria.
enum ConditionalAggregates: FunctionFamily {
  static let title = "Sums and counts with criteria"

  static let functions: [SheetFunction] = single + several + extremes

  private static let range: Parameter<CellRange> = .range("range", "the cells to test")
  private static let criterion: Parameter<CellValue> = .anything(
    "criterion", "what the cells must be, such as 5, \"x*\" or \">=3\"")

  /// The numbers of the cells of `values`, or of the tested range itself, that meet a criterion.
  ///
  /// As in Excel, `values` is read from its corner in the size of the tested range.
  static func total(
    _ range: CellRange, _ criterion: CellValue, _ values: CellRange?
  ) throws(CellError) -> CriteriaTotal {
    let values = try values.map { (values) throws(CellError) in try resized(values, like: range) } ?? range
    return try CriteriaTotal.of(values, meeting: [(range, try Criterion(criterion, in: range.context))])
  }

  private static func resized(_ range: CellRange, like other: CellRange) throws(CellError) -> CellRange {
    guard let area = range.area, area.rows != other.rows || area.columns != other.columns else { return range }
    guard range.context.size(of: area.grid) != nil else { throw .nameHasNoPlace }
    let reference = Reference(
      Area(
        grid: area.grid, top: Int(area.top), left: Int(area.left),
        bottom: min(Int(area.top) + other.rows - 1, Area.lastRow),
        right: min(Int(area.left) + other.columns - 1, Area.lastColumn)))
    return try CellRange(.reference(reference), in: range.context)
  }

  static let single: [SheetFunction] = [
    SheetFunction(
      "SUMIF", "Adds the cells that meet a criterion, or cells beside them.", range, criterion,
      .optionalRange("sum_range", "the cells to add; left out, those tested"),
      traits: [.takesEachReference, .keepsKindOfThird, .resizesThird],
      examples: [
        "SUMIF({1,2,3}, \">1\")" => 5, "SUMIF({\"a\",\"b\",\"A\"}, \"a\", {1,2,3})" => 4, "SUMIF({\"x\"}, \"y\")" => 0,
        "SUMIF({1,2,3}, {1,3})" => [[1, 3]], "SUMIF({1,2}, 1, {#N/A,1})" => .notAvailable,
      ]
    ) { (range, criterion, values) throws(CellError) in try total(range, criterion, values).sum },

    SheetFunction(
      "COUNTIF", "Counts the cells that meet a criterion.", range, key: criterion,
      traits: .takesEachReference,
      examples: [
        "COUNTIF({1,2,3}, \">=2\")" => 2, "COUNTIF({\"apple\",\"pear\"}, \"a*\")" => 1,
        "COUNTIF({1,\"\"}, \"<>1\")" => 1,
        "COUNTIF({1,2,2}, {1,2})" => [[1, 2]], "COUNTIF({#N/A,1}, #N/A)" => 1, "COUNTIF(#REF!, 1)" => .reference,
      ]
    ) { (range) in
      let counts = KeyCounts(in: range)
      return { (criterion) throws(CellError) in try counts.count(meeting: criterion) }
    },

    SheetFunction(
      "AVERAGEIF", "Gives the mean of the cells that meet a criterion, or of cells beside them.", range, criterion,
      .optionalRange("average_range", "the cells to average; left out, those tested"),
      traits: [.takesEachReference, .keepsKindOfThird, .resizesThird],
      examples: [
        "AVERAGEIF({1,2,4}, \">1\")" => 3, "AVERAGEIF({\"a\",\"b\",\"a\"}, \"a\", {1,2,3})" => 2,
        "AVERAGEIF({1,2,3}, {1,3})" => [[1, 3]], "AVERAGEIF({1,2}, 5)" => .divisionByZero,
      ]
    ) { (range, criterion, values) throws(CellError) in
      guard let mean = try total(range, criterion, values).mean else {
        throw .divisionByZero("No cell meets the criterion.")
      }
      return mean
    },
  ]

  static let several: [SheetFunction] = [
    SheetFunction(
      "SUMIFS", "Adds the cells whose companions meet all criteria.",
      .range("sum_range", "the cells to add"), .criteriaPairs, .criterionOfPair,
      traits: [.takesEachReference, .keepsKindOfFirst],
      examples: [
        "SUMIFS({1,2,3}, {\"a\",\"b\",\"a\"}, \"a\")" => 4,
        "SUMIFS({1,2,3}, {1,2,3}, \">1\", {\"a\",\"b\",\"a\"}, \"a\")" => 3,
        "SUMIFS({1,2,3}, {1,2,3}, {1,2})" => [[1, 2]], "SUMIFS({1,2}, {1,2,3}, 1)" => .value,
      ]
    ) { (values, criteria, _) throws(CellError) in try criteria.total(of: values).sum },

    SheetFunction(
      "COUNTIFS", "Counts the places at which all criteria are met.", .criteriaPairs, .criterionOfPair,
      traits: .takesEachReference,
      examples: [
        "COUNTIFS({1,2,3}, \">1\")" => 2, "COUNTIFS({1,2,3}, \">1\", {\"a\",\"b\",\"a\"}, \"a\")" => 1,
        "COUNTIFS({1,2,2}, {1,2})" => [[1, 2]], "COUNTIFS({1,2}, 1, {1,2,3}, 1)" => .value,
      ]
    ) { (criteria, _) throws(CellError) in try criteria.count },

    SheetFunction(
      "AVERAGEIFS", "Gives the mean of the cells whose companions meet all criteria.",
      .range("average_range", "the cells to average"), .criteriaPairs, .criterionOfPair,
      traits: [.takesEachReference, .keepsKindOfFirst],
      examples: [
        "AVERAGEIFS({1,2,3}, {\"a\",\"b\",\"a\"}, \"a\")" => 2,
        "AVERAGEIFS({1,2,3}, {1,2,3}, \">1\", {1,2,3}, \"<3\")" => 2,
        "AVERAGEIFS({1,2,3}, {1,2,3}, {1,2})" => [[1, 2]], "AVERAGEIFS({1,2}, {1,2}, 5)" => .divisionByZero,
      ]
    ) { (values, criteria, _) throws(CellError) in
      guard let mean = try criteria.total(of: values).mean else {
        throw .divisionByZero("No cell meets the criteria.")
      }
      return mean
    },
  ]

  static let extremes: [SheetFunction] = [
    SheetFunction(
      "MAXIFS", "Gives the largest of the cells whose companions meet all criteria, and 0 when there is none.",
      .range("max_range", "the cells to compare"), .criteriaPairs, .criterionOfPair,
      traits: [.takesEachReference, .keepsKindOfFirst],
      examples: [
        "MAXIFS({1,2,3}, {\"a\",\"b\",\"a\"}, \"a\")" => 3, "MAXIFS({1,2}, {1,2}, 5)" => 0,
        "MAXIFS({1,2,3}, {1,2,3}, {1,2})" => [[1, 2]], "MAXIFS({1,2}, {1,2,3}, 1)" => .value,
      ]
    ) { (values, criteria, _) throws(CellError) in try criteria.extremes(of: values).largest ?? 0 },

    SheetFunction(
      "MINIFS", "Gives the smallest of the cells whose companions meet all criteria, and 0 when there is none.",
      .range("min_range", "the cells to compare"), .criteriaPairs, .criterionOfPair,
      traits: [.takesEachReference, .keepsKindOfFirst],
      examples: [
        "MINIFS({1,2,3}, {\"a\",\"b\",\"a\"}, \"a\")" => 1, "MINIFS({1,2}, {1,2}, 5)" => 0,
        "MINIFS({1,2,3}, {1,2,3}, {1,2})" => [[1, 2]], "MINIFS({1,2}, {1,2,3}, 1)" => .value,
      ]
    ) { (values, criteria, _) throws(CellError) in try criteria.extremes(of: values).least ?? 0 },
  ]
}
