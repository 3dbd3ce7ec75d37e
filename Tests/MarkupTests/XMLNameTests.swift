import Testing

@testable import Markup

@Suite("XML names")
struct XMLNameTests {
  @Test("A name ends at a blank or a mark, and is known with and without its prefix")
  func names() {
    func check(_ text: String, _ expected: String) {
      let found = reading(text) { cursor throws(XMLFault) in
        let name = try cursor.readName()
        return "\(cursor.string(name.whole))|\(cursor.string(name.local))|\(cursor.rest)"
      }
      #expect(found == expected)
    }
    check("row r='1'", "row|row| r='1'")
    check("x:row/>", "x:row|row|/>")
    check("x:y:z>", "x:y:z|z|>")
    check("größe=", "größe|größe|=")
    check("a-b.c_d", "a-b.c_d|a-b.c_d|")
    for mark in [" ", "\n", "\"", "&", "'", "/", "<", "=", ">", "?"] { check("a\(mark)b", "a|a|\(mark)b") }
    check("", "A name is missing.")
    check(">", "A name is missing.")
    check("x:", "A name is missing.")
  }
}
