import CellModel
import SheetText

extension SheetDocument {
  /// How many comments the text has that document nothing: those behind `//`, and not behind `///`.
  var remarkCount: Int {
    let bytes = bytes
    guard Self.hasTwoSlashes(bytes) else { return 0 }
    return comments.count { span in
      bytes[span.lower..<span.upper].prefix { $0 == Ascii.slash }.count != 3
    }
  }

  /// Whether a text may have comments, which few have of those that a workbook was made of.
  private static func hasTwoSlashes(_ text: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if byte == Ascii.slash, previous == byte { return true }
      previous = byte
    }
    return false
  }
}
