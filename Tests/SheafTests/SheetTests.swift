import Testing

@testable import Sheaf

@Suite("Sheet")
struct SheetTests {
  @Test("A program sets, reads and observes settled values")
  func embedding() throws {
    let sheet = try Sheet("A = 20\nB = 10\nC = (A + 50) + (B - 10)")
    #expect(sheet["C"] == 70)
    var seen: [CellValue] = []
    let observation = sheet.observe("C") { seen.append($0) }
    try sheet.set("A", to: 30)
    try sheet.transaction {
      $0["A"] = 10
      $0["B"] = 30
    }
    try sheet.transaction {
      $0["A"] = 20
      $0["B"] = 10
    }
    #expect(throws: SetError.self) {
      try sheet.transaction {
        $0["A"] = 1
        $0["C"] = 2
      }
    }
    #expect(sheet["A"] == 20)
    observation.stop()
    try sheet.set("A", to: 0)
    #expect(seen == [70, 80, 70])
    #expect(throws: SetError.self) { try sheet.set("C", to: 1) }
    #expect(throws: SheetError.self) { try Sheet("A = 1 +") }
    #expect(try sheet.evaluate("C * 2") == 100)
  }
}
