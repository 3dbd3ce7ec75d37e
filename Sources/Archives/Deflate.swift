/// Packs bytes as every reader of ZIP archives unpacks them (RFC 1951).
///
/// Repeated runs are found through a hash of four bytes and a short chain of earlier places with the same hash. A block
/// has a code of its own, or is stored where that is shorter.
package struct Deflate {
  /// How far back a run may lie, and how long it may be.
  private static let window = 32_768
  private static let longest = 258
  private static let shortest = 4
  private static let hashBits: UInt32 = 15
  /// How many earlier places are tried for one run.
  private static let patience = 12
  /// How many symbols a block has.
  private static let blockSymbols = 1 << 16

  private var writer = BitWriter()
  /// A literal, or from this bit on a run: its length less 3 above 16 bits for its distance less 1.
  private var symbols: [UInt32] = []
  private static let runFlag: UInt32 = 1 << 31

  package static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    bytes.withUnsafeBufferPointer { deflate.pack($0) }
    deflate.writer.align()
    return deflate.writer.bytes
  }

  private init() { symbols.reserveCapacity(Self.blockSymbols) }

  // MARK: Finding runs

  private mutating func pack(_ bytes: UnsafeBufferPointer<UInt8>) {
    var heads = [Int32](repeating: -1, count: 1 << Int(Self.hashBits))
    var chain = [Int32](repeating: -1, count: Self.window)
    let mask = Self.window - 1
    var position = 0
    var blockStart = 0
    heads.withUnsafeMutableBufferPointer { heads in
      chain.withUnsafeMutableBufferPointer { chain in
        /// Notes a place for later, and gives the last one of the same hash.
        func enter(_ place: Int) -> Int32 {
          let hash = Self.hash(bytes, place)
          let before = heads[hash]
          chain[place & mask] = before
          heads[hash] = Int32(truncatingIfNeeded: place)
          return before
        }
        while position < bytes.count {
          var (length, distance) = (0, 0)
          if position + Self.shortest <= bytes.count {
            var candidate = Int(enter(position))
            let limit = min(Self.longest, bytes.count - position)
            var tries = Self.patience
            while candidate >= 0, position - candidate < Self.window, tries > 0 {
              let found = Self.commonLength(bytes, candidate, position, limit)
              if found > length { (length, distance) = (found, position - candidate) }
              if length == limit { break }
              candidate = Int(chain[candidate & mask])
              tries -= 1
            }
          }
          if length >= Self.shortest {
            symbols.append(Self.runFlag | UInt32(length - 3) << 16 | UInt32(distance - 1))
            let end = min(position + length, bytes.count - Self.shortest + 1)
            var place = position + 1
            while place < end {
              _ = enter(place)
              place += 1
            }
            position += length
          } else {
            symbols.append(UInt32(bytes[position]))
            position += 1
          }
          if symbols.count == Self.blockSymbols {
            writeBlock(bytes, blockStart..<position, isLast: position == bytes.count)
            blockStart = position
          }
        }
      }
    }
    if blockStart < bytes.count || bytes.isEmpty { writeBlock(bytes, blockStart..<bytes.count, isLast: true) }
  }

  @inline(__always)
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    let word = UnsafeRawPointer(bytes.baseAddress! + place).loadUnaligned(as: UInt32.self)
    return Int((UInt32(littleEndian: word) &* 0x9E37_79B1) >> (32 - hashBits))
  }

  @inline(__always)
  private static func commonLength(_ bytes: UnsafeBufferPointer<UInt8>, _ a: Int, _ b: Int, _ limit: Int) -> Int {
    let base = UnsafeRawPointer(bytes.baseAddress!)
    var length = 0
    while length + 8 <= limit {
      let difference =
        base.loadUnaligned(fromByteOffset: a + length, as: UInt64.self).littleEndian
        ^ base.loadUnaligned(fromByteOffset: b + length, as: UInt64.self).littleEndian
      if difference != 0 { return length + difference.trailingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, bytes[a + length] == bytes[b + length] { length += 1 }
    return length
  }

  // MARK: Blocks

  /// A length of a run as its symbol, with the bits that follow it; less 3, as it is kept.
  private static func lengthSymbol(_ length: Int) -> (symbol: Int, extra: Int) {
    if length < 8 { return (257 + length, 0) }
    if length == 255 { return (285, 0) }
    let power = Int.bitWidth - 1 - length.leadingZeroBitCount
    return (257 + 4 * (power - 1) + (length >> (power - 2)) & 3, power - 2)
  }

  /// A distance as its symbol; less 1, as it is kept.
  private static func distanceSymbol(_ distance: Int) -> (symbol: Int, extra: Int) {
    if distance < 4 { return (distance, 0) }
    let power = Int.bitWidth - 1 - distance.leadingZeroBitCount
    return (2 * power + (distance >> (power - 1)) & 1, power - 1)
  }

  private static let lengthSymbols = (0..<256).map(lengthSymbol)

  private mutating func writeBlock(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isLast: Bool) {
    var literals = [Int](repeating: 0, count: 286)
    var distances = [Int](repeating: 0, count: 30)
    literals[256] = 1
    var extraBits = 0
    for symbol in symbols {
      if symbol & Self.runFlag == 0 {
        literals[Int(symbol)] += 1
      } else {
        let length = Self.lengthSymbols[Int(symbol >> 16 & 0xFF)]
        let distance = Self.distanceSymbol(Int(symbol & 0xFFFF))
        literals[length.symbol] += 1
        distances[distance.symbol] += 1
        extraBits += length.extra + distance.extra
      }
    }
    let literalCode = HuffmanCode(frequencies: literals, limit: 15)
    let distanceCode = HuffmanCode(frequencies: distances, limit: 15)
    let header = CodeLengths(literalCode, distanceCode)
    let bits =
      header.bitCount + extraBits + zip(literals, literalCode.lengths).reduce(0) { $0 + $1.0 * Int($1.1) }
      + zip(distances, distanceCode.lengths).reduce(0) { $0 + $1.0 * Int($1.1) }
    if bits / 8 > range.count + 5 * (range.count / 65_535 + 1) {
      store(bytes, range, isLast: isLast)
    } else {
      writer.append(isLast ? 1 : 0, count: 1)
      writer.append(2, count: 2)
      header.write(to: &writer)
      writeSymbols(literalCode, distanceCode)
    }
    symbols.removeAll(keepingCapacity: true)
  }

  private mutating func writeSymbols(_ literals: HuffmanCode, _ distances: HuffmanCode) {
    for symbol in symbols {
      guard symbol & Self.runFlag != 0 else {
        writer.append(literals.words[Int(symbol)], count: Int(literals.lengths[Int(symbol)]))
        continue
      }
      let value = Int(symbol >> 16 & 0xFF)
      let length = Self.lengthSymbols[value]
      writer.append(literals.words[length.symbol], count: Int(literals.lengths[length.symbol]))
      writer.append(UInt32(value & ((1 << length.extra) - 1)), count: length.extra)
      let offset = Int(symbol & 0xFFFF)
      let distance = Self.distanceSymbol(offset)
      writer.append(distances.words[distance.symbol], count: Int(distances.lengths[distance.symbol]))
      writer.append(UInt32(offset & ((1 << distance.extra) - 1)), count: distance.extra)
    }
    writer.append(literals.words[256], count: Int(literals.lengths[256]))
  }

  /// Writes bytes as they are, at most 65,535 at a time.
  private mutating func store(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isLast: Bool) {
    var start = range.lowerBound
    repeat {
      let end = min(start + 65_535, range.upperBound)
      writer.append(isLast && end == range.upperBound ? 1 : 0, count: 3)
      writer.align()
      let count = UInt16(end - start)
      writer.append(UInt32(count), count: 16)
      writer.append(UInt32(~count), count: 16)
      writer.append(contentsOf: bytes[start..<end])
      start = end
    } while start < range.upperBound
  }
}

/// The lengths of a block's two codes as they stand before it: packed themselves, with repeats (RFC 1951, §3.2.7).
private struct CodeLengths {
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private let literalCount: Int
  private let distanceCount: Int
  private var symbols: [(symbol: Int, extra: UInt32, bits: Int)] = []
  private let code: HuffmanCode
  private let codeCount: Int

  init(_ literals: HuffmanCode, _ distances: HuffmanCode) {
    literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = Array(literals.lengths[..<literalCount] + distances.lengths[..<distanceCount])
    var place = 0
    while place < lengths.count {
      let length = Int(lengths[place])
      var run = 1
      while place + run < lengths.count, lengths[place + run] == lengths[place], run < 138 { run += 1 }
      if length == 0, run >= 11 {
        symbols.append((18, UInt32(run - 11), 7))
      } else if length == 0, run >= 3 {
        symbols.append((17, UInt32(run - 3), 3))
      } else if length > 0, run >= 4 {
        run = min(run, 7)
        symbols.append((length, 0, 0))
        symbols.append((16, UInt32(run - 4), 2))
      } else {
        run = 1
        symbols.append((length, 0, 0))
      }
      place += run
    }
    var frequencies = [Int](repeating: 0, count: 19)
    for symbol in symbols { frequencies[symbol.symbol] += 1 }
    code = HuffmanCode(frequencies: frequencies, limit: 7)
    let lengthsOfCode = code.lengths
    codeCount = max(4, (Self.order.lastIndex { lengthsOfCode[$0] > 0 } ?? 0) + 1)
  }

  var bitCount: Int { 17 + 3 * codeCount + symbols.reduce(0) { $0 + Int(code.lengths[$1.symbol]) + $1.bits } }

  func write(to writer: inout BitWriter) {
    writer.append(UInt32(literalCount - 257), count: 5)
    writer.append(UInt32(distanceCount - 1), count: 5)
    writer.append(UInt32(codeCount - 4), count: 4)
    for symbol in Self.order[..<codeCount] { writer.append(UInt32(code.lengths[symbol]), count: 3) }
    for symbol in symbols {
      writer.append(code.words[symbol.symbol], count: Int(code.lengths[symbol.symbol]))
      writer.append(symbol.extra, count: symbol.bits)
    }
  }
}
