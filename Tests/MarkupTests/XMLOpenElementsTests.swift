import Testing

@testable import Markup

@Suite("Open XML elements")
struct XMLOpenElementsTests {
  /// Opens an element for each word, then reads ends; when asked to, what has been read is passed in between.
  private func check(
    _ names: String, _ ends: String, _ expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    for passes in [false, true] {
      let found = reading(names + "|" + ends) { cursor throws(XMLFault) in
        var open = XMLOpenElements()
        while cursor.position < names.utf8.count {
          open.open(try cursor.readName())
          cursor.skipBlanks()
          if passes { pass(&cursor, &open) }
          if cursor.begins("|") { break }
        }
        cursor.position += 1
        var closed: [String] = []
        while cursor.position < cursor.count {
          cursor.position += 2
          closed.append(cursor.string(try open.close(&cursor).whole))
          if passes { pass(&cursor, &open) }
        }
        return closed.joined(separator: " ") + ", \(open.count) open, \(open.innermostName(in: cursor) ?? "none")"
      }
      #expect(found == expected, "passes: \(passes)", sourceLocation: location)
    }
  }

  private func pass(_ cursor: inout XMLCursor, _ open: inout XMLOpenElements) {
    let passed = cursor.position
    open.pass(passed, of: cursor)
    cursor.bytes = UnsafeBufferPointer(rebasing: cursor.bytes[passed...])
    cursor.position = 0
  }

  @Test("O1: an end closes the innermost element, by its whole name")
  func ends() {
    check("a b ", "</b></a>", "b a, 0 open, none")
    check("a x:b ", "</x:b >", "x:b, 1 open, a")
    check("a b ", "</a>", "The end of a does not fit an element.")
    check("a x:b ", "</b>", "The end of b does not fit an element.")
    check("a b ", "</bb>", "The end of bb does not fit an element.")
    check("a b ", "</b c>", "The end of b does not fit an element.")
    check("a b ", "</b", "The end of b does not fit an element.")
    check("a ", "</a></a>", "The end of a does not fit an element.")
    check("a ", "</>", "A name is missing.")
  }
}
