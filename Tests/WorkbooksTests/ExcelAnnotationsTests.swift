import CellModel
import Markup
import Testing

@testable import Workbooks

@Suite("What stands beside the values of a worksheet")
struct ExcelAnnotationsTests {
  @Test("Rules for typing are read from the sheet and from its extensions, where those are that name other sheets")
  func rules() throws {
    let sheet = try read(
      """
      <sheetData/><dataValidations count="1"><dataValidation type="whole" operator="greaterThan" showErrorMessage="1" errorStyle="warning" errorTitle="Rate" \
      error="Sure?" sqref="A1 C1:C2">\
      <formula1>3</formula1></dataValidation></dataValidations>
      <extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations>
      <x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>Lists!$A$1:$A$3</xm:f></x14:formula1>\
      <xm:sqref>B2</xm:sqref></x14:dataValidation></x14:dataValidations></ext>
      <ext><x14:sparklineGroups><x14:sparkline><xm:f>S!A1</xm:f><xm:sqref>A1</xm:sqref></x14:sparkline>\
      </x14:sparklineGroups></ext></extLst>
      """)
    var whole = CellValidation(
      blocks: ["A1", "C1:C2"].compactMap { CellBlock($0) }, kind: "whole", comparison: "greaterThan", formula: "3")
    whole.allowsBlank = false
    whole.alert?.isStop = false
    whole.alert?.title = "Rate"
    whole.alert?.message = "Sure?"
    var list = CellValidation(blocks: ["B2"].compactMap { CellBlock($0) }, kind: "list", formula: "Lists!$A$1:$A$3")
    list.alert = nil
    #expect(sheet.annotations.validations == [whole, list])
  }

  @Test("What stands beside the cells of a sheet and is not read is told")
  func leftOut() throws {
    for (content, parts) in [
      (
        "<sheetViews><sheetView><pane xSplit=\"1\" state=\"frozen\"/></sheetView></sheetViews><sheetData/>",
        [.frozenPanes: 1]
      ),
      ("<sheetViews><sheetView><pane xSplit=\"1\"/></sheetView></sheetViews><sheetData/>", [:]),
      ("<cols><col min=\"1\" max=\"2\" outlineLevel=\"1\"/></cols><sheetData/>", [.grouping: 1]),
      (
        "<sheetData><row r=\"1\" ht=\"30\" customHeight=\"1\"/><row r=\"2\" ht=\"15\" outlineLevel=\"2\"/></sheetData>",
        [.rowHeight: 1, .grouping: 1]
      ),
      ("<sheetData/><autoFilter ref=\"A1:B9\"/>", [.filter: 1]),
      ("<sheetData/><scenarios><scenario name=\"a\"/><scenario name=\"b\"/></scenarios>", [.scenario: 2]),
      (
        "<sheetData/><headerFooter><oddFooter>x</oddFooter></headerFooter><rowBreaks><brk id=\"3\"/></rowBreaks>",
        [.pageLayout: 2]
      ),
      (
        "<sheetData/><dataValidations><dataValidation showInputMessage=\"1\" prompt=\"Type\" sqref=\"A1\"/></dataValidations>",
        [.prompt: 1]
      ),
      (
        "<sheetData/><conditionalFormatting/><extLst><ext><conditionalFormatting/></ext></extLst>",
        [.conditionalFormat: 1]
      ),
      ("<sheetData/><extLst><ext><conditionalFormatting/></ext></extLst>", [.conditionalFormat: 1]),
    ] as [(String, [LeftOut.Part: Int])] {
      #expect(try leftOut(of: content).parts == parts, "\(content)")
    }
  }

  private func leftOut(of content: String) throws -> LeftOut {
    var leftOut = LeftOut()
    try Array("<worksheet>\(content)</worksheet>".utf8).scanned(as: "a sheet") { (scanner) throws(XMLFault) in
      var reader = ExcelSheetReader(WorkbookSheet(name: "S"), ExcelCellValues())
      try reader.read(&scanner)
      leftOut = reader.leftOut
    }
    return leftOut
  }

  private func read(_ content: String) throws -> WorkbookSheet {
    var sheet = WorkbookSheet(name: "S")
    try Array("<worksheet>\(content)</worksheet>".utf8).scanned(as: "a sheet") { (scanner) throws(XMLFault) in
      var reader = ExcelSheetReader(sheet, ExcelCellValues())
      try reader.read(&scanner)
      sheet = reader.sheet
    }
    return sheet
  }
}
