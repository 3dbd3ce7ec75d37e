import Foundation
import TestSupport

/// Inputs made of a corpus by cutting, doubling, mixing and damaging its texts.
struct Mutator {
  private var random: SeededGenerator
  private let corpus: [[UInt8]]
  private let pieces: [[UInt8]]
  private let longest: Int
  private let takesParts: Bool

  /// - Parameters:
  ///   - corpus: Texts that are right, or that were wrong in a way that mattered.
  ///   - pieces: Signs and words that mean something to the reader, besides those of any text.
  ///   - longest: The most bytes of an input.
  ///   - takesParts: Whether a part of a long text is worth reading by itself.
  init(seed: UInt64, corpus: [[UInt8]], pieces: [String], longest: Int, takesParts: Bool) {
    random = SeededGenerator(seed: seed)
    (self.longest, self.takesParts) = (longest, takesParts)
    self.corpus = corpus.filter { !$0.isEmpty }
    let common = [
      "\0", "\n", "\r\n", "\"", "'", "(", ")", "{", "}", "[", "]", ",", ";", ":", "=", " ", "-", "0", "1e308",
    ]
    self.pieces = (pieces + common + ["é", "😀", "99999999999999999999", "\u{feff}"]).map { Array($0.utf8) }
  }

  mutating func next() -> [UInt8] {
    var bytes = excerpt()
    damage(&bytes)
    return bytes
  }

  /// Changes an input in one to seven places.
  mutating func damage(_ bytes: inout [UInt8]) {
    for _ in 0...random.number(0...6) { damageOnce(&bytes) }
    bytes = Array(bytes.prefix(longest))
  }

  /// A text of the corpus, or a part of a long one that begins with a line.
  private mutating func excerpt() -> [UInt8] {
    let text = random.one(of: corpus)
    if !takesParts || text.count <= 300 || random.happens(10) { return text }
    let start = random.number(0...text.count - 1)
    let line = text[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Array(text[line..<min(text.count, line + random.number(1...600))])
  }

  private mutating func damageOnce(_ bytes: inout [UInt8]) {
    let place = random.number(0...bytes.count)
    let end = min(bytes.count, place + random.number(0...20))
    switch random.number(0...7) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2:
      bytes.insert(
        contentsOf: Array(repeatElement(random.one(of: pieces), count: 1 << random.number(0...9)).joined()), at: place)
    case 3: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
    case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.number(0...7)) }
    case 5:
      let other = excerpt()
      bytes.replaceSubrange(place..<end, with: other[random.number(0...other.count)...].prefix(60))
    default: bytes.insert(contentsOf: random.one(of: pieces), at: place)
    }
  }
}
