import CellModel
import TestSupport
import Testing

@testable import Engine

/// Indexes of columns outlive edits, and what criteria have come to goes on down a column: the values are those of a sheet
/// that is calculated anew.
@Suite("Kept indexes")
struct KeptIndexTests {
  private static let rows = 2_100

  /// Each stands in several rows, so that it is asked more than once, and with an index.
  private static let questions = [
    "COUNTIF(A$1:A$2100, A1)", "COUNTIF(A$1:A$2100, \">\" & B1)", "COUNTIF(A$1:A$2100, \"<>ann\")",
    "COUNTIFS(A$1:A$2100, A1, B$1:B$2100, \">3\")", "SUMIF(A$1:A$2100, A1, B$1:B$2100)",
    "SUMIFS(B$1:B$2100, A$1:A$2100, A1)", "MAXIFS(B$1:B$2100, A$1:A$2100, \"a*\")",
    "AVERAGEIF(A$1:A$2100, \">1\")", "MATCH(A1, A$1:A$2100, 0)", "XLOOKUP(A1, A$1:A$2100, B$1:B$2100, \"none\")",
    "XMATCH(A1, A$1:A$2100, 0, -1)", "XMATCH(B1 + 0.5, A$1:A$2100, -1)", "XMATCH(B1 + 0.5, A$1:A$2100, 1, -1)",
    "VLOOKUP(A1, A$1:B$2100, 2, FALSE)", "VLOOKUP(\"nobody\", A$1:B$2100, 2, FALSE)",
    "COUNTIF(A$1:A$2100, \"<\" & A1)", "COUNTIF(A$1:A$2100, \">=\" & A1)", "COUNTIF(A$1:B$2100, A1)",
    "COUNTIF(A$1:B$2100, \"<>\" & B1)", "TRIMMEAN(B$1:B$2100, 0.1)", "MAXIFS(A$1:A$2100, B$1:B$2100, \"<\" & B1)",
    // Arrays that are the same in each row.
    "SUM(IFERROR(A$1:A$2100, 2))", "SUM(IFNA(A$1:A$2100, B$1:B$2100))", "COUNT(IF(A$1:A$2100, IFNA(A$1:A$2100, 1)))",
    "SUM(IF(ISERROR(A$1:A$2100), 0, A$1:A$2100))", "SUM(IF(ISNUMBER(B$1:B$2100), B$1:B$2100))",
    "COUNT(XLOOKUP(B$1:B$300, A$1:A$2100, B$1:B$2100, \"none\"))",
    "MATCH(A1 & B1, A$1:A$2100 & B$1:B$2100, 0)", "SUM(IFERROR((A$1:A$2100 = \"ann\") * B$1:B$2100, 0))",
    "XLOOKUP(TRUE, A$1:A$2100 = A1, B$1:B$2100)", "SUMPRODUCT(--(A$1:A$300 & \"\" = A1 & \"\"))",
    "SUMPRODUCT((A$1:A$2100 = A1) * (B$1:B$2100 > 3))", "SUM(IF(A$1:A$2100 = A1, 1, 0))",
    // Patterns, and numbers between bounds.
    "COUNTIF(A$1:A$2100, LEFT(A1, 1) & \"*\")", "MATCH(\"*\" & B1, A$1:A$2100, 0)",
    "XLOOKUP(\"b?b\", A$1:A$2100, B$1:B$2100, 0, 2, -1)", "MATCH(\"*n\", A$1:A$2100, 0)",
    "XMATCH(\"*b\", A$1:A$2100, 2, -1)",
    "COUNTIFS(B$1:B$2100, \">\" & B1, B$1:B$2100, \"<\" & B1 + 0.05)",
    "SUMIFS(B$1:B$2100, B$1:B$2100, \">=9.1\", A$1:A$2100, A1)",
    // What is made of all but one argument, and numbers in their order.
    "FORECAST(B1, A$1:A$2100, B$1:B$2100)", "INDEX(FREQUENCY(B$1:B$2100, B1), 1)",
    // What grows down the column.
    "MEDIAN(B$1:B1)", "LARGE(B$1:B1, 2)", "RANK(B1, B$1:B1)",
    "COUNTIF(A$1:A1, A1)", "COUNTIF(A$1:A1, \"ann\")", "COUNTIF(A$1:A1, \"<>1\")", "COUNTIF(B$1:B1, \">4\")",
    "SUMIF(A$1:A1, \"a*\", B$1:B1)", "SUMIFS(B$1:B1, A$1:A1, A1)", "COUNTIFS(A$1:A1, A1, B$1:B1, \"<5\")",
    "AVERAGEIFS(B$1:B1, A$1:A1, \"<>ann\", B$1:B1, \">0.1\")", "COUNTIFS(A$1:A1, \"\", B$1:B1, \"<>7\")",
    "COUNTA(A$1:A1)", "COUNTBLANK(A$1:A1)", "SUBTOTAL(9, B$1:B1)", "SUBTOTAL(103, A$1:A1)", "AGGREGATE(4, 6, A$1:A1)",
    "SUMIF(B$1:B1, \">\" & B1)", "SUMPRODUCT(--(B$1:B1 = B1), --(B$1:B1 > 1), B$1:B1)",
  ]

  private static let values = [
    "1", "2", "3", "0", "0.1", "0.2", "-7", "\"1\"", "\"2\"", "\"Ann\"", "\"ANN\"", "\"Bob\"", "\"\"\"\"", "blank",
    "TRUE", "FALSE",
    // The same day three times.
    "\"2-1\"", "\"1-Feb\"", "DATE(YEAR(NOW()), 2, 1)",
    "NA()", "1/0", "B$7 + 1",
  ]

  @Test("After each edit all is as in a sheet that is calculated anew", arguments: 1...2 as ClosedRange<UInt64>)
  func edits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var contents: [String: String] = [:]
    for row in 1...Self.rows where random.happens(90) {
      contents["A\(row)"] = random.one(of: Self.values)
      contents["B\(row)"] = random.happens(99) ? "\(random.number(0...9)).1" : random.one(of: Self.values)
    }
    let book = Self.book(contents)
    for step in 1...TestLength.count(2, of: 8) {
      // Mostly one cell, as a person edits; now and then many, so that an index begins anew.
      for _ in 0..<(random.happens(80) ? 1 : random.number(2...200)) {
        let cell = random.one(of: ["A", "A", "B"]) + "\(random.number(1...(random.happens(50) ? 40 : Self.rows)))"
        contents[cell] = random.one(of: Self.values)
        book.enter("\(cell) = \(contents[cell] ?? "blank")")
      }
      book.engine.recalculate()
      let fresh = Self.book(contents)
      for (column, question) in Self.questions.enumerated() {
        for row in Self.askedRows {
          let place = "\(A1Notation.letters(ofColumn: column + 4))\(row)"
          let (value, expected) = (book[place], fresh[place])
          guard value.isIdentical(to: expected) else {
            Issue.record("seed \(seed), step \(step), row \(row) of \(question): \(value), anew \(expected)")
            return
          }
        }
      }
    }
  }

  private static let askedRows = Array(1...80)

  private static func book(_ contents: [String: String]) -> Workbook {
    let book = Workbook()
    for (cell, value) in contents.sorted(by: { $0.key < $1.key }) { book.enter("\(cell) = \(value)") }
    for (column, question) in questions.enumerated() {
      let letters = A1Notation.letters(ofColumn: column + 4)
      book.enter("\(letters)1:\(letters)80 = \(question)")
    }
    book.engine.recalculate()
    return book
  }

  @Test("What is evaluated between two questions of one column is seen by the second", arguments: [700, 1_500])
  func keysOfAnswers(rows: Int) {
    let book = Workbook()
    for row in 1...rows { book.enter("A\(row) = \(row % 7)") }
    book.enter("B300 = 5")
    book.enter("D1:D\(rows) = COUNTIF(A$1:A1, B$300)")
    // The first question is about the rows above this one, the others about it, too.
    book.enter("A500 = D300 + 1000")
    book.enter("E\(rows) = COUNTIF(A$1:A\(rows), A500)")
    book.enter("F\(rows) = COUNTIF(A$1:A\(rows - 1), \"=\" & A500)")
    for number in [5, 6, 77, 3, 99, 5] {
      book.set("B300 = \(number)")
      #expect(book["A500"] == .number(number < 7 ? 1043 : 1000))
      #expect(book["E\(rows)"] == 1, "\(number)")
      #expect(book["F\(rows)"] == 1, "\(number)")
    }
    book.set("A\(rows) = 1000", "A\(rows - 1) = 1000", "B300 = 99")
    #expect(book["E\(rows)"] == 3)
    #expect(book["F\(rows)"] == 2)
  }

  @Test("An edit of a key makes no index anew, and one of another column asks for none")
  func counters() {
    let book = Workbook()
    book.set(
      "A1:A2100 = ROW() * 2", "B1:B2100 = ROW()", "D1:D3 = COUNTIF(A$1:A$2100, ROW() * 2)",
      "E1:E3 = MATCH(ROW() * 4, A$1:A$2100, 0)")
    #expect(["D1", "D3", "E1", "E3"].map { book[$0] } == [1, 1, 2, 6])
    book.engine.resetCounters()
    book.set("A2000 = 4")
    #expect(["D1", "D2", "E1", "E3"].map { book[$0] } == [1, 2, 2, 6])
    book.set("A2 = 1")
    #expect(["D1", "D2", "E1", "E3"].map { book[$0] } == [1, 1, 2_000, 6])
    #expect(book.engine.counters.indexesMade == 0)
    // Each cell of the counts asks for it, and the rows of the searches ask together.
    #expect(book.engine.counters.indexHits == 8)
    book.engine.resetCounters()
    for number in 1...40 { book.set("B7 = \(number)") }
    #expect(book.engine.counters.indexesMade == 0)
    #expect(book.engine.counters.indexHits == 0)
  }

  @Test("Of two columns each has an index of its own")
  func severalColumns() {
    let book = Workbook()
    book.set("A1:A2100 = ROW() * 2", "B1:B2100 = ROW()", "D1:D40 = COUNTIF(A$1:B$2100, ROW() * 2)")
    #expect(["D1", "D40"].map { book[$0] } == [2, 2])
    book.engine.resetCounters()
    book.set("B2000 = 4")
    #expect(["D1", "D2", "D40"].map { book[$0] } == [2, 3, 2])
    #expect(book.engine.counters.indexesMade == 0)
    #expect(book.engine.counters.indexHits >= 80)
  }

  @Test("Rows and columns that move take their indexes with them, or lose them")
  func structure() {
    let book = Workbook()
    for row in 1...200 {
      book.enter("A\(row) = \(row * 2)")
      book.enter("B\(row) = \(row % 10)")
    }
    book.set("D1:D3 = MATCH(40, A$1:A$200, 0)", "E1:E3 = COUNTIF(B$1:B$200, 9)")
    #expect(["D1", "D3", "E3"].map { book[$0] } == [20, 20, 20])
    func shift(_ axis: GridShift.Axis, at place: Int, count: Int, isInsertion: Bool) {
      book.engine.shift(GridShift(book.sheet, axis, at: place, count: count, isInsertion: isInsertion))
      book.engine.recalculate()
    }
    shift(.rows, at: 9, count: 2, isInsertion: true)
    #expect(["D1", "D3", "E3"].map { book[$0] } == [22, 22, 20])
    shift(.rows, at: 19, count: 1, isInsertion: false)
    #expect(["D1", "D3", "E3"].map { book[$0] } == [21, 21, 20])
    shift(.columns, at: 0, count: 1, isInsertion: true)
    #expect(["E1", "E3", "F3"].map { book[$0] } == [21, 21, 20])
    // What was looked for stands in the column beside it now.
    book.set("A1 = 40", "B21 = 1", "C1 = 9")
    #expect(["E1", "F3"].map { book[$0] } == [.error(.notAvailable), 21])
    shift(.columns, at: 0, count: 1, isInsertion: false)
    #expect(["D1", "E3"].map { book[$0] } == [.error(.notAvailable), 21])
    book.set("A150 = 40")
    #expect(["D1", "D3"].map { book[$0] } == [150, 150])
  }
}
