import CellModel
import Functions

/// Functions that order the rows of an array or drop those that repeat.
enum Sorting: FunctionFamily {
  static let title = "Sorting"

  static let functions: [SheetFunction] = [sort, sortBy, unique]

  static let sort = SheetFunction(
    "SORT", "Sorts the rows of an array: numbers, texts without regard to case, logicals, errors, and blanks last.",
    .array("array", "the array or range"),
    .optionalArray("sort_index", "the column to sort by, or several as an array; else the first"),
    .optionalArray("sort_order", "1: ascending; -1: descending; one for each column to sort by"),
    .logical("by_col", "TRUE: sorts the columns by a row", default: false), .context,
    traits: [.spills, .computesArrays],
    examples: [
      "SORT({3;1;2})" => [[.number(1)], [.number(2)], [.number(3)]],
      "SORT({1,\"b\";2,\"a\"}, 2)" => [[.number(2), .text("a")], [.number(1), .text("b")]],
      "SORT({3,1,2}, , -1, TRUE)" => [[.number(3), .number(2), .number(1)]],
      "SORT({\"zebra\";\"co-op\";\"Ärger\"})" => [[.text("Ärger")], [.text("co-op")], [.text("zebra")]],
      "SORT({TRUE;\"a\";1;\"B\"})" => [[.number(1)], [.text("a")], [.text("B")], [.logical(true)]],
      "SORT({1,2;1,1;0,5}, {1,2}, {-1,1})"
        => [[.number(1), .number(1)], [.number(1), .number(2)], [.number(0), .number(5)]],
      "SORT({1;2}, 2)" => .value, "SORT({1;2}, 1, 2)" => .value,
    ]
  ) { (array, indices, orders, byColumn, context) throws(CellError) in
    let indices: [CellValue] = indices?.elements ?? [.number(1)]
    let orders: [CellValue] = orders?.elements ?? [.number(1)]
    guard orders.count == 1 || orders.count == indices.count else {
      throw .value("There are not as many orders as columns to sort by.")
    }
    var keys: [SortKeys] = []
    for (position, index) in indices.enumerated() {
      let isDescending = try isDescending(orders[orders.count == 1 ? 0 : position])
      let number = try index.isBlank ? 1 : index.asNumber().rounded(.towardZero)
      guard number >= 1, number <= Double(byColumn ? array.rows : array.columns) else {
        throw .value("There is no row or column \(NumberText.general(number)) to sort by.")
      }
      let line = Int(number) - 1
      let values: [CellValue] = byColumn ? Array(array.row(line)) : array.column(line)
      try context.takeSteps(values.count >> 4)
      keys.append(SortKeys(values, isDescending: isDescending))
    }
    let order = try SortKeys.order(of: byColumn ? array.columns : array.rows, by: keys, in: context)
    return try byColumn ? array.selecting(columns: order) : array.selecting(rows: order)
  }

  static let sortBy = SheetFunction(
    "SORTBY", "Sorts the rows or columns of an array by other rows or columns.",
    .array("array", "the array or range"),
    .rest("by_array", "a column, or a row, with a value for each row or column of the array"),
    .restPair("sort_order", "1: ascending; -1: descending"), .context,
    traits: [.spills, .computesArrays],
    examples: [
      "SORTBY({\"a\";\"b\";\"c\"}, {3;1;2})" => [[.text("b")], [.text("c")], [.text("a")]],
      "SORTBY({\"a\",\"b\",\"c\"}, {3,1,2}, -1)" => [[.text("a"), .text("c"), .text("b")]],
      "SORTBY({1;2;3}, {1;1;0}, 1, {5;4;9}, 1)" => [[.number(3)], [.number(2)], [.number(1)]],
      "SORTBY({1;2;3}, {1;2})" => .value, "SORTBY({1;2}, {1;2}, 0)" => .value,
    ]
  ) { (array, rest, _, context) throws(CellError) in
    var keys: [SortKeys] = []
    var byColumn: Bool?
    for position in stride(from: 0, to: rest.count, by: 2) {
      let by = try CellRange(rest[position], in: context).array()
      let isDescending =
        position + 1 < rest.count
        ? try isDescending(CellRange(rest[position + 1], in: context).array().elements[0]) : false
      let isColumnOrder: Bool
      if by.columns == 1, by.rows == array.rows, byColumn != true {
        isColumnOrder = false
      } else if by.rows == 1, by.columns == array.columns, byColumn != false {
        isColumnOrder = true
      } else {
        throw .value("What to sort by has not as many rows, or columns, as the array.")
      }
      byColumn = isColumnOrder
      keys.append(SortKeys(by.elements, isDescending: isDescending))
    }
    let isColumnOrder = byColumn ?? false
    let order = try SortKeys.order(of: isColumnOrder ? array.columns : array.rows, by: keys, in: context)
    return try isColumnOrder ? array.selecting(columns: order) : array.selecting(rows: order)
  }

  private static func isDescending(_ order: CellValue) throws(CellError) -> Bool {
    switch order.isBlank ? 1 : try order.asNumber().rounded(.towardZero) {
    case 1: return false
    case -1: return true
    default: throw .value("An order is 1 for ascending or -1 for descending.")
    }
  }

  static let unique = SheetFunction(
    "UNIQUE", "Gives each row of an array once, in the order of first appearance, without regard to case.",
    .range("array", "the array or range"),
    .logical("by_col", "TRUE: compares columns", default: false),
    .logical("exactly_once", "TRUE: keeps only what appears once", default: false),
    traits: [.spills, .computesArrays],
    examples: [
      "UNIQUE({1;2;1;3})" => [[.number(1)], [.number(2)], [.number(3)]],
      "UNIQUE({\"a\";\"A\";\"b\"})" => [[.text("a")], [.text("b")]],
      "UNIQUE({1,2,1}, TRUE)" => [[.number(1), .number(2)]],
      "UNIQUE({1,2;1,2;1,3})" => [[.number(1), .number(2)], [.number(1), .number(3)]],
      "UNIQUE({1;2;1}, FALSE, TRUE)" => 2, "UNIQUE({1;1}, FALSE, TRUE)" => .calculation,
    ]
  ) { (range, byColumn, exactlyOnce) throws(CellError) in
    if !byColumn, !exactlyOnce, let cells = DistinctCells.array(of: range) { return cells }
    let array = try range.array()
    let count = byColumn ? array.columns : array.rows
    let kept =
      array.count == count
      ? firstElements(of: array)
      : firstLines(count) { (byColumn ? array.column($0) : Array(array.row($0))).map(OrderKey.init) }
    let lines = kept.filter { !exactlyOnce || $0.count == 1 }.map(\.line)
    guard !lines.isEmpty else { throw .calculation("Nothing appears exactly once.") }
    return try byColumn ? array.selecting(columns: lines) : array.selecting(rows: lines)
  }

  /// The first of the elements that are equal, and how many are.
  private static func firstElements(of array: CellArray) -> [(line: Int, count: Int)] {
    guard let boxed = array.boxed else { return firstLines(array.count) { OrderKey(array[place: $0]) } }
    // A number is found by a few instructions, without the hash of a key.
    var numbers = NumberTable<Int>()
    var others: [OrderKey: Int] = [:]
    var kept: [(line: Int, count: Int)] = []
    for (line, box) in boxed.boxes.enumerated() {
      let place: Int
      if box.isNumber {
        place = numbers[position: numbers.position(of: box.number, startingWith: kept.count)]
      } else {
        let key = OrderKey(boxed.value(of: box))
        place = others[key] ?? kept.count
        if place == kept.count { others[key] = place }
      }
      if place == kept.count { kept.append((line, 0)) }
      kept[place].count += 1
    }
    return kept
  }

  /// The first of the lines with each key, and how many have it.
  private static func firstLines<Key: Hashable>(_ count: Int, _ key: (Int) -> Key) -> [(line: Int, count: Int)] {
    var places: [Key: Int] = [:]
    var kept: [(line: Int, count: Int)] = []
    for line in 0..<count {
      let key = key(line)
      if let place = places[key] {
        kept[place].count += 1
      } else {
        places[key] = kept.count
        kept.append((line, 1))
      }
    }
    return kept
  }
}

/// One row or column to sort by, with its direction.
struct SortKeys {
  let keys: [OrderKey]
  /// What texts beyond ASCII are sorted by, looked up once for each; empty when there is none.
  private let texts: [TextSortKey?]
  let isDescending: Bool

  init(_ values: [CellValue], isDescending: Bool) {
    keys = values.map(OrderKey.init)
    let texts = values.map { $0.text.map(TextSortKey.init) }
    self.texts = texts.contains { $0?.isPrepared == true } ? texts : []
    self.isDescending = isDescending
  }

  /// A negative number when the line at `a` stands before that at `b`; blanks are last in either direction.
  func compare(_ a: Int, _ b: Int) -> Int {
    let order = texts.isEmpty ? keys[a].compare(keys[b]) : compareTexts(a, b) ?? keys[a].compare(keys[b])
    return isDescending && keys[a] != .blank && keys[b] != .blank ? -order : order
  }

  private func compareTexts(_ a: Int, _ b: Int) -> Int? {
    guard let first = texts[a], let second = texts[b] else { return nil }
    return first.compare(second)
  }

  /// The positions of lines in sorted order, with the steps counted that this takes.
  static func order(
    of count: Int, by keys: [SortKeys], in context: any EvaluationContext
  ) throws(CellError) -> [Int] {
    try context.takeSteps((count * (Int.bitWidth - count.leadingZeroBitCount)) >> 5)
    return order(of: count, by: keys)
  }

  /// The positions of lines in sorted order; equal lines keep their order.
  static func order(of count: Int, by keys: [SortKeys]) -> [Int] {
    (0..<count).sorted { a, b in
      for key in keys {
        let order = key.compare(a, b)
        if order != 0 { return order < 0 }
      }
      return a < b
    }
  }
}
