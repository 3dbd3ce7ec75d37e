import FunctionLibrary
import LiveWorkbooks
import Testing
import Workbooks

@testable import SheafTool

@Suite("Report of a workbook")
struct WorkbookTestReportTests {
  @Test("Ten causes of a sheet are told of, or every cell that differs")
  func all() {
    // Twelve causes, and a cell that inherits from one of them.
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.formulas = StoredFormulas(
      (0..<13).map { row in
        let text = row == 12 ? "A1" : "ROW()"
        return StoredFormula(row: Int32(row), column: 0, style: 0, kind: .plain(text), stored: 99)
      })
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = "Microsoft Excel 16.0300"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let comparison = StoredValueComparison(workbook)

    let first = WorkbookTestReport("book.xlsx", workbook, comparison, showsAll: false) { _ in true }
    #expect(first.file.outcomes.map(\.failures.count) == [10])
    #expect(
      first.remarks.first
        == "book.xlsx: 3 more cells of Sheet1 differ, most because of these; --all tells of each")
    let all = WorkbookTestReport("book.xlsx", workbook, comparison, showsAll: true) { _ in true }
    #expect(all.file.outcomes.map(\.failures.count) == [13])
    #expect(all.remarks == ["book.xlsx: 0 of 13 cells agree with what is stored"])
  }

  @Test("A circle of which Excel has warned is one warning with its cells, and fails nothing")
  func circles() {
    var sheet = WorkbookSheet(name: "S")
    for (column, text) in ["B1+1", "A1*2", "B1+5", "D1"].enumerated() {
      sheet.formulas.append(
        StoredFormula(row: 0, column: Int32(column), style: 0, kind: .plain(text), stored: column == 2 ? 5 : 0))
    }
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = "Microsoft Excel 16.0300"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let report = WorkbookTestReport("book.xlsx", workbook, StoredValueComparison(workbook), showsAll: false) { _ in true
    }
    #expect(
      report.file.findings.map(\.message) == [
        "S!A1, S!B1 depend on each other in a circle, for which Excel stores 0",
        "S!D1 depends on itself, for which Excel stores 0",
      ])
    #expect(report.file.outcomes.map(\.failures.count) == [0])
    #expect(!report.file.hasErrors)
    #expect(
      report.remarks == [
        "book.xlsx: 0 of 0 cells agree with what is stored",
        "book.xlsx: 4 cells set apart: in a circle of formulas, for which Excel stores 0, or depending on one",
      ])
  }
}
