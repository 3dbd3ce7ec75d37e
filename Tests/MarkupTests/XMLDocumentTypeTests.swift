import Testing

@testable import Markup

@Suite("XML document types")
struct XMLDocumentTypeTests {
  private func check(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    let found = reading(text) { cursor throws(XMLFault) in
      let name = try XMLDocumentType.read(&cursor)
      return "\(cursor.string(name.whole))|\(cursor.rest)"
    }
    #expect(found == expected, sourceLocation: location)
  }

  @Test("A name is read, and where its definition stands is passed")
  func names() {
    check(" a><a/>", "a|<a/>")
    check(" a:b PUBLIC \"-//x//DTD>\" 'b.dtd' >\n", "a:b|\n")
    check(" math:math SYSTEM '[>'>", "math:math|")
  }

  @Test("A definition is not taken, and what ends too early is told")
  func faults() {
    check(" a [<!ENTITY b 'c'>]>", "A document type definition is not taken.")
    check(" a[]>", "A document type definition is not taken.")
    check(" a", "The document type is not complete.")
    check(" a 'b", "' is missing.")
    check(" a =>", "A name is missing.")
    check(" >", "A name is missing.")
  }
}
