import Workbooks

/// How the bytes of an answer are its text.
struct TextCharset {
  private let encoding: TextEncoding
  /// Whether a mark before the text tells the order of its bytes.
  private let takesOrderOfMark: Bool

  /// The charset of a name in lower case, UTF-8 when none is given; `nil` for one that is not known.
  init?(_ name: String?) {
    takesOrderOfMark = name == "utf-16"
    switch name {
    case nil, "", "us-ascii", "ascii": encoding = .utf8
    // Without a mark it is the order of networks.
    case "utf-16": encoding = .utf16BigEndian
    case let name?:
      guard let known = TextEncoding(named: name) else { return nil }
      encoding = known
    }
  }

  var isUTF8: Bool { encoding == .utf8 }

  /// The text of bytes, without a byte order mark before it; `nil` when they are no text.
  func text(_ bytes: [UInt8]) -> String? {
    let isTurned = takesOrderOfMark && bytes.starts(with: [0xFF, 0xFE])
    let utf8 = isUTF8 ? bytes : (isTurned ? .utf16LittleEndian : encoding).utf8(bytes[...])
    guard let text = utf8.flatMap({ String(validating: $0, as: UTF8.self) }) else { return nil }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}
