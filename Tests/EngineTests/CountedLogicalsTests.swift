import CellModel
import Testing

@testable import Engine

@Suite("Logicals that are counted")
struct CountedLogicalsTests {
  /// Formulas with what they give where logicals are numbers, as LibreOffice 7.4 stored it, and as ever.
  static let rows: [(formula: String, counted: CellValue, plain: CellValue)] = [
    // What only gives a logical on gives a logical.
    ("TRUE", .logical(true), .logical(true)), ("A1=1", .logical(true), .logical(true)),
    ("B1", .logical(true), .logical(true)), ("IF(A1=1, B1, 0)", .logical(true), .logical(true)),
    ("INDEX(B1:B4, 2)", .logical(false), .logical(false)), ("IFERROR(B1, 0)", .logical(true), .logical(true)),
    // Whatever goes on with it has a number.
    ("SUM(B1:B4)", 7, 5), ("COUNT(B1:B4)", 4, 1), ("AVERAGE(B1:B4)", 1.75, 5), ("MIN(B1:B4)", 0, 5),
    ("SUMSQ(B1:B4)", 27, 25), ("MEDIAN(B1:B4)", 1, 5), ("LARGE(B1:B4, 2)", 1, .error(CellError(.number))),
    ("SUBTOTAL(9, B1:B4)", 7, 5), ("SUMPRODUCT(B1:B4, B1:B4)", 27, 25), ("SUMPRODUCT(A1:A4>1)", 3, 0),
    ("SUMPRODUCT(A1:A4>1, A1:A4)", 9, 0), ("SUM({TRUE;FALSE;TRUE})", 2, 0), ("COUNTIF(B1:B4, 1)", 2, 0),
    ("COUNTIF(B1:B4, TRUE)", 2, 2), ("SUMIF(A1:A4, \">1\", B1:B4)", 6, 5),
    ("MATCH(1, B1:B4, 0)", 1, .error(.init(.notAvailable))),
    ("TRUE=1", .logical(true), .logical(false)), ("B1=1", .logical(true), .logical(false)),
    ("B1>2", .logical(false), .logical(true)), ("B1>\"a\"", .logical(false), .logical(true)),
    ("(A1=1)=(A2=2)", .logical(true), .logical(true)), ("B1&\"x\"", "1x", "TRUEx"), ("(1=1)&\"\"", "1", "TRUE"),
    ("LEN(TRUE)", 1, 4), ("EXACT(B1, 1)", .logical(true), .logical(false)),
    ("ISNUMBER(B1)", .logical(true), .logical(false)),
    ("SUMPRODUCT(ISNUMBER(A1:A4)*B1:B4)", 7, 7), ("AND(A1:A2>0, B1)", .logical(true), .logical(true)),
    ("XOR(B1, TRUE, TRUE)", .logical(true), .logical(true)), ("TRUE+1", 2, 2), ("-B1", -1, -1),
    ("CHOOSE(TRUE, 5, 6)", 5, 5), ("SWITCH(1, TRUE, 5, 6)", 5, 6),
    // It can still be told from one.
    ("ISLOGICAL(B1)", .logical(true), .logical(true)), ("ISLOGICAL(A1=1)", .logical(true), .logical(true)),
  ]

  @Test("To what goes on with them they are 1 and 0", arguments: [true, false])
  func values(countsLogicals: Bool) {
    let workbook = Workbook()
    workbook.engine.countsLogicals = countsLogicals
    workbook.set("A1 = 1", "A2 = 2", "A3 = 3", "A4 = 4", "B1 = A1=1", "B2 = A1=2", "B3 = TRUE", "B4 = 5")
    for (place, row) in Self.rows.enumerated() {
      let cell = "D\(place + 1)"
      workbook.set("\(cell) = \(row.formula)")
      let expected = countsLogicals ? row.counted : row.plain
      #expect(workbook.engine.value(at: workbook.address(cell)) == expected, "=\(row.formula)")
    }
  }

  @Test("Whoever reads cells from outside has them as they are")
  func outside() {
    let workbook = Workbook()
    workbook.engine.countsLogicals = true
    workbook.set("A1 = TRUE", "A2 = A1=0")
    let array = workbook.engine.array(of: Area(grid: workbook.sheet, top: 0, left: 0, bottom: 1, right: 0))
    #expect(array == .array(CellArray(column: [.logical(true), .logical(false)])))
  }

  @Test("Many rows that run together come to the same as each by itself")
  func columns() {
    let workbook = Workbook()
    workbook.engine.countsLogicals = true
    let count = 2000
    workbook.set("A1:A\(count) = ROW()", "B1:B\(count) = MOD(A1, 2)=1")
    workbook.set(
      "C1:C\(count) = SUM(B$1:B1)", "D1:D\(count) = COUNT(B1:B4)", "E1:E\(count) = LEFT(B1&\"x\", 2)",
      "F1:F\(count) = IF(B1=1, B1, \"even\")", "G1 = SUM(B1:B\(count))", "G2 = MATCH(0, B1:B\(count), 0)")
    func value(_ cell: String) -> CellValue { workbook.engine.value(at: workbook.address(cell)) }
    #expect(value("C1999") == 1000)
    #expect(value("C2000") == 1000)
    #expect(value("D1500") == 4)
    #expect([value("E7"), value("E1998")] == ["1x", "0x"])
    #expect([value("F7"), value("F1998")] == [.logical(true), "even"])
    #expect([value("G1"), value("G2")] == [1000, 2])
  }
}
