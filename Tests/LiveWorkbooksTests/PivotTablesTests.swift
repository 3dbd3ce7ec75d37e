import Archives
import CellModel
import FunctionLibrary
import TestSupport
import Testing
import Workbooks

@testable import LiveWorkbooks

@Suite("Pivot tables of workbooks")
struct PivotTablesTests {
  @Test("GETPIVOTDATA gives what Excel has stored, and what LibreOffice has")
  func stored() throws {
    // Excel 14 saved the first. The others are LibreOffice 7.4's, which does not say what its rows and columns are about.
    try WorkbookCollection.checkAgreement("functions/54436.xlsx", usable: 1)
    try WorkbookCollection.checkAgreement("opendocument/pivots.ods", usable: 24)
    try WorkbookCollection.checkAgreement("functions/pivots-libreoffice.xlsx", usable: 24)
  }

  @Test("Each pivot table of a workbook of Excel is read: groups, several data fields, pages")
  func reading() throws {
    let workbook = try WorkbookCollection.live("values/pivots.xlsx")
    func check(_ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
      let value = workbook.value(of: "GETPIVOTDATA(\(formula))")
      #expect(value?.isClose(to: expected) == true, "\(formula)", sourceLocation: location)
    }
    check("\"Sum of Value x 2\",PivotSheet1!A3", 25.5483058053513)
    check("\"Average of Value\",PivotSheet1!A3,\"Category\",\"yellow\"", .number(25.0 / 3))
    check("\"Value\",PivotSheet1!A3,\"Category\",\"yellow\"", .number(25.0 / 3))
    check("\"Size\",PivotSheet1!A3,\"Category\",\"blue\"", .error(.reference))
    check("\"Size\",PivotSheet2!A5,\"Value2\",\"Group1\",\"Category\",\"blue\"", 11.067)
    check("\"Size\",PivotSheet2!A5,\"Value\",10,\"Value2\",\"Group1\"", 4.882)
    check("\"Size\",PivotSheet2!A5,\"Value\",20,\"Value2\",\"Group1\",\"Category\",\"yellow\"", 0)
    check("\"Size\",PivotSheet2!A5,\"Name\",\"a\"", .error(.reference))
    check("\"Count of Value2\",PivotSheet3!B7,\"Name\",\"h\"", 1)
    check("PivotSheet3!B7,\"h\"", 1)
    // Two tables on one sheet; where an area meets both, the last of the file is meant.
    check("\"Value\",PivotSheet4!A1,\"Category\",\"yellow\"", 40)
    check("\"Value\",PivotSheet4!A6:B9,\"Category\",\"yellow\"", 50)
    check("\"Value\",DataSheet!A1", .error(.reference))
    #expect(
      workbook.value(of: "SUM(GETPIVOTDATA({\"Sum of Size\",\"Count of Size\"},PivotSheet1!A3))")?.isClose(to: 9.25552)
        == true)
    #expect(workbook.value(of: "SUM(GETPIVOTDATA(\"Value\",PivotSheet4!A1,\"Category\",{\"blue\",\"yellow\"}))") == 115)
  }

  @Test("A formula follows the cells of the report")
  func following() throws {
    let workbook = try WorkbookCollection.live("functions/54436.xlsx")
    let (asked, shown) = (workbook.area("A14"), workbook.area("B9"))
    if let shown { workbook.set(30, at: shown.topLeft) }
    workbook.recalculate()
    #expect(asked.map { workbook.engine.value(at: $0.topLeft) } == 30)
    if let asked { #expect(!workbook.unsteady.contains(asked.topLeft)) }
  }

  @Test("A report of months and years is asked by the numbers of its groups")
  func groups() throws {
    // As Excel writes days in groups: the first item of a group is all before, the last all behind.
    let cache = """
      <pivotCacheDefinition><cacheFields><cacheField name='Day'><sharedItems><d v='2020-05-17T00:00:00'/></sharedItems>
      <fieldGroup par='2' base='0'><rangePr groupBy='months'/><groupItems><s v='&lt;1/1/2020'/><s v='Jan'/><s v='Feb'/><s v='&gt;1/1/2021'/>
      </groupItems></fieldGroup></cacheField><cacheField name='Cost'><sharedItems/></cacheField>
      <cacheField name='Years'><fieldGroup base='0'><rangePr groupBy='years'/><groupItems><s v='&lt;1/1/2020'/><s v='2020'/></groupItems>
      </fieldGroup></cacheField><cacheField name='Age'><sharedItems/><fieldGroup base='3'>
      <rangePr startNum='20' endNum='60' groupInterval='20'/><groupItems><s v='&lt;20'/><s v='20-39'/><s v='40-59'/></groupItems>
      </fieldGroup></cacheField></cacheFields></pivotCacheDefinition>
      """
    let pivot = """
      <pivotTableDefinition><location ref='A1:C6' firstHeaderRow='1' firstDataRow='2' firstDataCol='1'/><pivotFields>
      <pivotField><items><item x='0'/><item x='1'/><item x='2'/></items></pivotField><pivotField/>
      <pivotField><items><item x='0'/><item x='1'/></items></pivotField>
      <pivotField name='Years old'><items><item x='1' n='young'/><item x='2'/></items></pivotField></pivotFields>
      <rowFields><field x='2'/><field x='0'/></rowFields>
      <rowItems><i><x v='1'/></i><i r='1'><x v='1'/></i><i r='1'><x v='2'/></i><i t='grand'><x/></i></rowItems>
      <colFields><field x='3'/></colFields><colItems><i><x/></i><i><x v='1'/></i></colItems>
      <dataFields><dataField name='Sum of Cost' fld='1'/></dataFields></pivotTableDefinition>
      """
    let values = (3...6).map { "<row r='\($0)'><c r='B\($0)'><v>\($0)</v></c><c r='C\($0)'><v>\($0)0</v></c></row>" }
    let workbook = try Self.workbook(rows: values.joined(), pivot: pivot, cache: cache)
    func check(_ formula: String, _ expected: CellValue) {
      #expect(workbook.value(of: "GETPIVOTDATA(\"Cost\",A1,\(formula))") == expected, "\(formula)")
    }
    check("\"Years\",2020,\"Day\",1,\"Age\",20", 4)
    check("\"Years\",\"2020\",\"Day\",\"Feb\",\"Age\",40", 50)
    check("\"Years old\",\"young\",\"Years\",2020", 3)
    check("\"Age\",\"40-59\"", 60)
    check("\"Age\",60", .error(.reference))
  }

  @Test("A definition that cannot be read is no pivot table, and the workbook is read")
  func broken() throws {
    let cache = "<pivotCacheDefinition><cacheFields><cacheField name='A'><sharedItems><s v='x'"
    let workbook = try Self.workbook(rows: "", pivot: "<pivotTableDefinition/>", cache: cache)
    #expect(workbook.contents.sheets[0].pivots.isEmpty)
    #expect(workbook.value(of: "GETPIVOTDATA(\"A\",A1)") == .error(.reference))
  }

  @Test("Numbers that no pivot table has do no harm")
  func wild() throws {
    let cache = """
      <pivotCacheDefinition><cacheFields><cacheField name='F'><sharedItems><s v='x'/></sharedItems></cacheField></cacheFields>
      </pivotCacheDefinition>
      """
    let numbers = ["-1", "99", "9223372036854775807", "-9223372036854775808"]
    for (place, number) in numbers.enumerated() {
      for other in numbers[place...] {
        let pivot = """
          <pivotTableDefinition><location ref='B9:XFD1048576' firstDataRow='\(number)' firstDataCol='\(other)' rowPageCount='\(number)'
          colPageCount='\(other)'/><pivotFields><pivotField><items><item x='0'/><item x='\(number)'/></items></pivotField></pivotFields>
          <rowFields><field x='0'/><field x='\(number)'/></rowFields><rowItems><i r='\(other)'><x v='0'/></i>
          <i r='\(number)' i='\(other)'><x v='\(number)'/></i><i t='grand'><x/></i></rowItems>
          <colItems><i/></colItems><pageFields><pageField fld='\(other)' item='\(number)'/></pageFields>
          <dataFields><dataField name='D' fld='0'/><dataField fld='\(number)'/></dataFields></pivotTableDefinition>
          """
        let workbook = try Self.workbook(rows: "", pivot: pivot, cache: cache)
        #expect(workbook.contents.sheets[0].pivots.count == 1)
        for asked in ["\"D\",B9", "\"D\",B9,\"F\",\"x\"", "B9,\"x\"", "B9,\"D F x\""] {
          #expect(workbook.value(of: "GETPIVOTDATA(\(asked))") != nil)
        }
      }
    }
  }

  @Test("A pivot table of another workbook, or of a file that lacks them, is not asked: the stored value is kept")
  func kept() {
    func kept(_ formula: String, lacksPivots: Bool) -> [LiveWorkbook.KeptReason] {
      var sheet = WorkbookSheet(name: "S")
      sheet.formulas = [StoredFormula(row: 0, column: 0, style: 0, kind: .plain(formula), stored: 7)]
      var contents = Workbook()
      contents.sheets = [sheet]
      contents.lacksPivots = lacksPivots
      var book = ExternalBook()
      book.sheets = [ExternalBook.Sheet(name: "Other")]
      book.sheets[0].cells = [(row: 0, column: 1, value: 5)]
      contents.externalBooks = [book]
      return Array(LiveWorkbook(contents, catalog: .standard).kept.values)
    }
    #expect(kept("GETPIVOTDATA(\"a\",B1)", lacksPivots: true) == [.unknownFunction("GETPIVOTDATA")])
    #expect(kept("GETPIVOTDATA(\"a\",[1]Other!B1)", lacksPivots: false) == [.otherWorkbook("[1]Other")])
    #expect(kept("GETPIVOTDATA(\"a\",B1)", lacksPivots: false) == [])
    #expect(kept("SUM([1]Other!B1)", lacksPivots: true) == [])
  }

  /// A workbook with one sheet and a pivot table on it.
  private static func workbook(rows: String, pivot: String, cache: String) throws -> LiveWorkbook {
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    func relation(_ kind: String, _ target: String) -> String {
      "<r><Relationship Id='r1' Type='\(relations)/\(kind)' Target='\(target)'/></r>"
    }
    let parts = [
      ("_rels/.rels", relation("officeDocument", "xl/workbook.xml")),
      ("xl/workbook.xml", "<workbook><sheets><sheet name='S' sheetId='1' id='r1'/></sheets></workbook>"),
      ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")),
      ("xl/worksheets/sheet1.xml", "<worksheet><sheetData>\(rows)</sheetData></worksheet>"),
      ("xl/worksheets/_rels/sheet1.xml.rels", relation("pivotTable", "../pivotTables/pivotTable1.xml")),
      ("xl/pivotTables/pivotTable1.xml", pivot),
      ("xl/pivotTables/_rels/pivotTable1.xml.rels", relation("pivotCacheDefinition", "../pivotCache/cache1.xml")),
      ("xl/pivotCache/cache1.xml", cache),
    ]
    var writer = ZipWriter()
    for (part, text) in parts { writer.add(part, Array(text.utf8)) }
    let contents = try WorkbookReader.workbook(try writer.finished(), named: "a.xlsx")
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    return workbook
  }
}
