/// A hash table whose keys are lists of small numbers, all of one length, lying one behind the other in memory.
///
/// Entries have numbers in the order in which they came. Beside an entry's number stands its hash: a key is compared only
/// where the hashes are equal, and the table grows without looking at keys.
///
/// - Complexity: Finding or adding a key takes O(*w*), where *w* is its length.
final class FlatTable {
  /// Where keys and entries lie, for whoever only looks something up; good until the next key is added.
  ///
  /// It can be read on several threads, and counts no references.
  struct View {
    let width: Int
    fileprivate(set) var keys: UnsafePointer<UInt32>
    /// The hash of an entry above its number and one; 0 where there is none.
    fileprivate(set) var places: UnsafePointer<UInt64>
    fileprivate(set) var mask: Int
  }

  /// The hash of a key, and of a part of it.
  struct Hash {
    fileprivate(set) var sum: UInt64 = 0

    /// What a number at a place of a key adds to its hash.
    @inline(__always)
    private static func share(_ number: UInt32, at place: Int) -> UInt64 {
      // A full product folded: its high half carries what the low bits of a plain product lose.
      let seed = UInt64(number) &+ UInt64(place &+ 1) &* 0x9E37_79B9_7F4A_7C15
      let product = seed.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      return product.high ^ product.low
    }

    /// Adds a number at a place that has none yet.
    @inline(__always)
    mutating func add(_ number: UInt32, at place: Int) { sum &+= Self.share(number, at: place) }

    @inline(__always)
    fileprivate var tag: UInt64 { sum >> 32 }
  }

  @exclusivity(unchecked) private(set) var view: View
  private var keyCapacity: Int
  private(set) var count = 0

  /// How many numbers a key has.
  var width: Int { view.width }
  /// The bytes that the table takes.
  var byteCount: Int {
    keyCapacity * MemoryLayout<UInt32>.stride + (view.mask + 1) * MemoryLayout<UInt64>.stride
  }

  init(width: Int) {
    keyCapacity = 32 * max(width, 1)
    view = View(width: width, keys: Self.keys(keyCapacity), places: Self.places(64), mask: 63)
  }

  deinit {
    view.keys.deallocate()
    view.places.deallocate()
  }

  private static func keys(_ capacity: Int) -> UnsafePointer<UInt32> {
    UnsafePointer(UnsafeMutablePointer<UInt32>.allocate(capacity: capacity))
  }

  private static func places(_ count: Int) -> UnsafePointer<UInt64> {
    let places = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    places.initialize(repeating: 0, count: count)
    return UnsafePointer(places)
  }

  /// The key of an entry.
  subscript(entry: Int) -> [UInt32] { Array(UnsafeBufferPointer(start: view.key(entry), count: width)) }

  /// Copies the key of an entry.
  @inline(__always)
  func copy(_ entry: Int, into key: inout [UInt32]) {
    let source = view.key(entry)
    for index in 0..<width { key[index] = source[index] }
  }

  /// The entry of a key; `nil` when there is none.
  @inline(__always)
  func entry(of key: UnsafeBufferPointer<UInt32>) -> Int? {
    guard let start = key.baseAddress, width > 0 else { return count > 0 ? 0 : nil }
    return view.entry(of: start, view.hash(of: start))
  }

  /// Adds a key unless it is there.
  @inline(__always)
  func insert(_ key: UnsafeBufferPointer<UInt32>) -> (entry: Int, isNew: Bool) {
    guard let start = key.baseAddress, width > 0 else {
      defer { count = 1 }
      return (0, count == 0)
    }
    return insert(start, view.hash(of: start))
  }

  /// Adds a key with its hash unless it is there.
  @inline(__always)
  func insert(_ key: UnsafePointer<UInt32>, _ hash: Hash) -> (entry: Int, isNew: Bool) {
    if let known = view.entry(of: key, hash) { return (known, false) }
    append(key, hash)
    return (count - 1, true)
  }

  private func append(_ key: UnsafePointer<UInt32>, _ hash: Hash) {
    if (count + 1) * 2 >= view.mask + 1 { growPlaces() }
    if (count + 1) * width > keyCapacity { growKeys() }
    UnsafeMutablePointer(mutating: view.key(count)).initialize(from: key, count: width)
    enter(hash.tag << 32 | UInt64(count + 1))
    count += 1
  }

  private func enter(_ word: UInt64) {
    var place = Int(truncatingIfNeeded: word >> 32) & view.mask
    while view.places[place] != 0 { place = (place + 1) & view.mask }
    UnsafeMutablePointer(mutating: view.places)[place] = word
  }

  private func growPlaces() {
    let (old, oldCount) = (view.places, view.mask + 1)
    view.places = Self.places(oldCount * 2)
    view.mask = oldCount * 2 - 1
    for place in 0..<oldCount where old[place] != 0 { enter(old[place]) }
    old.deallocate()
  }

  private func growKeys() {
    let old = view.keys
    keyCapacity *= 2
    let grown = UnsafeMutablePointer<UInt32>.allocate(capacity: keyCapacity)
    grown.initialize(from: old, count: count * width)
    view.keys = UnsafePointer(grown)
    old.deallocate()
  }
}

extension FlatTable.View {
  /// The key of an entry.
  @inline(__always)
  func key(_ entry: Int) -> UnsafePointer<UInt32> { keys + entry * width }

  @inline(__always)
  func hash(of key: UnsafePointer<UInt32>) -> FlatTable.Hash {
    var hash = FlatTable.Hash()
    for place in 0..<width { hash.add(key[place], at: place) }
    return hash
  }

  /// The entry of a key with its hash; `nil` when there is none.
  @inline(__always)
  func entry(of key: UnsafePointer<UInt32>, _ hash: FlatTable.Hash) -> Int? {
    var place = Int(truncatingIfNeeded: hash.tag) & mask
    while true {
      let word = places[place]
      if word == 0 { return nil }
      if word >> 32 == hash.tag {
        let entry = Int(truncatingIfNeeded: word & 0xFFFF_FFFF) - 1
        if isEqual(entry, key) { return entry }
      }
      place = (place + 1) & mask
    }
  }

  @inline(__always)
  private func isEqual(_ entry: Int, _ key: UnsafePointer<UInt32>) -> Bool {
    let known = self.key(entry)
    for index in 0..<width where known[index] != key[index] { return false }
    return true
  }
}
