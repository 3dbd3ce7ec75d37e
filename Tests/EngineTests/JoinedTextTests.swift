import CellModel
import Testing

@testable import Engine

/// A chain of `&` makes its text at once, and is what its operators give one after the other.
@Suite("Texts put together")
struct JoinedTextTests {
  private static let operands = [
    "\"ab\"", "\"\"", "12", "-0.5", "1e21", "0.1+0.2", "TRUE", "Z9", "1/0", "NA()", "{1,2}", "{\"x\";\"y\"}",
    "REPT(\"q\",300)",
    "REPT(\"w\",32000)", "A99:A100", "LAMBDA(v,v)", "2020-01-31", "5%", "IF(TRUE,,)",
  ]

  @Test("Three operands of every kind, in a cell and down a column", arguments: operands)
  func chains(first: String) {
    let book = Workbook()
    var places: [(chain: CellAddress, pairs: CellAddress, words: String)] = []
    var row = 1
    for second in Self.operands {
      for third in Self.operands {
        // Arrays spill to the right and down, where nothing else is.
        book.enter("C\(row) = \(first) & \(second) & \(third)")
        book.enter("F\(row) = (\(first) & \(second)) & \(third)")
        places.append((book.address("C\(row)"), book.address("F\(row)"), "\(first) & \(second) & \(third)"))
        row += 3
      }
    }
    book.engine.recalculate()
    for (chain, pairs, words) in places {
      #expect(book.engine.value(at: chain) == book.engine.value(at: pairs), "\(words)")
    }
  }

  @Test("The number of the own row, alone and among others, on a sheet and where there is no row")
  func ownRow() {
    let book = Workbook()
    book.set(
      "A1:A600 = ROW()", "B1:B600 = ROW() * 2 + A1", "C3 = IF(ROW() > 2, ROW() & \"x\", 0)", "D5 = SUM(ROW(), 1)",
      "E7 = LET(f, LAMBDA(n, n + ROW()), f(1))", "F2 = ROW() % 2", "n = ROW()")
    for row in [1, 2, 255, 256, 257, 600] {
      #expect(book.engine.value(at: book.address("A\(row)")) == .number(Double(row)))
      #expect(book.engine.value(at: book.address("B\(row)")) == .number(Double(row * 3)))
    }
    #expect(book.engine.value(at: book.address("C3")) == "3x")
    #expect(book.engine.value(at: book.address("D5")) == 6)
    #expect(book.engine.value(at: book.address("E7")) == 8)
    #expect(book.engine.value(at: book.address("n")).isError)
  }

  @Test("Ends of ranges and parts that are only places are not read, in their own column, too")
  func places() {
    let book = Workbook()
    book.set(
      "A1 = 1", "A2 = 2", "A3 = 3", "A4 = SUM(A1:INDEX(A:A,ROW()-1))", "B2 = ROWS(INDEX(B:B,1):B2)",
      "C1 = 10", "C2 = SUM(OFFSET((C2),-1,0),1)", "D1 = 5", "D2 = OFFSET(INDEX(D:D,ROW()),-1,0)",
      "E1 = SUM(INDEX(A:A,1):A3)", "F5 = SUBTOTAL(9,A$1:INDEX(A$1:A$9,3))")
    func value(_ cell: String) -> CellValue { book.engine.value(at: book.address(cell)) }
    #expect([value("A4"), value("B2"), value("C2"), value("D2"), value("E1"), value("F5")] == [6, 2, 11, 5, 6, 6])
    book.set("A2 = 20")
    #expect([value("A4"), value("E1"), value("F5")] == [24, 24, 24])
    book.set("A4 = SUM(A1:INDEX(A:A,ROW()))")
    #expect(value("A4").isError)
  }

  @Test("Texts that change again and again in their cells, some of them made once for many rows")
  func changingTexts() {
    let book = Workbook()
    book.set("A1:A600 = ROW() + Z1", "Z1 = 0", "Y1 = \"of more than fifteen bytes\"")
    let formulas = [
      "IF(MOD(A1, 3) = 0, \"one for many rows, and long\", REPT(\"ab\", MOD(A1, 30)))", "REPT(Y$1, MOD(A1, 4))",
      "Y$1 & Z$1",
      "UPPER(Y$1 & Z$1)", "IF(MOD(A1, 2) = 0, Y$1, A1)", "IF(MOD(A1, 5) = 0, 1 / 0, A1 & \" is a number of a row\")",
      "LET(t, Y$1 & A1, IF(MOD(A1, 2) = 0, t, t & t))", "IF(Z$1 < 9, \"always the same, of many bytes\", A1)",
    ]
    let columns = ["B", "C", "D", "E", "F", "G", "H", "I"]
    for (column, formula) in zip(columns, formulas) { book.set("\(column)1:\(column)600 = \(formula)") }
    for round in 0..<4 {
      book.set("Z1 = \(round)")
      for row in [1, 2, 3, 4, 5, 6, 255, 256, 257, 512, 513, 599, 600] {
        for (column, formula) in zip(columns, formulas) {
          let alone = formula.replacing("A1", with: "A\(row)")
          book.set("X1 = \(alone)")
          let cell = book["\(column)\(row)"]
          let expected = book["X1"]
          #expect("\(cell)" == "\(expected)", "\(alone), \(round)")
        }
      }
    }
  }
}
