import CellModel
import Functions

/// Which cells of ranges of one shape meet all of several criteria.
///
/// Only the part of the ranges that holds anything is looked at, column by column; what lies outside is blank everywhere,
/// so one answer stands for all of it. Where an index of a column knows the few places that meet one of the criteria, only
/// those are looked at.
struct CriteriaMask {
  /// The most cells that are looked at; whole sheets of scattered cells could ask for billions.
  static let limit = 20_000_000
  /// Of so many columns each is counted by itself.
  private static let mostColumns = 16

  let rows: Int
  let columns: Int
  private var meets: [Bool]
  /// The rows of the one column that meet the criteria, in ascending order, where they are known; ``meets`` is then empty.
  private var places: [Int32]?
  /// How many cells there are beyond the used part, and whether they meet the criteria.
  private let outside: Int
  private(set) var meetsOutside = true

  /// Tests ranges; `others` are ranges whose used part matters too because their cells are read afterwards.
  init(_ pairs: [(range: CellRange, criterion: Criterion)], reading other: CellRange? = nil) throws(CellError) {
    guard let first = pairs.first?.range else { throw .value("There is no criterion.") }
    var used: (rows: Int, columns: Int) = other?.usedSize ?? (0, 0)
    for (range, _) in pairs {
      guard range.rows == first.rows, range.columns == first.columns else {
        throw .value("The ranges differ in size.")
      }
      if case .array(let array) = range.storage, array.count == 1, case .error(let error) = array.first {
        throw error
      }
      used = (max(used.rows, range.usedSize.rows), max(used.columns, range.usedSize.columns))
    }
    rows = min(used.rows, first.rows)
    columns = min(used.columns, first.columns)
    guard rows * columns <= Self.limit else { throw .value("The ranges have too many cells.") }
    outside = first.rows * first.columns - rows * columns
    meets = []
    if columns == 1, let places = Self.places(of: pairs, rows: rows) {
      self.places = places
      meetsOutside = false
      return
    }
    for (range, criterion) in pairs {
      // A pattern is looked for in each text, which takes longer than a comparison.
      if criterion.isDear { try range.context.takeSteps((rows * columns) >> 4) }
      let result = test(criterion, on: range)
      if meets.isEmpty {
        meets = result
      } else {
        for index in meets.indices { meets[index] = meets[index] && result[index] }
      }
      meetsOutside = meetsOutside && criterion.matchesBlank
    }
  }

  /// The rows that meet all criteria, from one on, when an index knows those that meet one of them.
  static func places(
    of pairs: [(range: CellRange, criterion: Criterion)], rows: Int, from first: Int = 0
  ) -> [Int32]? {
    var best: (pairs: [Int], places: ArraySlice<Int32>)?
    // Patterns come last: where few rows are left by then, those are looked at and not all texts of a column.
    for isDear in [false, true] {
      for (pair, (range, criterion)) in pairs.enumerated() where criterion.isDear == isDear {
        guard
          let places = CriteriaIndex.places(
            in: range, rows: rows, from: first, meeting: criterion, among: best?.places.count)
        else { continue }
        if best.map({ places.count < $0.places.count }) ?? true { best = ([pair], places) }
      }
    }
    // Where criteria go on down a column, each row adds but a few cells, which are looked at one by one.
    if best == nil, first == 0 { best = placesBetween(of: pairs, rows: rows) }
    guard let best else { return nil }
    var places = Array(first == 0 ? best.places : best.places[best.places.firstPlace { $0 >= first }...])
    for (pair, (range, criterion)) in pairs.enumerated() where !best.pairs.contains(pair) && !places.isEmpty {
      places = meeting(criterion, in: range, among: places)
    }
    return places
  }

  /// The rows in which a column holds a number between bounds, as `">=" & start` and `"<" & end` are for a column of days, and
  /// the numbers of the criteria that say so; `nil` where they are many.
  private static func placesBetween(
    of pairs: [(range: CellRange, criterion: Criterion)], rows: Int
  ) -> (pairs: [Int], places: ArraySlice<Int32>)? {
    var seen: Set<Area> = []
    var best: (pairs: [Int], places: ArraySlice<Int32>)?
    for (range, criterion) in pairs {
      guard criterion.isComparisonOfNumbers, let area = range.area, seen.insert(area).inserted else { continue }
      let alike = pairs.indices.filter { pairs[$0].criterion.isComparisonOfNumbers && pairs[$0].range.area == area }
      let criteria = alike.map { pairs[$0].criterion }
      guard let places = CriteriaIndex.places(in: range, rows: rows, meetingAll: criteria) else { continue }
      if best.map({ places.count < $0.places.count }) ?? true { best = (alike, places[...]) }
    }
    return best
  }

  /// Those of some rows of a range that meet a criterion.
  static func meeting(_ criterion: Criterion, in range: CellRange, among places: [Int32]) -> [Int32] {
    guard let area = range.area else { return places.filter { criterion.matches(range[Int($0), 0]) } }
    var result: [Int32] = []
    // What no run holds is blank.
    var behind = 0
    forEachBox(at: places, of: area, range.context) { index, box in
      if criterion.matchesBlank { result += places[behind..<index] }
      behind = index + 1
      if criterion.matches(box) ?? criterion.matches(range.context.unboxed(box)) { result.append(places[index]) }
    }
    if criterion.matchesBlank { result += places[behind...] }
    return result
  }

  /// Calls the body with the number of each of some ascending rows of a column that is stored, and what it holds.
  static func forEachBox(
    at places: [Int32], of area: Area, _ context: any EvaluationContext, _ body: (Int, BoxedValue) -> Void
  ) {
    guard let first = places.first, let last = places.last else { return }
    var part = area
    part.right = area.left
    part.bottom = area.top + last
    part.top = area.top + first
    let top = Int(area.top)
    var next = 0
    context.forEachRun(in: part) { row, _, run in
      while next < places.count, case let offset = Int(places[next]) + top - row, offset < run.count {
        if offset >= 0 { body(next, run[offset]) }
        next += 1
      }
    }
  }

  /// Where the cells stand that do not meet a criterion, from a row on, in ascending order; `nil` where only a look at each cell
  /// tells.
  static func placesLeftOut(
    by criterion: Criterion, of range: CellRange, rows: Int, from first: Int = 0
  ) -> ArraySlice<Int32>? {
    guard let leftOut = criterion.leftOut,
      let places = CriteriaIndex.places(in: range, rows: rows, from: first, meeting: leftOut)
    else { return nil }
    return first == 0 ? places : places[places.firstPlace { $0 >= first }...]
  }

  /// Whether each cell of the used part of a range meets a criterion.
  private func test(_ criterion: Criterion, on range: CellRange) -> [Bool] {
    if columns == 1, let leftOut = Self.placesLeftOut(by: criterion, of: range, rows: rows) {
      var result = [Bool](repeating: true, count: rows)
      for place in leftOut { result[Int(place)] = false }
      return result
    }
    var result = [Bool](repeating: criterion.matchesBlank, count: rows * columns)
    switch range.storage {
    case .array(let array):
      for row in 0..<min(rows, array.rows) {
        for column in 0..<min(columns, array.columns) {
          result[column * rows + row] = criterion.matches(array[row, column])
        }
      }
    case .area(let area):
      guard let part = part(of: area) else { break }
      let (top, left, rows) = (Int(area.top), Int(area.left), rows)
      result.withUnsafeMutableBufferPointer { result in
        range.context.forEachRun(in: part) { row, column, run in
          let start = (column - left) * rows + row - top
          let cells = UnsafeMutableBufferPointer(rebasing: result[start..<start + run.count])
          cells.update(repeating: true)
          criterion.narrow(cells, to: run, range.context)
        }
      }
    }
    return result
  }

  /// The used part of an area of the shape of the ranges; `nil` when it is empty.
  private func part(of area: Area) -> Area? {
    guard rows > 0, columns > 0 else { return nil }
    var part = area
    part.bottom = area.top + Int32(rows - 1)
    part.right = area.left + Int32(columns - 1)
    return part
  }

  /// How many cells meet some criteria.
  ///
  /// - Parameter byIndex: Whether an index is asked; one that has been asked in vain would be made for a second question.
  static func count(
    _ pairs: [(range: CellRange, criterion: Criterion)], byIndex: Bool = true
  ) throws(CellError) -> Int {
    if byIndex, let parted = PartedCriteria(pairs), let count = parted.count { return count }
    if let count = try CriteriaProgress.count(pairs, byIndex: byIndex) { return count }
    return try CriteriaMask(pairs).count
  }

  /// How many cells of a range meet a criterion.
  static func count(in range: CellRange, meeting criterion: Criterion) throws(CellError) -> Int {
    if range.columns == 1 {
      let rows = min(range.usedSize.rows, range.rows)
      // An index tells where all are that a pattern matches, and those above a row of a growing range have been counted.
      if criterion.isDear, let count = try CriteriaProgress.count([(range, criterion)], byIndex: false, ifKnown: true) {
        return count
      }
      if let count = CriteriaIndex.countOfPlaces(in: range, rows: rows, meeting: criterion) { return count }
      if let count = CriteriaIndex.count(in: range, rows: rows, meeting: criterion) { return count }
      return try count([(range, criterion)], byIndex: false)
    }
    if let count = try countByColumns(of: range, meeting: criterion) { return count }
    return try count([(range, criterion)])
  }

  /// The same of a few long columns, each of which has an index of its own; `nil` for another range.
  private static func countByColumns(of range: CellRange, meeting criterion: Criterion) throws(CellError) -> Int? {
    guard range.area != nil, !range.isClipped, range.columns <= mostColumns, range.rows >= CriteriaIndex.leastRows
    else { return nil }
    var sum = 0
    for column in 0..<range.columns {
      let cells = range.part(top: 0, left: column, rows: range.rows, columns: 1)
      sum += try count(in: try CellRange(cells, in: range.context), meeting: criterion)
    }
    return sum
  }

  /// How many cells meet the criteria.
  var count: Int {
    if let places { return places.count }
    var count = meetsOutside ? outside : 0
    for meets in meets where meets { count += 1 }
    return count
  }

  /// The rows of the one column that meet the criteria, in ascending order.
  var meetingRows: [Int] {
    if let places { return places.map(Int.init) }
    return meets.indices.filter { meets[$0] } + (meetsOutside ? Array(rows..<rows + outside) : [])
  }

  /// Calls the body with the numbers in a range of the same shape whose cells meet the criteria.
  ///
  /// A range that is larger or smaller is read from its corner. The first error in such a cell ends the call.
  func forEachNumber(in range: CellRange, _ body: (Double) -> Void) throws(CellError) {
    if let places { return try Self.forEachNumber(at: places, of: range, body) }
    switch range.storage {
    case .array(let array):
      for row in 0..<min(rows, array.rows) {
        for column in 0..<min(columns, array.columns) where meets[column * rows + row] {
          switch array[row, column] {
          case .number(let number, _): body(number)
          case .error(let error): throw error
          default: break
          }
        }
      }
    case .area(let area):
      guard let part = part(of: area) else { return }
      let (top, left) = (Int(area.top), Int(area.left))
      var firstError: CellError?
      func take(_ box: BoxedValue) {
        if box.isNumber {
          body(box.number)
        } else if firstError == nil, box.kind == .error, case .error(let error) = range.context.unboxed(box) {
          firstError = error
        }
      }
      meets.withUnsafeBufferPointer { meets in
        if part.columns == 1 {
          range.context.forEachRun(in: part) { row, _, run in
            for index in run.indices where meets[row - top + index] { take(run[index]) }
          }
        } else {
          range.context.forEachBoxByRows(in: part) { row, column, box in
            if meets[(column - left) * rows + row - top] { take(box) }
          }
        }
      }
      if let firstError { throw firstError }
    }
  }
}

extension CriteriaMask {
  /// Calls the body with the numbers in some rows of a range; the first error there ends the call.
  private static func forEachNumber(
    at places: [Int32], of range: CellRange, _ body: (Double) -> Void
  ) throws(CellError) {
    guard let area = range.area else {
      for place in places where Int(place) < range.rows {
        switch range[Int(place), 0] {
        case .number(let number, _): body(number)
        case .error(let error): throw error
        default: break
        }
      }
      return
    }
    var firstError: CellError?
    forEachBox(at: places, of: area, range.context) { _, box in
      if box.isNumber {
        body(box.number)
      } else if firstError == nil, box.kind == .error, case .error(let error) = range.context.unboxed(box) {
        firstError = error
      }
    }
    if let firstError { throw firstError }
  }
}

/// The ranges and criteria of SUMIFS and its kin.
struct CriteriaPairs {
  /// The first, or the only one, which so takes no memory of its own.
  private let first: (range: CellRange, criterion: Criterion)?
  private let others: [(range: CellRange, criterion: Criterion)]

  init(_ first: (range: CellRange, criterion: Criterion)?, _ others: [(range: CellRange, criterion: Criterion)]) {
    self.first = first
    self.others = others
  }

  var pairs: [(range: CellRange, criterion: Criterion)] { first.map { [$0] + others } ?? [] }

  /// How many places meet all of them.
  var count: Int {
    get throws(CellError) {
      if let first, others.isEmpty { return try CriteriaMask.count(in: first.range, meeting: first.criterion) }
      return try CriteriaMask.count(pairs)
    }
  }

  /// The extremes of the numbers of a range whose companions meet all of them; it must have their shape.
  func extremes(of values: CellRange) throws(CellError) -> (least: Double?, largest: Double?) {
    let pairs = try pairs(besides: values)
    if let known = OrderedExtremes.of(values, meeting: pairs) { return known }
    let summary = try CriteriaSummary.of(values, meeting: pairs)
    return (summary.least, summary.largest)
  }

  /// The same, of which only the count and the sum are known.
  func total(of values: CellRange) throws(CellError) -> CriteriaTotal {
    try CriteriaTotal.of(values, meeting: try pairs(besides: values))
  }

  private func pairs(besides values: CellRange) throws(CellError) -> [(range: CellRange, criterion: Criterion)] {
    if let first, first.range.rows != values.rows || first.range.columns != values.columns {
      throw .value("The ranges differ in size.")
    }
    return pairs
  }
}

extension Parameter where Value == CriteriaPairs {
  /// Pairs of a range and a criterion; the second of each pair in help is ``Parameter/criterionOfPair``.
  static var criteriaPairs: Parameter {
    let info = ParameterInfo("criteria_range", "the cells to test, as many as in the other ranges", repeats: true)
    return Parameter(info) { (call) throws(CellError) in
      var first: (range: CellRange, criterion: Criterion)?
      var others: [(range: CellRange, criterion: Criterion)] = []
      guard (call.count - call.position) % 2 == 0 else { throw .value("A range has no criterion.") }
      while call.position < call.count {
        let operand = call.nextEvaluated()
        if case .value(.error(let error)) = operand { throw error }
        let range = try CellRange(operand, in: call.context)
        let criterion = try Criterion(try call.nextValue() ?? .blank, in: call.context)
        if first == nil { first = (range, criterion) } else { others.append((range, criterion)) }
      }
      return CriteriaPairs(first, others)
    }
  }
}

extension Parameter where Value == Void {
  /// The criterion of a pair; an array of them gives an array.
  static var criterionOfPair: Parameter {
    let info = ParameterInfo(
      "criterion", "what the cells must be, such as 5, \"x*\" or \">=3\"", lifts: true, repeats: true)
    return Parameter(info) { (_) throws(CellError) in }
  }
}
