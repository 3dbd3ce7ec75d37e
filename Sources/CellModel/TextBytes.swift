/// A text that is put together from those of single values: their bytes stand in one place, and the text is made once.
///
/// What has no room there, or is no single value, is left to whoever asked; what was appended means nothing then.
package struct TextBytes {
  private let start: UnsafeMutablePointer<UInt8>
  private let room: Int
  private var count = 0

  /// A text with room for some bytes, which must stay there while it is put together.
  @inline(__always)
  package init(at start: UnsafeMutablePointer<UInt8>, room: Int) {
    self.start = start
    self.room = room
  }

  package var isEmpty: Bool { count == 0 }

  /// Begins anew.
  @inline(__always)
  package mutating func removeAll() { count = 0 }

  /// What was put together.
  @inline(__always)
  package var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

  /// Appends the text of a value; `false` where there is more to it.
  package mutating func append(_ value: borrowing CellValue) -> Bool {
    switch value {
    case .text(let text): append(text)
    case .blank: true
    case .number(let number, _): append(number)
    case .logical(let logical): (logical ? "TRUE" as StaticString : "FALSE").withUTF8Buffer { append($0) }
    case .error, .array, .record, .lambda: false
    }
  }

  package mutating func append(_ text: String) -> Bool { text.withBytes { append($0) } }

  package mutating func append(_ number: Double) -> Bool {
    guard let written = NumberText.writeGeneral(number, to: start + count, room: room - count) else { return false }
    count += written
    return true
  }

  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= room - count else { return false }
    if let first = bytes.baseAddress { (start + count).update(from: first, count: bytes.count) }
    count += bytes.count
    return true
  }
}
