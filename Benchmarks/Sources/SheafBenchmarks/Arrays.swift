import Sheaf

/// Formulas down a column that each make arrays of two long columns.
enum Arrays {
  private static let formulaCount = 1_000
  private static let rowCount = 5_000

  static func rows() throws -> [Row] {
    let data = """
      A1:A\(rowCount) = MOD(ROW() * 7919, 1000) + 1
      B1:B\(rowCount) = MOD(ROW() * 31, 977) + 1
      C1:C\(rowCount) = "region " & MOD(ROW() * 7919, 12)

      """
    let (a, b, c) = ("A$1:A$\(rowCount)", "B$1:B$\(rowCount)", "C$1:C$\(rowCount)")
    let varying = [
      "SUMPRODUCT((\(a) = A1) * \(b))", "SUM(IF(\(a) = A1, \(b)))", "LOOKUP(2, 1 / (\(a) = A1), \(b))",
      "SUMPRODUCT(--(\(c) = C1), \(b))", "SUM(ABS(\(a) - A1))", "SUM(IFERROR(\(a) / (\(b) - B1), 0))",
    ]
    // A part of each is the same in all rows.
    let repeating = [
      "SUMPRODUCT(\(a), \(b)) + A1", "SUBTOTAL(9, \(a)) + A1", "(A1 - AVERAGE(\(a))) / STDEV(\(a))",
      "INDEX(SORT(\(a)), ROW())", "SUMPRODUCT(--(LEFT(\(c), 8) = \"region 1\"), \(b)) + A1",
    ]
    return try varying.map { formula in
      Row(formula, try seconds(formula, over: data) * 1e9 / Double(formulaCount * rowCount), "ns an element")
    }
      + repeating.map { formula in
        Row(formula, try seconds(formula, over: data) * 1e9 / Double(formulaCount), "ns a row")
      }
  }

  private static func seconds(_ formula: String, over data: String) throws -> Double {
    let area = "D1:D\(formulaCount)"
    let sheet = try Sheet(data + "\(area) = \(formula)\n")
    return Clock.least(of: 3) { sheet.recalculate(only: area) }
  }
}
