import Sheaf

/// Calls of ordinary functions, of texts and logicals and lookups, down a column.
enum Calls {
  private static let count = 100_000

  /// - Parameter wanted: A part of the formulas to measure; all when it is `nil`.
  static func rows(holding wanted: String?) throws -> [Row] {
    // A holds texts, B numbers, F and G a table of 1,000 rows.
    let data = """
      A1:A\(count) = "w" & MOD(ROW() * 7919, 1000) & " Hello"
      B1:B\(count) = MOD(ROW() * 31, 977)
      F1:F1000 = ROW()
      G1:G1000 = MOD(ROW() * 37, 1000)

      """
    let formulas: [(formula: String, isGoal: Bool)] = [
      ("UPPER(LEFT(A1, 4)) & \"-\" & ROW()", false), ("LEN(A1)", true), ("LEFT(A1, 4)", true), ("UPPER(A1)", true),
      ("MID(A1, 2, 3)", true), ("FIND(\"H\", A1)", true), ("SUBSTITUTE(A1, \"l\", \"L\")", true),
      ("EXACT(A1, \"w7 Hello\")", true), ("A1 & B1", true), ("CONCAT(A1, B1)", true),
      ("IF(LEFT(A1, 2) = \"w1\", \"yes\", \"no\")", false), ("AND(B1 > 5, B1 < 900)", true), ("ISNUMBER(A1)", true),
      ("IFERROR(B1 / 0, \"none\")", true), ("ISTEXT(A1)", true), ("INDEX(G$1:G$1000, 7)", true),
      ("MATCH(B1, F$1:F$1000, 0)", true), ("VLOOKUP(B1 + 1, F$1:G$1000, 2, FALSE)", true),
      ("XLOOKUP(B1 + 1, F$1:F$1000, G$1:G$1000)", true), ("YEAR(40000 + B1)", true), ("SUM(B1, 7)", true),
    ]
    let chosen = formulas.filter { formula, _ in wanted.map { formula.contains($0) } ?? true }
    return try chosen.map { formula, isGoal in
      let sheet = try Sheet(data + "D1:D\(count) = \(formula)\n")
      let time = Clock.least(of: 5) { sheet.recalculate(only: "D1:D\(count)") }
      return Row(
        formula, time * 1e9 / Double(count), "ns", good: isGoal ? 100 : 200, must: isGoal ? 500 : 2_000,
        note: "\(try sheet.evaluate("D7"))")
    }
  }
}
