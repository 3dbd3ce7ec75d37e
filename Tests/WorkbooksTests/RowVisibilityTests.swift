import Testing

@testable import Workbooks

@Suite("Rows that are seen")
struct RowVisibilityTests {
  @Test("A row that a filter hides is hidden")
  func filtered() {
    var rows = RowVisibility(hidden: [1, 7], filtered: [8])
    #expect(rows.hidden == [1, 7, 8] && rows.filtered == [8])
    rows.hide([3], byFilter: true)
    #expect(rows.hidden == [1, 7, 8, 3] && rows.filtered == [8, 3])
  }

  @Test("A filter hides those of the hidden rows that are below its names")
  func blocks() throws {
    var rows = RowVisibility(hidden: [1, 2, 5, 6])
    rows.addFilter(of: try #require(CellBlock("A2:B6")))
    #expect(rows.filtered == [2, 5] && rows.hidden == [1, 2, 5, 6])
  }
}
