import Diagnostics
import Testing

@testable import LanguageServer

@Suite("Line position")
struct LinePositionTests {
  @Test("Characters are counted as code units of UTF-16")
  func units() {
    let source = SourceText(name: "t", "a\r\nüb𝄞c\rx\n")
    func check(_ line: Int, _ character: Int, _ offset: Int, back: (Int, Int)? = nil) {
      #expect(source.offset(of: LinePosition(line: line, character: character)) == offset)
      let (line, character) = back ?? (line, character)
      #expect(source.position(of: offset) == LinePosition(line: line, character: character))
    }
    check(0, 0, 0)
    check(0, 1, 1)
    check(0, 9, 1, back: (0, 1))  // behind the end of the line
    check(1, 0, 3)
    check(1, 1, 5)
    check(1, 2, 6)
    check(1, 3, 6, back: (1, 2))  // between the halves of a pair
    check(1, 4, 10)
    check(1, 5, 11)
    check(2, 1, 13)
    check(3, 0, 14)
    check(9, 9, 14, back: (3, 0))  // behind the end of the text
  }

  @Test("A path and its URI say the same")
  func addresses() {
    func check(_ path: String, _ uri: String) {
      #expect(FileAddress.uri(ofPath: path) == uri)
      #expect(FileAddress.path(ofURI: uri) == path)
    }
    check("/w/a.sheet", "file:///w/a.sheet")
    check("/w ä/a%.sheet", "file:///w%20%C3%A4/a%25.sheet")
    #expect(FileAddress.path(ofURI: "untitled:Untitled-1") == nil)
    #expect(FileAddress.path(ofURI: "file:///a%3Ab%zz") == "/a:b%zz")
    #expect(FileAddress.joined("/w/x", "../b.sheet") == "/w/b.sheet")
    #expect(FileAddress.joined("/w", "./x/./b.sheet") == "/w/x/b.sheet")
    #expect(FileAddress.joined("/w", "/c.sheet") == "/c.sheet")
  }
}
