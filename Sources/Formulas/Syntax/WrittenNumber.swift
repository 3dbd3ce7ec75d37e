import CellModel

/// A number as formulas spell most of them: digits with one dot at most, such as `12`, `1.50`, `007` and `3.`.
///
/// It keeps its spelling in three small numbers, so that what holds many of them needs no text for each. Fifteen digits
/// at most: that many come back exactly from the number they say.
package struct WrittenNumber: Sendable, Hashable {
  package static let mostDigits = 15

  package let value: Double
  /// How many digits stand before the dot.
  package let wholeDigits: UInt8
  /// How many digits stand behind the dot; `nil` where there is no dot.
  package let fractionDigits: UInt8?

  package init(_ value: Double, wholeDigits: UInt8, fractionDigits: UInt8?) {
    self.value = value
    self.wholeDigits = wholeDigits
    self.fractionDigits = fractionDigits
  }

  /// `nil` when something else stands there.
  init?(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    guard Self.isPlain(base, from: start, to: end), let value = DecimalDigits.number(base, from: start, to: end)
    else { return nil }
    var dot = start
    while dot < end, base[dot] != Ascii.dot { dot += 1 }
    self.init(value, wholeDigits: UInt8(dot - start), fractionDigits: dot < end ? UInt8(end - dot - 1) : nil)
  }

  package init?(_ text: String) {
    var text = text
    let number = text.withUTF8 { bytes in bytes.baseAddress.flatMap { Self($0, from: 0, to: bytes.count) } }
    guard let number else { return nil }
    self = number
  }

  /// Whether a run of bytes is such a number.
  @inline(__always)
  static func isPlain(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    guard start < end, Ascii.isDigit(base[start]), end - start <= mostDigits + 1 else { return false }
    var dots = 0
    for index in start..<end {
      if base[index] == Ascii.dot { dots += 1 } else if !Ascii.isDigit(base[index]) { return false }
    }
    return dots <= 1 && end - start - dots <= mostDigits
  }

  /// The number as it was written.
  package var text: String {
    let fraction = Int(fractionDigits ?? 0)
    var power = 1.0
    for _ in 0..<fraction { power *= 10 }
    var rest = UInt64((value * power).rounded())
    let count = Int(wholeDigits) + (fractionDigits.map { Int($0) + 1 } ?? 0)
    return String(unsafeUninitializedCapacity: count) { bytes in
      for place in (0..<count).reversed() {
        if fractionDigits != nil, place == Int(wholeDigits) {
          bytes[place] = Ascii.dot
        } else {
          bytes[place] = Ascii.zero + UInt8(rest % 10)
          rest /= 10
        }
      }
      return count
    }
  }

  /// The node of a tree that it is.
  package var node: FormulaTree.Node { .number(value, text: text) }
}

extension FormulaTree {
  /// The numbers that are operands of the formula's pattern, in the order of the text.
  package var writtenNumbers: [(node: Index, number: WrittenNumber)] {
    nodes.indices.compactMap { place in
      guard case .number(_, let text) = nodes[place], let number = WrittenNumber(text) else { return nil }
      return (Index(place), number)
    }
  }
}
