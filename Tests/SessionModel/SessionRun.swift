import CellModel
import Formulas
import FunctionLibrary
import LiveSheets
import SheetPrograms
import SheetText
import TestSupport

/// A random session at the prompt beside a plain model of it: the text and the values after each entry.
///
/// The model knows nothing of how a sheet is edited. What it holds against the sheet is what a user expects: the text,
/// loaded anew, gives the same values, and what is taken back is as it was, text and values.
package struct SessionRun {
  private let seed: UInt64
  private var random: SeededGenerator
  private var sheet: LiveSheet
  private var log: [String] = []
  private var past: [SessionPicture] = []
  private var future: [SessionPicture] = []
  private var present: SessionPicture
  /// Whether the values follow from the text alone, as they do before anything has happened.
  private let start: String

  package init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    start = random.one(of: Self.starts)
    sheet = Self.load(start)
    sheet.keepsHistory = true
    sheet.recordsChanges = true
    present = SessionPicture(sheet)
  }

  private static func load(_ text: String) -> LiveSheet {
    LiveSheet(
      SheetDocument(name: "m.sheet", text),
      environment: LiveSheet.Environment(
        catalog: .standard, readFile: { Array((used[$0] ?? "").utf8) }))
  }

  /// The sheets that others use, by their files.
  private static let used = [
    "u.sheet": "input k = 3\nK2 = 4\nd = k * 2\n",
    "w.sheet": """
    input a = 1
    A1 = 3
    A2 = A1 + 1
    table g { | v |
    | 5 |
    w = v * A2
    }
    c = OFFSET(a, 0, 0) + g[1].v
    y = c + SUM(A1:A2) + g[1].w
    """,
  ]

  static let starts = [
    "",
    "A = 1 // one\nB = A * 2\n",
    "sheet One\nA1 = 1\nsheet Two\nA1 = 2 // two\nx = A1 + One!A1\n",
    "A1 = 4\nsheet Two\nB1 = 3\n",
    "table t {\n  | a   | b    |\n  | 1   | x    | // first\n  | 2   |      |\n  c = a * 2\n}\ns = SUM(t[a])\n",
    "input i: number in 0..9 = 3 // three\ninput j\nk = i + 1 as \"0.0\"\n",
    "event tap\nstate n = 0 { on tap : n + 1 }\ntable r { | a |\n| 1 | }\nA = 1; B = n + A\n",
    "use \"u.sheet\" as u { k <~> i }\ninput i = 2\nC = u.d + i\n",
    "use \"u.sheet\" as u { k <~ i + v.k }\nuse \"u.sheet\" as v\ninput i = 2\ninput j\nj <~ u.d + i\nC = v.d + j\n",
    "use \"u.sheet\" as u\nuse \"u.sheet\" as v\ninput i = 2\ninput j = 1\nu.k <~> v.k\ni <~> j\nx = u.d + i\n",
    "/// The first.\nA = 2\r\nB = A\r\n",
    "table t {\n| a | b |\n| 1 | 2 |\n| 3 | 4 |\n}\ntable r {\n| p | q |\n| 10 | 20 |\n}\nsheet One\nA1 = 7\nsheet Two\nA1 = 8\n",
    """
    k = 2
    table t {
      | a | b |
      | 1 | x |
      | 2 | y |
      c = OFFSET([@a], 0, 0) + k
      d = INDIRECT("A" & ROW()) + a
      f = PREVIOUS(f, k) + a
    }
    A1 = 5
    A2 = 6
    s = SUM(t[c]) + SUM(t[d]) + SUM(t[f])

    """,
    "table t of \"w.sheet\" {\n  | a |\n  | 1 |\n  | 2 |\n}\ns = SUM(t[y])\nA = t.A2 + SUM(t.g[w])\n",
  ]

  /// Makes so many entries; gives what was wrong, or nothing.
  package mutating func run(entries: Int) -> String? {
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
    case 7: return moveCells()
    case 8: return enter(entries())
    default: return enter(entry())
    }
  }

  // MARK: Entries

  private mutating func enter(_ line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    return made(line) { sheet in
      switch words[0] {
      case ":delete": _ = sheet.delete(words[1])
      case ":rename": _ = sheet.rename(words[1], to: words[2])
      default: _ = sheet.enter(line)
      }
    }
  }

  /// Makes room among the cells of a grid, closes up, or moves some.
  private mutating func moveCells() -> String? {
    let (row, column) = (random.number(0...4), random.number(0...2))
    let block = CellRectangle(
      rows: row...row + random.number(0...2), columns: column...column + random.number(0...1))
    let axis: GridEdit.Axis = random.happens(50) ? .rows : .columns
    let edit: StructureEdit =
      switch random.number(0...5) {
      case 0: .insert(axis, block.run(axis))
      case 1: .delete(axis, block.run(axis))
      case 2: .open(block, axis)
      case 3: .close(block, axis)
      case 4: .move(block, row: random.number(0...6), column: random.number(0...4))
      default: .copy(block, to: CellRectangle(row: random.number(0...6), column: random.number(0...4)))
      }
    let grid = random.one(of: [nil, nil, "One", "Two"])
    return made("\(edit) \(grid ?? "")") { _ = $0.carryOut(edit, inGrid: grid, line: ":move") }
  }

  private mutating func made(_ line: String, _ enter: (LiveSheet) -> Void) -> String? {
    log.append(line)
    let count = sheet.entryCount
    enter(sheet)
    let after = SessionPicture(sheet)
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
    let after = SessionPicture(sheet)
    present = after
    if after.text != expected.text {
      return "the text is\n\(after.text)\nand should be\n\(expected.text)"
    }
    // What has happened stays, so only a sheet in which nothing does has exactly the same values; and a row that no
    // text can say goes when its table is read anew.
    if !sheet.hasHappenings, !expected.hasErrorsInRows, let difference = after.difference(from: expected) {
      return difference
    }
    return compareWithText()
  }

  private mutating func save() -> String? {
    log.append(":save, :load")
    let unwritten = UnwrittenValue.all(in: sheet)
    guard unwritten.isEmpty else { return nil }
    let text = sheet.document.text
    sheet = Self.load(text)
    sheet.keepsHistory = true
    (past, future) = ([], [])
    let after = SessionPicture(sheet)
    defer { present = after }
    return after.text == text ? after.difference(from: present) : "the text is another"
  }

  private func compareWithText() -> String? { sheet.differenceFromText { Self.load($0) } }

  /// Several lines that are one entry.
  private mutating func entries() -> String {
    let lines = (0..<random.number(2...4)).map { _ in entry() }.filter { !$0.hasPrefix(":") }
    return lines.isEmpty ? entry() : lines.joined(separator: "\n")
  }

  private mutating func entry() -> String {
    let names = ["A", "B", "C", "x", "s", "k"]
    let cells = ["A1", "B1", "A2", "C3", "Two!A1", "One!B1", "Two!C2"]
    let name = random.one(of: names)
    switch random.number(0...23) {
    case 0...3: return "\(name) = \(value())"
    case 4...6: return "\(name) = \(formula())\(random.happens(20) ? " as \"0.00\"" : "")"
    case 7, 8: return "\(random.one(of: cells)) = \(random.happens(50) ? value() : formula())"
    case 9: return "/// about \(name)\n\(name) = \(formula())"
    case 10: return "\(random.one(of: ["i", "j", "p", "q", "y", "u.k", "v.k", "u.K2"])) = \(random.number(0...12))"
    case 11: return "clear \(random.one(of: names + cells + ["i", "j", "p", "u.k", "t[1].a"]))"
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
    case 20:
      return random.one(of: [
        "B1:B3 = A1 + 1", "C1:C2 = 7", "A3 = SEQUENCE(2)", "A3 = {1; 2}", "B2 = SEQUENCE(2) + A4", "C3 = A3:A4 + x",
        "A5 = SUM(A3#) + B3", "x = INDIRECT(\"B\" & 3)", "A4 = SEQUENCE(1, 2) * INDIRECT(\"C3\")",
      ])
    case 21: return ":delete \(random.one(of: names + cells + ["i", "p", "q", "t", "r", "n", "tap", "u", "\"c1\""]))"
    case 22:
      let (old, new) = (random.one(of: names + ["i", "p", "t", "n"]), random.one(of: names + ["y", "z", "n", "q"]))
      return ":rename \(old) \(new)"
    default:
      return random.one(of: [
        "A = 1; B = 2", "table t {\n| a | b |\n| 9 | 8 |\n}", "input i = 4", "A + 1", "_ + 1", newInput(), newInput(),
        newInput(),
      ])
    }
  }

  /// Some can be entered alone, some need the rest of the text, and some are wrong.
  private mutating func newInput() -> String {
    let name = random.one(of: ["p", "q", "C", "One", "y"])
    let type = random.one(of: ["", ": number", ": number in 0..9", " in {\"a\", \"b\"}", ": text", ": date"])
    let initial = random.one(of: ["", "", " = 4", " = \"B\"", " = A + 1", " = 2026-01-31", " = 19%"])
    let condition = random.one(of: ["", "", "", " where \(name) <> 3"])
    return "\(random.one(of: ["", "", "/// about \(name)\n"]))input \(name)\(type)\(initial)\(condition)"
  }

  private mutating func value() -> String {
    random.one(of: ["\(random.number(-9...9))", "0.5", "19%", "\"a\"", "TRUE", "2026-01-31", "{1, 2}", "{a: 1}", "1E3"])
  }

  private mutating func formula() -> String {
    random.one(of: [
      "A + 1", "B * 2", "SUM(t[a])", "A1 + B1", "Two!A1 * 2", "IF(A > 2, B, C)", "x", "ROWS(t)", "i + j", "t[1].a",
      "n + 1", "p & q", "SUM(p, y)",
      "SUM(A1:B2)", "u.d + 1", "A & \"!\"", "ISFORMULA(A1)", "FORMULATEXT(B)", "ISFORMULA(x) + k",
      // Alike but for what they name, they wait for the same name.
      "SUM(t[a]) + k", "SUM(t[b]) + k", "SUM(r[p]) + k", "SUM(r[q]) + k", "ROWS(t) + k", "ROWS(r) + k", "t[1].b + k",
      "r[1].p + k", "One!A1 + k", "Two!A1 + k", "SUM(One:Two!A1) + k", "A * 1.50 + k", "A * 1.5 + k",
    ])
  }
}
