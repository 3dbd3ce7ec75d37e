import CellModel
import Diagnostics

/// Reads the formats behind definitions; few of them are behind many lines.
struct LineFormats {
  /// How many are known by their bytes.
  private static let most = 16

  /// Those met before, in which nothing is wrong.
  private var known: [Box<String>] = []

  /// The format at an offset, before which blanks may stand; `nil` where none stands there, and where a parser has to look
  /// at it.
  mutating func read(_ base: UnsafePointer<UInt8>, at index: Int, to limit: Int) -> SharedFormat? {
    var start = index
    while start < limit, base[start].isBlank { start += 1 }
    guard let end = LineLiteral.plainTextEnd(base, at: start, to: limit) else { return nil }
    let bytes = UnsafeBufferPointer(start: base + start + 1, count: end - start - 2)
    return format(bytes).map { SharedFormat(text: $0, lower: start) }
  }

  private mutating func format(_ bytes: UnsafeBufferPointer<UInt8>) -> Box<String>? {
    for format in known where format.value.utf8.elementsEqual(bytes) { return format }
    let format = Box(String(decoding: bytes, as: UTF8.self))
    // Its place is found again by its length.
    guard format.value.utf8.count == bytes.count, (try? NumberFormat(format.value)) != nil else { return nil }
    if known.count < Self.most { known.append(format) }
    return format
  }
}
