import CellModel
import FunctionLibrary
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

@Suite("What-if tables of OpenFormula")
struct MultipleOperationsTests {
  /// 2 and 3 in A1 and B1, whose product and 1 is in C1; each other cell has a formula and what is stored for it.
  private static func workbook(_ cells: [(place: String, formula: String, stored: CellValue?)]) -> LiveWorkbook {
    var contents = Workbook()
    var sheet = WorkbookSheet(name: "S")
    for (place, value) in [("A1", 2), ("B1", 3), ("B3", 1), ("B4", 5), ("D1", 10), ("E1", 20)] as [(String, CellValue)]
    {
      let (row, column) = A1Notation.cell(place) ?? (0, 0)
      sheet.columns[column, default: ConstantColumn()].append(value, row: row, style: 0)
    }
    for (place, formula, stored) in [("C1", "A1*B1+1", 7)] + cells {
      let (row, column) = A1Notation.cell(place) ?? (0, 0)
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: Int32(column), style: 0, kind: .plain(formula), stored: stored))
    }
    contents.sheets = [sheet]
    contents.names = [DefinedName(name: "Rate", formula: "S!$A$1", sheet: nil)]
    contents.calculation.followsOpenFormula = true
    contents.savedBy = "LibreOffice/25.2"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  private static func values(_ workbook: LiveWorkbook, _ area: String) -> CellValue? {
    workbook.area(area).map(workbook.shownValue(in:))
  }

  private static func set(_ value: CellValue, at place: String, in workbook: LiveWorkbook) {
    if let area = workbook.area(place) { workbook.set(value, at: area.topLeft) }
    workbook.recalculate()
  }

  @Test("One input takes the values beside the cells, two take each pair, and what is not reached stays as stored")
  func computed() {
    let workbook = Self.workbook([
      ("C3", "MULTIPLE.OPERATIONS(C$1,$A$1,$B3)", 4), ("C4", "MULTIPLE.OPERATIONS(C$1,Rate,$B4)", 16),
      ("D3", "MULTIPLE.OPERATIONS($C$1,$A$1,$B3,$B$1,D$1)", 11),
      ("D4", "MULTIPLE.OPERATIONS($C$1,$A$1,$B4,$B$1,D$1)", 51),
      ("E3", "MULTIPLE.OPERATIONS($C$1,$A$1,$B3,$B$1,E$1)", 21),
      ("E4", "MULTIPLE.OPERATIONS($C$1,$A$1,$B4,$B$1,E$1)", 999),
      ("F3", "SUM(C3:E4)", 1102),
    ])
    #expect(Self.values(workbook, "F3") == 1102)
    // What an input itself holds does not matter to the cells that set it, and both are there again.
    Self.set(100, at: "A1", in: workbook)
    #expect(Self.values(workbook, "C1:E1") == .array(CellArray([[301, 10, 20]])))
    #expect(Self.values(workbook, "C3:F3") == .array(CellArray([[4, 11, 21, 1102]])))
    Self.set(10, at: "B1", in: workbook)
    #expect(Self.values(workbook, "C3:C4") == .array(CellArray(column: [11, 51])))
    #expect(Self.values(workbook, "F3") == 1144)
    Self.set(6, at: "B4", in: workbook)
    #expect(Self.values(workbook, "C4:E4") == .array(CellArray([[61, 61, 121]])))
    #expect(Self.values(workbook, "A1:B1") == .array(CellArray([[100, 10]])))
    #expect(workbook.kept.isEmpty)
  }

  @Test("Cells that are made of each other follow, in whatever order they stand")
  func chains() {
    let workbook = Self.workbook([
      ("C3", "MULTIPLE.OPERATIONS(D3,A1,B4)", 1), ("D3", "MULTIPLE.OPERATIONS(E3,A1,B4)", 1),
      ("E3", "MULTIPLE.OPERATIONS(C1,A1,B3)", 4), ("H3", "C3+B1", 1),
    ])
    Self.set(10, at: "B1", in: workbook)
    #expect(Self.values(workbook, "C3:E3") == .array(CellArray([[11, 11, 11]])))
    #expect(Self.values(workbook, "H3") == 21)
  }

  @Test("Such a cell shows its formula, tells what it is made of, and is set apart in a comparison")
  func relations() throws {
    let workbook = Self.workbook([("D3", "MULTIPLE.OPERATIONS($C$1,$A$1,$B3,$B$1,D$1)", 11)])
    let cell = try #require(workbook.area("D3"))
    #expect(workbook.formula(at: cell.topLeft) == "MULTIPLE.OPERATIONS($C$1,$A$1,$B3,$B$1,D$1)")
    #expect(workbook.obstacle(toSetting: cell) == .partOfWhatIfTable)
    #expect(workbook.relations.precedents(of: cell.topLeft).map(workbook.name(of:)) == ["S!C1", "S!B3", "S!D1"])
    let head = try #require(workbook.area("D1")).topLeft
    #expect(workbook.relations.readers(of: head).map(workbook.name(of:)) == ["S!D3"])
    #expect(StoredValueComparison(workbook).setApart == ["in what-if tables": 1])
  }

  @Test(
    "A formula that does more, or asks for no cells, or has no value stored, is not computed",
    arguments: [
      "1+MULTIPLE.OPERATIONS(C$1,$A$1,$B3)", "MULTIPLE.OPERATIONS(C$1,$A$1,5)",
      "MULTIPLE.OPERATIONS(C$1,$A$1:$B$1,$B3)",
      "MULTIPLE.OPERATIONS(C$1,$A$1)", "MULTIPLE.OPERATIONS(C$1,$A$1,Nothing)", "MULTIPLE.OPERATIONS(C$1,C3,$B3)",
    ])
  func others(formula: String) throws {
    let workbook = Self.workbook([("C3", formula, 4)])
    let cell = try #require(workbook.area("C3")).topLeft
    #expect(workbook.kept[cell] == .unknownFunction("MULTIPLE.OPERATIONS"))
    Self.set(10, at: "B1", in: workbook)
    #expect(workbook.engine.value(at: cell) == 4)
    #expect(workbook.relations.stale().keys.contains(cell) == formula.contains("C$1"))
    let empty = Self.workbook([("C3", "MULTIPLE.OPERATIONS(C$1,$A$1,$B3)", nil)])
    #expect(empty.engine.value(at: cell) == .error(.name))
  }
}
