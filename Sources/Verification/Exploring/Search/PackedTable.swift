/// A hash table whose keys are packed words, all of one length, lying one behind the other in memory.
///
/// Entries have numbers in the order in which they came. At the place of an entry stands its *signature*: of a key of one
/// word the key itself, so that one look tells; of a longer one its hash, and the key is compared where the signatures are
/// equal. The highest bit of a word belongs to the table.
///
/// Keys that differ in the lowest three bits of a single word alone may be kept as *neighbours*: they share a line of the
/// cache, so that looking for all of them takes as long as looking for one.
///
/// - Complexity: Finding or adding a key takes O(*w*), where *w* is its length.
final class PackedTable {
  /// Where keys and entries lie, for whoever only looks something up; good until the next key is added.
  ///
  /// It can be read on several threads, and counts no references.
  struct View {
    let width: Int
    fileprivate(set) var keys: UnsafeMutablePointer<UInt64>
    /// The signatures at their places; 0 where there is none.
    fileprivate(set) var signatures: UnsafeMutablePointer<UInt64>
    /// Beside each signature the number of its entry.
    fileprivate(set) var entries: UnsafeMutablePointer<UInt32>
    fileprivate(set) var mask: Int
    /// How far down the hash is moved to be a place.
    fileprivate(set) var shift: UInt64
    /// The bits of a signature that are the lowest ones of its place.
    fileprivate let neighbourBits: UInt64
  }

  @exclusivity(unchecked) private(set) var view: View
  private var keyCapacity: Int
  @exclusivity(unchecked) private(set) var count = 0

  /// The bytes that the table takes.
  var byteCount: Int { keyCapacity * MemoryLayout<UInt64>.stride + (view.mask + 1) * 12 }

  private static let firstPlaces = 16

  init(width: Int, keepsNeighbours: Bool = false) {
    keyCapacity = 8 * width
    view = View(
      width: width, keys: .allocate(capacity: keyCapacity), signatures: Self.signatures(Self.firstPlaces),
      entries: .allocate(capacity: Self.firstPlaces), mask: Self.firstPlaces - 1,
      shift: UInt64(64 - Self.firstPlaces.trailingZeroBitCount), neighbourBits: keepsNeighbours && width == 1 ? 7 : 0)
  }

  deinit {
    view.keys.deallocate()
    view.signatures.deallocate()
    view.entries.deallocate()
  }

  private static func signatures(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let places = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    places.initialize(repeating: 0, count: count)
    return places
  }

  /// Adds a key unless it is there.
  @inline(__always)
  func insert(_ key: UnsafePointer<UInt64>) -> (entry: Int, isNew: Bool) {
    let signature = view.signature(of: key)
    let place = view.place(of: key, signature)
    if view.signatures[place] != 0 { return (Int(view.entries[place]), false) }
    append(key, signature, at: place)
    return (count - 1, true)
  }

  @inline(__always)
  private func append(_ key: UnsafePointer<UInt64>, _ signature: UInt64, at place: Int) {
    if (count + 1) * view.width > keyCapacity { growKeys() }
    (view.keys + count * view.width).initialize(from: key, count: view.width)
    view.signatures[place] = signature
    (view.entries + place).initialize(to: UInt32(count))
    count += 1
    if count * 2 > view.mask { growPlaces() }
  }

  private func growPlaces() {
    let old = view
    view.mask = (old.mask + 1) * 2 - 1
    view.shift = old.shift - 1
    view.signatures = Self.signatures(view.mask + 1)
    view.entries = .allocate(capacity: view.mask + 1)
    for place in 0...old.mask where old.signatures[place] != 0 {
      var new = view.firstPlace(of: old.signatures[place])
      while view.signatures[new] != 0 { new = (new + 1) & view.mask }
      view.signatures[new] = old.signatures[place]
      (view.entries + new).initialize(to: old.entries[place])
    }
    old.signatures.deallocate()
    old.entries.deallocate()
  }

  private func growKeys() {
    let old = view.keys
    keyCapacity *= 2
    view.keys = .allocate(capacity: keyCapacity)
    view.keys.moveInitialize(from: old, count: count * view.width)
    old.deallocate()
  }
}

extension PackedTable.View {
  /// The key of an entry.
  @inline(__always)
  func key(_ entry: Int) -> UnsafePointer<UInt64> { UnsafePointer(keys + entry * width) }

  /// The entry of a key; `nil` when there is none.
  @inline(__always)
  func entry(of key: UnsafePointer<UInt64>) -> Int? {
    let place = place(of: key, signature(of: key))
    return signatures[place] == 0 ? nil : Int(entries[place])
  }

  @inline(__always)
  func contains(_ key: UnsafePointer<UInt64>) -> Bool { signatures[place(of: key, signature(of: key))] != 0 }

  /// Looks at where a key would stand, so that it is near when it is looked up.
  @inline(__always)
  func touch(_ key: UnsafePointer<UInt64>) -> UInt64 { signatures[firstPlace(of: signature(of: key))] }

  @inline(__always)
  fileprivate func signature(of key: UnsafePointer<UInt64>) -> UInt64 {
    if width == 1 { return key[0] | 1 << 63 }
    var sum: UInt64 = 0
    for index in 0..<width {
      let product = (key[index] ^ sum).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      sum = product.high ^ product.low &+ 0x9E37_79B9_7F4A_7C15
    }
    return sum | 1 << 63
  }

  @inline(__always)
  fileprivate func firstPlace(of signature: UInt64) -> Int {
    // What fields differ in mostly stands in low bits; the product carries it to the high ones, which make the place.
    let rest = signature & ~neighbourBits
    let place = ((rest ^ rest >> 32) &* 0x9E37_79B9_7F4A_7C15) >> shift
    return Int(truncatingIfNeeded: place & ~neighbourBits | signature & neighbourBits)
  }

  /// Where a key stands, or would: an empty place.
  @inline(__always)
  fileprivate func place(of key: UnsafePointer<UInt64>, _ signature: UInt64) -> Int {
    var place = firstPlace(of: signature)
    while true {
      let known = signatures[place]
      if known == 0 { return place }
      if known == signature, width == 1 || isEqual(Int(entries[place]), key) { return place }
      place = (place + 1) & mask
    }
  }

  @inline(__always)
  private func isEqual(_ entry: Int, _ key: UnsafePointer<UInt64>) -> Bool {
    let known = self.key(entry)
    for index in 0..<width where known[index] != key[index] { return false }
    return true
  }
}
