import TestSupport
import Testing

@testable import Diagnostics

@Suite("Source text")
struct SourceTextTests {
  @Test("A place is a line and a character in it")
  func locations() {
    check("a = 1\nb = 2", 6, 2, 1)
    check("a = 1\r\nb = 2", 9, 2, 3)
    check("a\rb\rc", 4, 3, 1)
    check("é = 1", 3, 1, 3)
    check("日本 = x", 9, 1, 6)
    check("e\u{301}x", 3, 1, 2)
    check("👨‍👩‍👧x", 18, 1, 2)
    check("abc", 3, 1, 4)
    check("abc\n", 4, 2, 1)
    check("", 0, 1, 1)
    check("abc", 99, 1, 4)
    check("abc", -5, 1, 1)
    // A byte order mark is no character of the first line.
    check("\u{FEFF}a = 1\nb = 2", 3, 1, 1)
    check("\u{FEFF}a = 1\nb = 2", 7, 1, 5)
    check("\u{FEFF}a = 1\nb = 2", 0, 1, 1)
    check("\u{FEFF}a = 1\nb = 2", 10, 2, 2)
    let marked = SourceText(name: "t", "\u{FEFF}a = 1")
    #expect(marked[marked.span(ofLine: 0)] == "a = 1")
    #expect(marked.offset(line: 1, column: 5) == 7)
  }

  @Test("Code points are counted where another program counts them")
  func codePoints() {
    let source = SourceText(name: "t", "\u{FEFF}e\u{301}x\n👩‍🚀!")
    #expect([3, 4, 6, 7, 8, 19].map(source.codePointColumn) == [1, 2, 3, 4, 1, 4])
  }

  @Test("Characters are counted as texts count them, whatever they are made of")
  func counts() {
    var chance = SeededGenerator(seed: 3)
    let pieces = [
      "a", "b", " ", "abcdefgh", "é", "e\u{301}", "\u{301}", "日", "が", "か\u{3099}", "ᄒ", "ᅡ", "ᆫ", "한", "\u{200D}", "👩",
      "👩‍🚀", "🇩🇪", "🇩", "\u{600}", "1", "ก", "ำ", "क", "्", "ष", "\t", "©", "\u{FE0F}", "я", "ω", "\u{AD}", "…",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
        .joined()
      let source = SourceText(name: "t", text)
      #expect(
        source.characterCount(from: 0, to: source.bytes.count) == text.count, "\(text.unicodeScalars.map(\.value))")
    }
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &chance)).map { _ in
        ([0x61, 0xC3, 0xA9, 0xE6, 0x97, 0xA5, 0xFF, 0xCC, 0x81, 0xF0] as [UInt8]).randomElement(using: &chance) ?? 0
      }
      let count = SourceText(name: "t", bytes: bytes).characterCount(from: 0, to: bytes.count)
      #expect(count == String(decoding: bytes, as: UTF8.self).count, "\(bytes)")
    }
  }

  @Test("A place and its offset are inverse")
  func offsets() {
    let source = SourceText(name: "t", "a = 1\né日 = e\u{301} + 👩‍🚀!\n\n" + String(repeating: "日x", count: 200))
    var offset = 0
    for character in String(decoding: source.bytes, as: UTF8.self) {
      let place = source.location(of: offset)
      #expect(source.offset(line: place.line, column: place.column) == offset)
      offset += String(character).utf8.count
    }
    #expect(source.offset(line: 99, column: 1) == source.lineStarts[3])
    #expect(source.offset(line: .max, column: .max) == source.bytes.count)
    #expect(source.offset(line: .min, column: .min) == 0)
  }

  @Test("Far places are found at once")
  func far() {
    let line = SourceText(name: "t", String(repeating: "a", count: 2_000_000) + "é")
    for back in 0..<50 { #expect(line.location(of: 2_000_000 - back).column == 2_000_001 - back) }
    let lines = SourceText(name: "t", String(repeating: "a = 1\n", count: 100_000))
    for index in stride(from: 0, to: 100_000, by: 7) {
      #expect(lines.location(of: index * 6 + 4) == (index + 1, 5))
    }
  }
}

private func check(
  _ text: String, _ offset: Int, _ line: Int, _ column: Int, at location: SourceLocation = #_sourceLocation
) {
  #expect(SourceText(name: "t", text).location(of: offset) == (line, column), sourceLocation: location)
}
