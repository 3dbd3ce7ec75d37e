import CellModel
import Formulas
import Testing

@testable import Engine

@Suite("Limits of calls")
struct CallLimitsTests {
  @Test("A LAMBDA that calls itself a million times ends in an error")
  func deepRecursion() {
    let workbook = Workbook()
    workbook.set(
      "A1 = LET(f, LAMBDA(g, n, IF(n = 0, 0, 1 + g(g, n - 1))), f(f, 1000000))",
      "A2 = LET(f, LAMBDA(g, n, IF(n = 0, 0, 1 + g(g, n - 1))), f(f, 100))",
      "A3 = LET(f, LAMBDA(g, g(g)), f(f))",
      "A4 = LET(f, LAMBDA(g, MAP({1,2}, LAMBDA(x, g(g)))), f(f))",
      "A5 = LET(f, LAMBDA(g, n, IF(n = 0, 0, 1 + g(g, n - 1))), f(f, 5000))",
      "A6 = LET(f, LAMBDA(g, n, IFS(n = 0, 0, TRUE, 1 + g(g, n - 1))), f(f, 1000000))",
      "A7 = LET(f, LAMBDA(g, n, IFS(n = 0, 0, TRUE, 1 + g(g, n - 1))), f(f, 200))",
      "A8 = LET(f, LAMBDA(g, n, SUM(g(g, n + 1), g(g, n + 2))), f(f, 1))")
    #expect(workbook["A1"] == .error(.number))
    #expect(workbook["A2"] == 100)
    #expect(workbook["A3"] == .error(.number))
    #expect(workbook["A4"].isError)
    #expect(workbook["A5"] == 5000)
    #expect(workbook["A6"] == .error(.number))
    #expect(workbook["A7"] == 200)
    #expect(workbook["A8"] == .error(.number))
  }

  @Test("A formula that takes too many steps ends in an error that names the limit")
  func tooManySteps() {
    let workbook = Workbook()
    workbook.engine.settings.stepLimit = 2_000
    workbook.set(
      "A1 = LET(f, LAMBDA(g, n, IF(n < 2, n, g(g, n - 1) + g(g, n - 2))), f(f, 50))",
      "A2 = LET(f, LAMBDA(g, n, IF(n < 2, n, g(g, n - 1) + g(g, n - 2))), f(f, 10))",
      "A3 = IFERROR(REDUCE(0, SEQUENCE(3000), LAMBDA(a, x, a + x)), -1)",
      "A4 = REDUCE(0, SEQUENCE(1500), LAMBDA(a, x, a + x))",
      "A5 = SUM(ABS(SEQUENCE(50000)))",
      "A6 = REDUCE(0, SEQUENCE(1000), LAMBDA(a, x, SUM(SEQUENCE(1000))))",
      "A7 = SUM(MAKEARRAY(100, 100, LAMBDA(r, c, r * c)))",
      "A8 = SUM(MAP(SEQUENCE(5000), ABS))",
      "A9 = A2 + A4")
    for cell in ["A1", "A3", "A5", "A6", "A7", "A8"] {
      #expect(workbook[cell] == .error(.number), "\(cell)")
      guard case .error(let error) = workbook[cell] else { continue }
      #expect(error.message == "It takes more than 2,000 steps, the limit.")
    }
    #expect(workbook["A9"] == .number(55 + 1_125_750))
  }

  @Test("Calls that iterate, patterns that go back and long texts are the steps that they are")
  func dearSteps() {
    let workbook = Workbook()
    workbook.engine.settings.stepLimit = 10_000
    workbook.set(
      "A1 = SUM(F.DIST.RT(2, SEQUENCE(200), 3))", "A2 = SUM(MAP(SEQUENCE(30), LAMBDA(n, BINOM.INV(n, 0.5, 0.7))))",
      "A3 = IFERROR(REGEXTEST(REPT(\"a\", 30), \"(a+)+b\"), 0)",
      "A4 = SUM(VDB(1000, 1, SEQUENCE(40, 1, 10000), 0, 9000))",
      "A5 = LET(f, LAMBDA(f, n, IF(n = 0, 0, LET(a, REPT(\"x\", 9999 + n), f(f, n - 1) + LEN(a)))), f(f, 500))",
      "A6 = ROWS(REPT(\"x\", SEQUENCE(300, 1, 32000, 0)))", "A7 = ROWS(SEQUENCE(300) & REPT(\"x\", 32000))",
      "B1 = SUM(F.DIST.RT(2, SEQUENCE(100), 3))", "B2 = MAX(MAP(SEQUENCE(10), LAMBDA(n, BINOM.INV(n, 0.5, 0.7))))",
      "B3 = REGEXTEST(REPT(\"a\", 30), \"a+$\")", "B4 = VDB(1000, 1, 9000, 0, 8000)",
      "B5 = LET(f, LAMBDA(f, n, IF(n = 0, 0, LET(a, REPT(\"x\", 99 + n), f(f, n - 1) + LEN(a)))), f(f, 100))")
    for row in 1...7 {
      guard case .error(let error) = workbook["A\(row)"] else {
        Issue.record("A\(row) is \(workbook["A\(row)"])")
        continue
      }
      #expect(error.message == "It takes more than 10,000 steps, the limit.", "A\(row)")
    }
    for row in 1...5 { #expect(!workbook["B\(row)"].isError, "B\(row)") }
  }

  @Test(
    "What looks at many elements, once or for each element of another array, counts them",
    arguments: [
      "SUM(MMULT(SEQUENCE(150, 150), SEQUENCE(150, 150)))", "SUM(MINVERSE(MUNIT(150)))", "MDETERM(MUNIT(150))",
      "SUM(XMATCH(\"*\" & SEQUENCE(300) & \"x\", \"a\" & SEQUENCE(300), 2))",
      "SUM(XMATCH(\"b\" & SEQUENCE(300), \"a\" & SEQUENCE(300), 3))",
      "SUM(MATCH(\"*\" & SEQUENCE(300) & \"x\", E1:E2000, 0))",
      "SUM(COUNTIF(E1:E2000, \"*?\" & SEQUENCE(100) & \"?\"))",
      "SUM(VDB(1000, 1, SEQUENCE(40, 1, 10000), 0, 9000))",
      "FORECAST.ETS(2001, SEQUENCE(2000), SEQUENCE(2000))", "SUM(LINEST(SEQUENCE(2000), SEQUENCE(2000, 30)))",
      "SUM(BESSELJ(2000000, SEQUENCE(2, 1, 400000)))", "SUM(IRR(SEQUENCE(1, 2000, -1000), SEQUENCE(10, 1, 0.1, 0.01)))",
      "LET(a, SEQUENCE(10000), SUM(MAP(SEQUENCE(200), LAMBDA(k, COUNTA(a)))))",
      "LET(a, SEQUENCE(10000), SUM(TRIMMEAN(E1:E9, SEQUENCE(9) / 10), SUM(MAP(SEQUENCE(200), LAMBDA(k, OR(a))))))",
      "SUM(SEARCH(\"x\", REPT(\"a\", 32000) & \"x\", SEQUENCE(200)))", "ROWS(SORT(SEQUENCE(20000)))",
      "ROWS(FOURIER(SEQUENCE(6000), TRUE))", "SUM(REDUCE(0, SEQUENCE(9000), LAMBDA(a, k, SUM(E1:F2000))))",
    ])
  func countedElements(_ formula: String) {
    let workbook = Workbook()
    workbook.engine.settings.stepLimit = 10_000
    workbook.set("E1:E2000 = \"a\" & ROW()", "A1 = \(formula)")
    guard case .error(let error) = workbook["A1"] else {
      Issue.record("it is \(workbook["A1"])")
      return
    }
    #expect(error.message == "It takes more than 10,000 steps, the limit.")
  }

  @Test(
    "What is asked of the same numbers again and again takes few steps",
    arguments: [
      ("SUM(LARGE(SEQUENCE(2000), SEQUENCE(2000)))", 2_001_000), ("SUM(SMALL(F1:F2000, SEQUENCE(2000)))", 2_001_000),
      ("SUM(RANK(SEQUENCE(2000), SEQUENCE(2000)))", 2_001_000),
      ("SUM(RANK.AVG(SEQUENCE(2000), F1:F2000, 1))", 2_001_000),
      ("SUM(PERCENTRANK(SEQUENCE(2001), SEQUENCE(2001), 9))", 1000.5),
      ("SUM(PERCENTILE(SEQUENCE(2001), SEQUENCE(2001, 1, 0) / 2000))", 2_003_001),
      ("SUM(XMATCH(SEQUENCE(2000) & \"x\", SEQUENCE(2000) & \"X\"))", 2_001_000),
      ("SUM(XLOOKUP(SEQUENCE(2000) + 0.5, SEQUENCE(2000), SEQUENCE(2000), 0, -1))", 2_001_000),
      ("SUM(VLOOKUP(SEQUENCE(2000), SEQUENCE(2000), 1, FALSE))", 2_001_000),
      ("SUM(INDEX(SEQUENCE(2000), SEQUENCE(2000)))", 2_001_000),
    ])
  func keptOrders(_ formula: String, _ expected: Double) {
    let workbook = Workbook()
    workbook.engine.settings.stepLimit = 10_000
    workbook.set("F1:F2000 = 2001 - ROW()", "A1 = ROUND(\(formula), 6)")
    #expect(workbook["A1"] == .number(expected))
  }

  @Test("Many cells that take much memory together end in an error that names the limit")
  func tooMuchMemory() {
    let workbook = Workbook()
    var (isShort, questions) = (false, 0)
    workbook.engine.settings.exceededMemory = {
      questions += 1
      return isShort ? 1_500 : nil
    }
    workbook.set("B1 = 1", "A1 = SUM(SEQUENCE(1000000) + B1)", "A2 = SUM(SEQUENCE(10) + B1)", "A3 = B1 + 1")
    #expect(workbook["A1"] == 500_001_500_000)
    let asked = questions
    #expect((1...20).contains(asked))
    isShort = true
    workbook.engine.setConstant(2, at: workbook.address("B1"))
    workbook.engine.recalculate()
    guard case .error(let error) = workbook["A1"] else {
      Issue.record("A1 is \(workbook["A1"])")
      return
    }
    #expect(error.message == "The sheet takes more than 1,500 MB of memory, the limit.")
    // While there is no memory nothing that takes steps goes on, and what takes none does.
    #expect(workbook["A2"] == .error(.number))
    #expect(workbook["A3"] == 3)
    isShort = false
    workbook.engine.recalculateAll()
    #expect(workbook["A1"] == 500_002_500_000)
    #expect(workbook["A2"] == 75)
  }

  @Test("A LAMBDA that is cancelled leaves its cell to be evaluated later, and what was there")
  func cancelledCall() {
    let workbook = Workbook()
    workbook.set("B1 = 3", "A1 = REDUCE(0, SEQUENCE(5000), LAMBDA(a, x, a + B1))", "A2 = A1 + 1", "C1:C20 = A$1 + 1")
    #expect(workbook["A2"] == 15_001)
    var calls = 0
    workbook.engine.settings.isCancelled = {
      calls += 1
      return (2_000..<40_000).contains(calls)
    }
    workbook.engine.setConstant(4, at: workbook.address("B1"))
    #expect(!workbook.engine.recalculate())
    #expect(!workbook.engine.isSettled)
    #expect(workbook["A1"] == 15_000)
    let outside = FormulaParser.parse("REDUCE(0, {1; 2}, LAMBDA(a, x, a + x))", dialect: .sheet).tree
    #expect(workbook.engine.expressions.evaluate(outside, at: workbook.address("D1")) == .error(.busy))
    calls = 50_000
    #expect(workbook.engine.recalculate())
    #expect(workbook.engine.isSettled)
    #expect(workbook["A2"] == 20_001)
    #expect(workbook["C20"] == 20_001)
    #expect(workbook.engine.brokenRules() == [])
  }

  @Test("A formula of a million arguments is an error, one of a thousand is not")
  func manyArguments() {
    let workbook = Workbook()
    func ones(_ count: Int) -> String { String(repeating: "1,", count: count - 1) + "1" }
    workbook.set("A1 = SUM(\(ones(1_000_000)))", "A2 = SUM(\(ones(1_000)))", "A3 = ROUND(\(ones(1_000)))")
    #expect(workbook["A1"].isError)
    #expect(workbook["A2"] == 1_000)
    #expect(workbook["A3"] == .error(.value))
  }
}
