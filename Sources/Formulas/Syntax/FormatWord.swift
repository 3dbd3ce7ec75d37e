import CellModel

/// The word between the formula of a definition and its format, as in `total = SUM(A1:A9) as "0.00"`.
package enum FormatWord {
  package static let length = 2

  /// Whether the word stands at an offset with a blank or the text of a format behind it.
  @inline(__always)
  package static func stands(_ base: UnsafePointer<UInt8>, at index: Int, to count: Int) -> Bool {
    guard index + length < count, base[index] | 0x20 == UInt8(ascii: "a"), base[index + 1] | 0x20 == UInt8(ascii: "s")
    else { return false }
    return base[index + length] == Ascii.space || base[index + length] == Ascii.quote
  }
}
