import Propagation

/// Where the numbers of a state stand when it is packed into words.
///
/// The numbers that a slot takes get *codes*, from 0 on in the order in which they come, and a packed state is the codes of
/// its slots, each in a *field* of few bits. So most states of a form are a single word, and a slot that never changes
/// takes no room at all. The lowest field is that of the slot with the most codes in three bits, an input with a few values
/// as a rule: the states to which one state leads by setting it are neighbours in a ``PackedTable``. These rules hold:
///
/// - R1. A number that was learned has a code in its slot, which stays.
/// - R2. A field has room for all codes of its slot, no two overlap, and the highest bit of a word belongs to none.
///
/// R1 lets what was packed be packed anew when a field grows; R2 lets a word with its highest bit stand for itself in a
/// table where 0 is an empty place.
final class StateLayout {
  /// A field: a word, how far up it stands, and its bits when it is moved down.
  struct Field {
    var word = 0
    var shift: UInt64 = 0
    var mask: UInt64 = 0
  }

  /// The fields and the numbers of their codes as plain memory that several threads may read; good until something is
  /// learned.
  struct View {
    fileprivate let fields: UnsafePointer<Field>
    /// By slot the numbers of its codes.
    fileprivate let numbers: UnsafePointer<UnsafePointer<UInt32>>

    /// The number at a slot of a packed state.
    @inline(__always)
    func number(at slot: Int, of state: UnsafePointer<UInt64>) -> UInt32 {
      let field = fields[slot]
      return numbers[slot][Int((state[field.word] >> field.shift) & field.mask)]
    }
  }

  private static let wordBits = 63

  /// How many slots a state has.
  let slotCount: Int
  /// How many words a packed state has.
  private(set) var wordCount = 1
  /// Goes up when fields move.
  private(set) var version = 0
  private(set) var fields: [Field]
  private var bitCounts: [Int]
  /// By slot the numbers of the codes, and the codes of the numbers.
  private var numbers: [[UInt32]]
  private var codes: [[UInt32: UInt32]]
  private let memory: LayoutMemory
  private var isMemoryOld = true

  init(slotCount: Int) {
    self.slotCount = slotCount
    fields = Array(repeating: Field(), count: slotCount)
    bitCounts = Array(repeating: 0, count: slotCount)
    numbers = Array(repeating: [], count: slotCount)
    codes = Array(repeating: [:], count: slotCount)
    memory = LayoutMemory(slotCount: slotCount)
  }

  /// About how many bytes it takes.
  private(set) var byteCount = 0

  /// The code of a number in a slot; `nil` when it was not learned.
  func code(of number: UInt32, at slot: Int) -> UInt32? { codes[slot][number] }

  /// The number of a code of a slot.
  func number(of code: Int, at slot: Int) -> UInt32 { numbers[slot][code] }

  /// The code at a slot of a packed state.
  func code(at slot: Int, of state: UnsafePointer<UInt64>) -> Int {
    let field = fields[slot]
    return Int((state[field.word] >> field.shift) & field.mask)
  }

  /// Gives codes to the numbers of a state that have none.
  ///
  /// - Returns: Whether fields have moved for that, so that what is packed has to be packed anew.
  func learn(_ state: [UInt32]) -> Bool {
    var isTooNarrow = false
    for (slot, number) in state.enumerated() where codes[slot][number] == nil {
      codes[slot][number] = UInt32(numbers[slot].count)
      numbers[slot].append(number)
      isMemoryOld = true
      // A number, its code, and what the dictionary keeps free.
      byteCount += 24
      if numbers[slot].count > 1 << bitCounts[slot] {
        bitCounts[slot] += bitCounts[slot] < 4 ? 1 : 2
        isTooNarrow = true
      }
    }
    if isTooNarrow { placeFields() }
    return isTooNarrow
  }

  private func placeFields() {
    version += 1
    var (word, shift) = (0, 0)
    for slot in slotsByField() {
      let bits = bitCounts[slot]
      if shift + bits > Self.wordBits { (word, shift) = (word + 1, 0) }
      fields[slot] = Field(word: word, shift: UInt64(shift), mask: (1 << UInt64(bits)) - 1)
      shift += bits
    }
    wordCount = word + 1
    isMemoryOld = true
  }

  /// The slots in the order of their fields.
  private func slotsByField() -> [Int] {
    let small = fields.indices.filter { bitCounts[$0] <= 3 }
    guard let lowest = small.max(by: { numbers[$0].count < numbers[$1].count }) else { return Array(fields.indices) }
    return [lowest] + fields.indices.filter { $0 != lowest }
  }

  /// Packs a state of which all numbers were learned.
  func pack(_ state: [UInt32], into words: UnsafeMutablePointer<UInt64>) {
    words.update(repeating: 0, count: wordCount)
    for slot in fields.indices {
      guard let code = codes[slot][state[slot]] else { preconditionFailure("R1: a number was not learned") }
      put(Int(code), at: slot, of: words)
    }
  }

  /// Puts a code into a field that is 0.
  @inline(__always)
  func put(_ code: Int, at slot: Int, of words: UnsafeMutablePointer<UInt64>) {
    words[fields[slot].word] |= UInt64(code) << fields[slot].shift
  }

  /// The numbers of a packed state.
  func unpack(_ words: UnsafePointer<UInt64>, into state: inout [UInt32]) {
    for slot in fields.indices { state[slot] = numbers[slot][code(at: slot, of: words)] }
  }

  /// The bits of the fields of some slots.
  func mask(of slots: [Int32]) -> [UInt64] {
    var words = Array(repeating: UInt64(0), count: wordCount)
    for slot in slots { words[fields[Int(slot)].word] |= fields[Int(slot)].mask << fields[Int(slot)].shift }
    return words
  }

  /// What has been learned by now.
  ///
  /// - Complexity: O(*s* + *n*), where *s* is the number of slots and *n* how many numbers were learned since it was asked last.
  func view() -> View {
    if isMemoryOld {
      isMemoryOld = false
      memory.take(fields, numbers)
    }
    return memory.view
  }

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var broken: [String] = []
    var taken = Array(repeating: UInt64(1) << 63, count: wordCount)
    for slot in fields.indices {
      for (code, number) in numbers[slot].enumerated() where codes[slot][number] != UInt32(code) {
        broken.append("R1: number \(number) of slot \(slot) has lost its code \(code)")
      }
      let field = fields[slot]
      if numbers[slot].count > Int(field.mask) + 1 { broken.append("R2: the field of slot \(slot) is too narrow") }
      if taken[field.word] & (field.mask << field.shift) != 0 { broken.append("R2: slot \(slot) overlaps another") }
      taken[field.word] |= field.mask << field.shift
    }
    return broken
  }
}

/// The memory of a layout's view, which grows with what is learned.
private final class LayoutMemory {
  private let slotCount: Int
  private let fields: UnsafeMutablePointer<StateLayout.Field>
  private let numbers: UnsafeMutablePointer<Store<UInt32>>
  /// By slot where its numbers stand.
  private let bases: UnsafeMutablePointer<UnsafePointer<UInt32>>

  var view: StateLayout.View { StateLayout.View(fields: fields, numbers: bases) }

  init(slotCount: Int) {
    self.slotCount = slotCount
    fields = .allocate(capacity: slotCount + 1)
    numbers = .allocate(capacity: slotCount + 1)
    bases = .allocate(capacity: slotCount + 1)
    for slot in 0..<slotCount {
      (fields + slot).initialize(to: StateLayout.Field())
      (numbers + slot).initialize(to: Store())
      (bases + slot).initialize(to: UnsafePointer(numbers[slot].base))
    }
  }

  deinit {
    numbers.deinitialize(count: slotCount)
    fields.deallocate()
    numbers.deallocate()
    bases.deallocate()
  }

  /// Takes the fields as they are, and the numbers that are new.
  func take(_ list: [StateLayout.Field], _ bySlot: [[UInt32]]) {
    for slot in 0..<slotCount {
      fields[slot] = list[slot]
      for place in numbers[slot].count..<bySlot[slot].count { numbers[slot].append(bySlot[slot][place]) }
      bases[slot] = UnsafePointer(numbers[slot].base)
    }
  }
}
