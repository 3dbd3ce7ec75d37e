/// Bits, the lowest first, as DEFLATE packs them into bytes.
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count: UInt64 = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Appends the lowest bits of a number; at most 32 of them.
  @inline(__always)
  mutating func append(_ bits: UInt32, count width: Int) {
    pending |= UInt64(bits) << count
    count += UInt64(width)
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Fills the byte that has begun with zeros.
  mutating func align() {
    if count > 0 { append(0, count: 8 - Int(count)) }
  }

  /// Appends whole bytes, between bytes.
  mutating func append(contentsOf more: some Sequence<UInt8>) {
    align()
    bytes.append(contentsOf: more)
  }
}
