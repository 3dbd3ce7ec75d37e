import Testing

@testable import Markup

@Suite("XML texts")
struct XMLTextTests {
  private func check(
    _ text: String, _ contents: String, value: String? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    func read(_ read: (UnsafeBufferPointer<UInt8>) throws(XMLFault) -> String) -> String {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        do throws(XMLFault) { return try read(bytes) } catch { return error.message }
      }
    }
    #expect(read(XMLText.contents) == contents, sourceLocation: location)
    #expect(read(XMLText.value) == value ?? contents, sourceLocation: location)
  }

  @Test("A reference stands for a character")
  func references() {
    check("&lt;&gt;&amp;&quot;&apos;", "<>&\"'")
    check("a&amp;b", "a&b")
    check("&amp;lt;", "&lt;")
    check("&#65;&#x42;&#x1F600;&#128512;", "AB😀😀")
    check("&#13;", "\r")
    check("é&#233;", "éé")
  }

  @Test("What stands for no character is told")
  func faults() {
    check("a & b", "There is an & that begins no entity.")
    check("&", "There is an & that begins no entity.")
    check("&amp", "There is an & that begins no entity.")
    check("&abcdefghijklmnop;", "There is an & that begins no entity.")
    check("&nbsp;", "There is no entity nbsp.")
    check("&;", "There is no entity .")
    check("&#;", "&#; stands for no character that XML has.")
    check("&#x;", "&#x; stands for no character that XML has.")
    check("&#0;", "&#0; stands for no character that XML has.")
    check("&#xD800;", "&#xD800; stands for no character that XML has.")
    check("&#xFFFE;", "&#xFFFE; stands for no character that XML has.")
    check("&#1114112;", "&#1114112; stands for no character that XML has.")
  }

  @Test("A line end is one line feed in a text and a blank in a value, in which a tab is one, too")
  func lineEnds() {
    check("a\r\nb\rc\nd", "a\nb\nc\nd", value: "a b c d")
    check("a\tb", "a\tb", value: "a b")
    check("a\r", "a\n", value: "a ")
  }
}
