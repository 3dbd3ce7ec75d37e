import Testing

@testable import Markup

@Suite("XML attributes")
struct XMLAttributesTests {
  /// Reads attributes up to the end of a text.
  private func check(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    let found = reading(text) { cursor throws(XMLFault) in
      var attributes = XMLAttributes()
      while cursor.position < cursor.count {
        try attributes.read(&cursor)
        cursor.skipBlanks()
      }
      return (0..<attributes.count).map { place in
        let (name, value) = (attributes[place].name, attributes[place].value)
        return "\(cursor.string(name.whole))=\(cursor.string(value))\(value.hasReferences ? "&" : "")"
      }.joined(separator: " ")
    }
    #expect(found == expected, sourceLocation: location)
  }

  @Test("Each has its name and its value as it stands, in whatever way it is written")
  func values() {
    check(#"r="1""#, "r=1")
    check(#"r='1' s = "2""#, "r=1 s=2")
    check(#"x:r="1" r="2""#, "x:r=1 r=2")
    check(#"a="" b='"' c="'""#, #"a= b=" c='"#)
    check(#"a="b c""#, "a=b c")
  }

  @Test("What must be replaced before a value can be used is told")
  func references() {
    check(#"a="b&amp;c""#, "a=b&amp;c&")
    check("a=\"b\nc\" d=\"e\tf\"", "a=b\nc& d=e\tf&")
    check(#"a="b>c""#, "a=b>c")
  }

  @Test("A1: no name occurs twice")
  func twice() {
    check(#"a="1" b="2" a="3""#, "The attribute a occurs twice.")
    check(#"x:a="1" x:a='2'"#, "The attribute x:a occurs twice.")
    check(#"aa="1" ab="2" a="3""#, "aa=1 ab=2 a=3")
  }

  @Test("A2: there are not more than the limit")
  func limit() {
    let most = (0..<XMLAttributes.limit).map { "a\($0)=\"\"" }.joined(separator: " ")
    check(most, most.replacing("\"", with: ""))
    check(most + #" b="""#, "An element has more than 1024 attributes.")
    check(most + " b=''", "An element has more than 1024 attributes.")
  }

  @Test("What is not well formed is told with the name")
  func faults() {
    check("a", "The attribute a has no value.")
    check("a b='1'", "The attribute a has no value.")
    check("a=1", "The value of a is not in quotation marks.")
    check("a=", "The value of a is not in quotation marks.")
    check("a='1", "The value of a is not closed.")
    check("a=\"1'", "The value of a is not closed.")
    check("a='<'", "The value of a has a < in it.")
    check("='1'", "A name is missing.")
  }

  @Test("A value is found by the name without its prefix")
  func lookup() {
    let found = reading(#"x:id="1" r="2""#) { cursor throws(XMLFault) in
      var attributes = XMLAttributes()
      try attributes.read(&cursor)
      cursor.skipBlanks()
      try attributes.read(&cursor)
      let values = [
        attributes.value("id", in: cursor), attributes.value("r", in: cursor), attributes.value("i", in: cursor),
      ]
      return values.map { $0.map(cursor.string) ?? "none" }.joined(separator: " ")
    }
    #expect(found == "1 2 none")
  }
}
