import Sheaf
import Testing

/// What a formula means does not depend on where it stands.
@Suite("One meaning")
struct OneMeaningTests {
  @Test("A function gives the same typed, in a cell, down a column of numbers and down one of mixed values")
  func functions() throws {
    let sheet = try Sheet(
      """
      A1 = 4.35
      A2 = 4.35
      A3 = 4.35
      B1:B3 = INT(A1 * 100)
      C1 = 4.35
      C2 = "x"
      C3 = 4.35
      D1:D3 = INT(C1 * 100)
      lone = INT(A1 * 100)
      """)
    #expect(try sheet.evaluate("INT(4.35 * 100)") == 435)
    for cell in ["lone", "B1", "B2", "B3", "D1", "D3"] { #expect(sheet.value(of: cell) == 435, "\(cell)") }
  }

  @Test("What LET and LAMBDA bind is bound within them only")
  func scopes() throws {
    let sheet = try Sheet("A = 5\nB = LET(A, 1, A) + A\nC = LAMBDA(A, A + 1)(1) + A")
    #expect(sheet.value(of: "B") == 6)
    #expect(sheet.value(of: "C") == 7)
    #expect(try sheet.evaluate("LET(A, 1, A) + A") == 6)
  }
}
