/// A code that gives symbols the shorter words the more frequent they are (RFC 1951, §3.2.2).
struct HuffmanCode {
  /// The bits of each symbol's word; 0 for one that does not occur.
  private(set) var lengths: [UInt8]
  /// The words with their first bit lowest, as they are written.
  private(set) var words: [UInt32] = []

  init(lengths: [UInt8]) {
    self.lengths = lengths
    words = Self.words(lengths)
  }

  /// - Parameter limit: The most bits of a word.
  init(frequencies: [Int], limit: Int) {
    var frequencies = frequencies
    // A code has two words at least, or some readers refuse it.
    var used = frequencies.count { $0 > 0 }
    for symbol in frequencies.indices where used < 2 && frequencies[symbol] == 0 {
      frequencies[symbol] = 1
      used += 1
    }
    lengths = Self.lengths(frequencies)
    // Flattening the frequencies shortens the longest words; in the end all are as long.
    while lengths.contains(where: { $0 > limit }) {
      for symbol in frequencies.indices where frequencies[symbol] > 0 {
        frequencies[symbol] = frequencies[symbol] / 4 + 1
      }
      lengths = Self.lengths(frequencies)
    }
    words = Self.words(lengths)
  }

  /// The depths of the symbols in Huffman's tree.
  private static func lengths(_ frequencies: [Int]) -> [UInt8] {
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }.sorted { frequencies[$0] < frequencies[$1] }
    // Leaves and inner nodes both come in the order of their weights, so the two lightest are at the heads.
    var weights = symbols.map { frequencies[$0] }
    var parents = [Int](repeating: 0, count: 2 * symbols.count - 1)
    var (leaf, inner) = (0, symbols.count)
    func takeLightest() -> Int {
      if leaf < symbols.count, inner >= weights.count || weights[leaf] <= weights[inner] {
        leaf += 1
        return leaf - 1
      }
      inner += 1
      return inner - 1
    }
    for _ in 1..<symbols.count {
      let (first, second) = (takeLightest(), takeLightest())
      parents[first] = weights.count
      parents[second] = weights.count
      weights.append(weights[first] + weights[second])
    }
    var depths = [Int](repeating: 0, count: weights.count)
    for node in stride(from: weights.count - 2, through: 0, by: -1) { depths[node] = depths[parents[node]] + 1 }
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    for (place, symbol) in symbols.enumerated() { lengths[symbol] = UInt8(min(depths[place], 255)) }
    return lengths
  }

  private static func words(_ lengths: [UInt8]) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [UInt32](repeating: 0, count: 17)
    for length in 1...16 { next[length] = (next[length - 1] + (length > 1 ? counts[length - 1] : 0)) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      var (word, reversed) = (next[Int(length)], UInt32(0))
      for _ in 0..<length {
        reversed = reversed << 1 | word & 1
        word >>= 1
      }
      return reversed
    }
  }
}
