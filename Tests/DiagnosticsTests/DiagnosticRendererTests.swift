import Diagnostics
import Testing

@Suite("Diagnostic renderer")
struct DiagnosticRendererTests {
  @Test("A formula is shown with its cell, its caret, its label and its help")
  func formula() {
    let source = SourceText(name: "B7", "=SUMM(B2:B6)")
    let diagnostic = Diagnostic(
      code: "unknown-function", "there is no function named SUMM", at: SourceSpan(1, 5), label: "not in the catalog",
      help: "did you mean SUM?")
    let text = DiagnosticRenderer(showsLocation: false).text(of: diagnostic, in: source, gutter: "B7")
    #expect(
      text == """
        error: there is no function named SUMM [unknown-function]
           |
        B7 | =SUMM(B2:B6)
           |  ^^^^ not in the catalog
           = help: did you mean SUM?

        """)
  }

  @Test("Every place is shown, in the order of the lines")
  func labels() {
    check(
      "a = 1\nb = a\nc = 2\nd = 4\na = 3 + b", [(26, 27, "again"), (0, 1, "first")],
      """
      error: twice [name-twice]
       --> t.sheet:5:3
        |
      1 | a = 1
        | - first
       …
      5 | a = 3 + b
        |   ^ again

      """)
    check(
      "x = y + z", [(4, 5, "one"), (8, 9, "two")],
      """
      error: twice [name-twice]
       --> t.sheet:1:5
        |
      1 | x = y + z
        |     ^ one
        |         - two

      """)
  }

  @Test("Tabs and wide characters keep the caret under its term")
  func alignment() {
    check(
      "\ta = 日本 + x", [(14, 15, "")],
      """
      error: twice [name-twice]
       --> t.sheet:1:11
        |
      1 |     a = 日本 + x
        |                ^

      """)
    check(
      "a = ", [(4, 4, "missing")],
      """
      error: twice [name-twice]
       --> t.sheet:1:5
        |
      1 | a = 
        |     ^ missing

      """)
  }

  @Test("A place of several lines is underlined on its first")
  func severalLines() {
    check(
      "a = (1 +\n2)", [(4, 11, "open")],
      """
      error: twice [name-twice]
       --> t.sheet:1:5
        |
      1 | a = (1 +
        |     ^^^^ open

      """)
  }

  @Test("Of a long line a window is shown")
  func longLine() {
    let source = SourceText(
      name: "t", String(repeating: "a", count: 5_000_000) + "HERE" + String(repeating: "é", count: 50_000))
    let diagnostic = Diagnostic(code: "c", "m", at: SourceSpan(5_000_000, 5_000_004), label: "this")
    let lines = DiagnosticRenderer().text(of: diagnostic, in: source).split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[3].count < 110 && lines[3].contains("…") && lines[3].contains("HERE"))
    let caret = lines[4].firstIndex(of: "^").map { lines[4].distance(from: lines[4].startIndex, to: $0) }
    let term = lines[3].firstIndex(of: "H").map { lines[3].distance(from: lines[3].startIndex, to: $0) }
    #expect(caret == term && caret != nil)
  }

  @Test("Colour is only escape sequences, and the text brings none of its own")
  func colour() {
    let source = SourceText(name: "t", "a\u{1B}[31m = 1")
    let diagnostic = Diagnostic(code: "c", "m\nn", at: SourceSpan(0, 1), label: "x\u{1B}y")
    #expect(!DiagnosticRenderer().text(of: diagnostic, in: source).contains("\u{1B}"))
    #expect(DiagnosticRenderer(palette: .ansi).text(of: diagnostic, in: source).contains("\u{1B}[1;31merror:\u{1B}[0m"))
  }

  @Test("Spans outside the text and random bytes never trap")
  func fuzz() {
    var state: UInt64 = 23
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<3_000 {
      let bytes = (0..<next(60)).map { _ in
        [0x61, 0x09, 0x0A, 0x0D, 0xC3, 0xA9, 0xFF, 0xE6, 0x97, 0xA5, 0x20][next(11)] as UInt8
      }
      let source = SourceText(name: "t", bytes: bytes)
      let labels = (0..<next(4)).map { _ in Diagnostic.Label(SourceSpan(next(80) - 10, next(80)), "x") }
      let diagnostic = Diagnostic(code: "c", "m", at: labels, help: "h\ni")
      #expect(DiagnosticRenderer(width: 20).text(of: diagnostic, in: source).hasPrefix("error: m [c]"))
    }
  }
}

private func check(
  _ text: String, _ labels: [(Int, Int, String)], _ expected: String, at location: SourceLocation = #_sourceLocation
) {
  let diagnostic = Diagnostic(
    code: "name-twice", "twice", at: labels.map { Diagnostic.Label(SourceSpan($0.0, $0.1), $0.2) })
  let rendered = DiagnosticRenderer().text(of: diagnostic, in: SourceText(name: "t.sheet", text))
  #expect(rendered == expected, sourceLocation: location)
}
