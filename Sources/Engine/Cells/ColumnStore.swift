import CellModel
import Functions

/// The values of one column, in blocks of 1,024 rows that are made when something is first stored in them.
///
/// A block never moves while its column lives, so kernels work on plain pointers into it. A block that is missing reads
/// as blank. The memory goes with the column, which cannot be copied.
struct ColumnStore: ~Copyable {
  static let blockShift = 10
  static let blockRows = 1 << blockShift
  static let blockMask = blockRows - 1

  private var blocks: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>?>?
  private(set) var blockCount = 0
  /// A number for each block that goes up when something may be written there; none while nobody watches.
  private var stamps: UnsafeMutablePointer<UInt32>?
  /// Which watch it is, of all columns that there have been.
  private var watch: UInt64 = 0
  /// What the numbers stand for.
  private(set) var kinds = ColumnKinds()

  init() {}

  deinit {
    for index in 0..<blockCount { blocks.unsafelyUnwrapped[index]?.deallocate() }
    blocks?.deallocate()
    stamps?.deallocate()
  }

  /// The number of rows that the blocks cover.
  var coveredRows: Int { blockCount << Self.blockShift }

  /// The memory that it takes.
  var byteCount: Int {
    var bytes = kinds.byteCount + blockCount * MemoryLayout<UnsafeMutableRawPointer>.size
    if stamps != nil { bytes += blockCount * MemoryLayout<UInt32>.size }
    for index in 0..<blockCount where block(index) != nil { bytes += Self.blockRows * MemoryLayout<UInt64>.size }
    return bytes
  }

  @inline(__always)
  func bits(at row: Int) -> UInt64 {
    let index = row >> Self.blockShift
    guard index < blockCount, let block = blocks.unsafelyUnwrapped[index] else { return BoxedValue.blank.bits }
    return block[row & Self.blockMask]
  }

  /// The block of an index, or `nil` while it is blank throughout.
  @inline(__always)
  func block(_ index: Int) -> UnsafeMutablePointer<UInt64>? {
    index < blockCount ? blocks.unsafelyUnwrapped[index] : nil
  }

  /// The block of an index, made when it is missing.
  @inline(__always)
  mutating func makeBlock(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    if index < blockCount, let block = blocks.unsafelyUnwrapped[index] {
      // Nobody writes but through here.
      if let stamps { stamps[index] &+= 1 }
      return block
    }
    return allocateBlock(index)
  }

  /// The stamps of the blocks, which are kept from the first time that somebody asks.
  ///
  /// - Parameter number: What the watch is called if it begins now; no two columns have the same.
  mutating func stamps(beginning number: @autoclosure () -> UInt64) -> ColumnStamps {
    if stamps == nil {
      let made = UnsafeMutablePointer<UInt32>.allocate(capacity: max(blockCount, 1))
      made.initialize(repeating: 0, count: max(blockCount, 1))
      stamps = made
      watch = number()
    }
    return ColumnStamps(watch: watch, stamps: UnsafeBufferPointer(start: stamps, count: blockCount))
  }

  /// Where the value of a row stands, in a block that is made when it is missing.
  @inline(__always)
  mutating func place(of row: Int) -> UnsafeMutablePointer<UInt64> {
    makeBlock(row >> Self.blockShift) + row & Self.blockMask
  }

  /// Says of which kind the number is that stands in a row or is about to.
  @inline(__always)
  mutating func setKind(_ kind: NumberKind, at row: Int) {
    if kind == .plain, kinds.isPlain { return }
    let index = row >> Self.blockShift
    // The kind may be all that changes.
    if let stamps, index < blockCount { stamps[index] &+= 1 }
    let block = block(index)
    kinds.set(kind, row) {
      guard let block else { return true }
      for offset in 0..<Self.blockRows
      where block[offset] < BoxedValue.firstTagged && offset != row & Self.blockMask {
        return false
      }
      return true
    }
  }

  /// Moves the kinds of some rows by a distance, before their numbers move.
  mutating func moveKinds(of rows: ClosedRange<Int>, by distance: Int) {
    guard !kinds.isPlain else { return }
    let moved = rows.filter { bits(at: $0) < BoxedValue.firstTagged }.map { (row: $0, kind: kinds[$0]) }
    for (row, kind) in moved { kinds.set(kind, row + distance) { false } }
  }

  private mutating func allocateBlock(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    if index >= blockCount {
      let newCount = max(index + 1, min(blockCount * 2, 1_024))
      let grown = UnsafeMutablePointer<UnsafeMutablePointer<UInt64>?>.allocate(capacity: newCount)
      grown.initialize(repeating: nil, count: newCount)
      if let blocks {
        grown.update(from: blocks, count: blockCount)
        blocks.deallocate()
      }
      if let stamps {
        let grown = UnsafeMutablePointer<UInt32>.allocate(capacity: newCount)
        grown.initialize(repeating: 0, count: newCount)
        grown.update(from: stamps, count: blockCount)
        stamps.deallocate()
        self.stamps = grown
      }
      blocks = grown
      blockCount = newCount
    }
    let block = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.blockRows)
    block.initialize(repeating: BoxedValue.blank.bits, count: Self.blockRows)
    blocks.unsafelyUnwrapped[index] = block
    if let stamps { stamps[index] &+= 1 }
    return block
  }

  /// The last row that is not blank, or -1.
  var lastUsedRow: Int {
    for index in stride(from: blockCount - 1, through: 0, by: -1) {
      guard let block = block(index) else { continue }
      let blank = BoxedValue.blank.bits
      // Each call of a function that reads a whole column comes here: blanks are passed in eights.
      var end = Self.blockRows
      while end > 0 {
        var differences: UInt64 = 0
        for offset in end - 8..<end { differences |= block[offset] ^ blank }
        if differences != 0 { break }
        end -= 8
      }
      while end > 0, block[end - 1] == blank { end -= 1 }
      if end > 0 { return index << Self.blockShift + end - 1 }
    }
    return -1
  }

  /// Whether some rows hold anything but blanks.
  func hasValue(in rows: ClosedRange<Int>) -> Bool {
    var row = rows.lowerBound
    while row <= rows.upperBound, row < coveredRows {
      let end = min(rows.upperBound, row | Self.blockMask)
      if let block = block(row >> Self.blockShift) {
        for place in row...end where block[place & Self.blockMask] != BoxedValue.blank.bits { return true }
      }
      row = end + 1
    }
    return false
  }

  /// Calls the body with each row that is not blank.
  func forEachUsed(_ body: (_ row: Int, BoxedValue) -> Void) {
    for index in 0..<blockCount {
      guard let block = block(index) else { continue }
      let blank = BoxedValue.blank.bits
      var offset = 0
      // Checked builds walk through all rows after every recalculation: the plainest of loops.
      while offset < Self.blockRows {
        if block[offset] != blank { body(index << Self.blockShift + offset, BoxedValue(bits: block[offset])) }
        offset += 1
      }
    }
  }
}
