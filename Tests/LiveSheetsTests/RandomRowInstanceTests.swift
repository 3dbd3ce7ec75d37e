import CellModel
import TestSupport
import Testing

@testable import LiveSheets

/// A sheet of random cells, tables and states in the rows of a table, held against the same sheet as it is used: both get
/// the same steps. `LONG_TESTS=1 swift test --filter RandomRowInstanceTests` tries a thousand.
@Suite("Random rows with tables of their own")
struct RandomRowInstanceTests {
  private static let formulas = [
    "a + b", "SUM(t[k]) * a", "t[1].y", "COUNTIF(log[v], \">1\")", "A1 & b", "SUM(A1:A4)", "INDEX(A:A, 2) + a",
    "INDIRECT(\"A2\") + b", "INDIRECT(\"t[k]\")", "OFFSET(A1, 1, 0)", "ROWS(log)", "go", "st", "TEXT(a, \"0.0\")",
    "IFERROR(log[1].v, -1)", "XLOOKUP(a, t[k], t[y], \"none\")", "SUM(t[[k]:[y]])", "LET(q, t[2].k, q * a)",
    "MAP(t[k], LAMBDA(x, x + a))", "SUM(A1:INDEX(A:A, 3))", "form0", "{x: a}.x", "log", "ROWS(t) + t[2].y",
  ]
  private static let columns = [
    "k * a", "PREVIOUS(y, b) + k", "ROW() + SUM(t[k])", "k & st", "A2 * k", "OFFSET([@k], 0, 0) + b", "form0 & k",
    "ROWS(log)",
  ]
  private static let steps = [
    "a = 3", "a = 0", "b = 7", "clear b", "go 2", "go 5", "drop", "insert last log (9)", "delete log[1]", "t[1].k = 6",
    "wait 1", "t[2].k = 0",
  ]

  private static func sheet(_ random: inout SeededGenerator) -> (text: String, cells: [String]) {
    let count = random.number(3...5)
    let named = (0..<count).map { "form\($0) = \(random.one(of: formulas))\n" }.joined()
    let text = """
      input a = 1
      input b = 2
      event go: number
      event drop
      A1 = a
      A2:A4 = A1 + \(random.one(of: ["b", "1", "ROWS(log)"]))
      table t {
      | k |
      | 1 |
      | 2 |
      y = \(random.one(of: columns))
      }
      table log {
      | v |
      on go : insert \(random.one(of: ["first", "last"])) (go * a)
      on drop : delete where v > \(random.number(1...4))
      }
      state st = a { on go : st + go; on \(random.one(of: ["EVERY(1)", "drop", "a.changed"])) : 0 }
      \(named)
      """
    let cells =
      (0..<count).map { "form\($0)" } + [
        "a", "b", "st", "go", "t[y]", "log[v]", "ROWS(log)", "A1", "A3", "t[2].y", "t",
      ]
    return (text, cells)
  }

  private static func inside(_ instance: String, _ text: String) -> String {
    for word in ["insert last ", "delete ", "clear ", "ROWS("] where text.hasPrefix(word) {
      return word + instance + "." + text.dropFirst(word.count)
    }
    return text.hasPrefix("wait") ? "" : "\(instance).\(text)"
  }

  @Test("A sheet in a row is what it is where it is used", arguments: 0..<TestLength.count(40, of: 1_000))
  func rows(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (text, cells) = Self.sheet(&random)
    let sheet = mocked(
      "table r of \"S.sheet\" { 3 rows }\nuse \"S.sheet\" as u\nuse \"S.sheet\" as other\n", files: ["S.sheet": text])
    var steps: [String] = []
    for _ in 0..<8 {
      let step = random.one(of: Self.steps)
      steps.append(step)
      if step.hasPrefix("wait") {
        _ = sheet.play(step)
      } else {
        let (inRow, inUse) = (sheet.play(Self.inside("r[2]", step)), sheet.play(Self.inside("u", step)))
        #expect(inRow.map { $0.replacing("r[2]", with: "u") } == inUse, "\(step)")
      }
      for cell in cells {
        for (row, used) in [("r[2]", "u"), ("r[3]", "other")] {
          let (inRow, inUse) = (value(Self.inside(row, cell), in: sheet), value(Self.inside(used, cell), in: sheet))
          if Self.areSame(inRow, inUse) { continue }
          Issue.record("\(row) has \(cell) = \(inRow), not \(inUse)\n\(text)\nafter \(steps.joined(separator: "; "))")
          return
        }
      }
    }
    for cell in cells.prefix(4) where cell.hasPrefix("form") {
      #expect(Self.areSame(value("INDEX(r[\(cell)], 2)", in: sheet), value("u.\(cell)", in: sheet)), "\(cell)\n\(text)")
    }
  }

  private func value(_ expression: String, in sheet: LiveSheet) -> CellValue? {
    try? sheet.evaluate(expression).get().value
  }

  /// An error is one wherever it began.
  private static func areSame(_ a: CellValue?, _ b: CellValue?) -> Bool {
    switch (a, b) {
    case (.error(let a)?, .error(let b)?): a.code == b.code
    case (.array(let a)?, .array(let b)?):
      a.count == b.count && zip(a.elements, b.elements).allSatisfy { areSame($0, $1) }
    case (nil, nil): false
    default: a == b
    }
  }
}
