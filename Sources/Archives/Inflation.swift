/// Unpacking, with its place in both texts: it may stop on the way and go on.
///
/// The result stands in memory of the caller, who may move what is written to the front and pass what nobody needs, as long
/// as the last ``reach`` bytes stay.
///
/// Bits are taken from a word of 64 that is refilled eight bytes at a time while so many are left; behind the end of the
/// packed bytes it is filled with zeros, and `overrun` counts them: bits that are not there must not be used.
struct Inflation {
  /// How far it may write beyond where it is to stop.
  static let slack = 600
  /// How far back a copy may refer.
  static let reach = 1 << 15

  /// Where it stands between two codes.
  private enum State {
    /// Before the header of a block.
    case header
    /// In a block that is stored, so many bytes before its end.
    case stored(Int)
    case coded(lengths: HuffmanTable, distances: HuffmanTable)
    case finished
  }

  /// How a stretch of a block ended.
  private enum Stretch {
    case block
    case pause
    case fault(Inflate.Fault)
  }

  /// The packed text.
  var source: UnsafePointer<UInt8>
  private let sourceCount: Int
  private(set) var target: UnsafeMutablePointer<UInt8>
  /// How many bytes the result has, from the target on.
  private(set) var size: Int
  private var position = 0
  /// How many of them are written.
  private(set) var written = 0
  private var state = State.header
  private var isLast = false
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// How many zero bytes were taken behind the end.
  private var overrun = 0

  init(_ source: UnsafePointer<UInt8>, count: Int, _ target: UnsafeMutablePointer<UInt8>, size: Int) {
    self.source = source
    sourceCount = count
    self.target = target
    self.size = size
  }

  /// Makes sure that there are at least 56 bits.
  @inline(__always)
  private mutating func refill() {
    if position + 8 <= sourceCount {
      let word = UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: position, as: UInt64.self))
      bits |= word &<< UInt64(bitCount)
      let taken = (63 &- bitCount) &>> 3
      position &+= taken
      bitCount &+= taken &<< 3
    } else {
      while bitCount <= 56 {
        if position < sourceCount {
          bits |= UInt64(source[position]) &<< UInt64(bitCount)
          position += 1
        } else {
          overrun += 1
        }
        bitCount += 8
      }
    }
  }

  @inline(__always)
  private mutating func drop(_ count: Int) {
    bits &>>= UInt64(count)
    bitCount &-= count
  }

  @inline(__always)
  private mutating func take(_ count: Int) -> Int {
    let value = Int(bits & (1 &<< UInt64(count) &- 1))
    drop(count)
    return value
  }

  /// Whether bits were used that are not there.
  private var isBeyondEnd: Bool { overrun * 8 > bitCount }

  /// Takes notice that what is written has moved, and that so many bytes before it are gone.
  mutating func move(to target: UnsafeMutablePointer<UInt8>, passing count: Int) {
    self.target = target
    written -= count
    size -= count
  }

  /// Unpacks until so many bytes are written, or a few more; all of them, up to the end of the packed text, when that is the
  /// size.
  mutating func run(upTo limit: Int) throws(Inflate.Fault) {
    // The code for the end of the last block comes behind the last byte.
    let pause = limit >= size ? Int.max : limit
    while written < pause {
      switch state {
      case .header: try readHeader()
      case .stored(let count): copyStored(count, upTo: min(pause, size))
      case .coded(let lengths, let distances):
        switch decode(lengths, distances, upTo: pause) {
        case .block: endBlock()
        case .pause: return
        case .fault(let fault): throw fault
        }
        if isBeyondEnd { throw Inflate.Fault(reason: "it ends too soon") }
      case .finished:
        guard written == size else { throw Inflate.Fault(reason: "it unpacks to fewer bytes than the archive says") }
        return
      }
    }
  }

  private mutating func endBlock() { state = isLast ? .finished : .header }

  private mutating func readHeader() throws(Inflate.Fault) {
    refill()
    isLast = take(1) == 1
    switch take(2) {
    case 0: state = .stored(try storedCount())
    case 1: state = .coded(lengths: HuffmanTable.fixed.lengths, distances: HuffmanTable.fixed.distances)
    case 2:
      let (lengths, distances) = try readTables()
      state = .coded(lengths: lengths, distances: distances)
    default: throw Inflate.Fault(reason: "a block is of no kind that exists")
    }
    if isBeyondEnd { throw Inflate.Fault(reason: "it ends too soon") }
  }

  /// How many bytes a stored block has, which are there.
  private mutating func storedCount() throws(Inflate.Fault) -> Int {
    drop(bitCount & 7)
    // Whole bytes that wait in the word go back.
    let waiting = bitCount / 8
    guard overrun <= waiting else { throw Inflate.Fault(reason: "it ends too soon") }
    position -= waiting - overrun
    overrun = 0
    bits = 0
    bitCount = 0
    guard position + 4 <= sourceCount else { throw Inflate.Fault(reason: "it ends too soon") }
    let count = Int(source[position]) | Int(source[position + 1]) << 8
    let check = Int(source[position + 2]) | Int(source[position + 3]) << 8
    guard count == check ^ 0xFFFF else { throw Inflate.Fault(reason: "the length of a block is not right") }
    position += 4
    guard position + count <= sourceCount else { throw Inflate.Fault(reason: "it ends too soon") }
    guard written + count <= size else { throw Self.tooLong }
    return count
  }

  private mutating func copyStored(_ count: Int, upTo limit: Int) {
    let copied = min(count, limit - written)
    (target + written).update(from: source + position, count: copied)
    position += copied
    written += copied
    if copied == count { endBlock() } else { state = .stored(count - copied) }
  }

  private static let tooLong = Inflate.Fault(reason: "it unpacks to more bytes than the archive says")
  private static let noCode = Inflate.Fault(reason: "there is a code that stands for nothing")
  private static let badTable = Inflate.Fault(reason: "the codes of a block do not fit together")
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readTables() throws(Inflate.Fault) -> (lengths: HuffmanTable, distances: HuffmanTable) {
    let lengthCount = take(5) + 257
    let distanceCount = take(5) + 1
    let codeCount = take(4) + 4
    guard lengthCount <= 286 else { throw Self.badTable }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codeCount {
      refill()
      codeLengths[Self.lengthOrder[index]] = UInt8(take(3))
    }
    guard let codes = HuffmanTable(lengths: codeLengths[...], meanings: HuffmanTable.codeLengthMeanings, rootBits: 7)
    else { throw Self.badTable }
    var lengths = [UInt8](repeating: 0, count: lengthCount + distanceCount)
    var index = 0
    while index < lengths.count {
      refill()
      let entry = codes.entries[Int(bits & 127)]
      guard entry != 0 else { throw Self.noCode }
      drop(Int(entry & 0xFF))
      let symbol = Int(entry >> 16)
      if symbol < 16 {
        lengths[index] = UInt8(symbol)
        index += 1
        continue
      }
      guard symbol != 16 || index > 0 else { throw Self.badTable }
      let repeated = symbol == 16 ? lengths[index - 1] : 0
      let count = symbol == 16 ? 3 + take(2) : symbol == 17 ? 3 + take(3) : 11 + take(7)
      guard index + count <= lengths.count else { throw Self.badTable }
      for place in index..<index + count { lengths[place] = repeated }
      index += count
    }
    if isBeyondEnd { throw Inflate.Fault(reason: "it ends too soon") }
    guard lengths[256] != 0,
      let lengthTable = HuffmanTable(
        lengths: lengths[..<lengthCount], meanings: HuffmanTable.lengthMeanings, rootBits: 11),
      let distanceTable = HuffmanTable(
        lengths: lengths[lengthCount...], meanings: HuffmanTable.distanceMeanings, rootBits: 8)
    else { throw Self.badTable }
    return (lengthTable, distanceTable)
  }

  private mutating func decode(
    _ lengths: HuffmanTable, _ distances: HuffmanTable, upTo pause: Int
  ) -> Stretch {
    lengths.entries.withUnsafeBufferPointer { lengthEntries in
      distances.entries.withUnsafeBufferPointer { distanceEntries in
        guard let lengthBase = lengthEntries.baseAddress, let distanceBase = distanceEntries.baseAddress else {
          return .fault(Self.noCode)
        }
        return decode(lengthBase, lengths.rootBits, distanceBase, distances.rootBits, upTo: pause)
      }
    }
  }

  /// Writes what one block stands for, until it ends or so much is written.
  ///
  /// After a refill there are 56 bits: enough for a length with its extra bits (20) and a distance with its own (28).
  private mutating func decode(
    _ lengths: UnsafePointer<UInt32>, _ lengthBits: Int, _ distances: UnsafePointer<UInt32>, _ distanceBits: Int,
    upTo pause: Int
  ) -> Stretch {
    let lengthMask = UInt64(1) << UInt64(lengthBits) - 1
    let distanceMask = UInt64(1) << UInt64(distanceBits) - 1
    while written < pause {
      refill()
      var entry = lengths[Int(bits & lengthMask)]
      if entry & HuffmanTable.literal != 0 {
        // Two more bytes may follow without another refill: three codes have at most 45 bits.
        guard written &+ 3 <= size &+ Self.slack, written < size else { return .fault(Self.tooLong) }
        drop(Int(entry & 0xFF))
        target[written] = UInt8(truncatingIfNeeded: entry >> 16)
        written &+= 1
        entry = lengths[Int(bits & lengthMask)]
        if entry & HuffmanTable.literal != 0 {
          drop(Int(entry & 0xFF))
          target[written] = UInt8(truncatingIfNeeded: entry >> 16)
          written &+= 1
          continue
        }
        refill()
      }
      if entry & HuffmanTable.further != 0 {
        drop(Int(entry & 0xFF))
        let index = Int(bits & (1 &<< UInt64(entry >> 8 & 0x1F) &- 1))
        entry = lengths[Int(entry >> 16) + index]
        if entry & HuffmanTable.literal != 0 {
          guard written < size else { return .fault(Self.tooLong) }
          drop(Int(entry & 0xFF))
          target[written] = UInt8(truncatingIfNeeded: entry >> 16)
          written &+= 1
          continue
        }
      }
      guard entry != 0 else { return .fault(isBeyondEnd ? Inflate.Fault(reason: "it ends too soon") : Self.noCode) }
      drop(Int(entry & 0xFF))
      if entry & HuffmanTable.endOfBlock != 0 { return written > size ? .fault(Self.tooLong) : .block }
      let length = Int(entry >> 16) &+ take(Int(entry >> 8 & 0x1F))
      var distanceEntry = distances[Int(bits & distanceMask)]
      if distanceEntry & HuffmanTable.further != 0 {
        drop(Int(distanceEntry & 0xFF))
        let index = Int(bits & (1 &<< UInt64(distanceEntry >> 8 & 0x1F) &- 1))
        distanceEntry = distances[Int(distanceEntry >> 16) + index]
      }
      guard distanceEntry != 0 else {
        return .fault(isBeyondEnd ? Inflate.Fault(reason: "it ends too soon") : Self.noCode)
      }
      drop(Int(distanceEntry & 0xFF))
      let distance = Int(distanceEntry >> 16) &+ take(Int(distanceEntry >> 8 & 0x1F))
      guard distance <= written else { return .fault(Inflate.Fault(reason: "it refers to bytes before its beginning")) }
      guard written &+ length <= size else { return .fault(Self.tooLong) }
      copy(length, from: distance)
      // Zeros behind the end would otherwise be decoded for ever.
      if overrun > 8 { return .fault(Inflate.Fault(reason: "it ends too soon")) }
    }
    return .pause
  }

  /// Repeats bytes that were written some way before; the two pieces may overlap.
  @inline(__always)
  private mutating func copy(_ length: Int, from distance: Int) {
    let end = UnsafeMutableRawPointer(target + written)
    let start = end - distance
    if distance >= 8 {
      var offset = 0
      repeat {
        end.storeBytes(
          of: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset, as: UInt64.self)
        offset &+= 8
      } while offset < length
    } else if distance == 1 {
      end.initializeMemory(as: UInt8.self, repeating: target[written - 1], count: length)
    } else {
      for offset in 0..<length { target[written &+ offset] = target[written &+ offset &- distance] }
    }
    written &+= length
  }
}
