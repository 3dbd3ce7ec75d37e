import CellModel

/// An encoding in which texts of files and of answers are written.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case utf32LittleEndian = "utf-32le"
  case utf32BigEndian = "utf-32be"
  case latin1 = "iso-8859-1"
  case latin2 = "iso-8859-2"
  case latin9 = "iso-8859-15"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  // The system's tables know these.
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case cyrillic = "iso-8859-5"
  case greek = "iso-8859-7"
  case turkish = "iso-8859-9"
  case koi8r = "koi8-r"
  case koi8u = "koi8-u"
  case shiftJIS = "shift_jis"
  case eucJapan = "euc-jp"
  case gb18030 = "gb18030"
  case big5 = "big5"
  case eucKorea = "euc-kr"

  /// The encoding of a name in any case, such as `UTF-8` or `cp1252`; `nil` for one that neither we nor the system knows.
  package init?(named name: String) {
    let lower = name.lowercased()
    let known = [
      "utf8": "utf-8", "utf-16": "utf-16le", "latin1": "iso-8859-1", "latin-1": "iso-8859-1", "latin2": "iso-8859-2",
      "latin-2": "iso-8859-2", "latin9": "iso-8859-15", "cp1250": "windows-1250", "cp1251": "windows-1251",
      "cp1252": "windows-1252", "cp1253": "windows-1253", "cp1254": "windows-1254", "cp1255": "windows-1255",
      "cp1256": "windows-1256", "cp1257": "windows-1257", "cp1258": "windows-1258", "sjis": "shift_jis",
      "shift-jis": "shift_jis", "cp932": "shift_jis", "windows-31j": "shift_jis", "gbk": "gb18030", "gb2312": "gb18030",
      "cp936": "gb18030", "cp949": "euc-kr", "cp950": "big5",
    ]
    self.init(rawValue: known[lower] ?? lower)
    if let name = systemName, !SystemEncoding.isKnown(name) { return nil }
  }

  /// The name of an encoding that the system's tables read: for what Windows and spreadsheets write, their own extensions.
  private var systemName: String? {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .latin1, .latin2, .latin9,
      .windows1250, .windows1251, .windows1252:
      nil
    case .windows1253: "CP1253"
    case .windows1254: "CP1254"
    case .windows1255: "CP1255"
    case .windows1256: "CP1256"
    case .windows1257: "CP1257"
    case .windows1258: "CP1258"
    case .shiftJIS: "CP932"
    case .eucKorea: "CP949"
    case .big5: "CP950"
    case .cyrillic, .greek, .turkish, .koi8r, .koi8u, .eucJapan, .gb18030: rawValue.uppercased()
    }
  }

  /// The encoding of a text and how many of its bytes are a mark: what the bytes say of themselves, else what is told.
  static func detected(in bytes: [UInt8], told: TextEncoding?) -> (encoding: TextEncoding, markLength: Int) {
    let (found, markLength) = detected(in: bytes)
    return (markLength > 0 ? found : told ?? found, markLength)
  }

  /// How many bytes are looked at where there is no mark.
  private static let sampleSize = 4096

  /// Whether the first bytes of a text are enough to tell its encoding: those of a mark, a line, or many.
  static func canTell(by bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    return bytes.count > sampleSize || beginsPlainly(bytes) || detected(in: bytes).markLength > 0
  }

  /// Whether the first line, with the byte behind it, has no zero, as it has in UTF-16.
  private static func beginsPlainly(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(where: { $0 == 0 || $0 == Ascii.lineFeed }), bytes[end] != 0 else { return false }
    return end + 1 < bytes.count && bytes[end + 1] != 0
  }

  /// How many bytes are whole characters, so that what follows may be decoded by itself.
  ///
  /// In an encoding of one byte or of some for each letter no byte below `0` is a part of another character.
  func wholeCharacters(of bytes: [UInt8]) -> Int {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian:
      let end = bytes.count & ~1
      guard end > 0 else { return 0 }
      let high = bytes[self == .utf16LittleEndian ? end - 1 : end - 2]
      return (0xD8...0xDB).contains(high) ? end - 2 : end
    case .utf32LittleEndian, .utf32BigEndian: return bytes.count & ~3
    default:
      guard systemName != nil else { return bytes.count }
      return bytes.lastIndex { $0 < Ascii.zero }.map { $0 + 1 } ?? 0
    }
  }

  /// The encoding that the first bytes of a text tell, and how many of them do nothing else.
  ///
  /// Without a mark, every second byte being 0 tells UTF-16. All else is taken for UTF-8.
  private static func detected(in bytes: [UInt8]) -> (encoding: TextEncoding, markLength: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    if beginsPlainly(bytes) { return (.utf8, 0) }
    let start = bytes.prefix(sampleSize)
    guard start.count >= 4, start.count % 2 == 0 || bytes.count > sampleSize else { return (.utf8, 0) }
    var zeros = (even: 0, odd: 0)
    for (offset, byte) in start.enumerated() where byte == 0 {
      if offset % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let half = start.count / 2
    // A character such as U+0100 has its zero on the other side.
    if zeros.odd * 10 >= half * 3, zeros.even * 4 <= zeros.odd { return (.utf16LittleEndian, 0) }
    if zeros.even * 10 >= half * 3, zeros.odd * 4 <= zeros.even { return (.utf16BigEndian, 0) }
    return (.utf8, 0)
  }

  /// The text in UTF-8; `nil` when it has bytes that the encoding does not know.
  package func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .utf8: return Array(bytes)
    case .utf16LittleEndian: return Self.text(units(bytes, 2, isLittle: true))
    case .utf16BigEndian: return Self.text(units(bytes, 2, isLittle: false))
    case .utf32LittleEndian, .utf32BigEndian:
      guard let units = units(bytes, 4, isLittle: self == .utf32LittleEndian) else { return nil }
      var text = String.UnicodeScalarView()
      for unit in units {
        guard let scalar = Unicode.Scalar(unit) else { return nil }
        text.append(scalar)
      }
      return Array(String(text).utf8)
    case .latin1: return Self.text(bytes) { UInt32($0) }
    case .latin2: return Self.text(bytes, Self.latin2Letters)
    case .latin9: return Self.text(bytes) { Self.latin9Letters[$0] ?? UInt32($0) }
    case .windows1250: return Self.text(bytes, Self.windows1250Letters)
    case .windows1251: return Self.text(bytes, Self.windows1251Letters)
    case .windows1252: return Self.text(bytes) { Windows1252.scalar(ofByte: $0)?.value ?? .max }
    default: return systemName.flatMap { SystemEncoding.utf8(bytes, from: $0) }
    }
  }

  // MARK: Units of several bytes

  private func units(_ bytes: ArraySlice<UInt8>, _ size: Int, isLittle: Bool) -> [UInt32]? {
    guard bytes.count % size == 0 else { return nil }
    var units: [UInt32] = []
    units.reserveCapacity(bytes.count / size)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      var unit: UInt32 = 0
      for offset in 0..<size { unit = unit << 8 | UInt32(bytes[position + (isLittle ? size - 1 - offset : offset)]) }
      units.append(unit)
      position += size
    }
    return units
  }

  private static func text(_ units: [UInt32]?) -> [UInt8]? {
    guard let units else { return nil }
    var decoder = UTF16()
    var source = units.lazy.map { UInt16($0) }.makeIterator()
    var text = String.UnicodeScalarView()
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): text.append(scalar)
      case .emptyInput: return Array(String(text).utf8)
      case .error: return nil
      }
    }
  }

  // MARK: Units of one byte

  private static func text(_ bytes: ArraySlice<UInt8>, _ scalar: (UInt8) -> UInt32) -> [UInt8]? {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      guard let scalar = Unicode.Scalar(byte < 0x80 ? UInt32(byte) : scalar(byte)) else { return nil }
      text.append(scalar)
    }
    return Array(String(text).utf8)
  }

  /// - Parameter letters: What the bytes at the end of the table, up to 255, stand for; those before it stand for
  ///   themselves. U+FFFD stands for nothing.
  private static func text(_ bytes: ArraySlice<UInt8>, _ letters: [Unicode.Scalar]) -> [UInt8]? {
    let first = 256 - letters.count
    return text(bytes) { byte in
      guard Int(byte) >= first else { return UInt32(byte) }
      let letter = letters[Int(byte) - first].value
      return letter == 0xFFFD ? .max : letter
    }
  }

  private static let latin9Letters: [UInt8: UInt32] = [
    0xA4: 0x20AC, 0xA6: 0x160, 0xA8: 0x161, 0xB4: 0x17D, 0xB8: 0x17E, 0xBC: 0x152, 0xBD: 0x153, 0xBE: 0x178,
  ]

  private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  private static let latin2Letters = scalars(
    """
    \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """)

  private static let windows1250Letters = scalars(
    """
    €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\
    \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """)

  private static let windows1251Letters = scalars(
    """
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\
    \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя
    """)
}
