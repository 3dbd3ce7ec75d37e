import CellModel
import FunctionLibrary
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

/// `.ods` whose names are on the sheet of the cell that uses them, as `.xlsx`.
@Suite("Names of OpenDocument that say no sheet")
struct NamesOfUsersTests {
  /// Two sheets with 1 and 2 in their A1, and some formulas in B1 and below.
  private static func workbook(
    names: [(name: String, address: String)], first: [String], second: [String],
    own: [(name: String, address: String)] = []
  ) throws -> LiveWorkbook {
    func expressions(_ names: [(name: String, address: String)]) -> String {
      let ranges = names.map {
        "<table:named-range table:name=\"\($0.name)\" table:base-cell-address=\"$S.$C$3\" table:cell-range-address=\"\($0.address)\"/>"
      }
      return "<table:named-expressions>\(ranges.joined())</table:named-expressions>"
    }
    func sheet(_ name: String, _ number: Int, _ formulas: [String], _ own: String = "") -> String {
      let rows = formulas.enumerated().map { place, formula in
        "<table:table-row><table:table-cell office:value-type=\"float\" office:value=\"\(number + place * 10)\"/>"
          + "<table:table-cell table:formula=\"of:=\(formula)\" office:value-type=\"float\" office:value=\"0\"/></table:table-row>"
      }
      return "<table:table table:name=\"\(name)\">\(rows.joined())\(own)</table:table>"
    }
    let text = """
      <?xml version="1.0"?>
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="t" xmlns:text="x">
      <office:body><office:spreadsheet>\(sheet("S", 1, first, expressions(own)))\(sheet("T", 2, second))
      \(expressions(names))</office:spreadsheet></office:body></office:document>
      """
    let live = LiveWorkbook(try WorkbookReader.workbook(Array(text.utf8), named: "a.fods"), catalog: .standard)
    live.recalculate()
    return live
  }

  private static func values(_ live: LiveWorkbook) -> [CellValue] {
    live.grids.flatMap { grid in
      (0..<2).map { live.engine.value(at: CellAddress(grid: grid, row: $0, column: 1)) }
    }
  }

  @Test("Each sheet that uses one has it for itself, and all have the values that they had")
  func users() throws {
    let live = try Self.workbook(
      names: [("here", ".$A$1"), ("unused", ".$A$1"), ("left", ".B3"), ("fixed", "$T.$A$1")],
      first: ["here + fixed", "here"], second: ["here * 10", "left"])
    let excel = RespelledWorkbook(live, for: .excel).workbook
    #expect(
      excel.names == [
        DefinedName(name: "here", formula: "!$A$1"), DefinedName(name: "here", formula: "S!$A$1", sheet: 0),
        DefinedName(name: "here", formula: "T!$A$1", sheet: 1), DefinedName(name: "unused", formula: "!$A$1"),
        // What is reached around the end of the grid, as Excel has it.
        DefinedName(name: "left", formula: "!XFD1"), DefinedName(name: "fixed", formula: "T!$A$1"),
      ])
    let back = LiveWorkbook(
      try WorkbookReader.workbook(try ExcelWriter.bytes(excel), named: "a.xlsx"), catalog: .standard)
    back.recalculate()
    #expect(Self.values(live) == [3, 1, 20, 12])
    #expect(Self.values(back) == Self.values(live))
  }

  @Test("One that a sheet has for itself says that sheet, unless another sheet uses it")
  func own() throws {
    let alone = try Self.workbook(names: [], first: ["mine", "1"], second: ["1", "2"], own: [("mine", ".$A$1")])
    #expect(
      RespelledWorkbook(alone, for: .excel).workbook.names == [DefinedName(name: "mine", formula: "S!$A$1", sheet: 0)])
    let shared = try Self.workbook(
      names: [], first: ["mine", "1"], second: ["$S.mine", "2"], own: [("mine", ".$A$1")])
    #expect(
      RespelledWorkbook(shared, for: .excel).workbook.names == [DefinedName(name: "mine", formula: "!$A$1", sheet: 0)])
    let both = try Self.workbook(
      names: [("mine", ".$A$2")], first: ["mine", "1"], second: ["mine", "2"], own: [("mine", ".$A$1")])
    #expect(
      Set(RespelledWorkbook(both, for: .excel).workbook.names) == [
        DefinedName(name: "mine", formula: "S!$A$1", sheet: 0), DefinedName(name: "mine", formula: "!$A$2"),
        DefinedName(name: "mine", formula: "T!$A$2", sheet: 1),
      ])
  }
}
