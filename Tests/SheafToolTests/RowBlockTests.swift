import CellModel
import FunctionLibrary
import SheetText
import TestSupport
import Testing

@testable import LiveSheets
@testable import SheafTool

/// Rows evaluated a block at a time give what they give one by one. A sheet that has an event lives in time, so its rows
/// come one by one: it is the model of the same sheet without.
@Suite("Rows in blocks")
struct RowBlockTests {
  /// Sheets of named cells over four inputs, drawn by a seed.
  private struct RandomSheet {
    private var random: SeededGenerator
    private var names = ["x", "y", "z", "t", "d"]
    private(set) var text = ""

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      text = """
        input x = 3
        input z in 0..10 = 1
        input y: number = 2 \(random.one(of: ["", "where y <> 7", "where y < x"]))
        input t: text = "ab"
        input d: date = 2026-01-31
        fixed = \(random.number(1...9))
        twice = fixed * 2
        scale = LAMBDA(n, n * twice)
        costs = A1:A3
        A1 = 4
        A2 = 5
        A3 = fixed + 1
        B1 = SUM(A1:A3)
        table rates {
        | from | rate |
        | 0 | 10% |
        | 5 | 20% |
        | 50 | 30% |
        }

        """
      for number in 0..<random.number(1...7) {
        let name = "value\(number)"
        text += "\(name) = \(formula(2))\n"
        names.append(name)
      }
    }

    private mutating func name() -> String { random.one(of: names + ["fixed", "twice", "A2", "B1"]) }

    private mutating func formula(_ depth: Int) -> String {
      guard depth > 0 else {
        return random.happens(75) ? name() : random.one(of: ["2", "0", "0.5", "\"z\"", "TRUE", "#N/A", "19%", "-1"])
      }
      func a() -> String { formula(depth - 1) }
      switch random.number(0...25) {
      case 0...5: return "(\(formula(depth - 1)) \(random.one(of: ["+", "-", "*", "/", "^"])) \(formula(depth - 1)))"
      case 6: return "IF(\(formula(depth - 1)) > \(formula(depth - 1)), \(formula(depth - 1)), \(formula(depth - 1)))"
      case 7: return "\(formula(depth - 1)) & \(formula(depth - 1))"
      case 8: return "ROUND(\(formula(depth - 1)), 1)"
      case 9: return "IFERROR(\(formula(depth - 1)), \(formula(depth - 1)))"
      case 10: return "SUM(costs, \(formula(depth - 1)))"
      case 11: return "XLOOKUP(\(formula(depth - 1)), rates[from], rates[rate], \"none\", -1)"
      case 12: return "TEXT(\(formula(depth - 1)), \"0.00\")"
      case 13: return "SEQUENCE(MIN(3, ABS(\(formula(depth - 1)))))"
      case 14: return "SUM(\(name()) * {1,2,3})"
      case 15: return "scale(\(formula(depth - 1)))"
      case 16: return "LET(k, \(formula(depth - 1)), k + k)"
      case 17: return "EDATE(d, \(formula(depth - 1)))"
      case 18: return "ROW() + ROW(\(name())) + COLUMN()"
      case 19: return "ISBLANK(\(name()))"
      case 20: return "AND(\(formula(depth - 1)), x > 1)"
      case 21: return "VLOOKUP(\(formula(depth - 1)), rates, 2)"
      case 22: return "CHOOSE(\(formula(depth - 1)), \(name()), \(name()))"
      case 23: return "MAX(\(name()), \(name()), costs)"
      case 24: return "LEN(\(name())) - SQRT(\(name()))"
      default: return "SUMPRODUCT(costs, {1;2;3}) + \(name())"
      }
    }

    mutating func rows(_ count: Int) -> String {
      var text = "x,y,z,t,d\n"
      for _ in 0..<count {
        let x = random.one(of: ["1", "2.5", "-7", "0", "1e300", "12%", "", "\"q\"", "007", "TRUE", "2026-02-01", "abc"])
        let y = random.one(of: ["1", "7", "99", "-3.25", "200", "", "z"])
        let z = random.one(of: ["1", "5", "10", "11", "0.5"])
        let t = random.one(of: ["a", "", "\"x,\"\"y\"", "12", "é", "\"007\""])
        let d = random.one(of: ["2026-05-05", "46000", "", "never", "2026-01-31 12:00"])
        text += "\(x),\(y),\(z),\(t),\(d)\(random.happens(3) ? ",1" : "")\n"
      }
      return text
    }
  }

  @Test("They give what they give one by one, in every format")
  func likeOneByOne() throws {
    var inBlocks = 0
    let count = TestLength.count(3, of: 3_000)
    for seed in 0..<count {
      var drawn = RandomSheet(seed: UInt64(seed))
      let folder = try TemporaryFolder([
        "x.sheet": drawn.text, "model.sheet": drawn.text + "event unused\n",
        "in.csv": drawn.rows(seed == 3 ? 1_030 : 12),
      ])
      if try isEvaluatedInBlocks(drawn.text) { inBlocks += 1 }
      for format in seed == 3 ? ["csv"] : ["csv", "tsv", "jsonl", "human"] {
        let run = ToolRun("eval", folder["x.sheet"], "--rows", folder["in.csv"], "-f", format)
        let model = ToolRun("eval", folder["model.sheet"], "--rows", folder["in.csv"], "-f", format)
        #expect(run.output == model.output, "seed \(seed), \(format)\n\(drawn.text)")
        #expect(
          run.errors == model.errors.replacing("model.sheet", with: "x.sheet"), "seed \(seed), \(format)\n\(drawn.text)"
        )
        #expect(run.status == model.status, "seed \(seed)")
      }
      for format in ["csv", "jsonl", "json"] {
        func beside(_ sheet: String) -> ToolRun {
          ToolRun(
            "eval", folder[sheet], "--rows", folder["in.csv"], "-f", format, "--keep", "t,x", "--error-column", "why",
            "--get", "twice", "--get", "value0")
        }
        let model = beside("model.sheet").output.replacing("model.sheet", with: "x.sheet")
        #expect(beside("x.sheet").output == model, "seed \(seed), \(format)\n\(drawn.text)")
      }
    }
    #expect(inBlocks > count / 2)
  }

  private func isEvaluatedInBlocks(_ text: String, outputs: [String] = []) throws -> Bool {
    let sheet = LiveSheet(SheetDocument(name: "x.sheet", text), environment: LiveSheet.Environment(catalog: .standard))
    let inputs = try sheet.contents.filter { $0.kind == .input }.enumerated().map { field, cell in
      RowsInBlocks.Input(cell: try sheet.settableCell(cell.name), field: field, before: .blank)
    }
    let outputs = try sheet.selection(outputs).filter { !$0.isSettable && $0.area == nil }
    return RowsInBlocks(sheet, inputs: inputs, outputs: outputs) != nil
  }

  @Test(
    "What is more than cells computed from cells is evaluated row by row",
    arguments: [
      ("n = x + 1", true), ("n = SUM(A1:A3) * x", true), ("n = SUM(x, MAX(x, 2))", true),
      ("n = SUMIF(A1:A3, 1, x)", true), ("n = SUMIF(A1:A3, 1, INDEX(A1:A9, x))", false), ("n = RAND() * x", false),
      ("n = INDIRECT(\"x\")", false),
      ("state s = 0 { on e : s + 1 }\nevent e\nn = x", false), ("A1 = x\nn = SUM(A1:A2)", false),
      ("B5 = x * 2", false), ("n = m + x\nm = n", false), ("option iterate = 100, 0.001\nn = x", false),
      ("a = x\nb = a\nc = a + b\nf = LAMBDA(k, k * c)\nn = f(2)", true), ("n = TODAY() + x", false),
      ("g = LAMBDA(k, IF(k < 1, 0, x * k + g(k - 1)))\nn = g(4)", false),
      ("n = x\nalways \"small\": n < 9", false),
    ] as [(String, Bool)])
  func whichSheets(_ definitions: String, _ isInBlocks: Bool) throws {
    #expect(try isEvaluatedInBlocks("input x = 1\n" + definitions) == isInBlocks)
  }

  @Test(
    "What an array may come to fill varies with it, and nothing else does",
    arguments: [
      ("A1 = SEQUENCE(x)\nn = SUM(A2:A5)", false), ("A1 = SEQUENCE(x)\nn = A3 * x", false),
      ("B1 = SEQUENCE(x)\nn = SUM(A1:A5) * x", true), ("B2 = SEQUENCE(x)\nn = SUM(A1:E1) * x", true),
      ("A1 = SEQUENCE(3)\nn = SUM(A1:A5) * x", true), ("A1 = SEQUENCE(x)\nA3 = 7\nn = A3 * x", true),
      ("A1 = SEQUENCE(x)\nB2 = A2 + 1\nn = B2 * 2", false), ("A1 = 1\nA2 = A1 * 2\nn = SUM(A1:A9) * x", true),
      ("B1 = SEQUENCE(x)\nA2 = {4, 5}\nn = x + A2", false), ("A1 = SEQUENCE(x)\nn = SUM(A1#)", false),
    ] as [(String, Bool)])
  func spills(_ definitions: String, _ isInBlocks: Bool) throws {
    #expect(try isEvaluatedInBlocks("input x = 1\n" + definitions, outputs: ["n"]) == isInBlocks)
  }

  @Test("A row is evaluated when it is asked for, and none below it")
  func askedRows() throws {
    let sheet = LiveSheet(
      SheetDocument(name: "x.sheet", "input x = 1\nn = x + 1\nm = IF(n > 3, n, 0)\n"),
      environment: LiveSheet.Environment(catalog: .standard))
    let input = RowsInBlocks.Input(cell: try sheet.settableCell("x"), field: 0, before: .blank)
    let outputs = try sheet.selection(["n", "m"])
    let block = try #require(SheetBlock(sheet, inputs: [input.cell], outputs: outputs))
    var evaluated = sheet.engine.counters.evaluated
    for count in [2, 1, 7, 3, 7, 1000] {
      for row in 0..<count { block.set(0, inRow: row, to: .number(Double(count + row))) }
      #expect(block.recalculate(rows: count))
      for row in 0..<count {
        let n = Double(count + row + 1)
        #expect(block.value(0, inRow: row) == .number(n) && block.value(1, inRow: row) == .number(n > 3 ? n : 0))
      }
      #expect(sheet.engine.counters.evaluated - evaluated <= 2 * count, "\(count)")
      evaluated = sheet.engine.counters.evaluated
    }
  }

  @Test("An error tells of its cell, and a chain of many cells is still evaluated")
  func origins() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "input x = 1\nbad = 1 / x\nn = bad + 1\n",
      "long.sheet": "input c0 = 1\n" + (1...3_000).map { "c\($0)_ = c\($0 - 1)\($0 > 1 ? "_" : "") + 1\n" }.joined(),
      "in.csv": "x\n0\n", "long.csv": "c0\n1\n5\n",
    ])
    let run = ToolRun("eval", folder["x.sheet"], "--rows", folder["in.csv"], "-f", "jsonl", "--get", "n")
    #expect(run.output.contains("\"origin\": \"bad\""), "\(run.output)")
    let long = ToolRun("eval", folder["long.sheet"], "--rows", folder["long.csv"], "-f", "csv", "--get", "c3000_")
    #expect(long.output == "c3000_\n3001\n3005\n")
  }
}
