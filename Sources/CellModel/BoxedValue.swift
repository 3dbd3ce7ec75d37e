/// A cell's value in 8 bytes: a number is itself, everything else is a NaN with a tag.
///
/// The tag stands in the upper 16 bits. Blank and logicals are complete; text, error, array, record and lambda carry the
/// index of a slot in a side table of their engine. A stored number is never a NaN, so every pattern from
/// ``firstTagged`` on is a tagged value, and one comparison tells a number from the rest.
@frozen public struct BoxedValue: Equatable, Sendable {
  @frozen public enum Kind: UInt16, Sendable {
    case number = 0
    case blank = 0xFFF9
    case logical = 0xFFFA
    case text = 0xFFFB
    case error = 0xFFFC
    case array = 0xFFFD
    case record = 0xFFFE
    case lambda = 0xFFFF
  }

  public var bits: UInt64

  @inlinable @inline(__always) public init(bits: UInt64) { self.bits = bits }
  @inlinable @inline(__always) public init(_ number: Double) { bits = number.bitPattern }
  @inlinable @inline(__always) public init(_ logical: Bool) { bits = 0xFFFA_0000_0000_0000 | (logical ? 1 : 0) }
  @inlinable @inline(__always) public init(_ kind: Kind, slot: UInt32) {
    bits = UInt64(kind.rawValue) << 48 | UInt64(slot)
  }

  @inlinable public static var firstTagged: UInt64 { 0xFFF9_0000_0000_0000 }
  @inlinable public static var blank: BoxedValue { BoxedValue(bits: 0xFFF9_0000_0000_0000) }

  @inlinable @inline(__always) public var isNumber: Bool { bits < 0xFFF9_0000_0000_0000 }
  @inlinable @inline(__always) public var isBlank: Bool { bits == 0xFFF9_0000_0000_0000 }
  /// Whether the value lives in the side table.
  @inlinable @inline(__always) public var hasSlot: Bool { bits >= 0xFFFB_0000_0000_0000 }
  @inlinable @inline(__always) public var number: Double { Double(bitPattern: bits) }
  @inlinable @inline(__always) public var logical: Bool { bits & 1 == 1 }
  @inlinable @inline(__always) public var slot: UInt32 { UInt32(truncatingIfNeeded: bits) }
  @inlinable public var kind: Kind { isNumber ? .number : Kind(rawValue: UInt16(bits >> 48)) ?? .blank }
}
