import Testing

@testable import Diagnostics

@Suite("Window of a line")
struct WindowTests {
  @Test("The place stays in sight behind tabs, wide characters and marks")
  func left() {
    check(String(repeating: "\t", count: 90))
    check(String(repeating: "日", count: 90))
    check(String(repeating: "👩‍🚀", count: 90))
    check("e" + String(repeating: "\u{301}", count: 5_000))
    check(String(repeating: "a\t日é", count: 5_000))
    check("")
  }

  @Test("Emoji and flags take two columns, marks and joiners none")
  func widths() {
    #expect(DisplayWidth.of("⚡✅🇩🇪") == 6)
    #expect(DisplayWidth.of("a\u{FEFF}b\u{20DD}") == 2)
    #expect(DisplayWidth.of("日本é") == 5)
  }
}

private func check(_ before: String, at location: SourceLocation = #_sourceLocation) {
  let source = SourceText(name: "t", before + "HERE" + before)
  let place = SourceSpan(before.utf8.count, before.utf8.count + 4)
  let lines = DiagnosticRenderer().text(of: Diagnostic(code: "c", "m", at: place), in: source).split(separator: "\n")
  #expect(lines.count == 5 && lines[3].contains("HERE"), sourceLocation: location)
  #expect(DisplayWidth.of(lines[3]) <= 110, sourceLocation: location)
  let column = lines[3].range(of: "HERE").map { DisplayWidth.of(lines[3][..<$0.lowerBound]) }
  #expect(column == DisplayWidth.of(lines[4].prefix { $0 != "^" }), sourceLocation: location)
}

extension Substring {
  /// The range of the first occurrence of a text of ASCII.
  fileprivate func range(of word: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) { return start..<endIndex }
      start = index(after: start)
    }
    return nil
  }
}
