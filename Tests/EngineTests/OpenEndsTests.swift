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
      ("INDEX(A:A+7,1000)", 7), ("INDEX(A:A+7,1048576)", 7), ("MODE(A:A+7)", 7), ("MEDIAN((A:A>0)*9)", 0),
      ("SUM(--(2:2=\"\"))", 16_382), ("COUNTA(UNIQUE(A:A))", 4), ("ROWS(WRAPROWS(A:A,2))", 524_288),
      ("ROWS(MAP(A:A,LAMBDA(x,1)))", 1_048_576), ("REDUCE(0,2:2,LAMBDA(a,x,a+1))", 16_384),
      ("MAX(SCAN(0,2:2,LAMBDA(a,x,a+1)))", 16_384), ("SUM(BYCOL(A:B,LAMBDA(c,ROWS(c))))", 2_097_152),
      ("SUM(BYROW(2:3,LAMBDA(r,COUNTBLANK(r))))", 32_765), ("SUM(BYCOL(2:2,LAMBDA(c,1)))", 16_384),
      ("ROUND(CORREL(A:A*1,A:A),9)", 1), ("SUMXMY2(A:A*2,A:A)", 14), ("SUM(FILTER(A:A*2,A:A))", 12),
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

  @Test(
    "An array that does not grow with its columns is the one that all of their cells give",
    arguments: [
      ("FREQUENCY(A:A+1,{1,2})", [1_048_573, 1, 2]), ("TAKE(A:A+7,5)", [8, 9, 10, 7, 7]),
      ("UNIQUE(A:A)", [1, 2, 3, 0]),
      ("BYCOL(A:B,LAMBDA(c,COUNTBLANK(c)))", [1_048_573, 1_048_574]), ("HSTACK(COUNT(A:A*1),2)", [1_048_576, 2]),
    ])
  func fixedArrays(_ formula: String, _ expected: [CellValue]) {
    book.set("D1 = TOCOL(\(formula))")
    for (row, value) in expected.enumerated() { #expect(book["D\(row + 1)"] == value) }
    #expect(book["D\(expected.count + 1)"] == .blank)
  }

  @Test("An array that grows with its columns ends with what is used")
  func growingArrays() {
    for formula in ["A:A * 2", "MAP(A:A, LAMBDA(x, x*2))", "BYROW(A:A, LAMBDA(x, x*2))", "SORT(A:A*2)"] {
      book.set("D1 = \(formula)")
      #expect(book["D3"] == 6, "\(formula)")
      #expect(book["D4"] == .blank, "\(formula)")
    }
  }

  @Test("What is too large to be read is an error where the blank cells count, and only there")
  func tooLarge() {
    book.set("AB1 = SUM((A:Z=9)*1)", "AB2 = SUM((A:Z=0)*1)", "AB3 = SUMPRODUCT((A1:A3>0)*1,B:B)")
    #expect(book["AB1"] == 0)
    #expect(book["AB2"] == .error(.value))
    #expect(book["AB3"] == .error(.value))
  }
}
