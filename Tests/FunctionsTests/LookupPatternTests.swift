import CellModel
import Testing

@testable import Functions

@Suite("Lookup pattern")
struct LookupPatternTests {
  @Test func wildcards() {
    check("a*", "Abc", true)
    check("a?c", "abc", true)
    check("a?c", "ac", false)
    check("*b*", "abc", true)
    check("a~*", "a*", true)
    check("a~*", "ab", false)
    check("a~?c", "a?c", true)
    check("~~", "~", true)
    check("a~b", "a~b", true)
    check("", "", true)
    check("*", "", true)
    check("?", "", false)
  }

  @Test("Many stars end soon")
  func manyStars() {
    let pattern = String(repeating: "a*", count: 40) + "b"
    check(pattern, String(repeating: "a", count: 5_000), false)
  }
}

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

private func check(
  _ pattern: String, _ text: String, _ expected: Bool, at location: SourceLocation = #_sourceLocation
) {
  #expect(TextPattern(pattern).matches(text) == expected, "\(pattern) on \(text.prefix(40))", sourceLocation: location)
}
