/// What the next bits of a deflated text stand for.
///
/// A prefix of ``rootBits`` bits finds an entry. Longer codes continue in a further table behind the first, which the entry
/// names. An entry holds, from its lowest bits: the length of the code (8), the count of extra bits (5), three flags, and
/// a value (16): a byte, a length, a distance, or where the further table begins. 0 stands for no code.
struct HuffmanTable {
  static let literal: UInt32 = 1 << 13
  static let endOfBlock: UInt32 = 1 << 14
  static let further: UInt32 = 1 << 15

  let rootBits: Int
  private(set) var entries: [UInt32]

  /// Makes the table of canonical codes from their lengths; `nil` when more codes are given than there can be.
  ///
  /// - Parameter meanings: Extra bits, flags and value of each symbol, as an entry has them.
  init?(lengths: ArraySlice<UInt8>, meanings: [UInt32], rootBits: Int) {
    self.rootBits = rootBits
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    for length in 1...15 {
      left = left << 1 - counts[length]
      if left < 0 { return nil }
    }
    var next = [Int](repeating: 0, count: 17)
    for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    entries = [UInt32](repeating: 0, count: 1 << rootBits)
    var codes: [(code: Int, length: Int, symbol: Int)] = []
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      codes.append((Self.reversed(next[length], length), length, symbol))
      next[length] += 1
    }
    // How many bits the further table of each prefix needs.
    var furtherBits = [Int](repeating: 0, count: 1 << rootBits)
    for (code, length, _) in codes where length > rootBits {
      let prefix = code & (1 << rootBits - 1)
      furtherBits[prefix] = max(furtherBits[prefix], length - rootBits)
    }
    for prefix in 0..<(1 << rootBits) where furtherBits[prefix] > 0 {
      entries[prefix] = UInt32(entries.count) << 16 | Self.further | UInt32(furtherBits[prefix]) << 8 | UInt32(rootBits)
      entries.append(contentsOf: repeatElement(0, count: 1 << furtherBits[prefix]))
    }
    for (code, length, symbol) in codes {
      guard symbol < meanings.count else { continue }
      if length <= rootBits {
        let entry = meanings[symbol] | UInt32(length)
        for index in stride(from: code, to: 1 << rootBits, by: 1 << length) { entries[index] = entry }
      } else {
        let prefix = code & (1 << rootBits - 1)
        let start = Int(entries[prefix] >> 16)
        let entry = meanings[symbol] | UInt32(length - rootBits)
        for index in stride(from: code >> rootBits, to: 1 << furtherBits[prefix], by: 1 << (length - rootBits)) {
          entries[start + index] = entry
        }
      }
    }
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var result = 0
    for bit in 0..<length where code >> bit & 1 == 1 { result |= 1 << (length - 1 - bit) }
    return result
  }
}

extension HuffmanTable {
  /// The meanings of the symbols for bytes, the end of a block, and lengths (RFC 1951, §3.2.5).
  static let lengthMeanings: [UInt32] = {
    var meanings = (0..<256).map { UInt32($0) << 16 | literal }
    meanings.append(endOfBlock)
    var base: UInt32 = 3
    for symbol in 0..<28 {
      let extra: UInt32 = symbol < 8 ? 0 : UInt32(symbol / 4 - 1)
      meanings.append(base << 16 | extra << 8)
      base += 1 << extra
    }
    meanings.append(258 << 16)
    return meanings
  }()

  static let distanceMeanings: [UInt32] = {
    var meanings: [UInt32] = []
    var base: UInt32 = 1
    for symbol in 0..<30 {
      let extra: UInt32 = symbol < 4 ? 0 : UInt32(symbol / 2 - 1)
      meanings.append(base << 16 | extra << 8)
      base += 1 << extra
    }
    return meanings
  }()

  static let codeLengthMeanings: [UInt32] = (0..<19).map { UInt32($0) << 16 }

  /// The tables of blocks that bring none.
  static let fixed: (lengths: HuffmanTable, distances: HuffmanTable) = {
    let lengths: [UInt8] =
      Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8)
    guard
      let lengthTable = HuffmanTable(lengths: lengths[...], meanings: lengthMeanings, rootBits: 9),
      let distanceTable = HuffmanTable(
        lengths: ArraySlice(repeating: 5, count: 32), meanings: distanceMeanings, rootBits: 5)
    else { preconditionFailure("the codes of RFC 1951, §3.2.6 fit") }
    return (lengthTable, distanceTable)
  }()
}
