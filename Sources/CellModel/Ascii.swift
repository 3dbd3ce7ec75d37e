/// The bytes of ASCII that mean something in formulas, sheets and files.
@usableFromInline package enum Ascii {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var exclamation: UInt8 { 0x21 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var hash: UInt8 { 0x23 }
  @inlinable package static var dollar: UInt8 { 0x24 }
  @inlinable package static var percent: UInt8 { 0x25 }
  @inlinable package static var ampersand: UInt8 { 0x26 }
  @inlinable package static var apostrophe: UInt8 { 0x27 }
  @inlinable package static var leftParenthesis: UInt8 { 0x28 }
  @inlinable package static var rightParenthesis: UInt8 { 0x29 }
  @inlinable package static var star: UInt8 { 0x2A }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @inlinable package static var zero: UInt8 { 0x30 }
  @inlinable package static var nine: UInt8 { 0x39 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var semicolon: UInt8 { 0x3B }
  @inlinable package static var less: UInt8 { 0x3C }
  @inlinable package static var equals: UInt8 { 0x3D }
  @inlinable package static var greater: UInt8 { 0x3E }
  @inlinable package static var question: UInt8 { 0x3F }
  @inlinable package static var at: UInt8 { 0x40 }
  @inlinable package static var leftBracket: UInt8 { 0x5B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var rightBracket: UInt8 { 0x5D }
  @inlinable package static var caret: UInt8 { 0x5E }
  @inlinable package static var underscore: UInt8 { 0x5F }
  @inlinable package static var leftBrace: UInt8 { 0x7B }
  @inlinable package static var bar: UInt8 { 0x7C }
  @inlinable package static var rightBrace: UInt8 { 0x7D }
  @inlinable package static var tilde: UInt8 { 0x7E }

  @inlinable @inline(__always) package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
  @inlinable @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// Whether a byte is a letter, a digit or `_`: a bit of one of two words, so that no table has to be set up first.
  @inlinable @inline(__always) package static func isNamePart(_ byte: UInt8) -> Bool {
    let word: UInt64 = byte & 0x40 == 0 ? 0x03FF_0000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && word >> UInt64(byte & 63) & 1 == 1
  }

  @inlinable @inline(__always) package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 65 < 26 ? byte | 0x20 : byte
  }

  @inlinable @inline(__always) package static func uppercased(_ byte: UInt8) -> UInt8 {
    byte &- 97 < 26 ? byte & 0xDF : byte
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are characters of ASCII; eight of them are looked at together.
  @inlinable package var isAscii: Bool {
    let bytes = UnsafeRawBufferPointer(self)
    var (bits, place) = (0 as UInt64, 0)
    while place &+ 8 <= bytes.count {
      bits |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place &+= 8
    }
    while place < bytes.count {
      bits |= UInt64(bytes[place])
      place &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}

extension String {
  /// Whether all characters are those of ASCII, each of which is a byte and a code unit.
  package var isAscii: Bool { withBytes { $0.isAscii } }
}
