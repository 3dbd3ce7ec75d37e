import Sheaf

/// The workloads that `peers.py` runs on other engines too, in seconds.
///
/// `load` is from the formulas' text to the first values, `edit` one changed number and all that follows from it.
enum PeerWorkloads {
  static func rows() throws -> [Row] {
    try chain() + fanOut() + filled() + filledByLines() + smallEdit()
  }

  private static func chain() throws -> [Row] {
    let count = 100_000
    var text = "A1 = 1\n"
    for row in 2...count { text += "A\(row) = A\(row - 1) + \(row % 7)\n" }
    var sum = 0
    for row in 2...count { sum += row % 7 }
    return try rows(of: "chain 100k", text, edit: "A1", last: "A\(count)") { Double(sum) + $0 }
  }

  private static func fanOut() throws -> [Row] {
    let count = 100_000
    var text = "A1 = 1\n"
    for row in 1...count { text += "B\(row) = A1 * \(row % 7 + 2)\n" }
    return try rows(of: "fan-out 100k", text, edit: "A1", last: "B\(count)") { $0 * Double(count % 7 + 2) }
  }

  /// The numbers are filled too, as a sheet has no shorter way to write them.
  private static func filled() throws -> [Row] {
    let count = Columns.million
    let text = """
      D1 = 1
      A1:A\(count) = ROW() * 0.5
      B1:B\(count) = ROW() * 2
      C1:C\(count) = (A1 + D$1) + (B1 - 10)
      """
    return try rows(of: "filled 1M", text, edit: "D1", last: "C\(count)") { Double(count) * 2.5 + $0 - 10 }
  }

  /// The same column with its formulas written out, as the peers get it.
  private static func filledByLines() throws -> [Row] {
    let count = Columns.million
    var text = "D1 = 1\nA1:A\(count) = ROW() * 0.5\nB1:B\(count) = ROW() * 2\n"
    for row in 1...count { text += "C\(row) = (A\(row) + D$1) + (B\(row) - 10)\n" }
    return try rows(of: "filled 1M, a line each", text, edit: "D1", last: "C\(count)") { Double(count) * 2.5 + $0 - 10 }
  }

  private static func smallEdit() throws -> [Row] {
    let text = """
      A1:A500000 = ROW()
      B1:B500000 = A1 + 1
      D1 = 1
      C1 = D1 + 1
      C2 = C1 * 2
      C3 = C2 - D1
      """
    return try rows(of: "small edit in 1M", text, edit: "D1", last: "C3", runs: 1_000) { $0 + 2 }
  }

  private static func rows(
    of name: String, _ text: String, edit: String, last: String, runs: Int = 5, expected: (Double) -> Double
  ) throws -> [Row] {
    var loaded: Sheet?
    let load = try Clock.least(of: text.utf8.count > 10_000_000 ? 1 : 3) {
      loaded = nil
      loaded = try Sheet(text)
    }
    guard let sheet = loaded, try value(of: last, in: sheet) == .number(expected(1)) else {
      throw Failure("\(name): \(last) is not right")
    }
    let time = try Graphs.leastEdit(of: runs, edit, in: sheet)
    guard try value(of: last, in: sheet) == .number(expected(Double(runs + 1))) else {
      throw Failure("\(name): an edit is not right")
    }
    return [Row("\(name), load", load, "s"), Row("\(name), edit", time, "s")]
  }

  private static func value(of cell: String, in sheet: Sheet) throws -> CellValue { try sheet.evaluate("SUM(\(cell))") }
}
