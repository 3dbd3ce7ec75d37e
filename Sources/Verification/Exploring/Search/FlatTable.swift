/// A hash table whose keys are lists of small numbers, all of one length, lying one behind the other in one array.
///
/// Entries have numbers in the order in which they came.
/// - Complexity: Finding or adding a key takes O(*w*), where *w* is its length.
struct FlatTable {
  /// How many numbers a key has.
  let width: Int
  private var keys: ContiguousArray<UInt32> = []
  /// Numbers of entries by their hash, -1 where there is none.
  private var places: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)
  private(set) var count = 0

  /// The bytes that the table takes.
  var byteCount: Int { keys.capacity * MemoryLayout<UInt32>.stride + places.count * MemoryLayout<Int32>.stride }

  init(width: Int) { self.width = width }

  /// The key of an entry.
  subscript(entry: Int) -> ArraySlice<UInt32> {
    ArraySlice(keys[entry * width..<(entry + 1) * width])
  }

  /// One number of the key of an entry.
  func number(at place: Int, of entry: Int) -> UInt32 { keys[entry * width + place] }

  /// Copies the key of an entry.
  @inline(__always)
  func copy(_ entry: Int, into key: inout [UInt32]) {
    let start = entry * width
    for index in 0..<width { key[index] = keys[start + index] }
  }

  /// The entry of a key; `nil` when there is none.
  @inline(__always)
  func entry(of key: UnsafeBufferPointer<UInt32>) -> Int? {
    var place = Self.hash(key) & (places.count - 1)
    while places[place] >= 0 {
      let known = Int(places[place])
      if isEqual(known, key) { return known }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds a key unless it is there.
  @inline(__always)
  mutating func insert(_ key: UnsafeBufferPointer<UInt32>) -> (entry: Int, isNew: Bool) {
    if count * 2 >= places.count { grow() }
    var place = Self.hash(key) & (places.count - 1)
    while places[place] >= 0 {
      let known = Int(places[place])
      if isEqual(known, key) { return (known, false) }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = Int32(count)
    keys.append(contentsOf: key)
    count += 1
    return (count - 1, true)
  }

  @inline(__always)
  private func isEqual(_ entry: Int, _ key: UnsafeBufferPointer<UInt32>) -> Bool {
    let start = entry * width
    for index in 0..<width where keys[start + index] != key[index] { return false }
    return true
  }

  private mutating func grow() {
    places = ContiguousArray(repeating: -1, count: places.count * 2)
    for entry in 0..<count {
      var place = keys.withUnsafeBufferPointer {
        Self.hash(UnsafeBufferPointer(rebasing: $0[entry * width..<(entry + 1) * width]))
      }
      place &= places.count - 1
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(entry)
    }
  }

  @inline(__always)
  private static func hash(_ key: UnsafeBufferPointer<UInt32>) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for number in key {
      // A full product folded: its high half carries what the low bits of a plain product lose.
      let product = (hash ^ UInt64(number)).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low
    }
    return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
  }
}
