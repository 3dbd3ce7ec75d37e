import CellModel
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

@Suite("Rules and comments of a workbook in a sheet")
struct InputsFromWorkbookTests {
  @Test("Comments are documentation, and rules for typing the domains of inputs")
  func annotations() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Inputs")
    sheet.columns[0] = ConstantColumn(["Size", "Years", "Share", "Other"])
    sheet.columns[1] = ConstantColumn(["M", 30, 0.5, 7])
    sheet.formulas = [StoredFormula(row: 0, column: 3, style: 0, kind: .plain("B2*B3"), stored: nil)]
    sheet.annotations.comments = [
      CellComment(row: 1, column: 1, text: "How long. \nAt most 40."), CellComment(row: 6, column: 0, text: "Empty"),
      CellComment(row: 0, column: 3, text: "What it is."),
    ]
    func rule(_ row: Int, _ kind: String, _ comparison: String, _ first: String, _ second: String) -> CellValidation {
      CellValidation(
        blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: kind, comparison: comparison,
        formula: first,
        second: second)
    }
    sheet.annotations.validations = [
      rule(0, "list", "", "\"S,M, L\"", ""), rule(1, "whole", "between", "1", "40"),
      rule(2, "decimal", "greaterThan", "0", ""), rule(3, "whole", "between", "10", "20"),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet Inputs
        A1 = "Size"; input Size in {"S", "M", "L"} = "M"; B1 = Size
        /// What it is.
        D1 = Years * Share
        A2 = "Years"
        /// How long.
        /// At most 40.
        input Years: number in 1..40 = 30 where Years = INT(Years); B2 = Years
        A3 = "Share"
        input Share: number = 0.5 where Share > 0; B3 = Share
        A4 = "Other"; B4 = 7

        // A7: Empty

        """)
    #expect(made.differences == [])
    // The seven is none that its rule accepts.
    #expect(made.omissions == ["rule for what may be typed that a sheet cannot say": 1])
  }

  @Test("An input whose cell has no label is named after the cell, and an array is a list")
  func withoutLabels() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "My form")
    sheet.columns[1] = ConstantColumn([30, "b"])
    func rule(_ row: Int, _ kind: String, _ formula: String) -> CellValidation {
      CellValidation(
        blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: kind, comparison: "greaterThan",
        formula: formula)
    }
    sheet.annotations.validations = [rule(0, "decimal", "0"), rule(1, "list", "{\"a, or so\",\"b\"}")]
    sheet.annotations.hiddenColumns = [3, 4]
    sheet.visibility = .hidden
    workbook.sheets = [sheet]
    workbook.leftOut.note(.chart)
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet 'My form'
        input My_form_B1: number = 30 where My_form_B1 > 0; B1 = My_form_B1
        input My_form_B2 in {"a, or so", "b"} = "b"; B2 = My_form_B2

        """)
    #expect(made.differences == [])
    #expect(made.omissions == ["chart": 1, "hidden column": 2, "hidden sheet": 1])
  }

  @Test("Rules for days and for the length of texts are domains, too")
  func rulesForDays() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "yyyy-mm-dd"]
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn(["Start", "Month", "Code"])
    // 2026-01-31, 2026-03-01.
    sheet.columns[1] = ConstantColumn([46_053, 46_082, "AB"], styles: [1, 1, 0])
    sheet.columns[3] = ConstantColumn([46_082, 46_113])
    func rule(_ row: Int, _ kind: String, _ comparison: String, _ first: String, _ second: String) -> CellValidation {
      CellValidation(
        blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: kind, comparison: comparison,
        formula: first, second: second)
    }
    sheet.annotations.validations = [
      rule(0, "date", "between", "46023", "46387"), rule(1, "list", "", "$D$1:$D$2", ""),
      rule(2, "textLength", "between", "1", "3"),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        A1 = "Start"
        input Start: date in 2026-01-01..2026-12-31 = 2026-01-31; B1 = Start
        D1 = 46082
        A2 = "Month"
        input Month in {2026-03-01, 2026-04-01} = 2026-03-01; B2 = Month
        D2 = 46113
        A3 = "Code"
        input Code: text = "AB" where AND(LEN(Code) >= 1, LEN(Code) <= 3); B3 = Code

        """)
    #expect(made.differences == [])
  }

  @Test("A rule whose list is of cells beyond all that hold anything is one that the value breaks")
  func listsOfNothing() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn(["Size", "Kind"])
    sheet.columns[1] = ConstantColumn(["M", "b"])
    sheet.annotations.validations = ["$K$10:$K$12", "$K$10:$M$900"].enumerated().map { row, list in
      CellValidation(blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: "list", formula: list)
    }
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text.contains("A1 = \"Size\"; B1 = \"M\"\nA2 = \"Kind\"; B2 = \"b\""), "\(made.text)")
    #expect(made.omissions == ["rule for what may be typed that a sheet cannot say": 2])
  }

  @Test("A rule whose list, ends or condition are cells and formulas keeps them, and has them again in a workbook")
  func rulesOfCells() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn(["Size", "Years", "Share", "Code", "Kind", "Wrong", "Most"])
    sheet.columns[1] = ConstantColumn(["M", 3, 0.5, "ab", "b", 9, 5])
    sheet.columns[3] = ConstantColumn(["S"])
    sheet.formulas = [
      StoredFormula(row: 1, column: 3, style: 0, kind: .plain("\"M\""), stored: "M"),
      StoredFormula(row: 0, column: 5, style: 0, kind: .array(0), stored: "a"),
    ]
    sheet.arrays.formulas = [
      ArrayFormula(text: "{\"a\";\"b\"}", block: CellBlock(top: 0, left: 5, bottom: 1, right: 5), isDynamic: true)
    ]
    sheet.arrays.spilled = [SpilledValue(row: 1, column: 5, value: "b", array: 0)]
    workbook.names = [DefinedName(name: "Most", formula: "S!$B$7"), DefinedName(name: "Sizes", formula: "S!$D$1:$D$2")]
    func rule(_ row: Int, _ kind: String, _ comparison: String, _ first: String, _ second: String) -> CellValidation {
      CellValidation(
        blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: kind, comparison: comparison,
        formula: first, second: second)
    }
    sheet.annotations.validations = [
      rule(0, "list", "", "Sizes", ""), rule(1, "whole", "", "1", "Most*2"),
      rule(2, "decimal", "lessThan", "$B$7", ""), rule(3, "custom", "", "EXACT(B4,LOWER(B4))", ""),
      rule(4, "list", "", "_xlfn.ANCHORARRAY($F$1)", ""), rule(5, "decimal", "", "0", "Most"),
      rule(6, "custom", "", "IF(B7>0,TRUE,[1]Other!A1)", ""),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        Sizes = $D$1:$D$2
        A1 = "Size"; input Size in D1:D2 = "M"; B1 = Size; D1 = "S"
        F1 = {"a"; "b"}
        A2 = "Years"
        input Years: number in 1..Most * 2 = 3 where Years = INT(Years); B2 = Years
        D2 = "M"
        A3 = "Share"
        input Share: number = 0.5 where Share < Most; B3 = Share
        A4 = "Code"
        input Code = "ab" where EXACT(Code, LOWER(Code)); B4 = Code
        A5 = "Kind"; input Kind in F1# = "b"; B5 = Kind
        A6 = "Wrong"; B6 = 9
        A7 = "Most"; Most = 5; B7 = Most

        """)
    #expect(made.differences == [])
    #expect(made.omissions == ["rule for what may be typed that a sheet cannot say": 2])
  }

  @Test("Days that count from 1904 are the same days in the sheet")
  func daysFrom1904() {
    var workbook = Workbook()
    workbook.dateSystem = .from1904
    workbook.numberFormats = ["General", "m/d/yyyy"]
    var sheet = WorkbookSheet(name: "Days")
    // 2026-01-31 is day 44591 of that calendar.
    sheet.columns[0] = ConstantColumn([44_591], styles: [1])
    sheet.formulas = [
      StoredFormula(row: 1, column: 0, style: 1, kind: .plain("A1+1"), stored: nil),
      StoredFormula(row: 2, column: 0, style: 0, kind: .plain("YEAR(A1)"), stored: nil),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text.hasPrefix("sheet Days\nA1 = 2026-01-31 as \"m/d/yyyy\"\n"))
    #expect(made.differences == [])
  }
}
