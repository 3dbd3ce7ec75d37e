import CellModel

extension String {
  /// A part of the text, counted in UTF-16 code units as Excel counts characters.
  ///
  /// The part ends with the text. Half of a surrogate pair is left out, so that the result is always valid text.
  func utf16Part(from start: Int, count: Int) -> String {
    guard count > 0 else { return "" }
    if let part = asciiPart(from: start, count: count) { return part }
    let units = utf16
    guard let first = units.index(units.startIndex, offsetBy: start, limitedBy: units.endIndex) else { return "" }
    let last = units.index(first, offsetBy: count, limitedBy: units.endIndex) ?? units.endIndex
    var lower = first
    if lower < units.endIndex, UTF16.isTrailSurrogate(units[lower]), lower > units.startIndex {
      lower = units.index(after: lower)
    }
    var upper = last
    if upper < units.endIndex, UTF16.isTrailSurrogate(units[upper]), upper > units.startIndex {
      upper = units.index(before: upper)
    }
    return lower < upper ? String(self[lower..<upper]) : ""
  }

  /// The same part of a text of ASCII letters only, each of which is a code unit and a byte; `nil` for another text.
  private func asciiPart(from start: Int, count: Int) -> String? {
    var text = self
    return text.withUTF8 { bytes in
      guard bytes.isAscii else { return nil }
      guard start < bytes.count else { return "" }
      return String(decoding: bytes[start..<start + min(count, bytes.count - start)], as: UTF8.self)
    }
  }

  /// A text of ASCII letters only with another in the place of some of them; `nil` for another text, and for one too long.
  func replacingAscii(from start: Int, count: Int, by new: String) -> String? {
    var (text, new) = (self, new)
    return text.withUTF8 { bytes in
      guard bytes.isAscii, bytes.count <= TextLimit.length else { return nil }
      let head = min(start, bytes.count)
      let tail = min(start + count, bytes.count)
      return new.withUTF8 { new in
        let length = head + new.count + bytes.count - tail
        guard length <= TextLimit.length else { return nil }
        return String(unsafeUninitializedCapacity: length) { result in
          _ = result.update(fromContentsOf: bytes[..<head])
          _ = result[head...].update(fromContentsOf: new)
          _ = result[(head + new.count)...].update(fromContentsOf: bytes[tail...])
          return length
        }
      }
    }
  }

  /// What somebody writes who reads the bytes of the text, no more than it has.
  @inline(__always)
  func rewritingBytes(
    _ write: (UnsafeBufferPointer<UInt8>, _ result: UnsafeMutableBufferPointer<UInt8>) -> Int
  ) -> String {
    var text = self
    return text.withUTF8 { bytes in String(unsafeUninitializedCapacity: bytes.count) { write(bytes, $0) } }
  }

  /// The text with each scalar replaced by another.
  ///
  /// - Parameters:
  ///   - byte: What comes for a character of ASCII in a text that has no others; one of ASCII, too.
  ///   - replacement: What comes for a scalar of any other text.
  @inline(__always)
  func mappingScalars(
    ofAscii byte: (UInt8) -> UInt8, _ replacement: (Unicode.Scalar) -> Unicode.Scalar
  ) -> String {
    if let result = rewritingAscii(byte) { return result }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(replacement(scalar)) }
    return String(result)
  }

  /// The text with each byte replaced by another; `nil` where it has other characters than those of ASCII.
  @inline(__always)
  private func rewritingAscii(_ replacement: (UInt8) -> UInt8) -> String? {
    var text = self
    return text.withUTF8 { bytes in
      guard bytes.isAscii else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { result in
        for place in 0..<bytes.count { result[place] = replacement(bytes[place]) }
        return bytes.count
      }
    }
  }
}

extension Unicode.Scalar {
  /// The single upper-case scalar; one whose upper case is several, as ß, stays, because Excel keeps the length.
  var singleUppercase: Unicode.Scalar {
    guard isASCII else { return Self.single(properties.uppercaseMapping) ?? self }
    return Unicode.Scalar(Ascii.uppercased(UInt8(value)))
  }

  /// Whether it is a letter, or a mark that letters have; asking the tables of Unicode takes long.
  var isLetter: Bool {
    isASCII ? Ascii.isLetter(UInt8(value)) : properties.isAlphabetic
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }

  /// Whether Excel counts it as two bytes where it counts bytes: East Asian wide and full-width characters.
  var isDoubleByte: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// Limits on texts that functions make.
enum TextLimit {
  /// The longest text of a cell, in UTF-16 code units.
  static let length = 32_767
}
