import Testing

@testable import LiveSheets

@Suite("Row identities")
struct RowIdentitiesTests {
  @Test("rows of a table that no text writes are known, and the text has none", arguments: [0, 1, 7])
  func unwritten(count: Int) {
    var oneByOne = RowIdentities(count: count)
    for row in (0..<count).reversed() { oneByOne.unwrite(row) }
    var atOnce = RowIdentities(count: count)
    atOnce.unwriteAll()
    #expect(atOnce.rows == oneByOne.rows)
    #expect(atOnce.rows.allSatisfy { $0.textRow == nil } && atOnce.rows.count == count)
    #expect(atOnce.textCount == 0 && oneByOne.textCount == 0)
    for row in 0..<count { #expect(atOnce.position(of: row) == row) }
  }
}
