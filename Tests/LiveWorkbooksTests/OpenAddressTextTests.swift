import Formulas
import Testing

@testable import LiveWorkbooks

@Suite("Texts of addresses as LibreOffice has them")
struct OpenAddressTextTests {
  @Test("A point behind a sheet becomes what Excel has, in pieces of texts as well")
  func points() {
    check("INDIRECT(\"S.A1\")", "INDIRECT(\"S!A1\")")
    check("INDIRECT(\"$S.$A$1:.$B$2\")", "INDIRECT(\"S!$A$1:$B$2\")")
    check("INDIRECT(\"S.A1:$S.B\"&B2)", "INDIRECT(\"S!A1:B\"&B2)")
    check("INDIRECT(\"'My sheet'.A1\")", "INDIRECT(\"'My sheet'!A1\")")
    check("INDIRECT(\"S.A\"&B1)", "INDIRECT(\"S!A\"&B1)")
    check("INDIRECT(B1&\".A1\")", "INDIRECT(B1&\"!A1\")")
    check("INDIRECT((\"'\"&B1&\"'.A1:.A\")&B2)", "INDIRECT((\"'\"&B1&\"'!A1:A\")&B2)")
    check("INDIRECT(\"other.A1\")", "INDIRECT(\"other.A1\")")
    check("INDIRECT(\"A1:B2\")&\".A1\"", "INDIRECT(\"A1:B2\")&\".A1\"")
  }

  private func check(_ formula: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
    let tree = FormulaParser.parse(formula, dialect: .excel).tree
    #expect(
      tree.namingSheetsAsExcel { ["S", "My sheet"].contains($0) }.text(.excel) == expected, sourceLocation: location)
  }
}
