import CellModel
import Formulas
import FunctionLibrary
import Functions
import Testing

@testable import LiveSheets

@Suite("Format inference")
struct FormatInferenceTests {
  @Test("Dates pass through what keeps them dates; other formats by a plain reference only")
  func formats() {
    check("day", "yyyy-mm-dd")
    check("day + 1", "yyyy-mm-dd")
    check("1 + day", "yyyy-mm-dd")
    check("day - day", nil)
    check("day - 3", "yyyy-mm-dd")
    check("rate", "0%")
    check("(rate)", "0%")
    check("rate + 1", nil)
    check("MAX(rate)", nil)
    check("IF(x, 1, day)", "yyyy-mm-dd")
    check("MIN(1, day)", nil)
    check("XLOOKUP(1, x, day)", "yyyy-mm-dd")
    check("LET(y, 1, day)", "yyyy-mm-dd")
    check("TODAY()", "yyyy-mm-dd")
    check("NOW()", "yyyy-mm-dd hh:mm:ss")
    check("SUM(day)", nil)
  }

  @Test("A cell is looked at once, and one that asks for itself has no format")
  func caching() {
    let cache = FormatCache()
    let cell = CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0)
    var count = 0
    func find() -> String? {
      count += 1
      return cache.format(of: cell, find: find) ?? "0%"
    }
    #expect(cache.format(of: cell, find: find) == "0%")
    #expect(cache.format(of: cell, find: find) == "0%")
    #expect(count == 1)
    cache.forget()
    _ = cache.format(of: cell, find: find)
    #expect(count == 2)
  }

  @Test("Values are shown in their formats, and written as literals")
  func values() {
    let text = ValueText(dates: .from1900)
    #expect(text.display(.number(0.07), format: "0%") == "7%")
    #expect(text.literal(.text("a\"b")) == "\"a\"\"b\"")
    #expect(text.summary(of: .blank, format: nil) == "blank")
    let many = CellArray(rows: 13, columns: 1, (1...13).map { .number(Double($0)) })
    #expect(text.summary(of: .array(many), format: nil) == "13 × 1 {1, 2, 3, 4, 5, 6, …}")
  }

  private func check(_ formula: String, _ expected: String?, at location: SourceLocation = #_sourceLocation) {
    let inference = FormatInference(catalog: .standard) { part in ["day": "yyyy-mm-dd", "rate": "0%"][part.text()] }
    let found = inference.format(of: FormulaParser.parse(formula, dialect: .sheet).tree)
    #expect(found == expected, "\(formula)", sourceLocation: location)
  }
}
