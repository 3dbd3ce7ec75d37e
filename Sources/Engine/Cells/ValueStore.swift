import CellModel

/// The side table of the cells: what does not fit into 8 bytes.
///
/// A slot belongs to exactly one cell or program constant; who overwrites the box frees its slot. A value that is copied
/// from one cell to another gets a slot of its own, so there is nothing to count.
///
/// Values stand in plain memory, which moves when it grows.
struct ValueStore: ~Copyable {
  private(set) var slots: UnsafeMutablePointer<CellValue> = .allocate(capacity: 1)
  private var count = 0
  private var capacity = 1
  private var free: [UInt32] = []

  init() {}

  deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  var usedCount: Int { count - free.count }
  /// The memory that it takes, without what long texts and arrays point to.
  var byteCount: Int {
    capacity * MemoryLayout<CellValue>.stride + free.capacity * MemoryLayout<UInt32>.stride
  }

  /// The box of a value; a value that needs a slot takes one.
  @inline(__always)
  mutating func box(_ value: CellValue) -> BoxedValue {
    switch value {
    case .number(let number, _): return BoxedValue(number)
    case .blank: return .blank
    case .logical(let logical): return BoxedValue(logical)
    case .text: return BoxedValue(.text, slot: take(value))
    case .error: return BoxedValue(.error, slot: take(value))
    case .array: return BoxedValue(.array, slot: take(value))
    case .record: return BoxedValue(.record, slot: take(value))
    case .lambda: return BoxedValue(.lambda, slot: take(value))
    }
  }

  private mutating func take(_ value: CellValue) -> UInt32 {
    if let slot = free.popLast() {
      slots[Int(slot)] = value
      return slot
    }
    if count == capacity { grow() }
    (slots + count).initialize(to: value)
    count += 1
    return UInt32(count - 1)
  }

  private mutating func grow() {
    capacity = max(16, capacity * 2)
    let grown = UnsafeMutablePointer<CellValue>.allocate(capacity: capacity)
    grown.moveInitialize(from: slots, count: count)
    slots.deallocate()
    slots = grown
  }

  /// The box of a value in the place of another, which goes.
  @inline(__always)
  mutating func box(_ value: CellValue, replacing old: BoxedValue) -> BoxedValue {
    if case .text = value, old.kind == .text {
      slots[Int(old.slot)] = value
      return old
    }
    release(old)
    return box(value)
  }

  /// Puts a text into the slot of a box that holds another, and that one in its place.
  ///
  /// - Returns: Whether it is another one.
  @inline(__always)
  func exchange(_ box: BoxedValue, with value: UnsafeMutablePointer<CellValue>) -> Bool {
    let slot = slots + Int(box.slot)
    // Both are moved out before they are compared: that counts no owners, for which each had to be fetched by itself.
    let (old, new) = (slot.move(), value.move())
    if Self.areSameText(old, new) {
      slot.initialize(to: old)
      value.initialize(to: new)
      return false
    }
    slot.initialize(to: new)
    value.initialize(to: old)
    return true
  }

  @inline(__always)
  private static func areSameText(_ a: borrowing CellValue, _ b: borrowing CellValue) -> Bool {
    switch a {
    case .text(let a):
      switch b {
      case .text(let b): a.hasSameBytes(as: b)
      default: false
      }
    default: false
    }
  }

  @inline(__always)
  func value(_ box: BoxedValue) -> CellValue {
    if box.isNumber { return .number(box.number) }
    if box.hasSlot { return slots[Int(box.slot)] }
    return box.isBlank ? .blank : .logical(box.logical)
  }

  @inline(__always)
  mutating func release(_ box: BoxedValue) {
    if box.hasSlot { giveBack(box.slot) }
  }

  /// Frees a slot; no part of what calls it, which mostly has none to free.
  @inline(never)
  private mutating func giveBack(_ slot: UInt32) {
    slots[Int(slot)] = .blank
    free.append(slot)
  }

  /// Whether a box holds just this value, but for the kind of a number, so that a store would change nothing.
  @inline(__always)
  func holds(_ box: BoxedValue, _ value: CellValue) -> Bool {
    switch value {
    case .number(let number, _): return box.bits == number.bitPattern
    case .blank: return box.isBlank
    case .logical(let logical): return box == BoxedValue(logical)
    case .text(let text):
      guard box.kind == .text, case .text(let old) = slots[Int(box.slot)] else { return false }
      return old.hasSameBytes(as: text)
    case .error(let error):
      // The origin is part of what is shown, so an error that began elsewhere is a change.
      guard box.kind == .error, case .error(let old) = slots[Int(box.slot)] else { return false }
      return old == error && old.origin == error.origin && old.message == error.message
    default: return box.hasSlot && slots[Int(box.slot)].isIdentical(to: value)
    }
  }
}
