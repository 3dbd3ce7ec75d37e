import Sheaf

/// Formulas that read each other in the shapes that cost an engine most.
enum Graphs {
  static let million = 1_000_000

  /// Chains of a million: filled from one formula, with another number in each cell, and with another form than the
  /// neighbours have, so that each formula stands for itself.
  static func chains() throws -> [Row] {
    let filled = try Sheet("A1 = 1\nA2:A\(million) = A1 + 1")
    let filledEdit = try leastEdit(of: 5, "A1", in: filled)
    guard filled.value(of: "A\(million)") == .number(1_000_005) else { throw Failure("the filled chain is not right") }

    var text = "A1 = 1\n"
    for row in 2...million { text += "A\(row) = A\(row - 1) + \(row % 7)\n" }
    var loaded: Sheet?
    let load = try Clock.least(of: 1) { loaded = try Sheet(text) }
    guard let sheet = loaded else { throw Failure("the chain did not load") }
    let whole = Clock.least(of: 3) { sheet.recalculate(only: "A2:A\(million)") }
    let edit = try leastEdit(of: 3, "A1", in: sheet)
    let lone = try Sheet(Graphs.text(ofLoneFormulas: million))
    let loneWhole = Clock.least(of: 3) { lone.recalculate(only: "A2:A\(million)") }
    let loneEdit = try leastEdit(of: 3, "A1", in: lone)
    let short = try Sheet(Graphs.text(ofLoneFormulas: 10_000))
    let shortEdit = try leastEdit(of: 99, "A1", in: short)
    let nanoseconds = Columns.nanoseconds
    return [
      Row("filled chain of a million, edit at its head, a node", nanoseconds(filledEdit), "ns", good: 8, must: 20),
      Row("irregular chain of a million, full, a node", nanoseconds(whole), "ns", good: 8, must: 20),
      Row("irregular chain of a million, edit at its head, a node", nanoseconds(edit), "ns", good: 8, must: 20),
      Row("chain of a million lone formulas, full, a node", nanoseconds(loneWhole), "ns", good: 8, must: 20),
      Row("chain of a million lone formulas, edit at its head, a node", nanoseconds(loneEdit), "ns", good: 8, must: 20),
      Row("chain of 10,000 lone formulas, edit at its head, a node", shortEdit * 1e9 / 1e4, "ns", good: 8, must: 20),
      Row("loading the irregular chain, a line of text", nanoseconds(load), "ns", good: 1_000, must: 3_000),
    ]
  }

  /// A chain of which no formula has the form of the one above it.
  static func text(ofLoneFormulas count: Int) -> String {
    var text = "A1 = 1\n"
    for row in 2...count {
      let above = "A\(row - 1)"
      switch row % 3 {
      case 0: text += "A\(row) = \(above) + \(row % 7)\n"
      case 1: text += "A\(row) = \(row % 5) + \(above)\n"
      default: text += "A\(row) = \(above) - \(row % 4)\n"
      }
    }
    return text
  }

  /// A loan paid back over a million months: columns that read each other, each row the one above it.
  static func schedule() throws -> [Row] {
    let sheet = try Sheet(
      """
      input rate = 0.0000001
      input payment = 0.5
      C1 = 1000000
      A2:A\(million) = C1 * rate
      B2:B\(million) = MIN(payment, C1 + A2) - A2
      C2:C\(million) = C1 - B2
      """)
    let cells = Double(3 * (million - 1))
    let whole = Clock.least(of: 3) { sheet.recalculate(only: "A2:C\(million)") }
    var debt = 1_000_000.0
    let edit = try Clock.least(of: 3) {
      debt += 1
      try sheet.set("C1", to: .number(debt))
    }
    return [
      Row(
        "schedule of three columns that read each other, full, a cell", whole * 1e9 / cells, "ns", good: 10, must: 30),
      Row("schedule of three columns, edit at its head, a cell", edit * 1e9 / cells, "ns", good: 10, must: 30),
    ]
  }

  /// One cell that 100,000 formulas read, each with another number.
  static func fanOut() throws -> [Row] {
    let count = 100_000
    var text = "A1 = 1\n"
    for row in 1...count { text += "B\(row) = A1 * \(row % 7 + 2)\n" }
    let time = try leastEdit(of: 9, "A1", in: try Sheet(text))
    return [Row("fan-out of 100,000, an edit, a node", time * 1e9 / Double(count), "ns", good: 6, must: 15)]
  }

  static func random() throws -> [Row] {
    let count = 200_000
    var random = SplitMix(seed: 7)
    var text = "A1 = 1\nA2 = 2\n"
    for row in 3...count {
      let a = Int.random(in: 1..<row, using: &random)
      let b = Int.random(in: 1..<row, using: &random)
      text += "A\(row) = A\(a) * 0.5 + A\(b) * 0.5\n"
    }
    let sheet = try Sheet(text)
    let time = Clock.least(of: 5) { sheet.recalculate(only: "A3:A\(count)") }
    return [Row("random graph of 200,000, full, a node", time * 1e9 / Double(count), "ns", good: 25, must: 60)]
  }

  /// A cell with three dependents among a million cells.
  static func smallEdit() throws -> [Row] {
    let sheet = try Sheet(
      """
      A1:A500000 = ROW()
      B1:B500000 = A1 + 1
      input x = 1
      C1 = x + 1
      C2 = C1 * 2
      C3 = C2 - x
      """)
    let rounds = 2_000
    var value = 1.0
    let time = try Clock.least(of: 9) {
      for _ in 0..<rounds {
        value += 1
        try sheet.set("x", to: .number(value))
      }
    }
    guard sheet.value(of: "C3") == .number(value + 2) else { throw Failure("C3 is not right") }
    return [Row("edit with 3 dependents in a million cells", time * 1e6 / Double(rounds), "µs", good: 3, must: 20)]
  }

  /// The least CPU seconds of setting a cell to 2, 3, 4 and so on.
  static func leastEdit(of runs: Int, _ cell: String, in sheet: Sheet) throws -> Double {
    var value = 1.0
    return try Clock.least(of: runs) {
      value += 1
      try sheet.set(cell, to: .number(value))
    }
  }
}
