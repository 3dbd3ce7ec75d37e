import CellModel
import FunctionLibrary
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

/// Formulas that are not computed, whose stored values may be of former times when something is set.
@Suite("Stale values")
struct StaleValueTests {
  private static func workbook(_ formulas: [(String, String)], arrays: [(String, String)] = []) -> LiveWorkbook {
    var contents = Workbook()
    var sheet = WorkbookSheet(name: "S")
    for row in 0..<9 {
      sheet.columns[0, default: ConstantColumn()].append(.number(Double(row)), row: row, style: 0)
    }
    for (place, formula) in formulas {
      let (row, column) = A1Notation.cell(place) ?? (0, 0)
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: Int32(column), style: 0, kind: .plain(formula), stored: 1))
    }
    for (block, formula) in arrays {
      guard let block = CellBlock(block) else { continue }
      sheet.formulas.append(
        StoredFormula(
          row: Int32(block.top), column: Int32(block.left), style: 0, kind: .array(Int32(sheet.arrays.formulas.count)),
          stored: 1))
      sheet.arrays.formulas.append(ArrayFormula(text: formula, block: block, isDynamic: false))
    }
    contents.sheets = [sheet]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  /// The cells that are told after others were set, by their addresses.
  private static func stale(_ workbook: LiveWorkbook, after set: String..., for areas: [String]? = nil) -> [String] {
    for place in set { if let area = workbook.area(place) { workbook.set(5, at: area.topLeft) } }
    workbook.recalculate()
    let shown = areas?.compactMap(workbook.area)
    return workbook.relations.stale(for: shown).keys.map { String(workbook.name(of: $0).dropFirst(2)) }
      .sorted()
  }

  /// B calls what is not there down a column, C reads B, D reads C in such a call, and E reads none of them.
  private static var chain: LiveWorkbook {
    workbook(
      [("B1", "MYFUNC(A1)"), ("B2", "MYFUNC(A2)"), ("B3", "MYFUNC(A3)"), ("C2", "B2*2"), ("D2", "OTHER(1,C2:C9)")]
        + [("E2", "A2+A9"), ("E3", "C2")])
  }

  @Test("What is read is followed through formulas, fills and other kept cells")
  func followed() {
    #expect(Self.stale(Self.chain, after: "A2") == ["B2", "D2"])
    #expect(Self.stale(Self.chain, after: "A1") == ["B1"])
    #expect(Self.stale(Self.chain, after: "C5") == ["D2"])
    #expect(Self.stale(Self.chain, after: "A9").isEmpty)
    #expect(Self.stale(Self.chain).isEmpty)
  }

  @Test("Only what is shown matters, and what was set itself is no stored value")
  func shown() {
    #expect(Self.stale(Self.chain, after: "A2", for: ["E2"]).isEmpty)
    #expect(Self.stale(Self.chain, after: "A2", for: ["E2", "E3"]) == ["B2", "D2"])
    #expect(Self.stale(Self.chain, after: "A1", for: ["A1:B1"]) == ["B1"])
    #expect(Self.stale(Self.chain, after: "A2", "B2") == ["D2"])
  }

  @Test("Who reads whom is told of cells that are not computed, too")
  func relations() throws {
    let workbook = Self.chain
    let (a, d) = (try #require(workbook.area("A2")).topLeft, try #require(workbook.area("D2")).topLeft)
    #expect(workbook.relations.readers(of: a).map(workbook.name(of:)) == ["S!E2", "S!B2"])
    #expect(workbook.relations.precedents(of: d).map(workbook.name(of:)) == ["S!C2:C9"])
  }

  @Test("A formula that cannot be read may read anything, and an array formula that is kept fills all its cells")
  func others() {
    #expect(Self.stale(Self.workbook([("C1", "1+"), ("C2", "A1")]), after: "A9") == ["C1"])
    let array = Self.workbook([("F3", "E3")], arrays: [("E1:E3", "MYFUNC(A1:A3)")])
    #expect(Self.stale(array, after: "A2", for: ["F3"]) == ["E1"])
    let rows = (1...9).map { ("B\($0)", "MYFUNC(A:A)") }
    #expect(Self.stale(Self.workbook(rows), after: "A9").count == 9)
  }
}
