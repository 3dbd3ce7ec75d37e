import Diagnostics
import Testing

@testable import SheetText

@Suite("Items of a sheet")
struct SheetItemsTests {
  /// The items of a text in brackets, those with documentation with it in front, and the codes of findings.
  private func check(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    var reader = SheetReader(SourceText(name: "", text))
    var items = SheetItems(in: SourceSpan(reader.source.start, reader.bytes.count), of: reader)
    var parts: [String] = []
    while let item = items.next(&reader) {
      #expect(reader.cursor == item.lower && reader.limit == item.upper, sourceLocation: location)
      parts.append((item.documentation.map { "\($0.text): " } ?? "") + "[\(reader.source[item.span])]")
    }
    #expect(reader.cursor == reader.bytes.count && reader.limit == reader.bytes.count, sourceLocation: location)
    parts += reader.findings.closed().map { "\($0.code)" }
    if items.hasOpenDocumentation { parts.append("open") }
    #expect(parts.joined(separator: " ") == expected, sourceLocation: location)
  }

  @Test("An item ends with its line, or at a semicolon outside of brackets")
  func ends() {
    check("A = 1\nB = 2 // two\n\n C = 3;D = 4", "[A = 1] [B = 2] [C = 3] [D = 4]")
    check("A = {1;\n2}\r\nB = 1", "[A = {1;\n2}] [B = 1]")
    check("\u{FEFF}A = 1", "[A = 1]")
    check("  ;;\n// no more\n", "")
  }

  @Test("What an action does may stand in the line below its sign")
  func actions() {
    check("action a =\n  b()\nA = 1", "[action a =\n  b()] [A = 1]")
    check("A =\n1", "[A =] [1]")
  }

  @Test("Documentation stands in lines of its own right above an item")
  func documentation() {
    check("/// one\n/// two\nA = 1", "one\ntwo: [A = 1]")
    check("/// one\n// plain\nA = 1", "one: [A = 1]")
    check("/// one\n\nA = 1", "[A = 1]")
    check("A = 1 /// behind\nB = 2", "[A = 1] [B = 2]")
    check("//// rule\nA = 1", "[A = 1]")
    check("A = 1\n/// last", "[A = 1] open")
  }

  @Test("A bracket that nothing opens is told, and the item behind it is read")
  func strayBrackets() { check(") A = 1", "[A = 1] stray-bracket") }

  @Test("The items of a block leave the reader behind its brace")
  func blocks() {
    var reader = SheetReader(SourceText(name: "", "{ a; b\n c } d"))
    guard var items = SheetItems(ofBlockIn: &reader) else {
      Issue.record("no block")
      return
    }
    var parts: [String] = []
    while let item = items.next(&reader) { parts.append(reader.source[item.span]) }
    #expect(parts == ["a", "b", "c"])
    #expect(reader.source[reader.rest] == " d")
    let next = SheetItems(ofBlockIn: &reader)
    #expect(next == nil)
  }
}
