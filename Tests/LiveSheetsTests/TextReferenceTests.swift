import CellModel
import Testing

@testable import LiveSheets

@Suite("References in texts")
struct TextReferenceTests {
  @Test("A text means the cells of a used sheet as a formula would, alone and as a range")
  func usedCells() {
    let used = "A1 = 4\nA2 = 5\nbook = 1\nsheet Other\nB3 = 6\n"
    let sheet = mocked(
      """
      use "u.sheet" as u
      a = INDIRECT("u.A1")
      range = SUM(INDIRECT("u.A1:A2"))
      back = SUM(INDIRECT("u.A2:A1"))
      name = INDIRECT("u.book")
      other = INDIRECT("u.Other!B3")
      nobody = INDIRECT("v.A1")
      A2 = 100
      """, files: ["u.sheet": used])
    #expect(sheet["a"] == 4)
    #expect(sheet["range"] == 9)
    #expect(sheet["back"] == 9)
    #expect(sheet["name"] == 1)
    #expect(sheet["other"] == 6)
    #expect(sheet["nobody"] == .error(.reference))
    // What was read by its text is followed.
    _ = sheet.enter("u.A1 = 40")
    #expect(sheet["a"] == 40)
    #expect(sheet["range"] == 45)
  }

  @Test("Below a line of a grid, too")
  func sections() {
    let sheet = mocked(
      "use \"u.sheet\" as u\nsheet G\nA1 = 1\nA2 = 2\nB1 = SUM(INDIRECT(\"u.A1:A2\"))\n",
      files: ["u.sheet": "A1 = 4\nA2 = 5\n"])
    #expect(sheet["G!B1"] == 9)
  }
}
