import CellModel
import FunctionLibrary
import LiveWorkbooks
import Testing

@testable import Conversion
@testable import Workbooks

@Suite("Looks of sheets in files")
struct LooksOfSheetsTests {
  private static func workbook(_ change: (inout WorkbookSheet) -> Void) -> Workbook {
    var workbook = Workbook()
    workbook.sheets = ["A", "B", "C"].map { name in
      var sheet = WorkbookSheet(name: name)
      sheet.columns[0] = ConstantColumn([1])
      return sheet
    }
    workbook.sheets[1].visibility = .hidden
    workbook.sheets[2].visibility = .veryHidden
    change(&workbook.sheets[0])
    return workbook
  }

  @Test("A sheet that only programs can show is one in Excel, and hidden in OpenDocument, which is told")
  func visibility() throws {
    let live = LiveWorkbook(Self.workbook { _ in }, catalog: .standard)
    live.recalculate()
    let excel = RespelledWorkbook(live, for: .excel)
    let read = try ExcelReader.workbook(ExcelWriter.bytes(excel.workbook))
    #expect(read.sheets.map(\.visibility) == [.visible, .hidden, .veryHidden])
    #expect(excel.omissions == [:])
    let open = RespelledWorkbook(live, for: .openDocument)
    let other = try WorkbookReader.workbook(OpenDocumentWorkbook(open.workbook).bytes(), named: "a.ods")
    #expect(other.sheets.map(\.visibility) == [.visible, .hidden, .hidden])
    #expect(open.omissions == ["very hidden sheet, which is a hidden one there": 1])
  }

  @Test("Widths that nobody has chosen are no loss, and stay such in every file")
  func widths() throws {
    for (fitted, isTold) in [([0, 1], false), ([1], true), ([], true)] as [(Set<Int>, Bool)] {
      let made = Self.workbook { sheet in
        sheet.annotations.columnWidths = [0: 20, 1: 20]
        sheet.annotations.fittedColumns = fitted
      }
      for read in [
        try ExcelReader.workbook(ExcelWriter.bytes(made)),
        try WorkbookReader.workbook(OpenDocumentWorkbook(made).bytes(), named: "a.ods"),
      ] {
        #expect(read.sheets[0].annotations.columnWidths == [0: 20, 1: 20])
        #expect(read.sheets[0].annotations.fittedColumns == fitted)
        #expect((ConvertedSheet.made(of: read).omissions["widths of columns"] == 1) == isTold)
      }
    }
  }
}
