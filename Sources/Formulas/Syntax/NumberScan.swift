import CellModel

/// Finds the numbers among the operands of a formula that has a pattern: what else stands there need not be understood.
struct NumberScan {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private var index: Int
  private var followsColon = false

  init(_ base: UnsafePointer<UInt8>, from start: Int, to count: Int) {
    self.base = base
    self.count = count
    index = start
  }

  /// Where the next number stands.
  mutating func next() -> Range<Int>? {
    while index < count {
      let (byte, start) = (base[index], index)
      if Ascii.isDigit(byte) || byte == Ascii.dot {
        defer { followsColon = false }
        if let number = passNumber(from: start) { return number }
      } else if Ascii.isNamePart(byte) || byte == Ascii.dollar {
        repeat { index += 1 } while index < count && isInWord(base[index])
        followsColon = false
      } else if byte == Ascii.quote || byte == Ascii.apostrophe {
        // Doubled quotes are two texts side by side.
        repeat { index += 1 } while index < count && base[index] != byte
        index += 1
        followsColon = false
      } else {
        if byte != Ascii.space { followsColon = byte == Ascii.colon }
        index += 1
      }
    }
    return nil
  }

  @inline(__always)
  private func isInWord(_ byte: UInt8) -> Bool {
    Ascii.isNamePart(byte) || byte == Ascii.dollar || byte == Ascii.dot
  }

  /// Passes what begins like a number; `nil` for a date, a number beside a colon, and what is no ``WrittenNumber``.
  private mutating func passNumber(from start: Int) -> Range<Int>? {
    index = Self.endOfNumber(base, at: start, to: count)
    if WrittenDate(base, at: start, to: count) != nil {
      index = start + WrittenDate.length
      return nil
    }
    let isBesideColon = followsColon || index < count && base[index] == Ascii.colon
    return !isBesideColon && WrittenNumber.isPlain(base, from: start, to: index) ? start..<index : nil
  }

  /// Where what begins like a number ends.
  @inline(__always)
  static func endOfNumber(_ base: UnsafePointer<UInt8>, at start: Int, to count: Int) -> Int {
    var index = start
    repeat { index += 1 } while index < count && (Ascii.isNamePart(base[index]) || base[index] == Ascii.dot)
    // The sign of an exponent and its digits are a part of the number.
    guard base[index - 1] | 0x20 == UInt8(ascii: "e"), index + 1 < count,
      base[index] == Ascii.minus || base[index] == Ascii.plus, Ascii.isDigit(base[index + 1])
    else { return index }
    repeat { index += 1 } while index < count && (Ascii.isNamePart(base[index]) || base[index] == Ascii.dot)
    return index
  }

  /// Where a number ends that is an operand, if one begins at an offset; what stands around it is for the caller.
  static func endOfOperand(_ base: UnsafePointer<UInt8>, at start: Int, to count: Int) -> Int? {
    guard start < count, Ascii.isDigit(base[start]) else { return nil }
    let end = endOfNumber(base, at: start, to: count)
    return WrittenNumber.isPlain(base, from: start, to: end) && WrittenDate(base, at: start, to: count) == nil
      ? end : nil
  }
}
