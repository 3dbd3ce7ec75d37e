import CellModel
import FunctionLibrary
import SheetText
import TestSupport

@testable import LiveSheets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A random session at the prompt beside a plain model of it: the text and the values after each entry.
///
/// The model knows nothing of how a sheet is edited. What it holds against the sheet is what a user expects: the text,
/// loaded anew, gives the same values, and what is taken back is as it was, text and values.
struct SessionRun {
  /// What is to be seen of a sheet: its text, and its values by their names.
  struct Picture: Equatable {
    var text: String
    var values: [String: String]

    init(_ sheet: LiveSheet) {
      text = sheet.document.text
      values = Self.values(of: sheet)
    }

    static func values(of sheet: LiveSheet) -> [String: String] {
      var values: [String: String] = [:]
      for cell in sheet.cells where !cell.kind.comesWithTime {
        let value = sheet.value(of: cell)
        let format = cell.kind == .formula ? "" : cell.format ?? ""
        values[cell.name.lowercased()] = "\(sheet.literal(value)) \(format) \(cell.documentation ?? "")"
      }
      for table in sheet.tables {
        for row in 0..<table.rowCount {
          values["\(table.name)[\(row + 1)]"] = table.columns.indices.map {
            sheet.literal(sheet.value(at: CellAddress(grid: table.grid, row: row, column: $0)))
          }.joined(separator: " | ")
        }
      }
      // Grids, with what has spilled and what was filled.
      for name in ["A", "B", "C"] {
        for row in 1...6 {
          for grid in sheet.sheetNames {
            guard case .success(let cell) = sheet.cell("\(grid)!\(name)\(row)") else { continue }
            values["\(grid)!\(name)\(row)".lowercased()] = sheet.literal(sheet.value(of: cell))
          }
        }
      }
      return values
    }
  }

  private let seed: UInt64
  private var random: SeededGenerator
  private var sheet: LiveSheet
  private var log: [String] = []
  private var past: [Picture] = []
  private var future: [Picture] = []
  private var present: Picture
  /// Whether the values follow from the text alone, as they do before anything has happened.
  private let start: String

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    start = random.one(of: Self.starts)
    sheet = Self.load(start)
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    present = Picture(sheet)
  }

  private static func load(_ text: String) -> LiveSheet {
    LiveSheet(
      SheetDocument(name: "m.sheet", text),
      environment: LiveSheet.Environment(
        catalog: .standard, readFile: { $0 == "u.sheet" ? Array("input k = 3\nK2 = 4\nd = k * 2\n".utf8) : [] }))
  }

  static let starts = [
    "",
    "A = 1 // one\nB = A * 2\n",
    "sheet One\nA1 = 1\nsheet Two\nA1 = 2 // two\nx = A1 + One!A1\n",
    "A1 = 4\nsheet Two\nB1 = 3\n",
    "table t {\n  | a   | b    |\n  | 1   | x    | // first\n  | 2   |      |\n  c = a * 2\n}\ns = SUM(t[a])\n",
    "input i: number in 0..9 = 3 // three\ninput j\nk = i + 1 as \"0.0\"\n",
    "event tap\nstate n = 0 { on tap : n + 1 }\ntable r { | a |\n| 1 | }\nA = 1; B = n + A\n",
    "use \"u.sheet\" as u { k <~> i }\ninput i = 2\nC = u.d + i\n",
    "/// The first.\nA = 2\r\nB = A\r\n",
  ]

  /// Makes so many entries; gives what was wrong, or nothing.
  mutating func run(entries: Int) -> String? {
    for _ in 0..<entries {
      if let fault = step() {
        return "session \(seed) of \(String(reflecting: start)): \(fault)\n  " + log.joined(separator: "\n  ")
      }
    }
    return nil
  }

  private mutating func step() -> String? {
    switch random.number(0...19) {
    case 0...3: return travel(backwards: true)
    case 4, 5: return travel(backwards: false)
    case 6: return save()
    default: return enter(entry())
    }
  }

  // MARK: Entries

  private mutating func enter(_ line: String) -> String? {
    log.append(line)
    let count = sheet.entryCount
    _ = sheet.enter(line)
    let after = Picture(sheet)
    if sheet.entryCount > count {
      past.append(present)
      future = []
    } else if after.text != present.text {
      return "the text has changed and cannot be taken back"
    }
    present = after
    return compareWithText()
  }

  private mutating func travel(backwards: Bool) -> String? {
    log.append(backwards ? ":undo" : ":redo")
    let has = backwards ? !past.isEmpty : !future.isEmpty
    let done = backwards ? sheet.undo() : sheet.redo()
    if has != done { return "there should be \(has ? "an" : "no") entry" }
    guard has else { return nil }
    let expected = backwards ? past.removeLast() : future.removeLast()
    if backwards { future.append(present) } else { past.append(present) }
    let after = Picture(sheet)
    present = after
    if after.text != expected.text {
      return "the text is\n\(after.text)\nand should be\n\(expected.text)"
    }
    // What has happened stays, so only a sheet in which nothing happens has exactly the same values.
    if !sheet.isInTime, let difference = difference(after.values, expected.values) { return difference }
    return compareWithText()
  }

  private mutating func save() -> String? {
    log.append(":save, :load")
    let unwritten = sheet.unwrittenValues()
    guard unwritten.isEmpty else { return nil }
    let text = sheet.document.text
    sheet = Self.load(text)
    sheet.keepsHistory = true
    (past, future) = ([], [])
    let after = Picture(sheet)
    defer { present = after }
    return after.text == text ? difference(after.values, present.values) : "the text is another"
  }

  /// Whether the text, loaded anew, gives the same values but for those that are named.
  private func compareWithText() -> String? {
    let anew = Self.load(sheet.document.text)
    if anew.program.document.hasErrors { return "the text cannot be read:\n\(anew.document.text)" }
    guard sheet.unwrittenValues().isEmpty else { return nil }
    return difference(Picture.values(of: sheet), Picture.values(of: anew)).map { "\($0)\n\(anew.document.text)" }
  }

  private func difference(_ present: [String: String], _ expected: [String: String]) -> String? {
    let names = Set(present.keys).union(expected.keys).sorted()
    let wrong = names.filter { present[$0] != expected[$0] && !Self.isBlank(present[$0], expected[$0]) }
    guard !wrong.isEmpty else { return nil }
    return wrong.map { "\($0) is \(present[$0] ?? "nowhere") and should be \(expected[$0] ?? "nowhere")" }
      .joined(separator: "\n")
  }

  private static func isBlank(_ a: String?, _ b: String?) -> Bool {
    [a, b].allSatisfy { $0 == nil || $0 == "blank" }
  }

  private mutating func entry() -> String {
    let names = ["A", "B", "C", "x", "s", "k"]
    let cells = ["A1", "B1", "A2", "C3", "Two!A1", "One!B1", "Two!C2"]
    let name = random.one(of: names)
    switch random.number(0...21) {
    case 0...3: return "\(name) = \(value())"
    case 4...6: return "\(name) = \(formula())\(random.happens(20) ? " as \"0.00\"" : "")"
    case 7, 8: return "\(random.one(of: cells)) = \(random.happens(50) ? value() : formula())"
    case 9: return "/// about \(name)\n\(name) = \(formula())"
    case 10: return "\(random.one(of: ["i", "j", "u.k", "u.K2"])) = \(random.number(0...12))"
    case 11: return "clear \(random.one(of: names + cells + ["i", "j", "u.k", "t[1].a"]))"
    case 12, 13:
      let values = random.one(of: ["5", "7, \"x|y\"", "19%, TRUE", "", "2026-01-31, \"a\"\"b\"", "A, B"])
      return
        "insert \(random.one(of: ["first", "last", "before 1", "after 1"])) \(random.one(of: ["t", "t", "r"])) (\(values))"
    case 14: return "delete \(random.one(of: ["t[1]", "t[2]", "r[1]"]))"
    case 15, 16:
      return
        "\(random.one(of: ["t[1].a", "t[2].a", "t[1].b", "r[1].a"])) = \(random.one(of: ["3", "\"q r\"", "A", "19%"]))"
    case 17: return "{ \(random.one(of: ["A", "i", "t[1].a"])) = \(random.number(0...9)); B = \(random.number(0...9)) }"
    case 18:
      return random.one(of: ["tap", "always \"c\(random.number(0...3))\": TRUE", "event e\(random.number(0...2))"])
    case 19: return random.one(of: ["sheet One", "sheet Two", "sheet Three"])
    case 20: return random.one(of: ["B1:B3 = A1 + 1", "C1:C2 = 7", "A3 = SEQUENCE(2)", "A3 = {1; 2}"])
    default:
      return random.one(of: ["A = 1; B = 2", "table t {\n| a | b |\n| 9 | 8 |\n}", "input i = 4", "A + 1", "_ + 1"])
    }
  }

  private mutating func value() -> String {
    random.one(of: ["\(random.number(-9...9))", "0.5", "19%", "\"a\"", "TRUE", "2026-01-31", "{1, 2}", "{a: 1}", "1E3"])
  }

  private mutating func formula() -> String {
    random.one(of: [
      "A + 1", "B * 2", "SUM(t[a])", "A1 + B1", "Two!A1 * 2", "IF(A > 2, B, C)", "x", "ROWS(t)", "i + j", "t[1].a",
      "n + 1",
      "SUM(A1:B2)", "u.d + 1", "A & \"!\"",
    ])
  }
}

extension CellInfo.Kind {
  fileprivate var comesWithTime: Bool { self == .event || self == .part }
}

/// How many sessions are run; the variable asks for a long run.
enum SessionCount {
  static var wanted: Int { getenv("SESSIONS").flatMap { Int(String(cString: $0)) } ?? 25 }
}
