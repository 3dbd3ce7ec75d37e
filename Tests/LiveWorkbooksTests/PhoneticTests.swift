import CellModel
import FunctionLibrary
import Testing
import Workbooks

@testable import LiveWorkbooks

@Suite("Pronunciations in workbooks")
struct PhoneticTests {
  @Test("PHONETIC gives what stands above the characters of a text, and the rest of it in the same script")
  func recorded() throws {
    // Saved by Excel in Japan: 豊田 has トヨ and タ above it, of 日本オラクル 日本 has.
    let workbook = try WorkbookCollection.live("values/51519.xlsx")
    let rows: [(String, CellValue)] = [
      ("B2", "トヨタ"), ("C2", "トヨタクルマカイシャ"), ("B3", "ニホンオラクル"), ("C3", "オラクルニホンカイシャ"), ("B8", "タイヘン"),
      ("A1", "RecordSpec"),
      ("A2", ""), ("Z99", ""), ("A1:B3", "RecordSpecNameトヨタニホンオラクル"), ("(A1,B2)", .error(.notAvailable)),
      ("\"豊田\"", "豊田"),
    ]
    for (cell, expected) in rows { #expect(workbook.value(of: "PHONETIC(\(cell))") == expected, "\(cell)") }
  }

  @Test("Another text that is set has no pronunciation, and the result of a formula none either")
  func setting() throws {
    let workbook = try WorkbookCollection.live("values/51519.xlsx")
    guard let cell = workbook.area("B2")?.topLeft, let other = workbook.area("F1")?.topLeft else { return }
    #expect(workbook.setFormula("PHONETIC(B2)", at: other))
    workbook.recalculate()
    #expect(workbook.engine.value(at: other) == "トヨタ")
    workbook.set("日本", at: cell)
    workbook.recalculate()
    #expect(workbook.engine.value(at: other) == "日本")
    #expect(workbook.setFormula("\"豊田\"", at: cell))
    workbook.recalculate()
    #expect(workbook.engine.value(at: other) == "")
  }
}
