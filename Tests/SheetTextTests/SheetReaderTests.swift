import Diagnostics
import Testing

@testable import SheetText

@Suite("Pieces of statements")
struct SheetReaderTests {
  /// What a piece is read as, what is left of the text, and the codes of findings.
  private func check(
    _ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation,
    _ read: (inout SheetReader) -> String?
  ) {
    var reader = SheetReader(SourceText(name: "", text))
    let found = read(&reader) ?? "nothing"
    let rest = reader.source[reader.rest]
    let codes = reader.findings.closed().map { " \($0.code)" }.joined()
    #expect("\(found)|\(rest)\(codes)" == expected, sourceLocation: location)
  }

  @Test("Words are taken whole, whatever their case")
  func words() {
    check(" // c\n when x", "true| x") { "\($0.take("when"))" }
    check("WHEN x", "true| x") { "\($0.take("when"))" }
    check("whenever x", "false|whenever x") { "\($0.take("when"))" }
    check("", "false|") { "\($0.take("when"))" }
  }

  @Test("Names that a statement defines are checked, those that it uses are not")
  func names() {
    check("rate = 1", "rate| = 1") { $0.definedName(of: "a cell")?.text }
    check("= 1", "nothing|= 1 missing-name") { $0.definedName(of: "a cell")?.text }
    check("A1 = 1", "A1| = 1") { $0.name()?.text }
    check("= 1", "nothing|= 1") { $0.name()?.text }
  }

  @Test("A text ends in its line, and a doubled quote is one")
  func texts() {
    check("\"a\"\"b\" c", "a\"b| c") { $0.text()?.text }
    check("\"a\nb\"", "nothing| unterminated-text") { $0.text()?.text }
    check("a", "nothing|a") { $0.text()?.text }
  }

  @Test("A path has names with dots, rows in brackets, and sheets")
  func paths() {
    func check(_ text: String, _ path: String, at location: SourceLocation = #_sourceLocation) {
      let reader = SheetReader(SourceText(name: "", text))
      #expect(reader.source[SourceSpan(0, reader.pathEnd(0))] == path, sourceLocation: location)
    }
    check("people[2].adding.add(1)", "people[2].adding.add")
    check("Inputs!B2 = 1", "Inputs!B2")
    check("'My sheet'!$B$2", "'My sheet'!$B$2")
    check("2 + 1", "")
    check("a + 1", "a")
  }

  @Test("Values in parentheses may be left out")
  func arguments() {
    func count(_ reader: inout SheetReader) -> String? {
      reader.arguments().map { values in values.map { $0 == nil ? "-" : "v" }.joined() }
    }
    check("(1, 2) x", "vv| x", count)
    check("(1,,2)", "v-v|", count)
    check("()", "|", count)
  }

  @Test("What is read silently has no findings")
  func silence() {
    check("\"a", "quiet|") { reader in
      reader.silently { _ = $0.text() }
      return "quiet"
    }
  }

  @Test("What stands next is a place, and at the end the place behind what was read")
  func places() {
    func place(_ text: String, from cursor: Int) -> SourceSpan {
      var reader = SheetReader(SourceText(name: "", text))
      reader.cursor = cursor
      return reader.nextPlace()
    }
    #expect(place("a = bcd", from: 4) == SourceSpan(4, 7))
    #expect(place("a = é+", from: 6) == SourceSpan(6, 7))
    #expect(place("a =  ", from: 5) == SourceSpan(3, 3))
  }
}
