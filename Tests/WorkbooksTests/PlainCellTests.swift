import CellModel
import Markup
import TestSupport
import Testing

@testable import Workbooks

@Suite("Cells as nearly all are written")
struct PlainCellTests {
  /// What a sheet's reader makes of some XML: its cells as texts, or what is wrong.
  private static func cells(_ xml: String) -> [String] {
    var shared = ExcelCellValues()
    shared.strings = ExcelStrings([.text("first"), .text("second")])
    var reader = ExcelSheetReader(WorkbookSheet(name: "S"), shared)
    var bytes = Array("<worksheet><sheetData>\(xml)</sheetData></worksheet>".utf8)
    let fault = bytes.withUnsafeMutableBufferPointer { bytes -> String? in
      var scanner = XMLScanner(UnsafeBufferPointer(bytes))
      do throws(XMLFault) { try reader.read(&scanner) } catch { return error.message }
      return nil
    }
    if let fault { return [fault] }
    let formulas = reader.sheet.formulas.map { "\($0)" } + reader.sheet.sharedFormulas.map { "\($0)" }
    let constants = reader.sheet.columns.sorted { $0.key < $1.key }.flatMap { column, constants in
      constants.rows.indices.map {
        "\(column) \(constants.rows[$0]) \(constants.values[$0]) \(constants.styles[$0])"
      }
    }
    return formulas + constants
  }

  /// The same with a blank more in each cell, which is never read in one go.
  private static func spaced(_ xml: String) -> String {
    xml.replacing("<c ", with: "<c  ").replacing("<c>", with: "<c >")
  }

  @Test(
    "A cell says the same however it is read",
    arguments: [
      #"<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="3"><v>-2.5E3</v></c><c r="C1" s="2"/></row>"#,
      #"<row r="7"><c r="XFD7" t="s"><v>1</v></c><c r="A7" t="s"><v>2</v></c></row>"#,
      #"<row r="7"><c r="A7" t="s"><v>1</v></c><c r="B7" t="b"><v>1</v></c><c r="C7" t="b"><v>0</v></c></row>"#,
      #"<row><c r="A1" t="str"><f>B1&amp;"x"</f><v>a&amp;b</v></c><c r="B1" t="str"><v>_x0041__x000D_</v></c></row>"#,
      #"<row><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B1" t="inlineStr"><is><t>q</t></is></c></row>"#,
      #"<row><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>A1</f></c><c r="C1"><f></f><v>3</v></c></row>"#,
      #"<row><c r="A1"><f t="shared" ref="A1:A3" si="0">B1*2</f><v>4</v></c></row><row><c r="A2"><f t="shared" si="0"/><v>6</v></c></row>"#,
      #"<row><c r="A1"><f t="shared" si="5"/><v>4</v></c><c r="B1"><f si="5" t="shared" ref="A1:B1">C1</f><v>5</v></c></row>"#,
      #"<row><c r="A1"><f t="shared" ref="A1:B1" si="5">C1</f></c><c r="B1"><f t="shared" si="5">E1*3</f><v>5</v></c></row>"#,
      #"<row><c r="A1"><f t="array" ref="A1:A2">ROW(1:2)</f><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>"#,
      #"<row><c r="A1"><f ca="1">NOW()</f><v>1</v></c><c r="B1" cm="1"><v>1</v></c><c><v>3</v></c><c><v>4</v></c></row>"#,
      #"<row><c r="A1" s="1" s="2"><v>1</v></c></row>"#, #"<row><c r="A1" r="A2"><v>1</v></c></row>"#,
      #"<row><c r="A1"><f t="shared" t="shared" si="1">B1</f><v>1</v></c></row>"#,
      #"<row><c r="A0"><v>1</v></c></row>"#, #"<row><c r="XFE1"><v>1</v></c></row>"#,
      #"<row><c r="A1048577"><v>1</v></c></row>"#, #"<row><c r="a1"><v>1</v></c></row>"#,
      #"<row><c r="A1"><v> 7 </v></c><c r="B1"><v></v></c><c r="C1"><v/></c><c r="D1" t="str"><v></v></c></row>"#,
      #"<row><c r="A1"><v>1e400</v></c><c r="B1"><v>NaN</v></c><c r="C1"><v>0x1</v></c></row>"#,
      #"<row><c r="A1" t="b"><v>true</v></c><c r="B1" t="b"><v>2</v></c><c r="C1" t="d"><v>2020-01-01</v></c></row>"#,
      #"<row><c r="A1" s="99999999999"><v>1</v></c><c r="B1" s=""><v>1</v></c><c r="C1" t="x"><v>1</v></c></row>"#,
      #"<row><c r='A1'><v>1</v></c><c r="B1"><!-- a --><v>1</v></c><c r="C1"><v><![CDATA[2]]></v></c></row>"#,
      #"<row><c r="A1"><v>1</v><v>2</v></c><c r="B1"><v>1</v><f>A1</f></c><c r="C1"><f>A1</f><v>1</v><extLst/></c></row>"#,
      #"<row><c r="A1"><v>1</c></row>"#, #"<row><c r="A1"><v>1</v></row>"#, #"<row><c r="A1" s="1></c></row>"#,
      #"<row r="3"/><c r="B3"><v>1</v></c>"#, "<row><c r=\"A1\" t=\"str\"><v>a\r\nb</v></c></row>",
    ])
  func sameReading(xml: String) { #expect(Self.cells(xml) == Self.cells(Self.spaced(xml))) }

  @Test("It is read in one go, and ends where it ends")
  func extent() throws {
    let text = #"<c r="B7" s="3" t="str"><f t="shared" si="4"/><v>12</v></c><c"#
    let cell = try #require(Array(text.utf8).withUnsafeBufferPointer { PlainCell($0, at: 0) })
    #expect(cell.row == 6 && cell.column == 1 && cell.style == 3 && cell.type == .string)
    #expect(cell.value.count == 2 && cell.end == text.utf8.count - 2)
    for length in 0..<cell.end {
      #expect(Array(text.utf8.prefix(length)).withUnsafeBufferPointer { PlainCell($0, at: 0) } == nil)
    }
  }

  @Test("Cells with a byte changed say the same however they are read")
  func changedBytes() {
    let text =
      #"<row r="2"><c r="A2" s="1"><f t="shared" ref="A2:B2" si="0">C2+1</f><v>12.5</v></c><c r="B2" t="s"><v>1</v></c></row>"#
    var random = SeededGenerator(seed: 20)
    let pool = Array(#"<>/"=&; 'cfvrst019AZ_"#.utf8) + [0x0A, 0x0D]
    for _ in 0..<3000 {
      var bytes = Array(text.utf8)
      let place = Int.random(in: 11..<bytes.count - 6, using: &random)
      bytes[place] = random.one(of: pool)
      let changed = String(decoding: bytes, as: UTF8.self)
      // A blank more must not be in what is no tag any more.
      guard Self.spaced(changed).count == changed.count + 2 else { continue }
      #expect(Self.cells(changed) == Self.cells(Self.spaced(changed)), "\(changed)")
    }
  }
}

@Suite("Values and formulas in little room")
struct PackedValuesTests {
  private static let values: [CellValue] = [
    1.5, .blank, .text("a"), .logical(true), .logical(false), .number(-0.0), .number(.infinity), .number(.nan),
    .number(3, .date), .error(CellError(.value)), .number(.leastNonzeroMagnitude),
    .number(Double(bitPattern: 0x7FFC_0000_0000_0002)),
  ]

  private static func words(_ values: some Sequence<CellValue>) -> [String] { values.map { "\($0)" } }

  @Test("A value comes back as it was")
  func values() {
    var packed = PackedValues()
    for value in Self.values { packed.append(value) }
    #expect(Self.words(packed) == Self.words(Self.values))
    var plain = Self.values
    for (place, value) in Self.values.reversed().enumerated() { (packed[place], plain[place]) = (value, value) }
    packed.insert(.text("new"), at: 2)
    plain.insert(.text("new"), at: 2)
    packed.removeSubrange(4..<7)
    plain.removeSubrange(4..<7)
    #expect(Self.words(packed) == Self.words(plain))
  }

  @Test("A long list of formulas is the list that was put in")
  func formulas() {
    let kinds: [StoredFormula.Kind] = [.shared(7), .plain("A1+1"), .array(3), .shared(0)]
    let plain = (0..<10_000).map { place in
      StoredFormula(
        row: Int32(place / 10), column: Int32(place % 10), style: Int32(place % 3), kind: kinds[place % 4],
        stored: place % 5 == 0 ? nil : Self.values[place % Self.values.count])
    }
    var packed = StoredFormulas(plain)
    #expect(packed.count == plain.count)
    #expect(packed.map { "\($0)" } == plain.map { "\($0)" })
    packed[5000] = plain[1]
    #expect("\(packed[5000])" == "\(plain[1])")
    #expect(packed.cell(4321) == (432, 1))
  }
}
