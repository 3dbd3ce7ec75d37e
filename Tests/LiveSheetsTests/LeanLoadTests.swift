import CellModel
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

/// A text that is only to run is read without trees, line by line.
@Suite("Lines that are read without trees")
struct LeanLoadTests {
  private static let formulas = [
    "Data!A# * 2", "'My data'!A# & \"; //\"", "SUM(Data!A$1:A#)", "IF(Data!A# > 4, \"large\", \"small \"\"one\"\"\")",
    "COUNTIF(Data!A:A, Data!A#)", "SUM($A:$B) + SUM(B:B)", "SUM(Data!1:#)", "SUM(Data!$1:$2)",
    "VLOOKUP(A#, Data!$A$1:$B$9, 2, FALSE)",
    "IF(A#, TRUE, \"\")", "2026-01-0# + A#", "\"n\" & rate * A#", "Data!B# - Data!$B$1", "B# & \"%\" & 'My data'!B#",
    "IF(rate > 0.5, Data!A#, Absent!A#)", "INDIRECT(\"Data!A\" & #)", "ROW(Data!A#)", "LET(x, \"a\", x & A#)",
  ]

  private static let literals = [
    "2026-01-0#", "1.5e-#", "-#.25", "\"text #\"", "TRUE", "false", "19%", "14:3#", "#N/A", "\"a \"\"b\"\" #\"",
    "1E+3#",
  ]

  /// Six rows of each formula, of which the fourth has a format and the fifth a comment.
  private static var text: String {
    var lines = ["rate = 0.25"]
    for (sheet, factor) in [("Data", 3), ("'My data'", 5)] {
      lines.append("sheet \(sheet.replacing("'", with: "\""))")
      for row in 1...9 { lines.append("A\(row) = \(row * factor % 7)\nB\(row) = 2026-02-0\(row) as \"d mmm\"") }
    }
    lines.append("sheet Main")
    for row in 1...6 {
      lines.append("A\(row) = \(row % 3)\nB\(row) = \"b\(row)\"")
      for (number, formula) in (formulas + literals).enumerated() {
        let end = row == 4 ? " as \"0.0\"" : row == 5 ? " // \"" : ""
        let name = number % 5 == 0 ? "name_\(number)_\(row)" : "C\(number * 10 + row)"
        lines.append("\(name) = \(formula.replacing("#", with: formula == "#N/A" ? "#" : "\(row)"))\(end)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func load(keepsTrees: Bool) -> LiveSheet {
    LiveSheet(
      SheetDocument(name: "", text, keepsTrees: keepsTrees), environment: LiveSheet.Environment(catalog: .standard))
  }

  @Test("Values, formats, formulas and findings are those of a text that keeps its trees")
  func values() throws {
    let (lean, full) = (Self.load(keepsTrees: false), Self.load(keepsTrees: true))
    #expect(lean.diagnostics.map(\.message) == full.diagnostics.map(\.message))
    #expect(lean.definitions.order == full.definitions.order && full.definitions.order.count > 180)
    var values: [CellValue] = []
    for address in full.definitions.order {
      let (one, other) = (lean.info(at: address), full.info(at: address))
      #expect(one == other && lean.value(of: one) == full.value(of: other), "\(other.name)")
      values.append(full.value(of: other))
    }
    #expect(values.contains(.logical(true)) && values.contains(.text("small \"one\"")))
    #expect(values.contains(.number(46_023, .date)) && values.contains(.number(1.5e-6)))
    #expect(values.contains { $0.isError })
  }
}
