import Testing

@testable import Markup

@Suite("XML scanner")
struct XMLScannerTests {
  /// The events of a document in short, or the words of the fault.
  private func check(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    let found = Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = XMLScanner(bytes)
      var events: [String] = []
      do throws(XMLFault) {
        while true {
          switch try scanner.next() {
          case .start: events.append("<\(scanner.name)>")
          case .end: events.append("</\(scanner.name)>\(scanner.depth)")
          case .text: events.append(try scanner.text(of: scanner.piece))
          case .comment: events.append("#\(scanner.string(scanner.piece))")
          case .instruction: events.append("?\(scanner.name) \(scanner.string(scanner.piece))")
          case .documentType: events.append("!\(scanner.name)")
          case .finish: return events.joined(separator: " ")
          }
        }
      } catch { return error.message }
    }
    #expect(found == expected, sourceLocation: location)
  }

  @Test("A document is told token by token")
  func tokens() {
    check("<a>x<b/>y</a>", "<a> x <b> </b>1 y </a>0")
    check("<?xml version='1.0'?>\n<!DOCTYPE a>\n<a><?p q?><!--c--></a>\n", "!a <a> ?p q #c </a>0")
    check("<a>x<![CDATA[<&>]]>&lt;</a>", "<a> x <&> < </a>0")
    check("\u{FEFF}<a/>", "<a> </a>0")
  }

  @Test("What is not well formed is told")
  func faults() {
    check("", "There is no element.")
    check("x", "There is text outside of the root element.")
    check("<![CDATA[x]]><a/>", "There is text outside of the root element.")
    check("<a/><b/>", "There is more than one root element.")
    check("<a><b>", "The element b is not closed.")
    check("<a", "The element a is not complete.")
    check("<a/", "The element a is not complete.")
    check("<a b='1'c='2'/>", "A blank is missing in the element a.")
    check("<", "A name is missing.")
    check("<a><!-- -- --></a>", "There are two hyphens in a comment.")
    check("<a><?xml version='1.0'?></a>", "The declaration must come first.")
    check("<a/><!DOCTYPE a>", "A declaration stands where none can be.")
  }

  @Test("An element is passed with all that is in it")
  func skipping() throws {
    try Array("<a><b><c/>x</b><d/></a>".utf8).withUnsafeBufferPointer { bytes throws(XMLFault) in
      var scanner = XMLScanner(bytes)
      _ = try scanner.next()
      _ = try scanner.next()
      try scanner.skipElement()
      _ = try scanner.next()
      #expect(scanner.isNamed("d") && scanner.isEmpty && scanner.depth == 2)
      try scanner.skipElement()
      #expect(scanner.depth == 1)
    }
  }

  @Test("It is handed around in two lines of the cache")
  func size() { #expect(MemoryLayout<XMLScanner>.size <= 128) }
}
