import CellModel
import TestSupport
import Testing

@testable import Workbooks

@Suite("Number formats in OpenDocument")
struct OpenDocumentNumberStyleTests {
  private static let formats = [
    "General", "0", "0.00", "#,##0", "#,##0.00", "0%", "0.0%", "0.00E+00", "##0.0E+0", "0E-0", "# ?/?", "# ??/??",
    "?/?", "# ?/8",
    "@", "$#,##0.00", "#,##0.00 €", "0.0##", "#.##", "#", "000", "000,000", "#,#00", "0,", "0.0,,", "0\"kg\"",
    "\"a \"\"b\"0",
    "0.00;-0.00", "0;(0)", "0;-0;\"none\"", "0;-0;;@", "#,##0;[Red]-#,##0", "[Blue]0.0;[Red]-0.0;[Green]0",
    "[>=100]0;[<0]-0.00;0.0", "[=1]\"one\";[<>2]0.0;\"two\"", ";;", ";;;", "\"yes\";\"no\";\"no\"",
    "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)", "000\"-\"00\"-\"0000", "0%\"!\"", "0\"%\"",
    "(000) 000-0000", "General\" x\"",
    "yyyy-mm-dd", "dd.mm.yyyy", "d/m/yy", "mmm d, yyyy", "dddd, d. mmmm yyyy", "ddd", "hh:mm", "h:mm AM/PM",
    "hh:mm:ss.000",
    "yyyy-mm-dd hh:mm:ss", "[h]:mm", "[hh]:mm:ss", "[mm]:ss", "[s]", "mm:ss.0", "yyyy\"-W\"dd", "0.", "00.", "\"#\"0",
    "0\"/\"", "-0", ".00", "$.00;($.00)", ".0E+0", "0.0,0,", "0\"x\",", "[<=-100]\"B\"0;\"C\"0", "[>=0]0;(0)",
    "bbbb-mm-dd", "bb", "aaaa", "\"n: \"@", "[$-411]ggge\"年\"m\"月\"", "[$-411]gee", "[$-404]e/m/d", "gg yyyy",
    "[$-407]dddd, d. mmmm yyyy", "[$-40C]mmm yy;[$-407]mmm;\"-\"", "[$-804]yyyy mmmm", "[$-414]ddd", "[$-409]mmm",
    "[<0]0.0", "[>0]\"A\"0", "[>=0]0.0", "[=5]0", "[>-2]0.00",
  ]

  private static let values: [CellValue] = [
    0, 1, -1, 0.5, -0.5, 3.14159, -3.14159, 12, 99.995, 100, 123.456, -123.456, 1234.5, -1234567.891, 1e9, 1.5e-7,
    46_053.75,
    "text", 2,
  ]

  @Test("Whatever is a format is written, and what comes back is one")
  func randomFormats() throws {
    let parts = [
      "0", "#", "?", ".", ",", "%", "/", "E+", "E-", ";", "\"a\"", "\\x", " ", "_)", "* ", "[Red]", "[>=1]", "General",
      "@", "8", "$", "-",
      "y", "yyyy", "m", "mmm", "d", "ddd", "h", "[h]", "s", "ss.00", "AM/PM",
    ]
    var chance = SeededGenerator(seed: 5)
    var formats = [".0E+0", ".0E+0.", "0./0", "?/?/?", ".", "E+0", "0E+", ".;.;.;.", "0.0.0", ",", "0,.0,"]
    for _ in 0..<4_000 {
      let count = Int(chance.next() % 9) + 1
      formats.append((0..<count).map { _ in parts[Int(chance.next() % UInt64(parts.count))] }.joined())
    }
    var workbook = Workbook()
    workbook.numberFormats = ["General"] + formats.filter { (try? NumberFormat($0)) != nil }
    #expect(workbook.numberFormats.count > 1_500)
    var sheet = WorkbookSheet(name: "A")
    var column = ConstantColumn()
    for row in workbook.numberFormats.indices { column.append(5, row: row, style: Int32(row)) }
    sheet.columns[0] = column
    workbook.sheets = [sheet]
    let read = try WorkbookReader.workbook(try OpenDocumentWriter.bytes(workbook, names: []), named: "a.ods")
    let styles = try #require(read.sheets[0].columns[0]?.styles)
    #expect(styles.count == workbook.numberFormats.count)
    for style in styles { #expect((try? NumberFormat(read.numberFormat(ofStyle: style))) != nil) }
  }

  @Test("A format is written and read back so that it shows the same", arguments: formats)
  func roundTrip(_ source: String) throws {
    var workbook = Workbook()
    workbook.numberFormats = ["General", source]
    var sheet = WorkbookSheet(name: "A")
    var column = ConstantColumn()
    column.append(5, row: 0, style: 1)
    sheet.columns[0] = column
    workbook.sheets = [sheet]
    let read = try WorkbookReader.workbook(try OpenDocumentWriter.bytes(workbook, names: []), named: "a.ods")
    let style = try #require(read.sheets[0].columns[0]?.styles.first)
    let written = try NumberFormat(read.numberFormat(ofStyle: style))
    let format = try NumberFormat(source)
    // Blanks in the place of digits are not kept, nor does LibreOffice keep them.
    func shown(_ value: CellValue, in format: NumberFormat) -> String {
      let text = format.text(of: value)
      return source.contains("??_)") ? text.filter { $0 != " " } : text
    }
    for value in Self.values {
      #expect(shown(value, in: written) == shown(value, in: format), "\(source) is \(written.source)")
      if case .number(let number, _) = value { #expect(written.colour(for: number) == format.colour(for: number)) }
    }
    #expect(written.numberKind == format.numberKind)
  }
}
