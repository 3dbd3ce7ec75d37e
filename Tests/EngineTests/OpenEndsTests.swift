import CellModel
import Testing

@testable import Engine

/// Arrays made of whole columns and rows: their blank cells count where they make a difference.
@Suite("Whole columns to their ends")
struct OpenEndsTests {
  private let book: Workbook = {
    let book = Workbook()
    book.set("A1 = 1", "A2 = 2", "A3 = 3", "B1 = 10", "B2 = 20")
    return book
  }()

  @Test(
    "A value over a whole column is the one that all of its cells give",
    arguments: [
      ("SUMPRODUCT(--(A:A<3))", 1_048_575), ("MIN(A:A*1)", 0), ("MATCH(TRUE,A:A=\"\",0)", 4),
      ("INDEX(A:A+7,1000)", 7),
      ("SUM(--(2:2=\"\"))", 16_382), ("COUNTA(UNIQUE(A:A))", 4),
    ])
  func counted(_ formula: String, _ expected: Double) {
    book.set("Z1 = \(formula)")
    #expect(book["Z1"] == .number(expected))
    // The third run leaves nothing behind for the next formula.
    book.set("Z1 = SUM((A:A=1)*B:B)")
    #expect(book["Z1"] == 10)
  }

  @Test("A value follows edits behind the used cells, and blank cells that make no difference stay unread")
  func edits() {
    book.set("Z1 = MATCH(TRUE,A:A=\"\",0)", "Z2 = SUMPRODUCT((A:A=1)*(B:B=10))", "Z3 = SUM(A:A*B:B)")
    book.set("A4 = 4", "B4 = 1")
    #expect(book["Z1"] == 5)
    #expect(book["Z2"] == 1)
    #expect(book["Z3"] == 54)
    book.set("A2 = \"\"")
    #expect(book["Z1"] == 2)
    #expect(book["Z3"] == .error(.value))
  }

  @Test("An array of whole columns ends with what is used, and what is too large is not read")
  func arrays() {
    book.set("D1 = A:A * 2")
    #expect(book["D3"] == 6)
    #expect(book["D4"] == .blank)
    book.set("AB1 = SUM((A:Z=9)*1)", "AB2 = SUM((A:Z=0)*1)")
    #expect(book["AB1"] == 0)
    #expect(book["AB2"] != .error(.value))
  }
}
