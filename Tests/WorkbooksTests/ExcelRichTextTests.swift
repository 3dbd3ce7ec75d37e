import CellModel
import Markup
import Testing

@testable import Workbooks

@Suite("Rich texts")
struct ExcelRichTextTests {
  @Test("What stands above the characters of a text is its pronunciation, in the script that is told")
  func pronunciations() throws {
    let run = "<t>東京の塔</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh><rPh sb='3' eb='4'><t>トウ</t></rPh>"
    let rows: [(String, PhoneticText?)] = [
      (run, PhoneticText(of: "東京の塔", "トウキョウのトウ", in: .katakana)),
      (run + "<phoneticPr fontId='1' type='Hiragana'/>", PhoneticText(of: "東京の塔", "トウキョウのトウ", in: .hiragana)),
      (run + "<phoneticPr type='halfwidthKatakana'/>", PhoneticText(of: "東京の塔", "トウキョウのトウ", in: .narrowKatakana)),
      (run + "<phoneticPr type='noConversion'/>", PhoneticText(of: "東京の塔", "トウキョウのトウ", in: .asTyped)),
      ("<t>とう</t><phoneticPr fontId='1'/>", PhoneticText(of: "とう", "とう", in: .katakana)),
      ("<t>plain</t><phoneticPr fontId='1'/>", nil), ("<t>とう</t>", nil),
      // Places outside of the text are passed over.
      ("<t>塔</t><rPh sb='1' eb='9'><t>トウ</t></rPh>", PhoneticText(of: "塔", "塔", in: .katakana)),
    ]
    for (string, expected) in rows {
      var found: PhoneticText?
      var text = ""
      try Array("<si>\(string)</si>".utf8).scanned(as: "a string") { (scanner) throws(XMLFault) in
        _ = try scanner.next()
        let rich = try ExcelRichText(&scanner)
        (found, text) = (rich.phonetics, rich.text)
      }
      #expect(found == expected, "\(string)")
      #expect(string.contains("<t>\(text)</t>"))
    }
  }

  @Test("Blanks at the ends of a text go unless the file says that they stay, as in Excel; those of runs stay")
  func blanksAtEnds() throws {
    let rows = [
      ("<t> a b </t>", "a b"), ("<t>&#x9;a&#xA;</t>", "a"), ("<t> &#10;</t>", ""), ("<t>a_x000D_</t>", "a\r"),
      ("<t xml:space='preserve'> a </t>", " a "),
      ("<r><t>hello</t></r><r><t> </t></r><r><t>world</t></r>", "hello world"),
      ("<t>\u{A0}a\u{A0}</t>", "\u{A0}a\u{A0}"), ("<t/>", ""),
    ]
    for (string, expected) in rows {
      var text = ""
      try Array("<si>\(string)</si>".utf8).scanned(as: "a string") { (scanner) throws(XMLFault) in
        _ = try scanner.next()
        text = try ExcelRichText(&scanner).text
      }
      #expect(text == expected, "\(string)")
    }
  }
}
