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
