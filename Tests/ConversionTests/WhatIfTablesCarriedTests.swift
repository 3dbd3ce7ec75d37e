import CellModel
import Testing
import Workbooks

@testable import Conversion
@testable import LiveWorkbooks

@Suite("What-if tables from one format to another")
struct WhatIfTablesCarriedTests {
  /// A1 and B1 are inputs and C1 is made of them. B4:B5 asks for values of A1 beside it, D4:E4 for values of B1 above it, and
  /// B8:C9 for both. The cell of B12 needs one that was deleted.
  private static var model: Workbook {
    var sheet = WorkbookSheet(name: "S")
    func put(_ values: (String, CellValue)...) {
      for (place, value) in values {
        let (row, column) = A1Notation.cell(place) ?? (0, 0)
        sheet.columns[column, default: ConstantColumn()].set(value, row: row, style: 0)
      }
    }
    func put(_ place: String, _ formula: String, _ stored: CellValue) {
      let (row, column) = A1Notation.cell(place) ?? (0, 0)
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: Int32(column), style: 0, kind: .plain(formula), stored: stored))
    }
    put(
      ("A1", 2), ("B1", 3), ("A4", 1), ("A5", 5), ("B4", 4), ("B5", 16), ("D3", 10), ("E3", 20), ("D4", 21), ("E4", 41))
    put(("A8", 1), ("A9", 5), ("B7", 10), ("C7", 20), ("B8", 11), ("C8", 21), ("B9", 51), ("C9", "none"), ("B12", 8))
    for place in ["C1", "B3", "C4", "A7"] { put(place, "$A$1*$B$1+1", 7) }
    let (a, b) = (WhatIfTable.Input(row: 0, column: 0), WhatIfTable.Input(row: 0, column: 1))
    func block(_ text: String) -> CellBlock { CellBlock(text) ?? CellBlock(top: 0, left: 0, bottom: 0, right: 0) }
    sheet.whatIfTables = [
      WhatIfTable(block: block("B4:B5"), columnInput: a), WhatIfTable(block: block("D4:E4"), rowInput: b),
      WhatIfTable(block: block("B8:C9"), rowInput: b, columnInput: a), WhatIfTable(block: block("B12")),
    ]
    var workbook = Workbook()
    workbook.sheets = [sheet]
    return workbook
  }

  private static func live(_ contents: Workbook) -> LiveWorkbook {
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  private static func values(_ workbook: LiveWorkbook) -> CellValue? {
    workbook.area("A1:E12").map(workbook.shownValue(in:))
  }

  @Test("Excel's tables become formulas of OpenFormula and tables again, and are computed from the same cells")
  func bothWays() throws {
    let excel = Self.live(Self.model)
    let carried = RespelledWorkbook(excel, for: .openDocument)
    #expect(carried.omissions == [WorkbookSheet.keptWhatIfCell: 1])
    let bytes = try OpenDocumentWorkbook(carried.workbook).bytes(isFlat: true)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        "of:=MULTIPLE.OPERATIONS([.$A$7];[.$A$1];[.$A$9];[.$B$1];[.$C$7])"))
    let open = Self.live(try WorkbookReader.workbook(bytes, named: "m.fods"))
    #expect(Self.values(open) == Self.values(excel))
    let back = RespelledWorkbook(open, for: .excel)
    #expect(back.omissions.isEmpty)
    let again = Self.live(try WorkbookReader.workbook(try ExcelWriter.bytes(back.workbook), named: "m.xlsx"))
    #expect(again.contents.sheets[0].whatIfTables == Array(Self.model.sheets[0].whatIfTables.dropLast()))
    #expect(Self.values(again) == Self.values(excel))
    for workbook in [excel, open, again] {
      for (place, value) in [("A1", 4), ("B1", 5), ("A9", 6), ("D3", 1)] as [(String, CellValue)] {
        workbook.set(value, at: try #require(workbook.area(place)).topLeft)
      }
      workbook.recalculate()
    }
    #expect(Self.values(open) == Self.values(excel))
    #expect(Self.values(again) == Self.values(excel))
    #expect(open.shownValue(in: try #require(open.area("C9"))) == 121)
  }

  @Test("What no table of Excel can be keeps its value there, which is told, and its formula in OpenDocument")
  func otherShapes() throws {
    var model = Self.model
    model.calculation.followsOpenFormula = true
    model.sheets[0].whatIfTables = []
    // One beside no value, one cell of two of a table, and one with an input on another sheet.
    let formulas = [
      "MULTIPLE.OPERATIONS(B3,A1,A9)", "MULTIPLE.OPERATIONS(B3,A1,A5)", "MULTIPLE.OPERATIONS(B3,Other!A1,A4)",
    ]
    for (row, formula) in zip([20, 4, 3] as [Int32], formulas) {
      model.sheets[0].columns[1]?.remove(rows: Int(row)...Int(row))
      model.sheets[0].formulas.append(StoredFormula(row: row, column: 1, style: 0, kind: .plain(formula), stored: 16))
    }
    model.sheets.append(WorkbookSheet(name: "Other"))
    let live = Self.live(model)
    let excel = RespelledWorkbook(live, for: .excel)
    #expect(excel.omissions == [WorkbookSheet.keptWhatIfCell: 3])
    #expect(excel.workbook.sheets[0].whatIfTables.isEmpty)
    #expect(excel.workbook.sheets[0].columns[1]?.value(at: 20) == 16)
    let open = RespelledWorkbook(live, for: .openDocument)
    #expect(open.omissions.isEmpty)
    #expect(open.workbook.sheets[0].formulas.suffix(3).map(\.kind) == formulas.map { .plain($0) })
    let sheet = ConvertedSheet(live, name: "x.sheet", environment: RoundTripTests.environment)
    #expect(sheet.omissions[WorkbookSheet.keptWhatIfCell] == 3)
  }
}
