import CellModel
import Testing
import Workbooks

@testable import LiveWorkbooks

@Suite("OpenDocument workbooks")
struct OpenDocumentTests {
  /// Each with how many cells are compared, by the manifest of the collection; all of them agree.
  @Test(
    "What LibreOffice and Excel stored comes out again",
    arguments: [
      ("opendocument/YEARFRAC.ods", 32), ("opendocument/defined_names.fods", 24),
      ("opendocument/table-with-booleans.ods", 2), ("opendocument/issues.ods", 5), ("opendocument/early-days.ods", 34),
    ])
  func agreement(file: String, usable: Int) throws { try WorkbookCollection.checkAgreement(file, usable: usable) }

  @Test("Repeated rows and dates are where they should be")
  func constants() throws {
    let repeated = try WorkbookCollection.contents("opendocument/number_rows_repeated.ods")
    #expect(!repeated.sheets.isEmpty)
    let dates = try WorkbookCollection.contents("opendocument/date.ods")
    #expect(dates.sheets[0].columns[0]?.values.first?.number != nil)
  }

  @Test("Cells show numbers as their styles, those of their columns and their values say")
  func formats() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="s" xmlns:number="n" xmlns:table="t" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:automatic-styles>
      <number:number-style style:name="N1"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
      <number:currency-style style:name="N2P0"><number:currency-symbol>€</number:currency-symbol><number:number number:decimal-places="0" number:min-integer-digits="1"/></number:currency-style>
      <number:currency-style style:name="N2"><number:text>-</number:text><number:currency-symbol>€</number:currency-symbol><number:number number:decimal-places="0" number:min-integer-digits="1"/><style:map style:condition="value()&gt;=0" style:apply-style-name="N2P0"/></number:currency-style>
      <number:date-style style:name="N3"><number:day/><number:text>.</number:text><number:month number:textual="true"/><number:text> at </number:text><number:hours number:style="long"/></number:date-style>
      <number:time-style style:name="N4" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>
      <style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>
      <style:style style:name="ce2" style:family="table-cell" style:data-style-name="N2"/>
      <style:style style:name="ce3" style:family="table-cell" style:data-style-name="N3"/>
      <style:style style:name="ce4" style:family="table-cell" style:data-style-name="N4"/>
      <style:style style:name="ce5" style:family="table-cell" style:parent-style-name="ce1"/>
      </office:automatic-styles>
      <office:body><office:spreadsheet><table:table table:name="A">
      <table:table-column table:default-cell-style-name="ce1" table:number-columns-repeated="2"/><table:table-column/>
      <table:table-row>
      <table:table-cell office:value-type="float" office:value="1"/>
      <table:table-cell table:style-name="ce2" office:value-type="float" office:value="2"/>
      <table:table-cell table:style-name="ce3" office:value-type="date" office:date-value="2026-01-31T14:30:00"/>
      <table:table-cell table:style-name="ce4" office:value-type="time" office:time-value="PT14H30M15.5S"/>
      <table:table-cell table:style-name="ce5" office:value-type="float" office:value="5"/>
      <table:table-cell office:value-type="percentage" office:value="0.19"/>
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """
    let workbook = try WorkbookReader.workbook(Array(text.utf8), named: "styles.fods")
    let cells = (0..<6).map { workbook.sheets[0].columns[$0] }
    let formats = cells.map { column in column.map { workbook.numberFormat(ofStyle: $0.styles[0]) } }
    #expect(formats == ["#,##0.00", "€0;-€0", "d.mmm\" at \"hh", "[h]:mm", "#,##0.00", "0.00%"])
    let (moment, time): (Double, Double) = (46_053 + 14.5 / 24, 52_215.5 / 86_400)
    #expect(cells[2]?.values[0].number == moment)
    #expect(cells[3]?.values[0].number == time)
  }

  @Test("Ranges of databases have names, and errors of LibreOffice's own are errors in any language")
  func databaseRanges() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" xmlns:calcext="c" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:body><office:spreadsheet><table:table table:name="A">
      <table:table-row><table:table-cell office:value-type="float" office:value="1"/>
      <table:table-cell table:formula="of:=SUM(Data)+SUM(Own)" office:value-type="float" office:value="9"/></table:table-row>
      <table:table-row><table:table-cell office:value-type="float" office:value="2"/>
      <table:table-cell table:formula="of:=SUM(Data)" office:value-type="float" office:value="3"/>
      <table:table-cell table:formula="of:Chyba:502" office:value-type="string" office:string-value=""><text:p>Chyba:502</text:p></table:table-cell>
      <table:table-cell office:value-type="string"><text:p>Chyba:502</text:p></table:table-cell>
      <table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>
      <table:table-cell office:value-type="string" office:string-value=""><text:p>shown</text:p></table:table-cell>
      <table:table-cell table:formula="of:=IRR({1|2})" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>Err:523</text:p></table:table-cell>
      </table:table-row></table:table>
      <table:named-expressions><table:named-range table:name="Own" table:cell-range-address="$A.$A$2:.$A$2"/></table:named-expressions>
      <table:database-ranges>
      <table:database-range table:name="Data" table:target-range-address="A.A1:A.A2"/>
      <table:database-range table:name="own" table:target-range-address="A.A1:A.A2"/>
      <table:database-range table:name="__Anonymous_Sheet_DB__0" table:target-range-address="A.A1:A.A2"/>
      </table:database-ranges></office:spreadsheet></office:body></office:document>
      """
    let contents = try WorkbookReader.workbook(Array(text.utf8), named: "names.fods")
    #expect(contents.names.map(\.name) == ["Own", "Data"])
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    for (cell, value): (String, CellValue) in [
      ("B1", 5), ("B2", 3), ("C2", .error(.value)), ("D2", "Chyba:502"), ("E2", .error(.notAvailable)), ("F2", ""),
    ] {
      #expect(workbook.engine.value(at: try #require(workbook.area(cell)).topLeft) == value, "\(cell)")
    }
    let stored = contents.sheets[0].formulas.map(\.stored)
    #expect(stored == [9, 3, .error(.value), .error(.number)])
  }

  /// OpenDocument 1.3 part 3, §19.622: addresses of a name are relative to its base cell. LibreOffice stores an error of an
  /// array as the number 0, and one of its own in French with a blank before the colon.
  @Test("Relative names count from their base cell, sheets stand before a point, errors are told by what is shown")
  func relativeNames() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" xmlns:calcext="c" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:body><office:spreadsheet><table:table table:name="A">
      <table:table-row><table:table-cell office:value-type="float" office:value="1"/><table:table-cell table:formula="of:=2*Left"/>
      <table:table-cell table:formula="of:=COUNTIF([.A1:.A3];&quot;ab.&quot;)"/></table:table-row>
      <table:table-row><table:table-cell office:value-type="float" office:value="20"/><table:table-cell table:formula="of:=2*Left+Above"/>
      <table:table-cell table:formula="of:=B.own+B.both+A.own+B.num2"/></table:table-row>
      <table:table-row><table:table-cell office:value-type="string"><text:p>abc</text:p></table:table-cell>
      <table:table-cell table:formula="of:=SQRT(-1)" table:number-matrix-columns-spanned="2" table:number-matrix-rows-spanned="1" office:value-type="float" office:value="0"><text:p>Err:502</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="0"><text:p>Err:502</text:p></table:table-cell>
      <table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>Err\u{A0}:532</text:p></table:table-cell>
      <table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#NV</text:p></table:table-cell>
      </table:table-row></table:table>
      <table:table table:name="B"><table:table-row><table:table-cell office:value-type="float" office:value="300"/></table:table-row>
      <table:named-expressions><table:named-range table:name="own" table:base-cell-address="$A.$A$1" table:cell-range-address="$B.$A$1"/></table:named-expressions></table:table>
      <table:named-expressions>
      <table:named-range table:name="Left" table:base-cell-address="$A.$C$7" table:cell-range-address="$A.B7"/>
      <table:named-expression table:name="Above" table:base-cell-address="$A.$C$7" table:expression="[.$A6]*100"/>
      <table:named-range table:name="num2" table:base-cell-address="$A.$A$1" table:cell-range-address="$A.$A$1"/>
      <table:named-range table:name="both" table:base-cell-address="$A.$A$1" table:cell-range-address="$A.$A$2"/>
      <table:named-expression table:name="A.own" table:base-cell-address="$A.$A$1" table:expression="4000"/>
      </table:named-expressions></office:spreadsheet></office:body></office:document>
      """
    let contents = try WorkbookReader.workbook(Array(text.utf8), named: "relative.fods")
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    for (cell, value): (String, CellValue) in [("B1", 2), ("B2", 140), ("C1", 1), ("C2", 4321)] {
      #expect(workbook.engine.value(at: try #require(workbook.area(cell)).topLeft) == value, "\(cell)")
    }
    #expect(contents.sheets[0].arrays.spilled.map(\.value) == [.error(.value)])
    #expect(contents.sheets[0].formulas.suffix(3).map(\.stored) == [.error(.value), .error(.divisionByZero), nil])
  }

  @Test("What LibreOffice has read of another workbook is no sheet, and formulas find it there")
  func otherWorkbooks() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:body><office:spreadsheet><table:table table:name="A"><table:table-row>
      <table:table-cell table:formula="of:=['file:///a/it''s.ods'#$B.A1]+SUM(['file:///a/it''s.ods'#$'C D'.A1:.B1])"/>
      <table:table-cell table:formula="of:=SHEETS()"/>
      <table:table-cell table:formula="of:=['file:///none.ods'#$B.A1]" office:value-type="float" office:value="7"/>
      </table:table-row></table:table>
      <table:table table:name="'file:///a/it''s.ods'#B"><table:table-row>
      <table:table-cell office:value-type="float" office:value="5"/></table:table-row></table:table>
      <table:table table:name="'file:///a/it''s.ods'#C D"><table:table-row>
      <table:table-cell office:value-type="float" office:value="10"/>
      <table:table-cell office:value-type="float" office:value="20"/></table:table-row></table:table>
      </office:spreadsheet></office:body></office:document>
      """
    let workbook = LiveWorkbook(try WorkbookReader.workbook(Array(text.utf8), named: "links.fods"), catalog: .standard)
    workbook.recalculate()
    let values = try ["A1", "B1", "C1"].map { workbook.engine.value(at: try #require(workbook.area($0)).topLeft) }
    #expect(values == [35, 1, 7])
    #expect(workbook.contents.sheets.map(\.name) == ["A"])
    #expect(workbook.contents.externalBooks.map(\.target) == ["file:///a/it's.ods"])
  }

  @Test("Texts are looked for as the settings of the file say")
  func textMatching() throws {
    // Cells: one, oneone, a.b, axb, 2, "A2", 25, E*, EVA, Eva M.
    let rows: [(formula: String, values: [String: CellValue])] = [
      ("COUNTIF([.A1:.A10];\"one\")", ["whole": 1, "parts": 2, "wild": 1, "plain": 1]),
      ("COUNTIF([.A1:.A10];\"<>one\")", ["whole": 9, "parts": 8, "wild": 9, "plain": 9]),
      ("COUNTIF([.A1:.A10];\"=o.*e\")", ["whole": 2, "parts": 2, "wild": 0, "plain": 0]),
      ("COUNTIF([.A1:.A10];\"o*e\")", ["whole": 0, "parts": 5, "wild": 2, "plain": 0]),
      ("COUNTIF([.A1:.A10];\"a.b\")", ["whole": 2, "parts": 2, "wild": 1, "plain": 1]),
      ("COUNTIF([.A1:.A10];\"(?-i)E.*\")", ["whole": 3, "parts": 3, "wild": 0, "plain": 0]),
      ("COUNTIF([.A1:.A10];\"A[0-9]\")", ["whole": 1, "parts": 1, "wild": 0, "plain": 0]),
      ("COUNTIF([.A1:.A10];\"=2\")", ["whole": 1, "parts": 2, "wild": 1, "plain": 1]),
      ("COUNTIF([.A1:.A10];\">1\")", ["whole": 2, "parts": 2, "wild": 2, "plain": 2]),
      ("COUNTIF([.A1:.A10];\"e.*\")", ["whole": 3, "parts": 5, "wild": 0, "plain": 0]),
      ("COUNTIF([.A1:.A10];\"((\")", ["whole": 0, "parts": 0, "wild": 0, "plain": 0]),
      ("SUMPRODUCT(COUNTIFS([.A1:.A10];{\"EVA\";\"one.*\"}))", ["whole": 3, "parts": 4, "wild": 1, "plain": 1]),
      (
        "MATCH(\".x.\";[.A1:.A10];0)",
        ["whole": 4, "parts": 4, "wild": .error(.notAvailable), "plain": .error(.notAvailable)]
      ),
      (
        "MATCH(\"?x?\";[.A1:.A10];0)",
        ["whole": .error(.notAvailable), "parts": .error(.notAvailable), "wild": 4, "plain": .error(.notAvailable)]
      ),
      (
        "VLOOKUP(\"eone\";[.A1:.A10];1;0)",
        [
          "whole": .error(.notAvailable), "parts": "oneone", "wild": .error(.notAvailable),
          "plain": .error(.notAvailable),
        ]
      ),
      ("SEARCH(\"N.\";[.A2])", ["whole": 2, "parts": 2, "wild": .error(.value), "plain": .error(.value)]),
      ("SEARCH(\"n?o\";[.A2])", ["whole": 1, "parts": 1, "wild": 2, "plain": .error(.value)]),
      (
        "SEARCH(\"[xb]\";[.A4];3)+SEARCHB(\"b|x\";[.A4])",
        ["whole": 5, "parts": 5, "wild": .error(.value), "plain": .error(.value)]
      ),
      // A text finds the number that is shown as it, though not in an array, and a blank no zero.
      ("MATCH(\"25\";[.A1:.A10];0)", ["whole": 7, "parts": 7, "wild": 7, "plain": 7]),
      ("VLOOKUP(\"2\";[.A5:.A6];1;0)", ["whole": 2, "parts": 2, "wild": 2, "plain": 2]),
      ("IFNA(MATCH(\"2.0\";[.A1:.A10];0);9)", ["whole": 9, "parts": 9, "wild": 9, "plain": 9]),
      ("IFNA(MATCH(\"2\";{1|2};0);9)", ["whole": 9, "parts": 9, "wild": 9, "plain": 9]),
      ("IFNA(MATCH([.C9];{0|1};0);9)", ["whole": 9, "parts": 9, "wild": 9, "plain": 9]),
      ("DCOUNTA([.B1:.B4];1;[.C1:.C2])", ["whole": 1, "parts": 2, "wild": 1, "plain": 1]),
      // A field 0 counts records.
      ("DCOUNT([.B1:.B4];0;[.C1:.C2])", ["whole": 1, "parts": 2, "wild": 1, "plain": 1]),
      // The empty text is a part of all texts, and found in none.
      ("IFNA(MATCH([.C9];[.A1:.A10];0);99)", ["whole": 99, "parts": 99, "wild": 99, "plain": 99]),
      ("IFNA(VLOOKUP(\"\";[.A1:.A10];1;0);99)", ["whole": 99, "parts": 99, "wild": 99, "plain": 99]),
      ("COUNTIF([.A1:.A12];\"\")", ["whole": 2, "parts": 2, "wild": 2, "plain": 2]),
      ("COUNTIF([.D30];\"\")+COUNTIF([.D30];\"=\")", ["whole": 1, "parts": 0, "wild": 1, "plain": 1]),
      ("T(\"\")", ["whole": "", "parts": "", "wild": "", "plain": ""]),
    ]
    let settings = [
      "whole": "", "parts": "table:search-criteria-must-apply-to-whole-cell=\"false\"",
      "wild": "table:use-wildcards=\"true\"",
      "plain": "table:use-regular-expressions=\"false\"",
    ]
    for (name, attributes) in settings.sorted(by: { $0.key < $1.key }) {
      let workbook = LiveWorkbook(try Self.matching(attributes, rows.map(\.formula)), catalog: .standard)
      workbook.recalculate()
      for (row, (formula, values)) in rows.enumerated() {
        let address = try #require(workbook.area("D\(row + 1)")).topLeft
        #expect(workbook.engine.value(at: address) == values[name], "\(name): \(formula)")
      }
    }
    #expect(try Self.matching("", []).calculation.textMatching.patterns == .regularExpressions)
    #expect(try Self.matching("", [], savedBy: "MicrosoftOffice/15.0").calculation.textMatching == .excel)
    let own = "table:use-wildcards=\"true\" table:case-sensitive=\"false\""
    #expect(try Self.matching(own, [], savedBy: "Sheaf").calculation.textMatching == .excel)
  }

  @Test(
    "A cell of which no type is told, or a day of no calendar, holds the text that it shows, and a logical is 1 or true"
  )
  func untyped() throws {
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:body><office:spreadsheet><table:table table:name="A"><table:table-row>
      <table:table-cell><text:p>12</text:p></table:table-cell><table:table-cell><text:p/></table:table-cell>
      <table:table-cell office:value-type="boolean" office:boolean-value="1"/>
      <table:table-cell><office:annotation><text:p>a note</text:p></office:annotation></table:table-cell>
      <table:table-cell office:value-type="date" office:date-value="-0001-11-25"><text:p>25.11.1 BC</text:p></table:table-cell>
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """
    let workbook = try WorkbookReader.workbook(Array(text.utf8), named: "untyped.fods")
    let cells = (0..<5).map { workbook.sheets[0].columns[$0]?.values.first }
    #expect(cells == ["12", nil, .logical(true), nil, "25.11.1 BC"])
  }

  /// As LibreOffice 7.4 reads them; OpenFormula has brackets around all references.
  @Test(
    "References without brackets are read where nothing has their name, and crossed labels are not made anything else")
  func bareReferences() throws {
    let rows: [(formula: String, value: CellValue?)] = [
      ("E1+1", 8), ("tax1+1", 41), ("SUM(E1:E3)", 18), ("SUM($A.$E$1:$E$3)", 18), ("SUM('A'.E1:A.E2)", 12), ("A.E2", 5),
      ("$A.E2*2", 10), ("A.$E$2*2", 10), ("SUM(A.E:E)", 18), ("SUM(A.E1;[.E2])", 12), ("IF(A.E1=7;A.E2;\"\")", 5),
      ("A.Rate+1", 3), ("zzz1", .error(CellError(.name))), ("LOGNORMDIST(E3-E3+1)", 0.5), ("'a'!!'b'", nil),
    ]
    var table = ""
    for (row, (formula, _)) in rows.enumerated() {
      let text = formula.replacing("\"", with: "&quot;")
      table += "<table:table-row><table:table-cell table:formula=\"of:=\(text)\"/>"
      let number = row < 3 ? [7, 5, 6][row] : nil
      table += "<table:table-cell table:number-columns-repeated=\"3\"/>"
      table += number.map { "<table:table-cell office:value-type=\"float\" office:value=\"\($0)\"/>" } ?? ""
      table += "</table:table-row>"
    }
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:body><office:spreadsheet><table:table table:name="A">\(table)
      <table:named-expressions><table:named-expression table:name="Rate" table:base-cell-address="$A.$A$1" table:expression="2"/></table:named-expressions></table:table>
      <table:named-expressions><table:named-expression table:name="tax1" table:base-cell-address="$A.$A$1" table:expression="40"/></table:named-expressions>
      </office:spreadsheet></office:body></office:document>
      """
    let workbook = LiveWorkbook(try WorkbookReader.workbook(Array(text.utf8), named: "bare.fods"), catalog: .standard)
    workbook.recalculate()
    for (row, expected) in rows.enumerated() {
      let address = try #require(workbook.area("A\(row + 1)")).topLeft
      if let value = expected.value {
        #expect(workbook.engine.value(at: address) == value, "\(expected.formula)")
      } else {
        #expect(workbook.kept[address] != nil, "\(expected.formula)")
      }
    }
  }

  /// OpenDocument 1.3 part 3, §19.601 and §19.591: case counts unless it is said otherwise, and days are those of the calendar
  /// from 30 December 1899 on; LibreOffice has 1 for `DATE(1899;12;31)`.
  @Test("Operators tell case as the settings say, and days before March 1900 are those of the calendar")
  func caseAndCalendar() throws {
    let rows: [(formula: String, told: CellValue, untold: CellValue, excel: CellValue)] = [
      ("\"a\"=\"A\"", false, true, true), ("[.B2]<>\"EVA\"", true, false, false), ("\"a\"<\"A\"", true, false, false),
      ("\"B\">=\"a\"", true, true, true), ("COUNTIF([.B1:.B4];\"EVA\")", 1, 1, 1),
      ("SUMPRODUCT(([.B1:.B4]=\"eva\")*1)", 0, 1, 1), ("DAY(0)", 30, 30, 0), ("YEAR(1)", 1899, 1899, 1900),
      ("TEXT(59;\"yyyy-mm-dd\")", "1900-02-27", "1900-02-27", "1900-02-28"), ("DAY(60)", 28, 28, 29),
      ("MONTH(61)", 3, 3, 3), ("WEEKDAY(1)", 1, 1, 1), ("YEAR(-366)", 1898, 1898, .error(.number)),
      ("VALUE(\"1900-01-15\")", 16, 16, 15), ("DATEVALUE(\"2/28/1900\")+0", 60, 60, 59),
      ("DATE(1899;12;30)+0", 0, 0, .number(Double(SerialCalendar().serial(year: 3799, month: 12, day: 30)))),
      ("YEAR(DATE(29;1;1))", 2029, 2029, 1929), ("YEAR(DATE(30;1;1))", 1930, 1930, 1930),
    ]
    let files = [("LibreOffice/24.8", ""), ("LibreOffice/24.8", "false"), ("MicrosoftOffice/15.0", "false")]
    for (number, (program, setting)) in files.enumerated() {
      let attributes = setting.isEmpty ? "" : "table:case-sensitive=\"\(setting)\""
      let contents = try Self.matching(attributes, rows.map(\.formula), savedBy: program)
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      for (row, values) in rows.enumerated() {
        let address = try #require(workbook.area("D\(row + 1)")).topLeft
        let expected = [values.told, values.untold, values.excel][number]
        #expect(workbook.engine.value(at: address) == expected, "\(program) \(setting): \(values.formula)")
      }
    }
  }

  /// A workbook with formulas in column D and settings of its own.
  private static func matching(
    _ attributes: String, _ formulas: [String], savedBy: String = "LibreOffice/7.4"
  ) throws -> Workbook {
    let texts = ["one", "oneone", "a.b", "axb", "2", "A2", "25", "E*", "EVA", "Eva M"]
    let names = ["name", "Eva", "Evan", "Adam"]
    let criteria = ["name", "Eva"]
    func cell(_ texts: [String], _ row: Int) -> String {
      guard row < texts.count else { return "<table:table-cell/>" }
      if Double(texts[row]) != nil {
        return "<table:table-cell office:value-type=\"float\" office:value=\"\(texts[row])\"/>"
      }
      return "<table:table-cell office:value-type=\"string\"><text:p>\(texts[row])</text:p></table:table-cell>"
    }
    var table = ""
    for row in 0..<max(texts.count, formulas.count) {
      table += "<table:table-row>" + cell(texts, row) + cell(names, row) + cell(criteria, row)
      if row < formulas.count {
        let text = formulas[row].split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "&quot;")
          .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        table += "<table:table-cell table:formula=\"of:=\(text)\" office:value-type=\"float\" office:value=\"0\"/>"
      }
      table += "</table:table-row>"
    }
    let text = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x" xmlns:meta="m" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
      <office:meta><meta:generator>\(savedBy)</meta:generator></office:meta>
      <office:body><office:spreadsheet><table:calculation-settings \(attributes)/>
      <table:table table:name="A">\(table)</table:table></office:spreadsheet></office:body></office:document>
      """
    return try WorkbookReader.workbook(Array(text.utf8), named: "matching.fods")
  }

  @Test("A password and counts that would fill the memory are refused")
  func refusals() {
    #expect(throws: WorkbookFault.password) { try WorkbookCollection.contents("refuse/pass_protected.ods") }
    #expect(throws: WorkbookFault.self) { try WorkbookCollection.contents("refuse/issue_594_dos.ods") }
  }
}
