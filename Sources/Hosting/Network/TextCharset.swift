/// How the bytes of an answer are its text.
enum TextCharset {
  case utf8, latin1, windows1252, utf16, utf16LittleEndian, utf16BigEndian

  /// The charset of a name in lower case, UTF-8 when none is given; `nil` for one that is not known.
  init?(_ name: String?) {
    switch name {
    case nil, "", "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "iso-8859-1", "latin1": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case "utf-16": self = .utf16
    case "utf-16le": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    default: return nil
    }
  }

  /// The text of bytes, without a byte order mark before it; `nil` when they are no text.
  func text(_ bytes: [UInt8]) -> String? {
    guard let text = decoded(bytes) else { return nil }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  private func decoded(_ bytes: [UInt8]) -> String? {
    switch self {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .latin1: Self.text(bytes) { Unicode.Scalar($0) }
    case .windows1252: Self.text(bytes) { Self.windows[$0] ?? ((0x80...0x9F).contains($0) ? nil : Unicode.Scalar($0)) }
    case .utf16LittleEndian: Self.text(bytes, isBigEndian: false)
    case .utf16BigEndian: Self.text(bytes, isBigEndian: true)
    case .utf16:
      // Without a mark it is the order of networks.
      Self.text(bytes, isBigEndian: !bytes.starts(with: [0xFF, 0xFE]))
    }
  }

  private static func text(_ bytes: [UInt8], _ scalar: (UInt8) -> Unicode.Scalar?) -> String? {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      guard let scalar = scalar(byte) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  private static func text(_ bytes: [UInt8], isBigEndian: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Where windows-1252 differs from Latin 1.
  private static let windows: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰", 0x8A: "Š",
    0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—",
    0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}
