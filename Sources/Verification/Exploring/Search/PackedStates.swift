/// The states that a search has seen, packed, by numbers in the order in which they came.
///
/// - R1. All states are packed by the layout as it is.
final class PackedStates {
  let layout: StateLayout
  @exclusivity(unchecked) private(set) var table: PackedTable
  private var key: UnsafeMutablePointer<UInt64>

  init(width: Int) {
    layout = StateLayout(slotCount: width)
    table = PackedTable(width: 1, keepsNeighbours: true)
    key = .allocate(capacity: 1)
  }

  deinit { key.deallocate() }

  var count: Int { table.count }
  /// How many numbers a state has.
  var width: Int { layout.slotCount }
  /// The bytes that the states take.
  var byteCount: Int { table.byteCount + layout.byteCount }

  /// Gives the numbers of a state codes, and packs all states anew where that moves fields.
  func learn(_ state: [UInt32]) {
    let former = layout.fields
    guard layout.learn(state) else { return }
    let old = table.view
    let count = table.count
    let packed = PackedTable(width: layout.wordCount, keepsNeighbours: true)
    key.deallocate()
    key = .allocate(capacity: layout.wordCount)
    for number in 0..<count {
      let words = old.key(number)
      key.initialize(repeating: 0, count: layout.wordCount)
      for (slot, field) in former.enumerated() {
        layout.put(Int((words[field.word] >> field.shift) & field.mask), at: slot, of: key)
      }
      _ = packed.insert(key)
    }
    withExtendedLifetime(table) { table = packed }
  }

  /// Adds a state unless it is there.
  func insert(_ state: [UInt32]) -> (entry: Int, isNew: Bool) {
    learn(state)
    layout.pack(state, into: key)
    return table.insert(key)
  }

  /// Adds a state that is packed, unless it is there.
  @inline(__always)
  func insert(packed state: UnsafePointer<UInt64>) -> (entry: Int, isNew: Bool) { table.insert(state) }

  subscript(number: Int) -> [UInt32] {
    var state = Array(repeating: UInt32(0), count: width)
    copy(number, into: &state)
    return state
  }

  /// Copies the numbers of a state.
  func copy(_ number: Int, into state: inout [UInt32]) { layout.unpack(table.view.key(number), into: &state) }

  /// One number of a state.
  func number(at slot: Int, of state: Int) -> UInt32 {
    layout.number(of: layout.code(at: slot, of: table.view.key(state)), at: slot)
  }
}
