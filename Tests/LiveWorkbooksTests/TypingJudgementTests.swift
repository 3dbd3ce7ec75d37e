import CellModel
import FunctionLibrary
import Testing
import Workbooks

@testable import LiveWorkbooks

@Suite("Rules for typing of a workbook")
struct TypingJudgementTests {
  private func rule(
    _ kind: String, _ comparison: String = "", _ formula: String, _ second: String = ""
  ) -> CellValidation {
    CellValidation(
      blocks: [CellBlock(top: 0, left: 0, bottom: 0, right: 0)], kind: kind, comparison: comparison, formula: formula,
      second: second)
  }

  @Test("A rule says what it asks where a value is otherwise, and follows the cells that it names")
  func words() {
    check(rule("whole", "between", "1", "$B$1"), 99, "A1 must be in 1..10, and 99 is not")
    check(rule("whole", "between", "1", "$B$1"), 10, nil)
    check(rule("whole", "between", "1", "10"), 1.5, "A1 must be a whole number, and 1.5 is not")
    check(rule("decimal", "notBetween", "1", "3"), 2, "A1 must be outside 1..3, and 2 is not")
    check(rule("decimal", "lessThan", "B1"), 10, "A1 must be < 10, and 10 is not")
    check(rule("decimal", "lessThan", "C1"), 10, nil)  // The cell is blank.
    check(rule("decimal", "lessThan", "9"), "x", "A1 must be a number, and \"x\" is not")
    check(rule("date", "greaterThan", "45000"), 43_831, "A1 must be > 2023-03-15, and 43831 is not")
    check(rule("textLength", "lessThanOrEqual", "2"), "abc", "A1 must have a length <= 2, and \"abc\" is not")
    check(rule("list", "", "\"a, b,3\""), "A", "A1 must be one of \"a\", \"b\", 3, and \"A\" is not")
    check(rule("list", "", "\"a, b,3\""), "b", nil)
    check(rule("list", "", "\"a, b,3\""), 3, nil)
    check(rule("list", "", "$D$1:$D$2"), "X", nil)
    check(rule("list", "", "$D$1:$D$2"), "z", "A1 must be one of \"x\", \"y\", and \"z\" is not")
    check(rule("custom", "", "A1>B1"), 10, "A1 must satisfy A1>B1, and 10 does not")
    check(rule("custom", "", "A1>B1"), 11, nil)
    check(rule("custom", "", "NOSUCH(A1)"), 1, "unknown")
  }

  @Test("What an author lets pass is accepted, and a blank where the rule allows it")
  func alerts() {
    var silent = rule("decimal", "lessThan", "9")
    silent.alert = nil
    check(silent, 10, nil)
    var own = rule("decimal", "lessThan", "9")
    check(own, .blank, nil)
    own.allowsBlank = false
    check(own, .blank, "A1 must not be blank")
    own.alert?.isStop = false
    own.alert?.title = "Rate"
    own.alert?.message = "Sure?"
    check(own, 10, "warning: A1 must be < 9, and 10 is not (Rate: Sure?)")
  }

  private func check(
    _ rule: CellValidation, _ value: CellValue, _ expected: String?, at location: SourceLocation = #_sourceLocation
  ) {
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[1, default: ConstantColumn()].append(10, row: 0, style: 0)
    for (row, text) in ["x", "y"].enumerated() {
      sheet.columns[3, default: ConstantColumn()].append(.text(text), row: row, style: 0)
    }
    sheet.annotations.validations = [rule]
    var contents = Workbook()
    contents.sheets = [sheet]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    let cell = CellAddress(grid: workbook.grids[0], row: 0, column: 0)
    workbook.set(value, at: cell)
    workbook.recalculate()
    let found: String? =
      switch workbook.judgement(ofTypingAt: cell, named: "A1") {
      case .accepted: nil
      case .unknown: "unknown"
      case .against(let words, let help, let isStop):
        (isStop ? "" : "warning: ") + words + (help.map { " (\($0))" } ?? "")
      }
    #expect(found == expected, sourceLocation: location)
  }
}
