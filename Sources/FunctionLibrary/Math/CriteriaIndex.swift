import CellModel
import Functions

/// Where each number and each text of a column stands, for criteria that ask for one.
///
/// The column begins in a certain row and is taken in as far down as somebody has asked, so that `COUNTIF(A$1:A1, A1)`
/// filled down reads each cell once. Rows are counted from the first. These rules hold:
///
/// - R1. The places of a key ascend.
/// - R2. The places of a number are those of all cells that `=number` accepts: equal numbers, and texts that read as one. Those of
///   a day are of the texts that are this day without a year.
/// - R3. Of the rows that have been taken in, those that somebody has asked about since cells changed are as the cells are now.
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

  /// What stands in a row: the numbers of the lists of places that it is in, or -1.
  private struct Entry: Equatable {
    var number: Int32 = -1
    var text: Int32 = -1
  }

  /// The numbers of lists of places, by what stands there.
  private struct Lists {
    var numbers = NumberTable<Int>()
    var texts: [String: Int] = [:]
    var alphabetical = AlphabeticTexts()
    /// By the numbers, in the year that stands for any, of texts that are days without a year.
    var days = NumberTable<Int>()
  }

  /// Shorter columns are read as fast as an index is asked.
  private static let leastRows = 64
  #if ENGINE_CHECKS
    private static let leastSearches = 1
  #else
    /// A comparison with a number is so cheap that an index of all pays only when many make one.
    private static let leastSearches = 16
  #endif

  @exclusivity(unchecked) private var searches = 0
  private var isGrowing = false
  @exclusivity(unchecked) private var places: [[Int32]] = []
  @exclusivity(unchecked) private var lists = Lists()
  /// What has been taken in.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// For how many rows the numbers among the cells have been put in ascending order.
  private var sorted: (rows: Int, numbers: [(number: Double, place: Int32)]) = (0, [])
  /// For how many rows that order was asked for last, and how often: each row of a column may ask for one more, and
  /// more than once.
  private var asked: (rows: Int, times: Int) = (0, 0)
  private var memory = ColumnMemory()
  /// How many rows have been compared with the cells since these changed last.
  private var compared = 0
  var time = 0

  /// How many rows have been taken in.
  private var rows: Int { entries.count }
  var size: Int { entries.count }

  /// The index of so many rows of a range; `nil` for one that is short, no column of cells, or searched for the first time.
  ///
  /// - Parameter most: For how many searches a look at each cell is as good.
  private static func index(of range: CellRange, rows: Int, afterMoreThan most: Int = 1) -> CriteriaIndex? {
    guard rows >= leastRows, let area = range.area, area.left == area.right else { return nil }
    let key = Key(grid: area.grid, column: area.left, top: area.top)
    let cache = range.context.cache
    let index = cache.entry(for: key) { CriteriaIndex() }
    // A context that evaluates what it reads may come here again before all has been taken in.
    guard !index.isGrowing else { return nil }
    if index.time != cache.time {
      index.time = cache.time
      index.compared = 0
      if index.searches <= 1 { index.begin() }
    }
    if index.compared < min(rows, index.rows) {
      index.takeInChanges(below: min(rows, index.rows), of: area, range.context)
    }
    index.searches += 1
    guard index.searches > most || index.rows > 0 else { return nil }
    if index.rows < rows { index.grow(to: rows, of: area, range.context) }
    return index
  }

  /// The index of a column with its first rows; `nil` where there is none yet.
  static func index(ofColumn range: CellRange, rows: Int) -> CriteriaIndex? {
    range.columns == 1 ? index(of: range, rows: rows) : nil
  }

  /// How many cells of the first rows, which have been taken in, hold a number or a text that reads as it.
  func count(of number: Double, below rows: Int) -> Int {
    guard let list = lists.numbers[number] else { return 0 }
    return rows == self.rows ? places[list].count : places(list, below: rows).count
  }

  /// The places that meet a criterion, in ascending order; `nil` where only a look at each cell tells.
  ///
  /// - Parameters:
  ///   - first: The first row that is asked about; those above may be among the places.
  ///   - count: How many rows there are to look at otherwise; all that are asked about if nothing is said.
  static func places(
    in range: CellRange, rows: Int, from first: Int = 0, meeting criterion: Criterion, among count: Int? = nil
  ) -> ArraySlice<Int32>? {
    guard criterion.relation == .equal else { return nil }
    switch criterion.operand {
    case .number(let number):
      guard let index = index(of: range, rows: rows) else { return nil }
      return criterion.passesOverTexts
        ? index.places(ofOnly: number, below: rows) : index.places(index.lists.numbers[number], below: rows)
    case .day(let number, let inAnyYear):
      guard let index = index(of: range, rows: rows) else { return nil }
      let numbers = index.places(index.lists.numbers[number], below: rows)
      let texts = index.places(index.lists.days[inAnyYear], below: rows)
      return texts.isEmpty ? numbers : numbers.isEmpty ? texts : (numbers + texts).sorted()[...]
    case .text(let text):
      guard let index = index(of: range, rows: rows) else { return nil }
      return index.places(index.lists.texts[text], below: rows)
    case .test(let test):
      guard let plain = test.plain, plain.utf8.first != Ascii.hash, let index = index(of: range, rows: rows) else {
        return nil
      }
      let texts = index.places(index.lists.texts[plain], below: rows)
      guard let number = test.number else { return texts }
      let numbers = index.places(ofOnly: number, below: rows)
      return texts.isEmpty ? numbers : (numbers + texts).sorted()[...]
    case .pattern(let pattern):
      guard let index = index(of: range, rows: rows),
        let (places, others) = index.places(matching: pattern, below: rows, among: count ?? (rows - first))
      else { return nil }
      if others.isEmpty { return places }
      return (places + CriteriaMask.meeting(criterion, in: range, among: others)).sorted()[...]
    default: return nil
    }
  }

  /// How many places hold a number that is smaller or larger than another; `nil` where only a look at each cell tells.
  static func count(in range: CellRange, rows: Int, meeting criterion: Criterion) -> Int? {
    guard case .number(let number) = criterion.operand, criterion.relation != .equal, criterion.relation != .notEqual,
      let numbers = index(of: range, rows: rows)?.sortedNumbers(rows: rows)
    else { return nil }
    return part(of: numbers, criterion.relation, number)?.count
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
    guard let index = index(of: range, rows: rows, afterMoreThan: leastSearches),
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
    matching pattern: Wildcard, below rows: Int, among count: Int
  ) -> (found: ArraySlice<Int32>, others: [Int32])? {
    let texts = lists.texts
    if let (candidates, unclear) = lists.alphabetical.candidates(
      for: pattern, among: texts.count, { texts.map { ($0, $1) } }),
      (candidates.count + unclear.count) * 4 < count
    {
      let found = candidates.flatMap { pattern.matches($0.text) ? places($0.number, below: rows) : [] }
      return (found.sorted()[...], unclear.flatMap { places($0, below: rows) }.sorted())
    }
    guard texts.count * 4 < count else { return nil }
    var (found, others): ([Int32], [Int32]) = ([], [])
    for (text, list) in texts {
      if !text.isAscii {
        others += places(list, below: rows)
      } else if pattern.matches(text) {
        found += places(list, below: rows)
      }
    }
    return (found.sorted()[...], others.sorted())
  }

  /// The places of numbers that are equal to one, without those of texts that read as it.
  private func places(ofOnly number: Double, below rows: Int) -> ArraySlice<Int32> {
    let all = places(lists.numbers[number], below: rows)
    return all.contains { entries[Int($0)].text >= 0 } ? all.filter { entries[Int($0)].text < 0 }[...] : all
  }

  private func places(_ number: Int?, below rows: Int) -> ArraySlice<Int32> {
    guard let number else { return [] }
    let all = places[number]
    return rows == self.rows ? all[...] : all[..<all.firstPlace { $0 >= rows }]
  }

  private func grow(to rows: Int, of area: Area, _ context: any EvaluationContext) {
    isGrowing = true
    defer { isGrowing = false }
    let first = self.rows
    forEachEntry(of: area, first..<rows, context) { entry in
      let place = Int32(entries.count)
      if entry.number >= 0 { places[Int(entry.number)].append(place) }
      if entry.text >= 0 { places[Int(entry.text)].append(place) }
      entries.append(entry)
    }
    memory.remember(Int(area.top) + first..<Int(area.top) + rows, context.stamps(of: area))
    compared = rows
  }

  /// Calls the body with what stands in each of some rows.
  private func forEachEntry(
    of area: Area, _ rows: Range<Int>, _ context: any EvaluationContext, _ body: (Entry) -> Void
  ) {
    var part = area
    part.top = area.top + Int32(rows.lowerBound)
    part.bottom = area.top + Int32(rows.upperBound) - 1
    var next = Int(part.top)
    context.forEachRun(in: part) { row, _, run in
      // What no run holds is blank.
      while next < row {
        body(Entry())
        next += 1
      }
      for box in run { body(entry(of: box, context)) }
      next += run.count
    }
    while next <= Int(part.bottom) {
      body(Entry())
      next += 1
    }
  }

  @inline(__always)
  private func entry(of box: BoxedValue, _ context: any EvaluationContext) -> Entry {
    if box.isNumber { return Entry(number: list(of: box.number)) }
    guard box.kind == .text, case .text(let text) = context.unboxed(box) else { return Entry() }
    let read = TypedText.numberOrDay(text)
    let number = read.number.map { list(of: $0) } ?? read.day.map { list(ofDay: $0) } ?? -1
    return Entry(number: number, text: list(of: CaseFolding.folded(text)))
  }

  private func list(of number: Double) -> Int32 {
    let position = lists.numbers.position(of: number, startingWith: places.count)
    let list = lists.numbers[position: position]
    if list == places.count { places.append([]) }
    return Int32(list)
  }

  private func list(ofDay number: Double) -> Int32 {
    let position = lists.days.position(of: number, startingWith: places.count)
    let list = lists.days[position: position]
    if list == places.count { places.append([]) }
    return Int32(list)
  }

  private func list(of text: String) -> Int32 {
    if let list = lists.texts[text] { return Int32(list) }
    lists.texts[text] = places.count
    places.append([])
    return Int32(places.count - 1)
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
        if entries[place] != entry { put(entry, at: place) }
        place += 1
      }
    }
    isGrowing = false
    // What is nowhere any more is not kept for ever.
    if places.count > 3 * rows { begin() }
  }

  private func begin() {
    searches = 0
    compared = 0
    (places, lists, entries, sorted, asked) = ([], Lists(), [], (0, []), (0, 0))
    memory = ColumnMemory()
  }

  private func put(_ entry: Entry, at place: Int) {
    let old = entries[place]
    entries[place] = entry
    if old.number != entry.number {
      remove(place, from: old.number)
      insert(place, into: entry.number)
    }
    if old.text != entry.text {
      remove(place, from: old.text)
      insert(place, into: entry.text)
    }
    sorted = (0, [])
  }

  private func remove(_ place: Int, from list: Int32) {
    guard list >= 0 else { return }
    places[Int(list)].remove(at: places[Int(list)][...].firstPlace { $0 >= place })
  }

  private func insert(_ place: Int, into list: Int32) {
    guard list >= 0 else { return }
    places[Int(list)].insert(Int32(place), at: places[Int(list)][...].firstPlace { $0 >= place })
  }

  /// The numbers in ascending order; `nil` for another number of rows than last time, as where each row asks for one more.
  private func sortedNumbers(rows: Int) -> [(number: Double, place: Int32)]? {
    if sorted.rows == rows { return sorted.numbers }
    asked = asked.rows == rows ? (rows, asked.times + 1) : (rows, 1)
    guard rows == self.rows, asked.times > Self.leastSearches else { return nil }
    var found: [(number: Double, place: Int32)] = []
    for (number, list) in lists.numbers.elements {
      // A text that reads as a number is none of them.
      for place in places[list] where entries[Int(place)].text < 0 { found.append((number, place)) }
    }
    sorted = (rows, found.sorted { ($0.number, $0.place) < ($1.number, $1.place) })
    return sorted.numbers
  }
}
