import Testing

@testable import Hosting

@Suite("Text charset")
struct TextCharsetTests {
  @Test("Bytes are read as their charset has them, and a byte order mark is no part of the text")
  func texts() {
    for (charset, bytes, text) in [
      (nil, [0x61, 0xC3, 0xA4], "aä"), ("utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"), ("utf-8", [0xE4], nil),
      ("utf-8", [0x61, 0xEF, 0xBB, 0xBF], "a\u{FEFF}"), ("us-ascii", [], ""),
      ("iso-8859-1", [0x80, 0xE4], "\u{80}ä"), ("windows-1252", [0x80, 0xE4], "€ä"), ("windows-1252", [0x81], nil),
      ("utf-16", [0, 0x61], "a"), ("utf-16", [0xFF, 0xFE, 0x61, 0], "a"), ("utf-16", [0xFE, 0xFF, 0, 0x61], "a"),
      ("utf-16le", [0xFF, 0xFE, 0x61, 0], "a"), ("utf-16be", [0xFE, 0xFF, 0, 0x61], "a"), ("utf-16", [0x61], nil),
      ("utf-16be", [0xD8, 0x3D], nil), ("iso-8859-15", [0xA4], "€"), ("windows-1251", [0xDF], "Я"),
      ("koi8-r", [0xD1], "я"), ("shift_jis", [0x93, 0xFA], "日"), ("gbk", [0xC4, 0xE3], "你"),
    ] as [(String?, [UInt8], String?)] {
      #expect(TextCharset(charset)?.text(bytes) == text, "\(charset ?? "none") \(bytes)")
    }
    #expect(TextCharset("klingon") == nil)
  }
}
