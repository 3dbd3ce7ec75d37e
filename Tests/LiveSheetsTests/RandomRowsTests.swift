import CellModel
import TestSupport
import Testing

@testable import LiveSheets

/// Tables of random columns whose rows come, go and change, held after each step against a sheet that is loaded with the
/// rows it has by then. `LONG_TESTS=1 swift test --filter RandomRowsTests` tries a thousand.
@Suite("Random rows")
struct RandomRowsTests {
  /// Formulas of columns, of which some find their cells only while they run.
  private static let formulas = [
    "k * 2", "k + z", "OFFSET([@z], 0, 0) + k", "INDIRECT(\"A1\") * k", "PREVIOUS(k, 9)", "SUM(t[k]) - k",
    "COUNTIF(t[k], k)", "ROW() * 10 + k", "SUM(INDEX(t[k], 1):[@k])", "RANK(k, t[k])", "IFERROR(k / z, \"x\")",
    "XLOOKUP(k, t[k], t[z])", "TEXT(k, \"0.0\") & z", "LET(q, k, q * q)", "MAP(k, LAMBDA(x, x + f))",
    "SUMIFS(t[z], t[k], \">\" & k)", "INDEX(t[z], ROWS(t) + 1 - ROW())", "IF(k > f, k, z)", "t[1].k + k",
    "LAMBDA(a, a + 1)(k)", "MAX(t[[k]:[z]])", "A2 + k", "SUM(A1:A3) + k", "g + k", "SUM(OFFSET([@k], 0, 0, 1, 2))",
    "ISBLANK(z)", "SUM(t[c0])", "SUM(INDIRECT(\"t[k]\"))", "PREVIOUS(INDIRECT(\"A1\"), 1) + k", "SUBTOTAL(9, t[z])",
    "FORMULATEXT(A2) & k", "MATCH(k, t[k], 0)", "ROWS(UNIQUE(t[k]))", "SWITCH(k, 1, \"a\", 2, z, f)",
  ]

  private struct Rows {
    var random: SeededGenerator
    var formulas: [String] = []
    var rows: [[Int?]] = []
    var f = 2
    var a1 = 3

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      formulas = (0..<random.number(3...5)).map { _ in
        let formula = random.one(of: RandomRowsTests.formulas)
        guard random.happens(30) else { return formula }
        return "IFERROR(\(formula), 0) & \"|\" & IFERROR(\(random.one(of: RandomRowsTests.formulas)), 1)"
      }
      rows = (0..<random.number(0...4)).map { _ in row() }
    }

    private mutating func row() -> [Int?] { [random.number(0...5), random.happens(30) ? nil : random.number(0...5)] }

    var text: String {
      let head = "f = \(f)\nA1 = \(a1)\nA2 = A1 + 1\nA3 = ROWS(t)\ng = SUM(t[k])\nbig = SUM(t[c1])\nh = t[1].c0\n"
      let written = rows.map { "| " + $0.map { $0.map(String.init) ?? "" }.joined(separator: " | ") + " |\n" }.joined()
      let columns = formulas.enumerated().map { "c\($0.offset) = \($0.element)\n" }.joined()
      return head + "table t {\n| k | z |\n" + written + columns + "}\n"
    }

    /// The cells whose values are compared.
    var cells: [String] {
      let columns = ["k", "z"] + formulas.indices.map { "c\($0)" }
      return ["A3", "g", "big", "h"] + rows.indices.flatMap { row in columns.map { "t[\(row + 1)].\($0)" } }
    }

    /// Changes the rows, or what they read, and gives the step that does so.
    mutating func step() -> String {
      switch random.number(0...9) {
      case _ where rows.isEmpty, 0...2:
        let (row, isFirst) = (row(), random.happens(50))
        rows.insert(row, at: isFirst ? 0 : rows.count)
        return
          "insert \(isFirst ? "first" : "last") t (\(row.compactMap { $0.map(String.init) }.joined(separator: ", ")))"
      case 3...5:
        let place = random.number(0...rows.count - 1)
        rows.remove(at: place)
        return "delete t[\(place + 1)]"
      case 6, 7:
        let (place, column) = (random.number(0...rows.count - 1), random.number(0...1))
        rows[place][column] = random.number(0...5)
        return "t[\(place + 1)].\(["k", "z"][column]) = \(rows[place][column] ?? 0)"
      case 8:
        f = random.number(1...4)
        return "f = \(f)"
      default:
        a1 = random.number(1...7)
        return "A1 = \(a1)"
      }
    }
  }

  @Test("What columns compute follows rows that come, go and change", arguments: 0..<TestLength.count(40, of: 1_000))
  func rows(_ seed: Int) {
    var rows = Rows(seed: UInt64(seed))
    let sheet = load(rows.text)
    var steps: [String] = []
    for _ in 0..<8 {
      steps.append(rows.step())
      #expect(sheet.play(steps[steps.count - 1]) == [])
      let fresh = load(rows.text)
      for cell in rows.cells where !Self.areSame(sheet[cell], fresh[cell]) {
        Issue.record(
          "\(cell) is \(sheet[cell]), not \(fresh[cell])\n\(rows.text)after \(steps.joined(separator: "; "))")
        return
      }
    }
  }

  /// Sums that follow what has changed may differ in their last digit; an error is one wherever it began.
  private static func areSame(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.number(let a, _), .number(let b, _)): abs(a - b) <= 1e-12 * max(1, abs(a))
    case (.error(let a), .error(let b)): a.code == b.code
    default: a == b
    }
  }
}
