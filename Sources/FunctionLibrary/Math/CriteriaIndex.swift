import CellModel
import Functions

/// Where each number and each text of a column stands, for criteria that ask for one.
///
/// The column begins in a certain row and is taken in as far down as somebody has asked, so that `COUNTIF(A$1:A1, A1)`
/// filled down reads each cell once. Rows are counted from the first. This rule holds:
///
/// - R1. Of the rows that have been taken in, those that somebody has asked about since cells changed are as the cells are now.
///
/// Rows below those may be evaluated yet in the same recalculation, so what changes in them is read when they are asked about.
///
/// It is made when a column is searched a second time in one recalculation: a single search is faster without it. It is kept when
/// cells change, and what has changed in them is taken in when it is asked next.
final class CriteriaIndex: KeptIndex {
  private struct Key: Hashable {
    let grid: GridID
    let column: Int32
    let top: Int32
  }

  /// Shorter columns are read as fast as an index is asked.
  static let leastRows = 64
  #if ENGINE_CHECKS
    private static let leastSearches = 1
  #else
    /// A comparison with a number is so cheap that an index of all pays only when many make one.
    private static let leastSearches = 16
  #endif

  @exclusivity(unchecked) private var searches = 0
  private var isGrowing = false
  @exclusivity(unchecked) private(set) var keys = KeyPlaces()
  private var alphabetical = AlphabeticTexts()
  /// For how many rows the numbers among the cells have been put in ascending order.
  private var sorted: (rows: Int, numbers: [(number: Double, place: Int32)]) = (0, [])
  /// For how many rows that order was asked for last, and how often: each row of a column may ask for one more, and
  /// more than once.
  private var asked: (rows: Int, times: Int) = (0, 0)
  private var orderedTexts = OrderedTexts()
  private var memory = ColumnMemory()
  /// How many rows have been compared with the cells since these changed last.
  private var compared = 0
  var time = 0

  /// How many rows have been taken in.
  var rows: Int { keys.entries.count }
  var size: Int { rows }

  /// The index of so many rows of a range; `nil` for one that is short, no column of cells, or searched for the first time.
  ///
  /// - Parameter most: For how many searches a look at each cell is as good.
  private static func index(
    of area: Area?, rows: Int, _ context: any EvaluationContext, afterMoreThan most: Int = 1
  ) -> CriteriaIndex? {
    guard rows >= leastRows, let area, area.left == area.right else { return nil }
    let key = Key(grid: area.grid, column: area.left, top: area.top)
    let cache = context.cache
    let index = cache.entry(for: key) { CriteriaIndex() }
    // A context that evaluates what it reads may come here again before all has been taken in.
    guard !index.isGrowing else { return nil }
    if index.time != cache.time {
      index.time = cache.time
      index.compared = 0
      if index.searches <= 1 { index.begin() }
    }
    if index.compared < min(rows, index.rows) {
      index.takeInChanges(below: min(rows, index.rows), of: area, context)
    }
    index.searches += 1
    guard index.searches > most || index.rows > 0 else { return nil }
    if index.rows < rows { index.grow(to: rows, of: area, context) }
    return index
  }

  /// The rows of an index that an area has; `nil` as for an index of its own.
  ///
  /// An area that is searched after others which begin above it and end where it ends is a part of one of them. Only in an index
  /// whose rows have all been asked for since cells changed is it looked for: those above it may wait for their values.
  static func part(of area: Area?, rows: Int, _ context: any EvaluationContext) -> PartOfKeyPlaces? {
    guard rows >= leastRows, let area, area.left == area.right else { return nil }
    switch MovingRanges.shrinking(area, in: context) {
    case nil: return index(of: area, rows: rows, context).map { PartOfKeyPlaces(index: $0, rows: 0..<rows) }
    case .part(let top):
      let first = Int(area.top - top)
      let key = Key(grid: area.grid, column: area.left, top: top)
      if let index = context.cache.value(CriteriaIndex.self, for: key), !index.isGrowing,
        index.time == context.cache.time, index.compared >= first + rows, index.rows >= first + rows
      {
        return PartOfKeyPlaces(index: index, rows: first..<first + rows)
      }
    case .whole: break
    }
    guard let index = index(of: area, rows: rows, context, afterMoreThan: 0) else { return nil }
    MovingRanges.keepBase(area, in: context)
    return PartOfKeyPlaces(index: index, rows: 0..<rows)
  }

  /// The index of a column with its first rows; `nil` where there is none yet.
  static func index(ofColumn range: CellRange, rows: Int) -> CriteriaIndex? {
    range.columns == 1 ? index(of: range.area, rows: rows, range.context) : nil
  }

  /// How many cells of the first rows, which have been taken in, hold a number or a text that reads as it.
  func count(of number: Double, below rows: Int) -> Int {
    PartOfKeyPlaces(index: self, rows: 0..<rows).places(of: number).count
  }

  /// The places that meet a criterion, in ascending order; `nil` where only a look at each cell tells.
  ///
  /// - Parameters:
  ///   - first: The first row that is asked about; those above may be among the places.
  ///   - count: How many rows there are to look at otherwise; all that are asked about if nothing is said.
  static func places(
    in range: CellRange, rows: Int, from first: Int = 0, meeting criterion: Criterion, among count: Int? = nil
  ) -> ArraySlice<Int32>? {
    found(in: range, rows: rows, from: first, meeting: criterion, among: count).map { $0.part.ofRange($0.places) }
  }

  /// How many places meet a criterion; `nil` where only a look at each cell tells.
  static func countOfPlaces(in range: CellRange, rows: Int, meeting criterion: Criterion) -> Int? {
    found(in: range, rows: rows, meeting: criterion)?.places.count
  }

  /// The places that meet a criterion, counted from the first row of an index.
  private static func found(
    in range: CellRange, rows: Int, from first: Int = 0, meeting criterion: Criterion, among count: Int? = nil
  ) -> (places: ArraySlice<Int32>, part: PartOfKeyPlaces)? {
    guard criterion.relation == .equal else { return nil }
    switch criterion.operand {
    case .number(let number):
      guard let part = part(of: range.area, rows: rows, range.context) else { return nil }
      return (criterion.passesOverTexts ? part.places(ofOnly: number) : part.places(of: number), part)
    case .day(let number, let inAnyYear):
      guard let part = part(of: range.area, rows: rows, range.context) else { return nil }
      return (merged(part.places(of: number), part.places(ofDay: inAnyYear)), part)
    case .text(let text):
      return part(of: range.area, rows: rows, range.context).map { ($0.places(of: text), $0) }
    case .test(let test):
      guard let plain = test.plain, plain.utf8.first != Ascii.hash,
        let part = part(of: range.area, rows: rows, range.context)
      else { return nil }
      let texts = part.places(of: plain)
      guard let number = test.number else { return (texts, part) }
      return (merged(part.places(ofOnly: number), texts), part)
    case .pattern(let pattern):
      guard let part = part(of: range.area, rows: rows, range.context),
        let (places, others) = part.index.places(matching: pattern, in: part, among: count ?? (rows - first))
      else { return nil }
      if others.isEmpty { return (places, part) }
      let top = Int32(part.rows.lowerBound)
      let meeting = CriteriaMask.meeting(criterion, in: range, among: others.map { $0 - top }).map { $0 + top }
      return ((places + meeting).sorted()[...], part)
    default: return nil
    }
  }

  private static func merged(_ some: ArraySlice<Int32>, _ others: ArraySlice<Int32>) -> ArraySlice<Int32> {
    others.isEmpty ? some : some.isEmpty ? others : (some + others).sorted()[...]
  }

  /// How many places hold a number that is smaller or larger than another, or such a text; `nil` where only a look at each cell
  /// tells.
  static func count(in range: CellRange, rows: Int, meeting criterion: Criterion) -> Int? {
    guard criterion.relation != .equal, criterion.relation != .notEqual else { return nil }
    switch criterion.operand {
    case .number(let number):
      guard let numbers = index(of: range.area, rows: rows, range.context)?.sortedNumbers(rows: rows) else {
        return nil
      }
      return part(of: numbers, criterion.relation, number)?.count
    case .text(let text):
      guard let index = index(of: range.area, rows: rows, range.context),
        let order = index.orderedTexts.order(rows: rows, index.keys),
        let count = order.count(criterion.relation, text)
      else { return nil }
      return count + CriteriaMask.meeting(criterion, in: range, among: order.others).count
    default: return nil
    }
  }

  /// The places of numbers that meet all of some criteria with a number; `nil` where they are many, or only a look at each cell
  /// tells.
  static func places(in range: CellRange, rows: Int, meetingAll criteria: [Criterion]) -> [Int32]? {
    guard let (numbers, found) = part(of: range, rows: rows, meetingAll: criteria), found.count <= rows / 16 else {
      return nil
    }
    return numbers[found].map(\.place).sorted()
  }

  /// The numbers of a column in ascending order with their places, and the part of them that meets all of some criteria with a
  /// number; `nil` where only a look at each cell tells.
  static func part(
    of range: CellRange, rows: Int, meetingAll criteria: [Criterion]
  ) -> (numbers: [(number: Double, place: Int32)], part: Range<Int>)? {
    guard let index = index(of: range.area, rows: rows, range.context, afterMoreThan: leastSearches),
      let numbers = index.sortedNumbers(rows: rows)
    else { return nil }
    var found = 0..<numbers.count
    for criterion in criteria {
      guard case .number(let number) = criterion.operand, let part = part(of: numbers, criterion.relation, number)
      else {
        return nil
      }
      found = found.clamped(to: part)
    }
    return (numbers, found)
  }

  private static func part(
    of numbers: [(number: Double, place: Int32)], _ relation: Criterion.Relation, _ number: Double
  ) -> Range<Int>? {
    switch relation {
    case .less: 0..<numbers.firstPlace { $0.number >= number }
    case .lessOrEqual: 0..<numbers.firstPlace { $0.number > number }
    case .greater: numbers.firstPlace { $0.number > number }..<numbers.count
    case .greaterOrEqual: numbers.firstPlace { $0.number >= number }..<numbers.count
    case .equal, .notEqual: nil
    }
  }

  /// The places of texts that a pattern matches, and those of texts of which their folded form does not tell: they may have
  /// more characters than it, or fewer; `nil` where a look at each of so many cells is as good.
  private func places(
    matching pattern: Wildcard, in part: PartOfKeyPlaces, among count: Int
  ) -> (found: ArraySlice<Int32>, others: [Int32])? {
    let texts = keys.texts
    if let (candidates, unclear) = alphabetical.candidates(
      for: pattern, among: texts.count, { texts.map { ($0, $1) } }),
      (candidates.count + unclear.count) * 4 < count
    {
      let found = candidates.flatMap { pattern.matches($0.text) ? part.places($0.number) : [] }
      return (found.sorted()[...], unclear.flatMap { part.places($0) }.sorted())
    }
    guard texts.count * 4 < count else { return nil }
    var (found, others): ([Int32], [Int32]) = ([], [])
    for (text, list) in texts {
      if !text.isAscii {
        others += part.places(list)
      } else if pattern.matches(text) {
        found += part.places(list)
      }
    }
    return (found.sorted()[...], others.sorted())
  }

  private func grow(to rows: Int, of area: Area, _ context: any EvaluationContext) {
    isGrowing = true
    defer { isGrowing = false }
    let first = self.rows
    forEachEntry(of: area, first..<rows, context) { keys.append($0) }
    memory.remember(Int(area.top) + first..<Int(area.top) + rows, context.stamps(of: area))
    compared = rows
  }

  /// Calls the body with what stands in each of some rows.
  private func forEachEntry(
    of area: Area, _ rows: Range<Int>, _ context: any EvaluationContext, _ body: (KeyPlaces.Entry) -> Void
  ) {
    var part = area
    part.top = area.top + Int32(rows.lowerBound)
    part.bottom = area.top + Int32(rows.upperBound) - 1
    var next = Int(part.top)
    context.forEachRun(in: part) { row, _, run in
      // What no run holds is blank.
      while next < row {
        body(KeyPlaces.Entry())
        next += 1
      }
      for box in run { body(keys.entry(of: box, context)) }
      next += run.count
    }
    while next <= Int(part.bottom) {
      body(KeyPlaces.Entry())
      next += 1
    }
  }

  // MARK: Changes

  /// Takes in what has changed in the cells of some rows more; where that is not known, the index begins anew.
  private func takeInChanges(below end: Int, of area: Area, _ context: any EvaluationContext) {
    let top = Int(area.top)
    guard let changes = memory.changes(among: top + compared..<top + end, of: top + rows, context.stamps(of: area))
    else { return begin() }
    compared = end
    isGrowing = true
    for rows in changes {
      var place = rows.lowerBound - Int(area.top)
      forEachEntry(of: area, place..<rows.upperBound - Int(area.top), context) { entry in
        if keys.put(entry, at: place) {
          sorted = (0, [])
          orderedTexts.forget()
        }
        place += 1
      }
    }
    isGrowing = false
    // What is nowhere any more is not kept for ever.
    if keys.places.count > 3 * rows { begin() }
  }

  private func begin() {
    searches = 0
    compared = 0
    (keys, alphabetical, sorted, asked) = (KeyPlaces(), AlphabeticTexts(), (0, []), (0, 0))
    orderedTexts = OrderedTexts()
    memory = ColumnMemory()
  }

  /// The numbers in ascending order; `nil` for another number of rows than last time, as where each row asks for one more.
  private func sortedNumbers(rows: Int) -> [(number: Double, place: Int32)]? {
    if sorted.rows == rows { return sorted.numbers }
    asked = asked.rows == rows ? (rows, asked.times + 1) : (rows, 1)
    guard rows == self.rows, asked.times > Self.leastSearches else { return nil }
    var found: [(number: Double, place: Int32)] = []
    for (number, list) in keys.numbers.elements {
      // A text that reads as a number is none of them.
      for place in keys.places[list] where keys.entries[Int(place)].text < 0 { found.append((number, place)) }
    }
    sorted = (rows, found.sorted { ($0.number, $0.place) < ($1.number, $1.place) })
    return sorted.numbers
  }
}
