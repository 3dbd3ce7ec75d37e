import Mathematics

/// The errors and texts of some boxes while they are made.
package struct SlotTable {
  package private(set) var others: [CellValue] = []
  /// How many errors and texts may differ.
  private let limit: Int
  /// The slots by what the bytes of texts and of errors' words come to, each one more than it is; half are 0, free.
  private var places: [UInt16] = []

  package init(atMost limit: Int = BoxedElements.mostOthers) { self.limit = limit }

  /// A box for a value; `nil` for one that has none, or when too many errors and texts differ.
  @inline(__always)
  package mutating func box(of value: CellValue, onlyPlain: Bool = true) -> BoxedValue? {
    switch value {
    case .number(let number, let kind): onlyPlain && kind != .plain ? nil : BoxedValue(number)
    case .logical(let logical): BoxedValue(logical)
    case .blank: .blank
    case .error, .text: slotted(value)
    default: nil
    }
  }

  private mutating func slotted(_ value: CellValue) -> BoxedValue? {
    switch value {
    case .text(let text):
      return text.withBytes { bytes in slot(of: value, bytes.digest) { Self.isText(bytes, $0) } }
        .map { BoxedValue(.text, slot: UInt32($0)) }
    case .error(let error):
      // A function that throws makes its error anew each time.
      return slot(of: value, Self.hash(error.detail)) { Self.isError(error.detail, $0) }
        .map { BoxedValue(.error, slot: UInt32($0)) }
    default: return nil
    }
  }

  /// The slot of a value, which is new where none that is the same has come; `nil` when there are too many.
  @inline(__always)
  private mutating func slot(of value: CellValue, _ hash: Int, where isSame: (CellValue) -> Bool) -> Int? {
    if (others.count + 1) * 2 > places.count { grow() }
    var place = hash & (places.count - 1)
    while places[place] != 0 {
      let slot = Int(places[place]) - 1
      if isSame(others[slot]) { return slot }
      place = (place + 1) & (places.count - 1)
    }
    guard let slot = add(value) else { return nil }
    places[place] = UInt16(slot + 1)
    return slot
  }

  /// The slot of a value that is new; `nil` when there are too many.
  private mutating func add(_ value: CellValue) -> Int? {
    guard others.count < limit else { return nil }
    others.append(value)
    return others.count - 1
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: max(32, places.count * 2))
    for (slot, other) in others.enumerated() {
      let hash: Int
      switch other {
      case .text(let text): hash = text.digest
      case .error(let error): hash = Self.hash(error.detail)
      default: continue
      }
      var place = hash & (places.count - 1)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = UInt16(slot + 1)
    }
  }

  /// Whether a value is a text of these very bytes: texts that are equal may be made of other characters.
  private static func isText(_ bytes: UnsafeBufferPointer<UInt8>, _ value: CellValue) -> Bool {
    guard case .text(let text) = value, text.utf8.count == bytes.count else { return false }
    guard let start = bytes.baseAddress, bytes.count > 0 else { return true }
    return text.withBytes { other in other.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? false }
  }

  /// Whether a value is an error of the same words.
  private static func isError(_ detail: CellError.Detail, _ value: CellValue) -> Bool {
    guard case .error(let other) = value else { return false }
    return other.detail === detail
      || other.code == detail.code && other.detail.reason == detail.reason && other.origin == detail.origin
  }

  private static func hash(_ detail: CellError.Detail) -> Int {
    // The same words come from many cells, and the same cell has many: neither says it alone.
    (detail.reason.digest &* 31 &+ detail.origin.digest &+ Int(detail.code.rawValue)) & .max
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// What the bytes come to, by the hash of Fowler, Noll and Vo; of long texts the end, which differs most.
  fileprivate var digest: Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(count)
    for byte in suffix(24) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & .max
  }
}

extension String {
  /// What its bytes come to.
  var digest: Int { withBytes { $0.digest } }
}
