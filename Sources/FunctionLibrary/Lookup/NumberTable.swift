/// A place for each of some numbers, found by a few instructions.
///
/// A dictionary guards itself against keys that somebody has chosen to collide, and takes most of a look-up for that; here
/// the bits of a number are spread by one multiplication, and the table is kept at most half full. Numbers that are equal
/// are one key, also 0 and -0.
struct NumberTable<Value> {
  private struct Entry {
    var key: UInt64
    var value: Value
  }

  /// A power of two of places.
  private var places: ContiguousArray<UInt32> = []
  private var entries: ContiguousArray<Entry> = []
  private var shift: UInt64 = 64

  init() {}

  var count: Int { entries.count }

  /// The numbers in the order in which they came, each with its value.
  var elements: some Sequence<(number: Double, value: Value)> {
    entries.lazy.map { (number: Double(bitPattern: $0.key), value: $0.value) }
  }

  @inline(__always)
  private static func key(_ number: Double) -> UInt64 { number == 0 ? 0 : number.bitPattern }

  @inline(__always)
  private func firstPlace(of key: UInt64) -> Int {
    // Whole numbers differ in their upper bits, which a multiplication alone would not bring down far enough.
    Int(truncatingIfNeeded: ((key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  subscript(number: Double) -> Value? {
    guard !places.isEmpty else { return nil }
    let key = Self.key(number)
    var place = firstPlace(of: key)
    while true {
      let entry = places[place]
      if entry == .max { return nil }
      if entries[Int(entry)].key == key { return entries[Int(entry)].value }
      place = (place + 1) & (places.count - 1)
    }
  }

  /// The value of the number that came as the one with this position.
  subscript(position position: Int) -> Value {
    get { entries[position].value }
    set { entries[position].value = newValue }
  }

  /// The position of a number among those that came, at which it is put with a value if it is new.
  mutating func position(of number: Double, startingWith value: @autoclosure () -> Value) -> Int {
    if entries.count * 2 >= places.count { grow() }
    let key = Self.key(number)
    var place = firstPlace(of: key)
    while places[place] != .max {
      let entry = Int(places[place])
      if entries[entry].key == key { return entry }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = UInt32(entries.count)
    entries.append(Entry(key: key, value: value()))
    return entries.count - 1
  }

  private mutating func grow() {
    let size = max(places.count * 2, 64)
    places = ContiguousArray(repeating: .max, count: size)
    shift = UInt64(64 - size.trailingZeroBitCount)
    for (number, entry) in entries.enumerated() {
      var place = firstPlace(of: entry.key)
      while places[place] != .max { place = (place + 1) & (size - 1) }
      places[place] = UInt32(number)
    }
  }
}
