import CellModel
import Functions

/// Where each number and each text of some rows stands, row below row.
///
/// - R1. The places of a key ascend.
/// - R2. The places of a number are those of all cells that `=number` accepts: equal numbers, and texts that read as one. Those of
///   a day are of the texts that are this day without a year.
struct KeyPlaces {
  /// What stands in a row: the numbers of the lists of places that it is in, or -1.
  struct Entry: Equatable {
    fileprivate(set) var number: Int32 = -1
    fileprivate(set) var text: Int32 = -1
  }

  /// The numbers of lists of places, by what stands there.
  private(set) var numbers = NumberTable<Int>()
  private(set) var texts: [String: Int] = [:]
  /// By the numbers, in the year that stands for any, of texts that are days without a year.
  private(set) var days = NumberTable<Int>()
  private(set) var places: [[Int32]] = []
  /// What has been taken in.
  private(set) var entries: [Entry] = []

  mutating func append(_ entry: Entry) {
    let place = Int32(entries.count)
    if entry.number >= 0 { places[Int(entry.number)].append(place) }
    if entry.text >= 0 { places[Int(entry.text)].append(place) }
    entries.append(entry)
  }

  /// What a cell is, of which a list is made if there is none.
  @inline(__always)
  mutating func entry(of box: BoxedValue, _ context: any EvaluationContext) -> Entry {
    if box.isNumber { return Entry(number: Self.list(of: box.number, in: &numbers, &places)) }
    guard box.kind == .text, case .text(let text) = context.unboxed(box) else { return Entry() }
    let read = TypedText.numberOrDay(text)
    var entry = Entry(text: list(of: CaseFolding.folded(text)))
    if let number = read.number {
      entry.number = Self.list(of: number, in: &numbers, &places)
    } else if let day = read.day {
      entry.number = Self.list(of: day, in: &days, &places)
    }
    return entry
  }

  @inline(__always)
  private static func list(
    of number: Double, in table: inout NumberTable<Int>, _ places: inout [[Int32]]
  ) -> Int32 {
    let position = table.position(of: number, startingWith: places.count)
    let list = table[position: position]
    if list == places.count { places.append([]) }
    return Int32(list)
  }

  private mutating func list(of text: String) -> Int32 {
    if let list = texts[text] { return Int32(list) }
    texts[text] = places.count
    places.append([])
    return Int32(places.count - 1)
  }

  /// Puts something else in a row; `false` where it is the same.
  mutating func put(_ entry: Entry, at place: Int) -> Bool {
    let old = entries[place]
    if old == entry { return false }
    entries[place] = entry
    if old.number != entry.number {
      remove(place, from: old.number)
      insert(place, into: entry.number)
    }
    if old.text != entry.text {
      remove(place, from: old.text)
      insert(place, into: entry.text)
    }
    return true
  }

  private mutating func remove(_ place: Int, from list: Int32) {
    guard list >= 0 else { return }
    places[Int(list)].remove(at: places[Int(list)][...].firstPlace { $0 >= place })
  }

  private mutating func insert(_ place: Int, into list: Int32) {
    guard list >= 0 else { return }
    places[Int(list)].insert(Int32(place), at: places[Int(list)][...].firstPlace { $0 >= place })
  }
}

/// Some rows of an index, which are all that a range has of its column.
struct PartOfKeyPlaces {
  let index: CriteriaIndex
  /// The rows of the index.
  let rows: Range<Int>

  /// The places of a list, counted from the first row of the index.
  func places(_ list: Int?) -> ArraySlice<Int32> {
    guard let list else { return [] }
    let all = index.keys.places[list][...]
    let below = rows.upperBound == index.rows ? all : all[..<all.firstPlace { $0 >= rows.upperBound }]
    return rows.lowerBound == 0 ? below : below[below.firstPlace { $0 >= rows.lowerBound }...]
  }

  func places(of number: Double) -> ArraySlice<Int32> { places(index.keys.numbers[number]) }
  func places(ofDay number: Double) -> ArraySlice<Int32> { places(index.keys.days[number]) }
  func places(of text: String) -> ArraySlice<Int32> { places(index.keys.texts[text]) }

  /// The places of numbers that are equal to one, without those of texts that read as it.
  func places(ofOnly number: Double) -> ArraySlice<Int32> {
    let all = places(of: number)
    return all.contains { isText(at: $0) } ? all.filter { !isText(at: $0) }[...] : all
  }

  private func isText(at place: Int32) -> Bool { index.keys.entries[Int(place)].text >= 0 }

  /// Places as the range counts them.
  func ofRange(_ places: ArraySlice<Int32>) -> ArraySlice<Int32> {
    let first = Int32(rows.lowerBound)
    return first == 0 ? places : places.map { $0 - first }[...]
  }

  /// Where the first and the last number stand that is equal to one, or the first and the last text, as the range counts them; `nil`
  /// for another key.
  func ends(of key: OrderKey) -> (first: Int, last: Int)?? {
    let places: ArraySlice<Int32>
    let isWanted: (Int32) -> Bool
    switch key {
    case .number(let number): (places, isWanted) = (self.places(of: number), { !isText(at: $0) })
    case .text(let text): (places, isWanted) = (self.places(of: text), { _ in true })
    default: return nil
    }
    guard let first = places.first(where: isWanted), let last = places.last(where: isWanted) else { return .some(nil) }
    return (Int(first) - rows.lowerBound, Int(last) - rows.lowerBound)
  }
}
