import CellModel
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import SheetText

/// A document that keeps no trees says what one says that keeps them.
@Suite("Documents without trees")
struct LeanDocumentTests {
  static func differences(_ text: String) -> [String] {
    let full = SheetDocument(name: "", text)
    let lean = SheetDocument(SourceText(name: "", text), keepsTrees: false)
    var found: [String] = []
    if lean.diagnostics != full.diagnostics { found.append("\(lean.diagnostics) instead of \(full.diagnostics)") }
    if Outline.of(lean) != Outline.of(full) { found.append("\(Outline.of(lean))\ninstead of\n\(Outline.of(full))") }
    for (one, other) in zip(lean.statements, full.statements) {
      let name = full.source[other.span]
      if one.span != other.span || one.documentation != other.documentation || one.grid != other.grid {
        found.append("\(name): \(one) instead of \(other)")
      }
      guard case .cell(let one) = one.kind, case .cell(let other) = other.kind else { continue }
      if one.target != other.target || one.isConstant != other.isConstant || one.format != other.format
        || one.formula.span != other.formula.span
      {
        found.append("\(name): \(one.target) \(one.isConstant) instead of \(other.target) \(other.isConstant)")
      }
      let (formula, written) = (one.formula, other.formula)
      if formula.constant != written.constant || formula.isInvalid != written.isInvalid
        || formula.words != written.words || formula.isConstant != written.isConstant
      {
        found.append("\(name): \(formula.constant as Any) instead of \(written.constant as Any)")
      }
      if formula.tree.nodes != written.tree.nodes || formula.tree.spans != written.tree.spans {
        found.append("\(name): \(formula.tree) instead of \(written.tree)")
      }
    }
    return found
  }

  @Test(
    "Lines of every kind, twice, so that the second is read by its pattern",
    arguments: [
      "A1 = 1", "A1 = -1.50", "A1=5%", "a = b", "a = b // c", "a = b+1 /// d", "/// doc\na = 3", "a = 1; b = 2",
      "true = 1",
      "A1 == 2", "a = = b", "A1:A3 = B1 + 1", "$A$1 = 2", "A01 = 2", "a = 2026-01-05", "a = 14:30", "a = 1 as \"0.0\"",
      "a = b as \"0.0\"", "a = b as", "input = 5", "action = 5", "a = x and y", "a = 2026-1-5", "a = 31/01/2026",
      "a = IF(b, 14:30, 2)", "a = (b", "a = b)", "a = \"x\"", "a = \"\"", "a = \"x\"\"y\"", "a = \"x",
      "a = \"x\" \"y\"", "A1 = \"é // x; y\" // c",
      "a = 1 as \"0.0\"; b = a as\"0%\" // c", "a = b AS \"0.0\"", "a = 1 as \"0\"\"x\"\"\"", "a = 1 as \"0\" \"0\"",
      "a = 1 as \"[bad\"", "a = 1 as \"0.0", "a = 1 as 0", "a = 3. as \"0\"", "a = r2. as \"0\"",
      "a = r2.as", "a = b/3. as \"0\"", "a = 1as \"0\"", "a = (b)as\"0\"", "a = as as \"0\"",
      "a = 2026-01-05 as \"d.m.yy\"", "a = 2026-02-30", "a = 1900-02-29", "a = 1899-12-31", "a = -2026-01-05",
      "a = 2026-01-05 14:30", "a = 2026-01-05b", "a = 2026-01-05.5", "a = 2026-01-05 - b", "a = 1.5e-7", "a = 1E+3",
      "a = 1e", "a = 1e+", "a = 1e5x", "a = 1.5.2", "a = 0.12345678901234567890", "a = -1e-400", "a = TRUE",
      "a = false as \"0\"", "a = true & b", "a = IF(b > 3, \"x; y\", \"// z\") & \"\"\"\"", "a = \"x\" = \"X\"",
      "a = S!A1", "a = 'S T'!A1 * 2", "a = S!b", "a = S!A1:B2", "a = S!A1:S!B2", "a = SUM(S:T!A1)", "a = SUM(B:B)",
      "a = SUM($B:C) + SUM(1:2)", "a = SUM(b:c)", "a = SUM(S!B:B)", "a = SUM(bcde:f)", "a = 'S' & 1",
      "a = \"x\"; b = \"y\"; c = 1", "a = \"x\" & b", "a = \"x\" as \"@\"", "a = \"x\"/// d", "a = \"x\ty\" ",
      "a = {1; 2}", "a = b ? c", "AAAA1 = 3", "XFE1 = 4",
      "é = 1",
      "a.b = 1", "a = 1..3", "a = b +\n  c", "a =\n  b", "a = SUM(A1:B2)", "a = SUM(B2:A1)", "a = A:A", "a\t=\tb\t",
      "a = 1e3",
      "a = 1e400", "a = 12345678901234567890", "a = .5", "a = 5.", "a = -b", "a = --b", "a = b%", "a = 5 5",
      "sheet S\na = A1", "a = 1; b = a+1; c = a + 2 // d", "a = b+1 ; ", "a = 1;; b = 2 ;", "a = (1; b = 2",
      "a = 1; /// d\nb = 2",
      "a = b +; c = 1", "a = 1; input x = 2; c = a", "a = b+1;/// d", "a = {1;2}; b = a+1", "a = b;c = (a+1);d = -2.5;",
    ])
  func lines(line: String) {
    for end in ["\n", "\r\n", "\r"] {
      let renamed = line.replacingOccurrences(of: "a", with: "z").replacingOccurrences(of: "A1", with: "Z9")
      let text = [line, "", line, renamed, renamed].joined(separator: end) + end
      #expect(Self.differences(text) == [])
    }
  }

  @Test("Names, formulas and blanks around `=` are as long as they are, about where their places take more room")
  func long() throws {
    for length in [254, 255, 256, 1_000] {
      let (name, blanks) = (String(repeating: "n", count: length), String(repeating: " ", count: length))
      let formula = "1" + String(repeating: "+b", count: (length - 1) / 2)
      for text in [
        "\(name) = b", "a = \(formula)", "a = \(formula) ", "a =\(blanks)b", "a\(blanks)= 5", "\(name) = \(formula)",
      ] {
        let text = "b = 2\n\(text)\n"
        #expect(Self.differences(text) == [])
        let lean = SheetDocument(SourceText(name: "", text), keepsTrees: false)
        guard case .cell(let cell) = try #require(lean.statements.last).kind else {
          Issue.record("no cell: \(text.prefix(40))")
          continue
        }
        let (target, written) = (lean.source[cell.target.span], lean.source[cell.formula.span])
        #expect(cell.target.name?.text == target && text.contains("\n\(target)") && written.last?.isWhitespace == false)
      }
    }
  }

  @Test("The sheets of the corpus", arguments: CorpusTests.files("Good") + CorpusTests.files("Bad"))
  func corpus(file: URL) throws {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(Self.differences(text) == [])
    #expect(Self.differences(text + "\n" + text) == [])
  }

  @Test("Random lines of few pieces, which often share a pattern")
  func random() {
    let pieces = [
      "A1", "$B$2", "rate", "a.b", "IF(", "(", ")", "+", "-", " ", "5", "2.5", "14:30", "2026-01-05", "\"x\"", "TRUE",
      "as", "as \"0\"", "as \"[\"", "S!", "'S T'!", "\"\"", "\"", "B:C", "$1:2",
      "// c", "%", "^", "<", ">=", "=", ":", ",", "SUM(A1:B2)", "{1,2}", "#N/A", "!", "'", "1e5", "LOG10(", "not", ";",
      "\t",
      "\r", "|", "}", "{", "[", "é",
    ]
    var chance = SeededGenerator(seed: 17)
    for _ in 0..<TestLength.count(300, of: 100_000) {
      let few = (0..<6).map { _ in chance.one(of: pieces) }
      let lines = (0..<20).map { number in
        let name = chance.happens(50) ? "c\(number)" : "C\(number + 1)"
        return "\(name) = " + (0..<chance.number(1...4)).map { _ in chance.one(of: few) }.joined()
      }
      #expect(Self.differences(lines.joined(separator: "\n")) == [])
    }
  }
}
