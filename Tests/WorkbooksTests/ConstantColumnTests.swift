import CellModel
import Testing

@testable import Workbooks

@Suite("Constants of a column")
struct ConstantColumnTests {
  private func check(
    _ column: ConstantColumn, _ rows: [Int32], _ values: [CellValue], _ styles: [Int32],
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(column.rows == rows, sourceLocation: location)
    #expect(Array(column.values) == values, sourceLocation: location)
    #expect(column.styles == styles, sourceLocation: location)
  }

  @Test("A value that is set stands in the order of rows; one that is there is replaced in its style")
  func setting() {
    var column = ConstantColumn()
    column.append(1, row: 2, style: 5)
    column.append("x", row: 6, style: 6)
    column.set(true, row: 4, style: 7)
    check(column, [2, 4, 6], [1, true, "x"], [5, 7, 6])
    column.set("y", row: 6, style: 1)
    column.set(0, row: 0, style: 2)
    check(column, [0, 2, 4, 6], [0, 1, true, "y"], [2, 5, 7, 6])
    column.set(9, row: 9, style: 3)
    #expect(column.value(at: 9) == 9 && column.value(at: 8) == nil)
  }
}
