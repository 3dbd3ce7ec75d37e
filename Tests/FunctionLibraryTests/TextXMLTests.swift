import CellModel
import Functions
import ModelSheets
import Testing

@testable import FunctionLibrary

/// The results were compared with LibreOffice, which asks libxml2.
@Suite("XML and XPath")
struct TextXMLTests {
  private static let letters = "<a><b>1</b><b>2</b><b>3</b></a>"
  private static let words = "<a><b>ax</b><b id='7'>by</b></a>"

  @Test func steps() {
    check(Self.letters, "/a/b[2]", 2)
    check(Self.letters, "//b[last()]", 3)
    check(Self.letters, "(//b)[last()]", 3)
    check(Self.letters, "//b[position()>1][1]", 2)
    check(Self.letters, "//b[3]/preceding-sibling::b[1]", 2)
    check(Self.letters, "//b[1]/following-sibling::*[2]", 3)
    check(Self.letters, "//b[.=2]/parent::a/b[1]/text()", 1)
    check(Self.letters, "//b[.=3]/..", 123)
    check(Self.letters, "/a/b/ancestor-or-self::a", 123)
    check(Self.letters, "/*/*[2]", 2)
    check(Self.letters, "/descendant::b[2]", 2)
    check(Self.letters, "//b[2]/following::node()[1]", 3)
    check(Self.words, "//b/@id", 7)
    check(Self.words, "//b[@id]", "by")
    check(Self.words, "//@*[name()='id']", 7)
    check("<a><!--hi--><?x y?><b/></a>", "//comment()", "hi")
    check("<a><!--hi--><?x y?><b/></a>", "//processing-instruction('x')", "y")
    check("<a><!--hi--><?x y?><b/></a>", "//b", "")
  }

  @Test func predicates() {
    check(Self.letters, "//b[.>1][last()]", 3)
    check(Self.letters, "//b[contains(.,'2')] | //zz", 2)
    check(Self.letters, "//b[. mod 2 = 0]", 2)
    check(Self.letters, "//b[.=1 or .=5]", 1)
    check(Self.letters, "//b[.>1 and not(.>2)]", 2)
    check(Self.letters, "//b[position()=last()-1]", 2)
    check(Self.words, "//b[starts-with(.,'b')]", "by")
    check(Self.words, "//b[substring(.,string-length(.))='x']", "ax")
    check(Self.words, "//b[translate(.,'xy','')='b']", "by")
    check(Self.words, "//b[not(preceding::*=.)][2]", "by")
    check("<a><b>x</b><b>y</b><b>x</b></a>", "//b[preceding::*=.]", "x")
    check("<a><b> </b><b>y</b></a>", "//b[normalize-space()]", "y")
  }

  @Test func values() {
    check(Self.letters, "count(//b)", 3)
    check(Self.letters, "sum(//b)", 6)
    check(Self.letters, "count(//b)=3", true)
    check(Self.letters, "string(//b[2])", 2)
    check(Self.letters, "concat('a', //b, 'c')", "a1c")
    check(Self.letters, "substring('12345', 1.5, 2.6)", 234)
    check(Self.letters, "substring-after('a-b','-')", "b")
    check(Self.letters, "-(2) + 5 * 2", 8)
    check(Self.letters, "7 div 2", 3.5)
    check(Self.letters, "name(/*)", "a")
    check(Self.letters, "round(-2.5)", -2)
  }

  @Test func textsThatAreNumbers() {
    check("<a><b>007</b></a>", "//b", 7)
    check("<a><b>-1.5</b></a>", "//b", -1.5)
    check("<a><b>1/2</b></a>", "//b", "1/2")
    check("<a><b>2020-01-01</b></a>", "//b", "2020-01-01")
    check("<a><b>5%</b></a>", "//b", "5%")
    check("<a><b> x </b></a>", "//b", " x ")
    check("<a><b>TRUE</b></a>", "//b", "TRUE")
  }

  @Test func documents() {
    check("<?xml version='1.0'?>\n<a>\n  <b>x<c>z</c>w</b>\n</a>\n", "/a", "xzw")
    check("<a>&lt;&#65;&#x42;&amp;</a>", "/a", "<AB&")
    check("<a><![CDATA[<x>&]]></a>", "/a", "<x>&")
    check("<a xmlns:p='u'><p:b>x</p:b></a>", "//p:b", "x")
    check("<a xmlns='u'><b>x</b></a>", "//*[local-name()='b']", "x")
    check("<a xmlns='u'><b>x</b></a>", "//b", .error(.value))
    check("<日本>語</日本>", "/日本", "語")
  }

  @Test func faults() {
    for xml in [
      "", "x", "<a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a/>x", "<a b=1/>", "<a b='1' b='2'/>", "<a b='<'/>",
      "<a>&x;</a>", "<a>&lt</a>", "<a>&#0;</a>", "<p:a/>", "<a><!-- -- --></a>", "<a><![CDATA[x</a>", "<a b='1'c='2'/>",
      "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "< a/>", "<a", "<a/",
      "<a>\u{1}</a>",
    ] { check(xml, "//a", .error(.value)) }
    for query in [
      "", "//c", "//b[", "//", "//b]", "b[1", "f(1)", "count()", "count(1)", "'x", "$x", "//p:b", "x::b", "1 +",
      "//b//", "#", "1.2.3", "@",
    ] { check(Self.letters, query, .error(.value)) }
  }

  @Test func sizesAreBounded() {
    check("REPT(\"<a>\", 4000) & REPT(\"</a>\", 4000)", "count(//a)", 4000, isFormula: true)
    let many = "\"<r>\" & REPT(\"<a/>\", 5000) & \"</r>\""
    check(many, "count(//a[//a[//a]])", .error(.value), isFormula: true)
    check("<a>1</a>", String(repeating: "(", count: 500) + "1" + String(repeating: ")", count: 500), .error(.value))
    check("<a>1</a>", "1" + String(repeating: "+1", count: 400), .error(.value))
  }

  private func check(
    _ xml: String, _ query: String, _ expected: CellValue, isFormula: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let text = isFormula ? xml : "\"\(xml)\""
    let result = ModelEvaluator().evaluate("FILTERXML(\(text), \"\(query)\")")
    switch (result, expected) {
    case (.error(let result), .error(let expected)):
      #expect(result.code == expected.code, "\(xml) \(query)", sourceLocation: location)
    default: #expect(result == expected, "\(xml) \(query)", sourceLocation: location)
    }
  }
}
