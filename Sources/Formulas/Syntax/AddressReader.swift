import CellModel

/// Reads the columns and rows of addresses in A1 notation from bytes.
package struct AddressReader {
  let base: UnsafePointer<UInt8>
  /// Nothing is read from here on.
  let count: Int

  package init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The address that begins at an offset and goes on to the end.
  @inline(__always)
  package func cell(from start: Int) -> (row: Coordinate, column: Coordinate)? {
    guard let (column, rowStart) = column(at: start), let (row, end) = row(at: rowStart), end == count else {
      return nil
    }
    return (row, column)
  }

  @inline(__always) private func byte(at offset: Int) -> UInt8 { offset < count ? base[offset] : 0 }

  /// The letters of a column at an offset, `$` before them or not, and the offset behind them.
  @inline(__always)
  func column(at start: Int) -> (Coordinate, end: Int)? {
    var end = start
    let isAbsolute = byte(at: end) == Ascii.dollar
    if isAbsolute { end += 1 }
    let lettersStart = end
    var value = 0
    while Ascii.isLetter(byte(at: end)) {
      guard end - lettersStart < 3 else { return nil }
      value = value * 26 + Int(base[end] & 0x1F)
      end += 1
    }
    guard end > lettersStart, value <= Area.lastColumn + 1 else { return nil }
    return (Coordinate(value - 1, absolute: isAbsolute), end)
  }

  /// The digits of a row at an offset, `$` before them or not, and the offset behind them.
  @inline(__always)
  func row(at start: Int) -> (Coordinate, end: Int)? {
    var end = start
    let isAbsolute = byte(at: end) == Ascii.dollar
    if isAbsolute { end += 1 }
    let digitsStart = end
    guard byte(at: end) != Ascii.zero else { return nil }
    var value = 0
    while Ascii.isDigit(byte(at: end)) {
      guard end - digitsStart < 7 else { return nil }
      value = value * 10 + Int(base[end] - Ascii.zero)
      end += 1
    }
    guard end > digitsStart, value <= Area.lastRow + 1 else { return nil }
    return (Coordinate(value - 1, absolute: isAbsolute), end)
  }
}
