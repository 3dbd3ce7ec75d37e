import Sheaf

/// Many formulas that read the same long columns.
enum Ranges {
  private static let count = 100_000

  static func rows() throws -> [Row] {
    // A has 1,000 keys in no order, B numbers, K the keys as texts.
    let data = """
      A1:A\(count) = MOD(ROW() * 7919, 1000)
      B1:B\(count) = MOD(ROW() * 31, 977)
      K1:K\(count) = "key " & A1

      """
    var rows: [Row] = []
    func measure(_ name: String, _ formulas: String, of area: String, good: Double, must: Double)
      throws
    {
      let sheet = try Sheet(data + formulas)
      let time = Clock.least(of: 3) { sheet.recalculate(only: area) }
      rows.append(Row(name, time * 1e3, "ms", good: good, must: must))
    }
    try measure(
      "SUMIFS, 10,000 over 100,000 rows", "D1:D10000 = SUMIFS(B$1:B$\(count), A$1:A$\(count), MOD(ROW(), 1000))",
      of: "D1:D10000", good: 50, must: 200)
    try measure(
      "… of two criteria, one of them a text",
      "D1:D10000 = SUMIFS(B$1:B$\(count), K$1:K$\(count), K1, B$1:B$\(count), \">500\")", of: "D1:D10000", good: 50,
      must: 200)
    try measure(
      "COUNTIFS a row, 100,000 rows, 1,000 keys", "D1:D\(count) = COUNTIFS(A$1:A$\(count), A1)",
      of: "D1:D\(count)", good: 50, must: 200)
    try measure(
      "COUNTIF(A$1:A1, A1) down 100,000 rows", "D1:D\(count) = COUNTIF(A$1:A1, A1)", of: "D1:D\(count)", good: 50,
      must: 200)
    try measure(
      "COUNTIF of what is larger, 100,000 rows", "D1:D\(count) = COUNTIF(B$1:B$\(count), \">\" & B1)",
      of: "D1:D\(count)", good: 50, must: 200)
    try measure(
      "XLOOKUP, 100,000 in 100,000 rows", "D1:D\(count) = XLOOKUP(A1, A$1:A$\(count), B$1:B$\(count))",
      of: "D1:D\(count)", good: 50, must: 200)
    try measure(
      "COUNTIF(A$1:A1, \">500\") down 100,000 rows", "D1:D\(count) = COUNTIF(A$1:A1, \">500\")", of: "D1:D\(count)",
      good: 50, must: 200)
    try measure(
      "SUMIFS(B$1:B1, A$1:A1, A1) down 100,000 rows", "D1:D\(count) = SUMIFS(B$1:B1, A$1:A1, A1)", of: "D1:D\(count)",
      good: 50, must: 200)
    try measure("SUM(A$1:A1) down 10,000 rows", "D1:D10000 = SUM(A$1:A1)", of: "D1:D10000", good: 1, must: 5)
    try measure("SUM(A$1:A1) down 100,000 rows", "D1:D\(count) = SUM(A$1:A1)", of: "D1:D\(count)", good: 5, must: 50)
    try measure(
      "SUM of 100 rows, sliding, 100,000 rows", "D1:D99900 = SUM(A1:A100)", of: "D1:D99900", good: 2, must: 60)
    return rows + [try keyEdit()]
  }

  /// One key among many that six formulas look up and count in.
  private static func keyEdit() throws -> Row {
    let sheet = try Sheet(
      """
      A1:A999 = MOD(ROW() * 7919, 1000)
      A1000 = 5
      A1001:A\(count) = MOD(ROW() * 7919, 1000)
      B1:B\(count) = MOD(ROW() * 31, 977)
      D1:D3 = COUNTIF(A$1:A$\(count), ROW())
      E1:E3 = XLOOKUP(ROW(), A$1:A$\(count), B$1:B$\(count))
      """)
    let time = try Graphs.leastEdit(of: 30, "A1000", in: sheet)
    return Row("an edit of a key of 100,000 that six formulas look up", time * 1e6, "µs", good: 50, must: 500)
  }
}
