import CellModel
import FunctionLibrary
import SheetText
import TestSupport
import Testing

@testable import Engine
@testable import LiveSheets

/// Formulas that go on from those above them are entered without being resolved, and come to the same.
@Suite("Runs of lines in a loaded sheet")
struct LineRunLoadTests {
  private static func load(_ text: String, keepsTrees: Bool) -> LiveSheet {
    LiveSheet(
      SheetDocument(name: "", text, keepsTrees: keepsTrees), environment: LiveSheet.Environment(catalog: .standard))
  }

  /// What is another in a sheet whose lines are read in runs than in one that keeps its trees.
  private static func differences(_ lean: LiveSheet, _ full: LiveSheet) -> [String] {
    var found: [String] = []
    if lean.diagnostics != full.diagnostics { found.append("\(lean.diagnostics) instead of \(full.diagnostics)") }
    if lean.definitions.order != full.definitions.order { found.append("other cells") }
    for address in full.definitions.order {
      let (one, other) = (lean.info(at: address), full.info(at: address))
      if one != other { found.append("\(one) instead of \(other)") }
      if lean.value(of: one) != full.value(of: other) {
        found.append("\(other.name) is \(lean.value(of: one)) instead of \(full.value(of: other))")
      }
    }
    return found
  }

  @Test("Values, formulas and findings are those of a sheet that keeps its trees, after edits too")
  func random() {
    var chance = SeededGenerator(seed: 29)
    let formulas = [
      "A# + %", "(A#+B$1)*%-%", "SUM(A$1:B#)", "IF(C~ > %, A#, \"n\")", "rate*A5+A#", "A1*%", "A#&\"x\"&%",
      "Absent*A#+%", "VLOOKUP(%, A$1:B$30, 2, TRUE)", "C~+%", "SUMIF(A$1:A#, \">\"&%, B$1:B$2)", "ROW(A#)+%",
      "NOPE(A#, %)", "LEN(A#, %)", "Absent!A#+%", "SUM(absent, A#)", "SUM(rate, A#)", "S:S", "INDIRECT(\"A\"&%)",
      "OFFSET(A#, %, 0)", "SUM(A:A)+A#*%", "S!A#+%", "{1;2}*%", "LET(x, A#, x*%)", "C~*D~",
    ]
    for _ in 0..<TestLength.count(150, of: 20_000) {
      var lines = ["A1:A30 = ROW() * 2", "B1:B30 = 30 - ROW()"]
      if chance.happens(30) { lines.append("C3:C20 = A3 + 1") }
      for _ in 0..<chance.number(1...3) {
        let (column, first) = (chance.one(of: ["C", "D", "E"]), chance.number(1...12))
        var (formula, same) = (chance.one(of: formulas), chance.happens(30))
        var number = chance.number(1...9)
        for row in first..<first + chance.number(2...15) {
          if !same { number = chance.number(1...12) }
          if chance.happens(4) { (formula, same) = (chance.one(of: formulas), !same) }
          let text = formula.replacing("#", with: "\(row)").replacing("~", with: "\(max(1, row - 1))")
            .replacing("%", with: "\(number)")
          lines.append("\(column)\(row) = \(text)")
        }
      }
      if chance.happens(40) { lines += ["sheet S"] + (1...20).map { "A\($0) = Main!A\($0) + \($0)" } }
      let text = "rate = 0.5\nsheet Main\n" + lines.joined(separator: "\n") + "\n"
      let (lean, full) = (Self.load(text, keepsTrees: false), Self.load(text, keepsTrees: true))
      #expect(Self.differences(lean, full) == [], "\(text)")
      for _ in 0..<4 {
        let cell = chance.one(of: ["C4", "D6", "E9", "A7"])
        let line = "\(cell) = \(chance.happens(50) ? "A2 + \(chance.number(1...9))" : "\(chance.number(1...99))")"
        let (one, other) = (lean.enter(line), full.enter(line))
        #expect("\(one)" == "\(other)")
        #expect(Self.differences(lean, full) == [], "\(text)\n\(line)")
      }
    }
  }

  @Test(
    "Lines whose line above was refused, or stands on another sheet, mean what they say",
    arguments: [
      // The second definition of A2 is refused, and A3 goes on from it.
      "A1 = B1 + 1\nA2 = B3 + 1\nD1 = 0\nA1 = B1 + 1\nA2 = B2 + 1\nA3 = B3 + 1\nA4 = B4 + 1\nA5 = B5 + 1\n",
      "sheet S\nA2 = B3 + 1\nsheet T\nA1 = B1 + 1\nA2 = B2 + 1\nsheet S\nA3 = B3 + 1\nA4 = B4 + 1\nA5 = B5 + 1\n",
    ])
  func others(text: String) {
    let text = text + (1...9).map { "B\($0) = \($0 * 10)\n" }.joined()
    let (lean, full) = (Self.load(text, keepsTrees: false), Self.load(text, keepsTrees: true))
    #expect(Self.differences(lean, full) == [])
  }

  @Test("A run is one group of formulas, and its rows have their own numbers")
  func groups() throws {
    var lines = ["A1 = 1"]
    for row in 2...400 { lines.append("A\(row) = A\(row - 1) + \(row % 50)") }
    for row in 1...400 { lines.append("B\(row) = A$1 * \(row)\nC\(row) = A\(row) - 7") }
    let sheet = Self.load(lines.joined(separator: "\n") + "\n", keepsTrees: false)
    #expect(sheet.diagnostics.isEmpty)
    #expect(sheet.engine.formulaStore.liveCount == 3)
    var total = 1.0
    for row in 2...400 { total += Double(row % 50) }
    #expect(try sheet.value(of: sheet.cell("A400").get()) == .number(total))
    #expect(try sheet.value(of: sheet.cell("B400").get()) == .number(400))
  }
}
