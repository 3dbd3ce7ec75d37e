import CellModel
import Functions
import Testing

@testable import FunctionLibrary

@Suite("Order of values")
struct OrderKeyTests {
  @Test("Numbers stand before texts, texts before logicals, errors after those, blanks last")
  func types() {
    let values: [CellValue] = [.blank, .error(.value), true, "a", 2, "B", false, -1]
    let order = SortKeys.order(of: values.count, by: [SortKeys(values, isDescending: false)])
    let expected: [CellValue] = [-1, 2, "a", "B", false, true, .error(.value), .blank]
    #expect(order.map { values[$0] } == expected)
  }

  @Test("Blanks are last in descending order too, and equal lines keep their order")
  func descending() {
    let values: [CellValue] = ["b", .blank, "B", 1]
    let order = SortKeys.order(of: values.count, by: [SortKeys(values, isDescending: true)])
    #expect(order == [0, 2, 3, 1])
  }
}
