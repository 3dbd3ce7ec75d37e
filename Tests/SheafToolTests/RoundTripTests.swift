import CellModel
import Foundation
import TestSupport
import Testing

@testable import SheafTool

/// What the tool writes, it reads back as the same values of the same kinds: random tables of all kinds, in every way
/// out that is a way in, too.
@Suite("Round trips")
struct RoundTripTests {
  /// Cells of a table as they may be typed, drawn by a seed.
  private struct RandomCells {
    private var random: RandomSequence

    init(seed: UInt64) { random = RandomSequence(seed: seed) }

    private mutating func number(_ below: Int) -> Int { Int(random.next() % UInt64(below)) }
    private mutating func part() -> Double { Double(random.next() >> 11) * 0x1p-53 }

    mutating func cell() -> String {
      switch number(13) {
      case 0: "\(part() * 1000 - 500)"
      case 1: "\(number(100_000))"
      case 2: "\(number(200) - 100)%"
      case 3: "\(Double(number(10_000)) / 100)%"
      case 4: ValueText().written(.number(Double(61 + number(2_000_000)), .date))
      case 5: ValueText().written(.number(61 + part() * 60_000, .dateTime))
      case 6: "\(number(24)):\(10 + number(50))"
      case 7: ValueText().written(.number(part(), .time))
      case 8: ["TRUE", "false", ""][number(3)]
      case 9: ["\"007\"", "00123", "12345678901234567890", "\"2026-01-31\"", "\"19%\"", "\"TRUE\""][number(6)]
      case 10: ["1,234", "3/4/15", "a \\| b", "=1+2", "#N/A", "\" x \"", "\"a\"\"b\"", "\"\"", "a\\b"][number(9)]
      case 11: ["1e300", "-1e-300", "9007199254740993", "0.30000000000000004", "-0", "1e22"][number(6)]
      default: ["text", "ß€漢", "1e5", "0.1", "a;b"][number(5)]
      }
    }

    mutating func row() -> String { "| \(cell()) | \(cell()) | \(cell()) |" }

    mutating func table(rows: Int) -> String {
      "table t {\n| a | b | c |\n" + (0..<rows).map { _ in row() + "\n" }.joined() + "}\n"
    }
  }

  private func expectSame(
    _ first: String, _ second: String, in folder: TemporaryFolder, at location: SourceLocation = #_sourceLocation
  ) {
    for format in ["json", "human", "csv"] {
      let written = ToolRun("eval", folder[first], "--get", "t", "-f", format).output
      let read = ToolRun("eval", folder[second], "--get", "t", "-f", format).output
      #expect(written.replacingOccurrences(of: first, with: second) == read, sourceLocation: location)
    }
  }

  @Test("A table as CSV", arguments: 0..<UInt64(TestLength.count(4, of: 60)))
  func csv(seed: UInt64) throws {
    var cells = RandomCells(seed: seed)
    let folder = try TemporaryFolder(["a.sheet": cells.table(rows: 30), "b.sheet": "table t from \"t.csv\"\n"])
    #expect(ToolRun("eval", folder["a.sheet"], "--save", "t=\(folder.path)/t.csv").status == 0)
    expectSame("a.sheet", "b.sheet", in: folder)
    #expect(ToolRun("eval", folder["a.sheet"], "--get", "t", "-f", "csv", "-o", folder["t.csv"]).status == 0)
    expectSame("a.sheet", "b.sheet", in: folder)
  }

  @Test("A table as TSV", arguments: 0..<UInt64(TestLength.count(3, of: 30)))
  func tsv(seed: UInt64) throws {
    var cells = RandomCells(seed: 100 + seed)
    let folder = try TemporaryFolder(["a.sheet": cells.table(rows: 30), "b.sheet": "table t from \"t.tsv\"\n"])
    #expect(ToolRun("eval", folder["a.sheet"], "--get", "t", "-f", "tsv", "-o", folder["t.tsv"]).status == 0)
    expectSame("a.sheet", "b.sheet", in: folder)
  }

  @Test(
    "A table as the text that :save writes, after rows were set and inserted",
    arguments: 0..<UInt64(TestLength.count(4, of: 60)))
  func text(seed: UInt64) throws {
    var cells = RandomCells(seed: 200 + seed)
    let folder = try TemporaryFolder(["a.sheet": cells.table(rows: 12)])
    // What is set comes out of formulas, so that it is written and not copied.
    let steps = """
      t[1].a = 2026-01-31 + 1
      t[2].b = TIME(14, 30, 0) + 1 / 24
      t[3].c = 1 / 3
      t[4].a = 19% + 1%
      t[5].b = DATE(2026, 1, 31) + TIME(1, 2, 3)
      t[6].c = "=" & "1+2"
      insert last t (1 / 7, "00" & "7", 2026-02-28)
      delete t[9]
      :save \(folder["b.sheet"])
      :save t \(folder["t.csv"])
      """
    #expect(ToolRun(folder["a.sheet"], input: steps).errors == "")
    try OutputFile.write(Array("table t from \"t.csv\"\n".utf8), to: folder["c.sheet"])
    expectSame("b.sheet", "c.sheet", in: folder)
  }

  @Test("Rows of a batch, whose outputs are the inputs of the next", arguments: 0..<UInt64(TestLength.count(3, of: 30)))
  func batches(seed: UInt64) throws {
    var cells = RandomCells(seed: 300 + seed)
    let folder = try TemporaryFolder([
      "a.sheet": cells.table(rows: 30), "b.sheet": "input a\ninput b\ninput c\nx = a\ny = b\nz = c\n",
    ])
    #expect(ToolRun("eval", folder["a.sheet"], "--save", "t=\(folder["t.csv"])").status == 0)
    let run = ToolRun(
      "eval", folder["b.sheet"], "--rows", folder["t.csv"], "--get", "x", "--get", "y", "--get", "z", "-f", "csv")
    #expect(run.output.hasPrefix("x,y,z\n"))
    try OutputFile.write(Array(("a,b,c" + run.output.dropFirst(5)).utf8), to: folder["r.csv"])
    try OutputFile.write(Array("table t from \"t.csv\"\n".utf8), to: folder["d.sheet"])
    try OutputFile.write(Array("table t from \"r.csv\"\n".utf8), to: folder["e.sheet"])
    expectSame("d.sheet", "e.sheet", in: folder)
  }

  /// JSON as another reader has it.
  private struct Page: Decodable {
    enum Value: Decodable, Equatable {
      case null
      case logical(Bool)
      case number(Double)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let logical = try? container.decode(Bool.self) {
          self = .logical(logical)
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    var cells: [String: [[String: Value]]]
  }

  @Test(
    "JSON has the same number, or a text that is read as the value", arguments: 0..<UInt64(TestLength.count(3, of: 30)))
  func json(seed: UInt64) throws {
    var cells = RandomCells(seed: 400 + seed)
    let texts = (0..<90).map { _ in cells.cell() }.filter { !$0.contains("|") && !$0.hasPrefix("\"") }
    let table = "table t {\n| a |\n" + texts.map { "| \($0) |\n" }.joined() + "}\n"
    let folder = try TemporaryFolder(["a.sheet": table])
    let output = ToolRun("eval", folder["a.sheet"], "--get", "t", "-f", "json").output
    let page = try JSONDecoder().decode(Page.self, from: Data(output.utf8))
    let rows = try #require(page.cells["t"])
    #expect(rows.count == texts.count)
    for (row, typed) in zip(rows, texts) {
      let value = TypedText.value(typed: typed)
      switch value {
      case .blank: #expect(row["a"] == .null, "\(typed)")
      case .logical(let logical): #expect(row["a"] == .logical(logical), "\(typed)")
      case .text(let text): #expect(row["a"] == .text(text), "\(typed)")
      case .number(let number, let kind) where kind == .plain || kind == .percent:
        #expect(row["a"] == .number(number), "\(typed)")
      case .number:
        guard case .text(let text) = row["a"] else {
          Issue.record("\(typed) is no text")
          continue
        }
        #expect(TypedText.value(typed: text).isIdentical(to: value), "\(typed) is written \(text)")
      default: Issue.record("\(typed) is read as \(value)")
      }
    }
  }

  @Test("What arithmetic leaves beside a whole millisecond is no part of a time that is written")
  func noise() throws {
    let folder = try TemporaryFolder([
      "a.sheet": """
      start = 14:30
      A = start + 1 / 24
      table t { 96 rows
        at = PREVIOUS(at, TIME(0, 0, 0)) + 1 / 96
      }
      B = t[95].at
      noon = 2026-01-31 12:00
      C = noon + 1 / 24
      D = 2026-01-31 + TIME(23, 59, 59) + 1 / 86400 / 2
      E = 00:00:00.0000005
      """
    ])
    let run = ToolRun(
      "eval", folder["a.sheet"], "--get", "A", "--get", "B", "--get", "C", "--get", "D", "--get", "E", "-f", "csv")
    #expect(
      run.output.split(whereSeparator: \.isNewline) == [
        "name,value", "A,15:30:00", "B,23:45:00", "C,2026-01-31T13:00:00", "D,2026-01-31T23:59:59.5",
        "E,00:00:00.0000005",
      ])
  }
}
