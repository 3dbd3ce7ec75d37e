import Testing

@testable import Workbooks

@Suite("References of OpenDocument")
struct OpenDocumentReferenceTests {
  @Test("Sheets are named once, in front, and always in apostrophes")
  func sheets() {
    check(".A1", "A1")
    check("$Sheet1.$A$1:.$B$2", "'Sheet1'!$A$1:$B$2")
    check("$'My sheet'.A1:$'My sheet'.B2", "'My sheet'!A1:B2")
    check("A.A1:C.B2", "'A:C'!A1:B2")
    check("'It''s'.A1", "'It''s'!A1")
    check("'a.b:c'.A1", "'a.b:c'!A1")
    check("'file:///x.ods'#$Sheet1.A1", "'[file:///x.ods]Sheet1'!A1")
  }

  @Test("Whole columns and rows lie between their first and last cells")
  func whole() {
    check(".$A$1:.$B$1048576", "$A:$B")
    check("Data.A3:.XFD4", "'Data'!3:4")
    check(".A2:.A1048576", "A2:A1048576")
    check(".A1:.XFC1", "A1:XFC1")
    check(".A:.A", "A:A")
  }

  @Test("What is gone in part is gone")
  func gone() {
    check("$Sheet1.#REF!", "#REF!")
    check("$#REF!.$C$17", "#REF!")
    check(".A1:.$#REF!$2", "#REF!")
  }

  @Test("A fixed reference has a sign before each row and column")
  func fixed() {
    #expect(OpenDocumentReference("Sheet1.A1").fixedExcelText == "'Sheet1'!$A$1")
    #expect(OpenDocumentReference("$Sheet1.A1:.B2").fixedExcelText == "'Sheet1'!$A$1:$B$2")
    #expect(OpenDocumentReference("Sheet1.#REF!").fixedExcelText == "#REF!")
  }

  @Test("No text is too short or too odd to be read")
  func oddTexts() {
    for text in ["", ".", ":", "'", "$", "#", "a#", "'a", "a#$", "A1:", ":.B2", "''.A1"] {
      _ = OpenDocumentReference(text).fixedExcelText
    }
  }

  @Test("Arguments end at their separators and at the parenthesis that closes")
  func arguments() {
    #expect(arguments("F(1;2)") == ["1", "2"])
    #expect(arguments("F()") == [""])
    #expect(arguments("F(1;SUM(2;3);{4;5})+G(6)") == ["1", "SUM(2;3)", "{4;5}"])
    #expect(arguments(#"F("a;)";['b;)'.A1];2)"#) == [#""a;)""#, "['b;)'.A1]", "2"])
    #expect(arguments("F(1;2") == ["1", "2"])
  }

  private func arguments(_ call: String) -> [String] {
    let bytes = Array(call.utf8)
    return OpenFormulaArguments.ranges(in: bytes, behind: 1).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  private func check(_ address: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    #expect(OpenDocumentReference(address).excelText == expected, sourceLocation: location)
  }
}
