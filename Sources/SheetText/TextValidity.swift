import Diagnostics

/// Tells text from other files.
enum TextValidity {
  /// The one finding about bytes that are not UTF-8 text, or `nil` for text.
  static func finding(in bytes: [UInt8]) -> (any DiagnosticFact)? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return TextFinding.notText(at: SourceSpan(0, 2), .utf16)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        if byte == 0 { return TextFinding.notText(at: SourceSpan(index, index + 1), .nul) }
        if byte < 0x80 {
          index += 1
          continue
        }
        let length = wellFormedLength(buffer, index)
        if length == 0 { return TextFinding.notText(at: SourceSpan(index, index + 1), .illFormed) }
        index += length
      }
      return nil
    }
  }

  /// The length of the scalar of two to four bytes at an index, or 0 if it is ill-formed (Unicode 15, table 3-7).
  private static func wellFormedLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    func follows(_ distance: Int, in range: ClosedRange<UInt8>) -> Bool {
      index + distance < bytes.count && range.contains(bytes[index + distance])
    }
    let tail: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0xC2...0xDF: return follows(1, in: tail) ? 2 : 0
    case 0xE0: return follows(1, in: 0xA0...0xBF) && follows(2, in: tail) ? 3 : 0
    case 0xED: return follows(1, in: 0x80...0x9F) && follows(2, in: tail) ? 3 : 0
    case 0xE1...0xEF: return follows(1, in: tail) && follows(2, in: tail) ? 3 : 0
    case 0xF0: return follows(1, in: 0x90...0xBF) && follows(2, in: tail) && follows(3, in: tail) ? 4 : 0
    case 0xF1...0xF3: return follows(1, in: tail) && follows(2, in: tail) && follows(3, in: tail) ? 4 : 0
    case 0xF4: return follows(1, in: 0x80...0x8F) && follows(2, in: tail) && follows(3, in: tail) ? 4 : 0
    default: return 0
    }
  }
}
