import CellModel
import Functions

/// Where each value of a vector of cells stands first and last.
///
/// It is made when a vector is searched a second time in one recalculation: a single search is faster without it. That of a
/// column is kept when cells change, and what has changed in it is taken in when it is asked next. Of arrays those few are
/// kept that were searched last.
final class LookupIndex: KeptIndex {
  struct Places {
    /// The first place; -1 where a value stands nowhere any more.
    fileprivate(set) var first: Int
    fileprivate(set) var last: Int

    fileprivate static var none: Places { Places(first: -1, last: -1) }
  }

  private struct Key: Hashable { let area: Area }
  private struct ArraysKey: Hashable {}

  /// The arrays that were searched last; an array never changes, so that neither does its index.
  private final class SearchedArrays: KeptFact {
    private struct Searched {
      let array: CellArray
      let isRow: Bool
      let line: Int
      let index = LookupIndex()
    }

    /// Arrays are large, so few are kept.
    private static let most = 8
    /// The one that was searched last stands last.
    private var searched: [Searched] = []
    var time = 0

    var size: Int { searched.reduce(0) { $0 + $1.array.count } }

    func index(of array: CellArray, _ vector: LookupVector) -> LookupIndex {
      let place = searched.lastIndex {
        $0.isRow == vector.isRow && $0.line == vector.line && $0.array.isSameStorage(as: array)
      }
      if let place, place == searched.count - 1 { return searched[place].index }
      let found =
        place.map { searched.remove(at: $0) } ?? Searched(array: array, isRow: vector.isRow, line: vector.line)
      if searched.count == Self.most { searched.removeFirst() }
      searched.append(found)
      return found.index
    }
  }

  @exclusivity(unchecked) private var searches = 0
  @exclusivity(unchecked) private var numbers = NumberTable<Places>()
  private var others: [OrderKey: Int] = [:]
  /// Where each of ``others`` stands, by its number.
  private var otherPlaces: [Places] = []
  private var alphabetical = AlphabeticTexts()
  private var patterns = MatchedPatterns()
  /// The numbers in ascending order with their places, made when a next smaller or larger value is asked for.
  private var ascending: [(number: Double, places: Places)]?
  /// What stands at each place: the position of a number, that of another value below -1, or -1 for a blank.
  private var keys: [Int32] = []
  private var memory = ColumnMemory()
  @exclusivity(unchecked) var time = 0

  var size: Int { keys.count }

  /// The index of a vector, or `nil` when it is short or searched for the first time.
  static func index(of vector: LookupVector) throws(CellError) -> LookupIndex? {
    guard vector.used > 16 else { return nil }
    let cache = vector.range.context.cache
    let index = index(in: cache, of: vector)
    if index.time != cache.time {
      index.time = cache.time
      if vector.area != nil { index.takeInChanges(of: vector) }
    }
    index.searches += 1
    if index.searches == 1 { return nil }
    if index.searches == 2 {
      try vector.range.context.takeSteps(vector.used >> 4)
      index.fill(from: vector)
    }
    return index
  }

  private static func index(in cache: EvaluationCache, of vector: LookupVector) -> LookupIndex {
    switch vector.range.storage {
    case .area:
      // Where nothing is used there is no area, and nothing to search.
      guard let area = vector.area else { return LookupIndex() }
      return cache.entry(for: Key(area: area)) { LookupIndex() }
    case .array(let array):
      let arrays = cache.entry(for: ArraysKey()) { SearchedArrays() }
      arrays.time = cache.time
      return arrays.index(of: array, vector)
    }
  }

  private func fill(from vector: LookupVector) {
    keys = Array(repeating: -1, count: vector.used)
    guard let area = vector.area else {
      for place in 0..<vector.used { add(place, key(of: vector[place])) }
      return
    }
    let context = vector.range.context
    context.forEachRun(in: area) { row, column, run in
      let start = vector.isRow ? column - Int(area.left) : row - Int(area.top)
      for (offset, box) in run.enumerated() where !box.isBlank { add(start + offset, key(of: box, context)) }
    }
    memory.remember(Int(area.top)..<Int(area.bottom) + 1, context.stamps(of: area))
  }

  /// The key of what stands in a cell, which is new where nothing equal has come.
  @inline(__always)
  private func key(of box: BoxedValue, _ context: any EvaluationContext) -> Int32 {
    box.isNumber
      ? Int32(numbers.position(of: box.number, startingWith: .none)) : key(of: context.unboxed(box))
  }

  private func key(of value: CellValue) -> Int32 {
    switch value {
    case .blank: return -1
    case .number(let number, _): return Int32(numbers.position(of: number, startingWith: .none))
    default:
      let key = OrderKey(value)
      if let number = others[key] { return -2 - Int32(number) }
      others[key] = otherPlaces.count
      otherPlaces.append(.none)
      return -1 - Int32(otherPlaces.count)
    }
  }

  private subscript(key: Int32) -> Places {
    get { key >= 0 ? numbers[position: Int(key)] : otherPlaces[-2 - Int(key)] }
    set {
      if key >= 0 { numbers[position: Int(key)] = newValue } else { otherPlaces[-2 - Int(key)] = newValue }
    }
  }

  /// Says that a value stands behind all that have come.
  @inline(__always)
  private func add(_ place: Int, _ key: Int32) {
    keys[place] = key
    guard key != -1 else { return }
    if self[key].first < 0 { self[key].first = place }
    self[key].last = place
  }

  // MARK: Changes

  /// Takes in what has changed in the cells; where that is not known, the index begins anew.
  private func takeInChanges(of vector: LookupVector) {
    guard searches >= 2, let area = vector.area, !vector.isRow,
      let changes = memory.changes(
        among: Int(area.top)..<Int(area.bottom) + 1, vector.range.context.stamps(of: area))
    else { return begin() }
    if !changes.isEmpty { patterns = MatchedPatterns() }
    for rows in changes {
      var part = area
      part.top = Int32(rows.lowerBound)
      part.bottom = Int32(rows.upperBound) - 1
      let top = Int(area.top)
      var next = rows.lowerBound - top
      func change(_ place: Int, to key: Int32) {
        if keys[place] != key { put(key, at: place) }
        next += 1
      }
      vector.range.context.forEachRun(in: part) { row, _, run in
        // What no run holds is blank.
        while next < row - top { change(next, to: -1) }
        for box in run { change(next, to: box.isBlank ? -1 : key(of: box, vector.range.context)) }
      }
      while next < rows.upperBound - top { change(next, to: -1) }
    }
    // Values that are nowhere any more are not kept for ever.
    if numbers.count + otherPlaces.count > 2 * keys.count { begin() }
  }

  private func begin() {
    searches = 0
    (numbers, others, otherPlaces, ascending, keys) = (NumberTable(), [:], [], nil, [])
    (alphabetical, patterns) = (AlphabeticTexts(), MatchedPatterns())
    memory = ColumnMemory()
  }

  /// Puts another value at a place.
  private func put(_ key: Int32, at place: Int) {
    let old = keys[place]
    keys[place] = key
    ascending = nil
    if old != -1 {
      var places = self[old]
      if places.first == place, places.last == place {
        places = .none
      } else if places.first == place {
        places.first = keys[(place + 1)...].firstIndex(of: old) ?? -1
      } else if places.last == place {
        places.last = keys[..<place].lastIndex(of: old) ?? -1
      }
      self[old] = places
    }
    if key != -1 {
      let places = self[key]
      self[key] =
        places.first < 0
        ? Places(first: place, last: place) : Places(first: min(places.first, place), last: max(places.last, place))
    }
  }

  // MARK: Questions

  func places(of key: OrderKey) -> Places? {
    let found: Places? =
      if case .number(let number) = key { numbers[number] } else { others[key].map { otherPlaces[$0] } }
    guard let found, found.first >= 0 else { return nil }
    return found
  }

  /// Where the first text stands of so many cells, or the last, that a pattern matches.
  ///
  /// - Parameter find: Looks at each cell.
  func place(
    matching pattern: Wildcard, of count: Int, fromEnd: Bool, _ find: () -> MatchedPatterns.Found
  ) -> MatchedPatterns.Found {
    patterns.place(of: pattern, fromEnd: fromEnd) {
      guard let places = places(matching: pattern, of: count) else { return find() }
      return MatchedPatterns.Found(place: fromEnd ? places.last : places.first, length: 0)
    }
  }

  /// Where the first and the last text stand that a pattern matches; `nil` where nearly all texts differ and the pattern does not
  /// say how they begin, or where their folded forms do not tell, because they may have more characters than those, or fewer.
  private func places(matching pattern: Wildcard, of count: Int) -> (first: Int?, last: Int?)? {
    var found: (first: Int?, last: Int?) = (nil, nil)
    func take(_ text: String, _ number: Int) {
      let places = otherPlaces[number]
      guard places.first >= 0, pattern.matches(text) else { return }
      found = (min(found.first ?? .max, places.first), max(found.last ?? -1, places.last))
    }
    if let (candidates, unclear) = alphabetical.candidates(for: pattern, among: others.count, { texts }) {
      guard unclear.isEmpty else { return nil }
      for (text, number) in candidates { take(text, number) }
      return found
    }
    guard others.count * 4 < count else { return nil }
    for (key, number) in others {
      guard case .text(let text) = key else { continue }
      guard text.isAscii else { return nil }
      take(text, number)
    }
    return found
  }

  private var texts: [(text: String, number: Int)] {
    others.compactMap { key, number in if case .text(let text) = key { (text, number) } else { nil } }
  }

  /// The places of the greatest number below one that is not there itself.
  func places(below number: Double) -> Places? {
    let sorted = sortedNumbers
    let position = sorted.firstPlace { $0.number >= number }
    return position > 0 ? sorted[position - 1].places : nil
  }

  /// The places of the least number above one that is not there itself.
  func places(above number: Double) -> Places? {
    let sorted = sortedNumbers
    let position = sorted.firstPlace { $0.number >= number }
    return position < sorted.count ? sorted[position].places : nil
  }

  private var sortedNumbers: [(number: Double, places: Places)] {
    if let ascending { return ascending }
    let sorted = numbers.elements.filter { $0.value.first >= 0 }.map { (number: $0.number, places: $0.value) }
      .sorted { $0.number < $1.number }
    ascending = sorted
    return sorted
  }
}
