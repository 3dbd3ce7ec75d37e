import Testing

@testable import Markup

@Suite("XML cursor")
struct XMLCursorTests {
  @Test("Blanks are passed, and whether there were any is told")
  func blanks() {
    #expect(reading(" \t\r\n a") { "\($0.skipBlanks()) \($0.rest)" } == "true a")
    #expect(reading("\u{A0}a") { "\($0.skipBlanks()) \($0.rest)" } == "false \u{A0}a")
    #expect(reading("") { "\($0.skipBlanks())" } == "false")
  }

  @Test("The mark of UTF-8 is passed where there is one")
  func mark() {
    for (text, rest) in [("\u{FEFF}a", "a"), ("a", "a"), ("", ""), ("\u{FEFF}", "")] {
      let passed = reading(text) { cursor throws(XMLFault) in
        cursor.skipMark()
        return cursor.rest
      }
      #expect(passed == rest)
    }
  }

  @Test("A piece ends before its mark, behind which reading goes on")
  func pieces() {
    func check(_ text: String, _ end: StaticString, _ expected: String) {
      let found = reading(text) { cursor throws(XMLFault) in
        let piece = try cursor.piece(until: end)
        return "\(cursor.string(piece))|\(cursor.rest)"
      }
      #expect(found == expected)
    }
    check("a-b-->c", "-->", "a-b|c")
    check("-->", "-->", "|")
    check("a]]]>b", "]]>", "a]|b")
    check("a--", "-->", "--> is missing.")
    check("", "\"", "\" is missing.")
  }

  @Test("Bytes are compared with a text that may be longer than what is left")
  func comparing() {
    #expect(reading("ab") { "\($0.begins("ab")) \($0.begins("abc")) \($0.isEqual(1, 2, "b"))" } == "true false true")
    #expect(reading("abab") { "\($0.areEqual(0, 2, 2)) \($0.areEqual(0, 1, 2))" } == "true false")
  }
}
