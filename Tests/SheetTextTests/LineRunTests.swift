import Diagnostics
import TestSupport
import Testing

@testable import SheetText

/// Lines that go on from those above them are what they are by themselves, and are known to go on.
@Suite("Runs of lines")
struct LineRunTests {
  /// For each line of a text the number of its run, counted as they are met; -1 for a line in none.
  private static func runs(_ text: String) -> [Int] {
    var met: [ObjectIdentifier] = []
    return SheetDocument(SourceText(name: "", text), keepsTrees: false).statements.map { statement in
      guard case .cell(let cell) = statement.kind, let run = cell.formula.run else { return -1 }
      if let known = met.firstIndex(of: ObjectIdentifier(run)) { return known }
      met.append(ObjectIdentifier(run))
      return met.count - 1
    }
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  @Test(
    "Rows that move, rows that stay, and numbers of any length",
    arguments: [
      (["A2 = A1 + 1", "A3 = A2 + 1", "A4 = A3 + 1", "A5 = A4 + 1"], [-1, -1, 0, 0]),
      (["B1 = A1 * 2", "B2 = A1 * 30", "B3 = A1 * 4.50", "B4 = A1 * 5"], [-1, -1, 0, 0]),
      (["C8 = (A8+D$1)-10", "C9 = (A9+D$1)-1", "C10 = (A10+D$1)-07", "C11 = (A11+D$1)-3."], [-1, -1, 0, 0]),
      (["C1 = SUM(A$1:A1)", "C2 = SUM(A$1:A2)", "C3 = SUM(A$1:A3)"], [-1, -1, 0]),
      (["C1 = S!A9&\"A9\"", "C2 = S!A10&\"A9\"", "C3 = S!A11&\"A9\"", "C4 = S!A12&\"A10\""], [-1, -1, 0, -1]),
      (["C1 = x_1*A1 // A1", "C2 = x_1*A2 // A1", "C3 = x_1*A3 // A1", "C4 = x_2*A4 // A1"], [-1, -1, 0, -1]),
      (["C1 = A9+A99", "C2 = A10+A100", "C3 = A11+A101", "C4 = A12+A101"], [-1, -1, 0, -1]),
      // The two that move in another way begin a run of their own with the next.
      (["C1 = A1+A1", "C2 = A2+A1", "C3 = A3+A1", "C4 = A4+A2", "C5 = A5+A3"], [-1, -1, 0, -1, 1]),
      (["C1 = A1+1-1-1", "C2 = A2+7-2-3", "C3 = A3+2026-01-02", "C4 = A4+1-1-1"], [-1, -1, -1, -1]),
      (["C1 = A1+5", "C2 = A2+6", "C3 = A3+1e5", "C4 = A4+6", "C5 = A5+7"], [-1, -1, -1, -1, 0]),
      (["C1 = A1+5", "C2 = A2+6", "C3 = A3+12345678901234567", "C4 = A4+6"], [-1, -1, -1, -1]),
      (["C1 = A1+5", "C2 = A2+6", "C4 = A4+6", "C5 = A5+6", "c6 = A6+6"], [-1, -1, -1, 0, -1]),
      (["C1 = A1+5", "C2 = A2+6", "C3 = A3+7; d = 1", "C4 = A4+8"], [-1, -1, -1, -1, -1]),
      (["C1 = A1 as \"0\"", "C2 = A2 as \"0\"", "C3 = A3 as \"0\" // c", "C4 = A4 as \"0\" // c"], [-1, -1, -1, 0]),
      (["C1 = A1 as \"0\"", "C2 = A2 as \"0\"", "C3 = A3 as \"0\"", "C4 = A4 as \"0.0\""], [-1, -1, 0, -1]),
      (["C1 = A1", "D1 = C1*2", "C2 = A2", "D2 = C2*2", "C3 = A3", "D3 = C3*2"], [-1, -1, -1, -1, 0, 1]),
      (["A1 = 1", "A2 = 2", "A3 = 3"], [-1, -1, -1]),
      (["A1048574 = B1", "A1048575 = B2", "A1048576 = B3", "A1048577 = B4"], [-1, -1, 0, -1]),
      (["A1 = B1048574", "A2 = B1048575", "A3 = B1048576", "A4 = B1048577"], [-1, -1, 0, -1]),
      (["C1=A1", "C2=A2", "C3 = A3", "  C4 = A4"], [-1, -1, -1, 0]),
      (["C1=A1", "C2=A2", "/// doc", "C3=A3", "", "C4=A4"], [-1, -1, 0, 0]),
    ])
  func runs(lines: [String], expected: [Int]) {
    // The first line of a pattern is read by the parser, those after it by their pattern.
    let text = Self.text(lines)
    #expect(Self.runs(text) == expected)
    #expect(LeanDocumentTests.differences(text) == [])
    #expect(LeanDocumentTests.differences(text.replacing("\n", with: "\r\n")) == [])
  }

  @Test("Random lines of several columns, in runs that begin, break and meet longer numbers")
  func random() {
    var chance = SeededGenerator(seed: 23)
    let formulas = [
      "A# + %", "(A#+B$1)*%-%", "SUM(A$1:B#)", "IF(C# > %, A#, \"A#\")", "rate*A~+A#", "'S T'!A#*%", "-A#%",
      "A#&\"x\"&%", "LOG10(A#)+%.5", "A#-%-%-%", "%*B#/%",
    ]
    let numbers = ["1", "9", "10", "2026", "01", "07", "12", "3.50", "1e3", "5.", "1234567890123456", "2.5e-1"]
    for _ in 0..<TestLength.count(200, of: 50_000) {
      let format = chance.happens(20) ? " as \"0.0\"" : ""
      var row = chance.one(of: [1, 7, 96, 998, 1_048_570])
      let columns = (0..<chance.number(1...3)).map { _ in
        (chance.one(of: ["C", "D", "AA", "CM"]), chance.one(of: formulas), chance.number(0...3))
      }
      var lines: [String] = []
      for _ in 0..<12 {
        for (column, formula, apart) in columns {
          var text = formula.replacing("#", with: "\(row + apart)")
            .replacing("~", with: "\(chance.happens(90) ? 5 : row)")
          while let place = text.firstIndex(of: "%") {
            let number = chance.happens(80) ? "\(chance.number(1...120))" : chance.one(of: numbers)
            text.replaceSubrange(place...place, with: number)
          }
          let end = chance.happens(95) ? format : chance.one(of: [" ", " // c", " as \"0\"", ";", " +"])
          lines.append("\(column)\(row) = \(text)\(end)")
        }
        row += chance.happens(95) ? 1 : chance.number(0...2)
        if chance.happens(5) { lines.append(chance.one(of: ["", "sheet S\(row)", "// c", "/// doc", "x = 1"])) }
      }
      #expect(LeanDocumentTests.differences(lines.joined(separator: chance.one(of: ["\n", "\r\n"]))) == [])
    }
  }
}
