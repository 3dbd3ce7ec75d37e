import CellModel
import Testing

@testable import Engine

/// Formulas that read the same cells as others before them: prefixes of a column, criteria and lookups over one range.
@Suite("Ranges that are read again")
struct RangeReuseTests {
  @Test("Aggregates of growing prefixes give what reading all cells gives, and follow an edit in the middle")
  func prefixes() {
    let book = Workbook()
    book.set(
      "A1:A1000 = ROW()", "B1:B1000 = SUM(A$1:A1)", "C1:C1000 = AVERAGE(A$1:A1)", "D1:D1000 = MAX(A$1:A1)",
      "E1:E1000 = MIN(A$1:A1)", "F1:F1000 = SUM(A$1:A1, 0.5)", "G1:G1000 = SUM(A$300:A1)")
    for row in [1, 255, 256, 257, 300, 999, 1000] {
      let number = Double(row)
      #expect(book["B\(row)"] == .number(number * (number + 1) / 2), "\(row)")
      #expect(book["C\(row)"] == .number((number + 1) / 2), "\(row)")
      #expect(book["D\(row)"] == .number(number), "\(row)")
      #expect(book["E\(row)"] == 1, "\(row)")
      #expect(book["F\(row)"] == .number(number * (number + 1) / 2 + 0.5), "\(row)")
      let (low, high) = (min(number, 300), max(number, 300))
      #expect(book["G\(row)"] == .number((high * (high + 1) - low * (low - 1)) / 2), "\(row)")
    }
    book.set("A500 = 10500")
    #expect(book["B499"] == 124_750)
    #expect(book["B500"] == 135_250)
    #expect(book["B1000"] == 510_500)
    #expect(book["D1000"] == 10500)
    book.set("A600 = NA()")
    #expect(book["B599"] == 189_700)
    for cell in ["B600", "B700", "B1000", "D1000"] { #expect(book[cell] == .error(.notAvailable), "\(cell)") }
    book.set("A600 = \"x\"")
    #expect(book["B1000"] == 509_900)
  }

  @Test("What a database came to follows its records, its criteria, and what computed ones read")
  func databases() {
    let book = Workbook()
    book.set(
      "A1 = \"pay\"", "A2:A300 = ROW()", "B1 = \"pay\"", "B2 = \">290\"", "C1 = \"dear\"", "C2 = A2 > G$1", "G1 = 295",
      "D1:D20 = DSUM(A$1:A$300, 1, B$1:B$2)", "E1:E20 = DCOUNT(A$1:A$300, \"Pay\", C$1:C$2)",
      "F1:F20 = DGET(A$1:A$300, 1, B$1:B$2)", "H1:H20 = DMAX(A$1:A$300, ROW() * 0 + 1, B$1:B$2)")
    func values(_ row: Int) -> [CellValue] { ["D", "E", "F", "H"].map { book["\($0)\(row)"] } }
    let rows = [1, 2, 3, 20]
    for row in rows { #expect(values(row) == [2_955, 5, .error(.number), 300], "\(row)") }
    book.set("A300 = 1000", "A2 = 400")
    for row in rows { #expect(values(row) == [4_055, 6, .error(.number), 1000], "\(row)") }
    book.set("B2 = \">999\"", "G1 = 399")
    for row in rows { #expect(values(row) == [1_000, 2, 1_000, 1000], "\(row)") }
    book.set("B1 = \"nothing\"", "C1 = \"pay\"", "C2 = 7")
    for row in rows { #expect(values(row)[1] == 1, "\(row)") }
  }

  @Test("Forecasts of one series follow an edit of it")
  func forecasts() {
    let book = Workbook()
    book.set(
      "A1:A200 = ROW()", "B1:B200 = ROW() * 3", "C1:C9 = ROUND(FORECAST.ETS(ROW() + 200, B$1:B$200, A$1:A$200, 0), 6)")
    #expect(["C1", "C2", "C9"].map { book[$0] } == [603, 606, 627])
    book.set("B1:B200 = 7 - ROW()")
    #expect(["C1", "C2", "C9"].map { book[$0] } == [-194, -195, -202])
  }

  @Test("Products of growing prefixes, and sums that come from below")
  func otherFolds() {
    let book = Workbook()
    book.set("A1:A600 = IF(MOD(ROW(), 2) = 0, 2, 0.5)", "B1:B600 = PRODUCT(A$1:A1)", "C1:C600 = SUM(A1:A$600)")
    #expect(book["B600"] == 1)
    #expect(book["B599"] == 0.5)
    #expect(book["C1"] == 750)
    #expect(book["C600"] == 2)
  }

  @Test("The largest, the smallest and the count of what comes below follow edits, errors and what is no number")
  func tails() {
    let book = Workbook()
    book.set(
      "A1:A600 = MOD(ROW() * 7919, 601)", "B1:B600 = MAX(A1:A$600)", "C1:C600 = MIN(A1:A$600)",
      "D1:D600 = COUNT(A1:A$600)", "F1:F600 = MAX(A1:E$600) - COUNT(A1:E$600)")
    func check(_ place: SourceLocation = #_sourceLocation) {
      var (numbers, isWrong, row) = ([Double](), false, 600)
      while row >= 1 {
        switch book["A\(row)"] {
        case .number(let number, _): numbers.append(number)
        case .error: isWrong = true
        default: break
        }
        let largest: CellValue = isWrong ? .error(.notAvailable) : .number(numbers.max() ?? 0)
        let smallest: CellValue = isWrong ? .error(.notAvailable) : .number(numbers.min() ?? 0)
        #expect(book["B\(row)"] == largest, "B\(row)", sourceLocation: place)
        #expect(book["C\(row)"] == smallest, "C\(row)", sourceLocation: place)
        #expect(book["D\(row)"] == .number(Double(numbers.count)), "D\(row)", sourceLocation: place)
        row -= 1
      }
    }
    check()
    for edit in [
      "A600 = 1000", "A1 = 5000", "A300 = \"x\"", "A300 = TRUE", "A450:A600 = T(\"\")", "A451 = -7", "A200 = NA()",
      "A200 = 3",
      "A2:A600 = T(\"text\")",
    ] {
      book.set(edit)
      check()
    }
    // The largest is 5000; A, B and C have a number in one row, in 600 and in 600, D in 600.
    #expect(book["F1"] == 3_199)
  }

  @Test("A column that is made of the largest below it is evaluated from below")
  func tailsOfThemselves() {
    let book = Workbook()
    book.set("A1:A900 = IF(ROW() = 900, 1, B2 + 1)", "B1:B900 = MAX(A1:A$900) + COUNT(A1:A$900) * 0", "A1500 = 7")
    #expect(book["A1"] == 900)
    #expect(book["B1"] == 900)
    book.set("A900 = 11")
    #expect(book["B1"] == 910)
    book.set("A500 = 0")
    #expect(book["B501"] == 410)
    #expect(book["B1"] == 909)
  }

  @Test("What the same criteria gave before follows an edit of a number, of a key and of what is asked")
  func keptAnswers() {
    let book = Workbook()
    book.set(
      "A1:A100 = MOD(ROW(), 2)", "B1:B100 = ROW()", "C1:C100 = SUMIFS(B$1:B$100, A$1:A$100, A1)",
      "D1:D100 = COUNTIFS(A$1:A$100, A1, B$1:B$100, \">50\")", "E1:E100 = MAXIFS(B$1:B$100, A$1:A$100, A1)",
      "F1:F100 = MINIFS(B$1:B$100, A$1:A$100, A1)", "G1:G100 = AVERAGEIF(A$1:A$100, A1, B$1:B$100)",
      "H1:H100 = SUMIFS(A$1:A$100, B$1:B$100, \"<=\" & B1)")
    func expect(_ row: Int, _ values: [CellValue], _ place: SourceLocation = #_sourceLocation) {
      #expect("CDEFG".map { book["\($0)\(row)"] } == values, sourceLocation: place)
    }
    for row in [1, 3, 99] { expect(row, [2_500, 25, 99, 1, 50]) }
    for row in [2, 4, 100] { expect(row, [2_550, 25, 100, 2, 51]) }
    #expect(book["H9"] == 5)
    book.set("B1 = 1001")
    for row in [1, 3, 99] { expect(row, [3_500, 26, 1_001, 3, 70]) }
    expect(2, [2_550, 25, 100, 2, 51])
    #expect(book["H9"] == 4)
    book.set("A2 = 0.5")
    expect(2, [2, 0, 2, 2, 2])
    expect(4, [2_548, 25, 100, 4, 52])
    book.set("B3 = NA()")
    let error = CellValue.error(.notAvailable)
    for row in [1, 3, 99] { expect(row, [error, 26, error, error, error]) }
    expect(4, [2_548, 25, 100, 4, 52])
  }

  @Test("Criteria count and add the same with an index and without")
  func criteria() {
    let book = Workbook()
    // Eight kinds of values, fifty times over; B counts the rows.
    let kinds = ["1", "\"1\"", "\"Ann\"", "\"ANN\"", "\"\"\"\"", "TRUE", "NA()", "blank"]
    for row in 1...400 { book.enter("A\(row) = \(kinds[(row - 1) % 8])") }
    book.enter("B1:B400 = ROW()")
    let rows: [(formula: String, value: CellValue)] = [
      ("COUNTIF(A$1:A$400, 1)", 100), ("COUNTIF(A$1:A$400, \"1\")", 100), ("COUNTIF(A$1:A$400, \"=1\")", 100),
      ("COUNTIF(A$1:A$400, \"ann\")", 100), ("COUNTIF(A$1:A$400, \"a*\")", 100), ("COUNTIF(A$1:A$400, \"bob\")", 0),
      ("COUNTIF(A$1:A$400, TRUE)", 50), ("COUNTIF(A$1:A$400, \"<>1\")", 350), ("COUNTIF(A$1:A$400, \">0\")", 50),
      ("COUNTIF(A$1:A$400, \"<1\")", 0), ("COUNTIF(A$1:A$400, \">=1\")", 50), ("COUNTIF(A$1:A$400, \"<=1\")", 50),
      ("COUNTIF(A$1:A$10, 1)", 4), ("SUMIF(A$1:A$400, \"ann\")", 0), ("SUMIF(A$1:A$400, 1)", 50),
      ("SUMIF(A$1:A$400, \"ann\", B$1)", 19_950), ("SUMIFS(B$1:B$400, A$1:A$400, 1)", 19_750),
      ("SUMIFS(B$1:B$400, A$1:A$400, 1, B$1:B$400, \"<=10\")", 22),
      ("SUMIFS(B$1:B$400, B$1:B$400, 8, A$1:A$400, \"\")", 8), ("COUNTIFS(A$1:A$400, \"ann\", B$1:B$400, 4)", 1),
      ("COUNTIFS(B$1:B$400, 16, A$1:A$400, \"<>x\")", 1), ("AVERAGEIFS(B$1:B$400, A$1:A$400, \"ANN\")", 199.5),
      ("MAXIFS(B$1:B$400, A$1:A$400, 1)", 394), ("MINIFS(B$1:B$400, A$1:A$400, 1)", 1),
      ("SUMIFS(A$1:A$400, B$1:B$400, 7)", .error(.notAvailable)), ("SUMIFS(A$1:A$400, B$1:B$400, 9)", 1),
    ]
    // Each is asked four times: first without an index, then with one.
    for (number, row) in rows.enumerated() {
      for column in ["D", "E", "F", "G"] { book.enter("\(column)\(number + 1) = \(row.formula)") }
    }
    book.engine.recalculate()
    for (number, row) in rows.enumerated() {
      for column in ["D", "E", "F", "G"] { #expect(book["\(column)\(number + 1)"] == row.value, "\(row.formula)") }
    }
  }

  @Test("Counts of growing prefixes and ranks among all")
  func counting() {
    let book = Workbook()
    book.set(
      "A1:A700 = MOD(ROW(), 7)", "B1:B700 = COUNTIF(A$1:A1, A1)", "C1:C700 = MOD(ROW() * 29, 701)",
      "D1:D700 = COUNTIF(C$1:C$700, \">\" & C1) + 1", "E1:E700 = COUNTIF(C$1:C1, \"<\" & C1)")
    for row in [1, 64, 65, 100, 699, 700] {
      #expect(book["B\(row)"] == .number(Double((row - 1) / 7 + 1)), "\(row)")
      // 701 is prime: each number from 1 to 700 stands in C once.
      let own = row * 29 % 701
      #expect(book["D\(row)"] == .number(Double(701 - own)), "\(row)")
      let below = (1...row).count { $0 * 29 % 701 < own }
      #expect(book["E\(row)"] == .number(Double(below)), "\(row)")
    }
    book.set("A8 = 100")
    #expect(book["B700"] == 100)
    #expect(book["B8"] == 1)
    #expect(book["B15"] == 2)
  }

  @Test("What was read before a spill came is read anew")
  func spills() {
    let book = Workbook()
    book.set(
      "H1 = SUM(E1:E400)", "H2 = SUM(E1:E400) + MAX(E1:E400)", "I1:I5 = COUNTIF(E$1:E$400, 1199)",
      "J1:J5 = IFERROR(MATCH(1199, E$1:E$400, 0), 0)", "D1 = SEQUENCE(400, 3)")
    #expect(book["H1"] == 240_200)
    #expect(book["H2"] == 241_399)
    #expect(book["I5"] == 1)
    #expect(book["J5"] == 400)
    book.set("D1 = SEQUENCE(10, 3)")
    #expect(book["H1"] == 155)
    #expect(book["I5"] == 0)
    #expect(book["J5"] == 0)
  }

  @Test("Each round of an iteration reads anew")
  func iteration() {
    let book = Workbook()
    var settings = book.engine.names.settings(of: book.scope)
    settings.iteration = Iteration(rounds: 100, tolerance: 1e-12)
    book.engine.names.set(settings, of: book.scope)
    book.set("A1 = C1 / 2 + 1", "A2:A300 = 0 * ROW()", "B1 = SUM(A1:A300)", "C1 = B1")
    guard case .number(let sum, _) = book["B1"] else {
      Issue.record("\(book["B1"])")
      return
    }
    #expect(abs(sum - 2) < 1e-9)
  }

  @Test("INDIRECT takes zeros before a row, and leaves names alone")
  func leadingZeros() {
    let book = Workbook()
    book.set(
      "A2 = 7", "A3 = 5", "total05 = 3", "B1 = INDIRECT(\"A02\")", "B2 = SUM(INDIRECT(\"$A$02:A003\"))",
      "B3 = INDIRECT(\"total05\")", "B4 = INDIRECT(\"Sheet1!A02\")", "B5 = ISREF(INDIRECT(\"A0\"))")
    #expect(book["B1"] == 7)
    #expect(book["B2"] == 12)
    #expect(book["B3"] == 3)
    #expect(book["B4"] == 7)
    #expect(book["B5"] == false)
  }
}

/// Growing and shared ranges whose answers go on from row to row, beside the same formula asked of cells of another workbook.
@Suite("Answers that go on down a column are those of single cells")
struct AnswersGoingOnTests {
  private static let formulas = [
    "SUMIF(A$1:A1, \">\" & B1)", "SUMIF(A$1:A1, \">=\" & B1, C$1:C1)", "COUNTIF(A$1:A1, \"<>\" & B1)",
    "AVERAGEIF(A$1:A1, \"<=\" & B1, C$1:C1)", "SUMIFS(C$1:C1, A$1:A1, \">\" & B1, B$1:B1, \"<\" & B1)",
    "MAXIFS(C$1:C1, A$1:A1, \"<\" & B1)", "SUMIF(D$1:D1, \"t*\", C$1:C1)", "MODE(B$1:B1)", "MODE(A$1:A1)",
    "MEDIAN(C$1:C1, B1)", "MEDIAN(B1, 3, C$1:C$200)", "MEDIAN(A$1:A$200, B1)", "TEXTJOIN(\",\", TRUE, D$1:D1)",
    "TEXTJOIN({\"-\",\"+\"}, FALSE, D$1:D1, B1)", "CONCAT(A$1:A1)", "NPV(B1, C$1:C$200)", "NPV(0.1, C$1:C1)",
    "GEOMEAN(C$1:C1)", "GEOMEAN(C$1:C1, B1 + 1)", "HARMEAN(C$1:C1)", "HARMEAN(A$1:A1)", "NPV(0.1, A$1:A1, B1)",
    "NPV(1E+9, C$1:C1)", "NPV(-0.5, B$1:B1)", "XNPV(0.1, B$1:B1, E$1:E1)", "XNPV(0.1, C$1:C1, E$1:E1)",
    "XNPV(0.1, B$1:B1, D$1:D1)", "XNPV(B1 / 9, B$1:B$200, E$1:E$200)", "SERIESSUM(0.9, 1, 2, C$1:C1)",
    "SERIESSUM(0.9, 0, 1, A$1:A1)", "SERIESSUM(0, 1, 1, C$1:C1)", "GCD(B$1:B1)", "GCD(C$1:C1)", "GCD(A$1:A1)",
  ]

  /// Numbers with a few texts, logicals and blanks between them.
  private func filled(_ edits: [String]) -> Workbook {
    let book = Workbook()
    book.set(
      "A1:A99 = MOD(ROW() * 37, 23)", "A102:A200 = MOD(ROW() * 37, 23)", "B1:B200 = MOD(ROW() * 29, 11)",
      "C1:C60 = MOD(ROW() * 53, 101) / 7", "C62:C200 = MOD(ROW() * 53, 101) / 7",
      "D1:D200 = \"t\" & MOD(ROW() * 37, 23)", "E1:E200 = 40000 + INT(ROW() / 3) * 7",
      "A13 = \"t13\"", "A66 = TRUE", "A70 = \"7\"", "D50 = -3", "D64 = TRUE", "D66 = \"\"")
    for edit in edits { book.set(edit) }
    return book
  }

  @Test("Before and after edits of numbers, texts and errors", arguments: formulas)
  func edits(formula: String) {
    let book = filled([])
    book.set("H1:H200 = \(formula)")
    var edits: [String] = []
    for edit in ["A90 = 11", "C120 = NA()", "D70 = 1/0", "A150 = 1/0", "E180 = 7", "B190 = -6"] {
      edits.append(edit)
      book.set(edit)
      for row in [1, 66, 121, 200] {
        // A workbook in which nobody has asked before.
        let alone = filled(edits)
        alone.set("H\(row) = \(formula.shifted(to: row))")
        #expect(book["H\(row)"] == alone["H\(row)"], "\(formula), row \(row), after \(edit)")
      }
    }
  }
}

extension String {
  /// The formula of row 1 as it stands in another row.
  fileprivate func shifted(to row: Int) -> String {
    replacing(/([A-E])1\b/) { "\($0.output.1)\(row)" }
  }
}
