import CellModel
import Engine
import FunctionLibrary
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

@Suite("What-if tables")
struct WhatIfTableTests {
  @Test("What Excel has stored is computed: along a row, along a column, and both ways")
  func stored() throws {
    let workbook = try WorkbookCollection.live("constructs/DataTableFormula-Excel-Input.xlsx")
    // A value beside each table is set to what it is, so that the table is computed anew.
    for (value, table) in [
      ("'1D Row'!B5", "'1D Row'!C4:C8"), ("'1D Column'!D3", "'1D Column'!C4:G4"), ("'1x1 2D'!C4", "'1x1 2D'!C5"),
      ("'2D'!C4", "'2D'!C5:D8"),
    ] {
      let cell = try #require(workbook.area(value)).topLeft
      let area = try #require(workbook.area(table))
      let before = workbook.shownValue(in: area)
      let own = workbook.engine.value(at: cell)
      workbook.set("other", at: cell)
      workbook.recalculate()
      #expect(workbook.shownValue(in: area) != before, "\(table)")
      workbook.set(own, at: cell)
      workbook.recalculate()
      #expect(workbook.shownValue(in: area) == before, "\(table)")
    }
    #expect(workbook.whatIfTables.formula(at: try #require(workbook.area("'2D'!D8")).topLeft) == "TABLE(B2,B1)")
    #expect(workbook.whatIfTables.formula(at: try #require(workbook.area("'1D Column'!D4")).topLeft) == "TABLE(A1,)")
    #expect(workbook.whatIfTables.formula(at: try #require(workbook.area("'1D Row'!C5")).topLeft) == "TABLE(,A1)")
    // The input of this one has been deleted.
    let deleted = try #require(workbook.area("'1D Row - Deleted Input'!C3")).topLeft
    #expect(workbook.whatIfTables.formula(at: deleted) == nil)
  }

  /// A1 is an input, B1 is constant, A2 to A4 stand beside the table B2:C4 whose formulas stand above it, in B1 and C1.
  private static func workbook(
    _ formulas: [(String, String)], tables: [WhatIfTable], _ constants: [(String, CellValue)]
  ) -> LiveWorkbook {
    var contents = Workbook()
    var sheet = WorkbookSheet(name: "S")
    for (place, value) in constants {
      let (row, column) = A1Notation.cell(place) ?? (0, 0)
      sheet.columns[column, default: ConstantColumn()].append(value, row: row, style: 0)
    }
    for (place, formula) in formulas {
      let (row, column) = A1Notation.cell(place) ?? (0, 0)
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: Int32(column), style: 0, kind: .plain(formula), stored: nil))
    }
    sheet.whatIfTables = tables
    contents.sheets = [sheet]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  private static func table(_ block: String, row: String? = nil, column: String? = nil) -> WhatIfTable {
    func input(_ place: String?) -> WhatIfTable.Input? {
      place.flatMap(A1Notation.cell).map { WhatIfTable.Input(row: $0.row, column: $0.column) }
    }
    return WhatIfTable(
      block: CellBlock(block) ?? CellBlock(top: 0, left: 0, bottom: 0, right: 0), rowInput: input(row),
      columnInput: input(column))
  }

  private static func values(_ workbook: LiveWorkbook, _ area: String) -> CellValue? {
    workbook.area(area).map(workbook.shownValue(in:))
  }

  private static func set(_ value: CellValue, at place: String, in workbook: LiveWorkbook) {
    if let area = workbook.area(place) { workbook.set(value, at: area.topLeft) }
    workbook.recalculate()
  }

  /// 10 in A1 and 1 in D1; B1 adds them up, in a branch that is not taken with the 10; the table asks for 1, 2 and 3.
  private static var branching: LiveWorkbook {
    workbook(
      [("B1", "IF(A1=10,0,A1+D1)"), ("E1", "SUM(B2:B4)")], tables: [table("B2:B4", column: "A1")],
      [("A1", 10), ("A2", 1), ("A3", 2), ("A4", 3), ("B2", 2), ("B3", 3), ("B4", 4), ("D1", 1)])
  }

  @Test("A table follows what its formula reads only with the values of the table, and what reads the table follows it")
  func branches() {
    let workbook = Self.branching
    #expect(Self.values(workbook, "E1") == 9)
    Self.set(100, at: "D1", in: workbook)
    #expect(Self.values(workbook, "B1") == 0)
    #expect(Self.values(workbook, "B2:B4") == .array(CellArray([[101], [102], [103]])))
    #expect(Self.values(workbook, "E1") == 306)
    #expect(Self.values(workbook, "A1") == 10)
    Self.set(5, at: "A3", in: workbook)
    #expect(Self.values(workbook, "B2:B4") == .array(CellArray([[101], [105], [103]])))
  }

  @Test("What an input itself holds does not matter, and its formula is there again")
  func inputs() throws {
    let workbook = Self.branching
    Self.set(77, at: "A1", in: workbook)
    #expect(Self.values(workbook, "B1") == 78)
    #expect(Self.values(workbook, "B2:B4") == .array(CellArray([[2], [3], [4]])))
    #expect(workbook.setFormula("D1*10", at: try #require(workbook.area("A1")).topLeft))
    Self.set(2, at: "D1", in: workbook)
    #expect(Self.values(workbook, "A1:B1") == .array(CellArray([[20, 22]])))
    #expect(Self.values(workbook, "B2:B4") == .array(CellArray([[3], [4], [5]])))
    #expect(workbook.formula(at: try #require(workbook.area("A1")).topLeft) == "D1*10")
  }

  @Test(
    "A table may be made of another, a blank result is 0, and a table that says that it is endless ends with its cells")
  func chains() {
    let workbook = Self.workbook(
      [("B1", "A1*D1"), ("G1", "F1+SUM(B2:B3)"), ("H1", "IF(F1=1,X9,\"t\")")],
      tables: [
        Self.table("G2:XFD1048576", column: "F1"), Self.table("B2:B3", column: "A1"),
      ],
      [
        ("A2", 1), ("A3", 2), ("B2", 3), ("B3", 6), ("D1", 3), ("F2", 1), ("F3", 2), ("G2", 10), ("H2", 0), ("G3", 11),
        ("H3", "t"),
      ])
    Self.set(10, at: "D1", in: workbook)
    #expect(Self.values(workbook, "B2:B3") == .array(CellArray([[10], [20]])))
    #expect(Self.values(workbook, "G2:H3") == .array(CellArray([[31, 0], [32, "t"]])))
  }

  @Test("Of two tables that overlap the first is one, and the other keeps its values")
  func overlapping() throws {
    let workbook = Self.workbook(
      [("B1", "A1*D1")], tables: [Self.table("B2:B3", column: "A1"), Self.table("B3:B4", column: "D1")],
      [("A2", 1), ("A3", 2), ("A4", 3), ("B2", 3), ("B3", 6), ("B4", 7), ("D1", 3)])
    Self.set(10, at: "D1", in: workbook)
    #expect(Self.values(workbook, "B2:B4") == .array(CellArray([[10], [20], [7]])))
    #expect(workbook.whatIfTables.formula(at: try #require(workbook.area("B4")).topLeft) == nil)
  }

  @Test("Cells of a table are told as such, cannot be set, and depend on what the table is made of")
  func relations() throws {
    let workbook = Self.branching
    let (cell, beside) = (try #require(workbook.area("B3")), try #require(workbook.area("A3")))
    #expect(workbook.obstacle(toSetting: cell) == .partOfWhatIfTable)
    #expect(workbook.relations.precedents(of: cell.topLeft).map(workbook.name(of:)) == ["S!B1", "S!A3"])
    #expect(workbook.relations.readers(of: beside.topLeft).map(workbook.name(of:)) == ["S!B2:B4"])
    let constant = try #require(workbook.area("D1")).topLeft
    let dependents = workbook.relations.reach(of: [constant]).map(workbook.name(of:))
    #expect(dependents.sorted() == ["S!B1", "S!B2", "S!B3", "S!B4", "S!D1", "S!E1"])
  }

  @Test("A table of which a file has not all values is computed, and is an error where it is not computed")
  func withoutValues() throws {
    func contents(_ stored: [(String, CellValue)]) -> LiveWorkbook {
      Self.workbook(
        [("B1", "A1*D1"), ("E1", "SUM(B2:B4)")], tables: [Self.table("B2:B4", column: "A1")],
        [("A2", 1), ("A3", 2), ("A4", 3), ("D1", 3)] + stored)
    }
    let kept: [(String, CellValue)] = [("B2", 1), ("B3", 1), ("B4", 1)]
    for (stored, values) in [([], [[3], [6], [9]]), ([kept[1], kept[2]], [[3], [6], [9]]), (kept, [[1], [1], [1]])]
      as [([(String, CellValue)], [[CellValue]])]
    {
      let workbook = contents(stored)
      #expect(Self.values(workbook, "B2:B4") == .array(CellArray(values)))
      #expect(Self.values(workbook, "A1") == .blank)
      let engine = Engine(catalog: LiveWorkbook.catalog(.standard))
      let used = LiveWorkbook(workbook.contents, in: engine, prefix: "m.")
      engine.recalculate()
      let sum = engine.value(at: try #require(used.area("E1")).topLeft)
      #expect(stored.count == 3 ? sum == 3 : sum.isError)
    }
  }

  @Test("Only what is another value is written into a file")
  func writing() throws {
    let workbook = Self.branching
    let changes = WorkbookChanges(workbook)
    Self.set(100, at: "D1", in: workbook)
    Self.set(1, at: "D1", in: workbook)
    #expect(changes.takeChangedAddresses().isEmpty)
    Self.set(5, at: "A3", in: workbook)
    #expect(Set(changes.takeChangedAddresses().map(workbook.name(of:))) == ["S!A3", "S!B3", "S!E1"])
  }
}
