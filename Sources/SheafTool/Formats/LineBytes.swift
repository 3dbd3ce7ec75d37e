import CellModel

/// Lines while they are made, with room for a number always at hand.
struct LineBytes {
  private var bytes: [UInt8]
  private(set) var count = 0

  init(capacity: Int) { bytes = Self.room(max(capacity, 4096)) }

  /// Gives away what was written.
  mutating func take() -> [UInt8] {
    bytes.removeLast(bytes.count - count)
    count = 0
    defer { bytes = [] }
    return bytes
  }

  mutating func append(_ byte: UInt8) {
    makeRoom(1)
    bytes.withUnsafeMutableBufferPointer { $0[count] = byte }
    count += 1
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { text in
      makeRoom(text.count)
      put(text)
    }
  }

  /// A number as CSV has it.
  mutating func append(written number: Double) {
    if abs(number) < 1e15 { append(exact: number) } else { append(ValueText().written(number, .plain)) }
  }

  /// The shortest text that reads back as the number.
  mutating func append(exact number: Double) {
    makeRoom(NumberText.longest)
    let length = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { NumberText.writeRoundTrip(number, to: $0 + count) }
    }
    if let length { count += length } else { append(NumberText.roundTrip(number)) }
  }

  private mutating func makeRoom(_ length: Int) {
    guard count + length > bytes.count else { return }
    let old = bytes
    bytes = Self.room(max(count + length, bytes.count * 2))
    let kept = count
    count = 0
    old.withUnsafeBufferPointer { put(UnsafeBufferPointer(rebasing: $0[..<kept])) }
  }

  private mutating func put(_ more: UnsafeBufferPointer<UInt8>) {
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let source = more.baseAddress, let start = buffer.baseAddress else { return }
      (start + count).update(from: source, count: more.count)
    }
    count += more.count
  }

  /// Bytes that say nothing yet.
  private static func room(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
  }
}
