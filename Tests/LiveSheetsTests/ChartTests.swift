import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

/// LANGUAGE.md §3: charts.
@Suite("Chart")
struct ChartTests {
  private static let plan = """
    table plan {
      | month      | cash | debt | name |
      | 2026-01-31 | 5    | 9    | a    |
      | 2026-02-28 | 3    | 8    | b    |
      | 2026-03-31 | 4    | 1/2  | c    |
    }
    sheet Two
    B1:B3 = ROW() * 2

    """

  private func sheet(_ charts: String) -> LiveSheet {
    LiveSheet(
      SheetDocument(name: "x.sheet", Self.plan + charts), environment: LiveSheet.Environment(catalog: .standard))
  }

  @Test("Days, texts and ascending numbers stand along a chart; the kind is what suits the columns")
  func kinds() throws {
    let rows: [(columns: String, kind: ChartKind, along: String?, names: [String])] = [
      ("plan[month], plan[cash], plan[debt]", .line, "month", ["cash", "debt"]),
      ("plan[month], plan[cash] as bar", .bar, "month", ["cash"]),
      ("plan[name], plan[cash]", .bar, "name", ["cash"]),
      ("SEQUENCE(3), plan[cash]", .line, "SEQUENCE(3)", ["cash"]),
      ("plan[cash], plan[debt]", .point, "cash", ["debt"]),
      ("plan[cash], plan[debt] as line", .line, nil, ["cash", "debt"]),
      ("plan[cash], plan[cash], plan[cash] as point", .point, "cash", ["cash", "cash"]),
      ("plan[cash]", .bar, nil, ["cash"]),
      ("SEQUENCE(100)", .line, nil, ["SEQUENCE(100)"]),
      ("plan[month], plan[cash] as histogram", .histogram, nil, ["month", "cash"]),
      ("7", .bar, nil, ["7"]),
    ]
    for row in rows {
      let chart = try #require(sheet("chart \"x\" = \(row.columns)\n").charts.chart("X"), "\(row.columns)")
      #expect(chart.kind == row.kind, "\(row.columns)")
      #expect(chart.along?.name == row.along, "\(row.columns)")
      #expect(chart.columns.map(\.name) == row.names, "\(row.columns)")
    }
  }

  @Test("A chart shows what its columns are now, in the grid in which it stands")
  func values() throws {
    let sheet = sheet("chart \"x\" = plan[cash]\nchart \"two\" = B1:B3\n")
    #expect(sheet.diagnostics.isEmpty && sheet.charts.labels == ["x", "two"])
    #expect(sheet.charts.chart("x")?.columns[0].numbers == [5, 3, 4])
    #expect(sheet.charts.chart("two")?.columns[0].numbers == [2, 4, 6])
    _ = sheet.enter("plan[1].cash = 6")
    _ = sheet.enter("plan[2].cash = \"none\"")
    #expect(sheet.charts.chart("x")?.columns[0].numbers == [6, nil, 4])
    #expect(sheet.charts.chart("y") == nil)
    #expect(sheet.cells.isEmpty)
  }

  @Test("What a chart names must be there")
  func findings() {
    #expect(sheet("chart \"x\" = plan[cahs]\n").diagnostics.map(\.severity) == [.error])
    #expect(sheet("chart \"x\" = nothing\n").diagnostics.map(\.severity) == [.error])
    guard case .failure(let failure) = sheet("").charts.chart(of: "nothing as line") else {
      Issue.record("a chart of nothing")
      return
    }
    #expect(failure.diagnostics.count == 1)
  }
}
