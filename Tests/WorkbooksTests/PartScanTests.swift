import Archives
import CellModel
import TestSupport
import Testing

@testable import Workbooks

@Suite("Parts that are scanned while they are unpacked")
struct PartScanTests {
  @Test("A sheet of some megabytes has every cell, and damage anywhere in it is told")
  func largeSheet() throws {
    let rows = 40_000
    var sheet = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>"
    for row in 1...rows {
      sheet +=
        "<row r=\"\(row)\"><c r=\"A\(row)\"><v>\(row)</v></c><c r=\"B\(row)\" t=\"str\"><v>text &amp; \(row)</v></c></row>"
    }
    sheet += "</sheetData><mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells></worksheet>"
    #expect(sheet.utf8.count > 2_000_000)
    var bytes = try Self.workbook(sheet)
    let read = try WorkbookReader.workbook(bytes, named: "a.xlsx").sheets[0]
    #expect(read.columns[0].map { Array($0.values) } == (1...rows).map { .number(Double($0)) })
    #expect(read.columns[1].map { Array($0.values) } == (1...rows).map { .text("text & \($0)") })
    #expect(read.annotations.mergedCells.count == 1)
    let half = try Self.workbook(String(sheet.dropLast(sheet.count / 2)))
    let fault = #expect(throws: WorkbookFault.self) { try WorkbookReader.workbook(half, named: "a.xlsx") }
    #expect(fault.map { "\($0)" }?.contains("sheet1.xml") == true)
    let middle = bytes.count / 2
    bytes[middle] ^= 0x10
    let damage = #expect(throws: WorkbookFault.self) { try WorkbookReader.workbook(bytes, named: "a.xlsx") }
    guard case .archive(.damaged)? = damage else {
      Issue.record("\(String(describing: damage))")
      return
    }
  }

  private static func workbook(_ sheet: String) throws -> [UInt8] {
    let space = "http://schemas.openxmlformats.org"
    var writer = ZipWriter()
    writer.add(
      "_rels/.rels",
      Array(
        "<Relationships xmlns=\"\(space)/package/2006/relationships\"><Relationship Id=\"r\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
          .utf8))
    writer.add(
      "xl/workbook.xml",
      Array(
        "<workbook xmlns=\"\(space)/spreadsheetml/2006/main\" xmlns:r=\"\(space)/officeDocument/2006/relationships\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"s\"/></sheets></workbook>"
          .utf8))
    writer.add(
      "xl/_rels/workbook.xml.rels",
      Array(
        "<Relationships xmlns=\"\(space)/package/2006/relationships\"><Relationship Id=\"s\" Type=\"x/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
          .utf8))
    writer.add("xl/worksheets/sheet1.xml", Array(sheet.utf8))
    return try writer.finished()
  }
}
