import Archives
import CellModel
import Markup
import TestSupport
import Testing

@testable import Workbooks

@Suite("Documents that come piece by piece")
struct PartScanTests {
  /// Bytes of which a few come at a time, and which are passed as soon as they may be.
  private final class Feed: XMLFeed {
    private let bytes: [UInt8]
    private let step: Int
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var start = 0
    private var end = 0

    init(_ bytes: [UInt8], step: Int) {
      self.bytes = bytes
      self.step = step
      memory = .allocate(capacity: bytes.count + 1)
    }

    deinit { memory.deallocate() }

    var window: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<(end - start)]) }
    var isComplete: Bool { end == bytes.count }

    func readOn() {
      let next = min(end + step, bytes.count)
      for place in end..<next { memory[place - start] = bytes[place] }
      end = next
    }

    func passable(before position: Int) -> Int { position }

    func pass(_ count: Int) {
      for place in count..<end - start { memory[place - count] = memory[place] }
      // What was passed must not be read again.
      for place in end - start - count..<end - start { memory[place] = 0xFF }
      start += count
    }
  }

  private static let documents = [
    "<a/>", "<?xml version=\"1.0\"?>\n<a>x</a>\n", "\u{FEFF}<a b='1' c=\"2\">x<!-- no -->y<![CDATA[<z>]]>&amp;<b/></a>",
    "<worksheet xmlns='m'><sheetData><row r='1'><c r='A1' t='str'><f>1&lt;2</f><v>a &#65;\r\n</v></c></row>"
      + "<row r='2'/><x:row xmlns:x='m'><x:c/></x:row></sheetData><?p q?></worksheet>",
    "<?xml version='1.0'?><!DOCTYPE a:b PUBLIC \"-//x//DTD>\" 'b.dtd'>\n<a/>",
    "<!DOCTYPE a><a/>",
    // What is not well formed.
    "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "<!DOCTYPE a[<!ENTITY b 'c'>]><a/>",
    "<a/><!DOCTYPE a>", "<!DOCTYPE", "<!DOCTYPE a =><a/>", "<!ELEMENT a><a/>",
    "", "x", "<a>", "<a><b></a></b>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&nothing;</a>", "<a/><b/>", "<a", "<a b='",
    "<!--",
    "<a><![CDATA[", "<a>text", "</a>", "<a></b>", "<a><?xml version='1.0'?></a>",
  ]

  /// What a scanner gives, one line per event, and its fault.
  private static func events(_ scanner: inout XMLScanner, passing: Bool) -> [String] {
    var events: [String] = []
    do throws(XMLFault) {
      while true {
        let event = try scanner.next()
        switch event {
        case .start:
          var line = "start \(scanner.name) \(scanner.localName)"
          for piece in scanner.attributePieces { line += " \(try scanner.value(of: piece.value))" }
          events.append(line)
        case .end: events.append("end, \(scanner.depth) open")
        case .documentType: events.append("\(event) \(scanner.name)")
        case .text, .comment, .instruction: events.append("\(event) \(try scanner.text(of: scanner.piece))")
        case .finish: return events + ["finish"]
        }
        if passing { scanner.passRead() }
      }
    } catch { return events + [error.message] }
  }

  /// Joined, for a text may come in several pieces only where something stands between them.
  @Test("They are the same as when they are there at once", arguments: [1, 2, 3, 7, 64, 10_000])
  func events(step: Int) {
    let long = "<t>" + (0..<900).map { "<r n='\($0)'><v>\($0 * $0)</v></r>" }.joined() + "</t>"
    // Tokens that are longer than what comes at a time, wherever in it they begin.
    let longTokens =
      "<t>"
      + (0..<40).map { place in
        let filling = String(repeating: "é&amp;", count: 300 * (place % 7) + 11 * place)
        return "<r n='\(filling)'/><!--\(filling)--><![CDATA[\(filling)]]><v>\(filling)</v>"
      }.joined() + "</t>" + String(repeating: " ", count: 30_000)
    let longTexts = "<t a='\(String(repeating: "y", count: 9_000))'>\(String(repeating: "x", count: 20_000))</t>"
    for document in Self.documents + [long, longTexts, longTokens] {
      if step < 64, document.utf8.count > 10_000 { continue }
      let bytes = Array(document.utf8)
      let expected = bytes.withUnsafeBufferPointer { bytes in
        var scanner = XMLScanner(bytes)
        return Self.events(&scanner, passing: false)
      }
      for passing in [false, true] {
        var scanner = XMLScanner(Feed(bytes, step: step))
        #expect(Self.events(&scanner, passing: passing) == expected, "\(document.prefix(80)), step \(step), \(passing)")
      }
    }
  }

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
    #expect(read.mergedCells.count == 1)
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
