import CellModel
import Diagnostics
import FunctionLibrary
import Functions
import TestSupport
import Testing

@testable import Formulas

@Suite("Formulas round trip")
struct FormulaRoundTripTests {
  /// Formulas as they are written in the two styles.
  static let canonical = [
    "1 + 2 * 3", "-2^2", "2^-3", "(1 + 2) * 3", "SUM(A1:A3, 2) + 1", "IF(a,, b)", "f(,)", "A1 & \" \" & B1", "A1 <> B1",
    "5%", "--1", "@A1:A3", "A1#", "LAMBDA(x, x + 1)(2)", "{1, 2; 3, -4}", "(A1:B2, C3)", "A1:B2 B1:C3",
    "'My Sheet'!$A$1:B$2", "Sheet1:Sheet3!A1", "'it''s'!A:A", "$1:3", "#N/A", "Inputs!#REF!",
    "ledger[[#Headers],[A]:[B]]",
    "[@A]", "\"a\"\"b\"", "LET(x, 1, y, x + 1, y * 2)", "A1:INDEX(B:B, 3)", "((1))", "TRUE()", "1.50 + 1E+3",
    "SUM(A1:.B$9)", "A.:.C",
    "Inputs!$1.:3", "1.:3 + 0.5",
  ]
  static let sheetOnly = [
    "{name: \"Ada\", age: 36}", "ledger[2].A", "ledger[n + 1].A", "ledger[2].[unit price]", "r.[a'#b].c",
    "add.value.name", "2015-04-01 + 1", "{}",
    "{a, b; c, d}",
  ]

  @Test("A union that LibreOffice writes with ~ keeps together where a comma means something else")
  func unions() {
    func written(_ text: String, _ style: FormulaTree.Style) -> String {
      FormulaParser.parse(text, dialect: .excel).tree.text(style)
    }
    #expect(written("LARGE(A1:A2~B1:B2,1)", .sheet) == "LARGE((A1:A2, B1:B2), 1)")
    #expect(written("SUM((A1~B1:C2~D4))+ROWS((A1,B1))", .excelFile) == "SUM((A1,B1:C2,D4))+ROWS((A1,B1))")
    #expect(written("AREAS(A1~B1~(C1,D1))", .excel) == "AREAS((A1,B1,(C1,D1)))")
  }

  @Test("A field in brackets is written as it was read, and without them where it needs none")
  func fields() {
    func written(_ text: String) -> String { FormulaParser.parse(text, dialect: .sheet).tree.text() }
    #expect(written("r.[a'#b].c") == "r.[a'#b].c" && written("t[2].[ Unit Price ]") == "t[2].[Unit Price]")
    #expect(written("r.[name]") == "r.name" && written("r.[2nd]") == "r.[2nd]" && written("r.[a.b]") == "r.a.b")
  }

  @Test("Canonical text is written as it was read")
  func canonicalText() {
    for text in Self.canonical + Self.sheetOnly {
      let parsed = FormulaParser.parse(text, dialect: .sheet)
      #expect(parsed.diagnostics.isEmpty && parsed.tree.text() == text)
    }
    for text in Self.canonical {
      let parsed = FormulaParser.parse(text)
      #expect(parsed.diagnostics.isEmpty && parsed.tree.text() == text)
      let short = parsed.tree.text(.excel)
      #expect(FormulaParser.parse(short).tree.nodes == parsed.tree.nodes, "\(short)")
      #expect(FormulaParser.parse(short).tree.text(.excel) == short)
    }
  }

  /// Cuts, doubles and mixes formulas; the seed stands in the test.
  @Test("Nothing that is typed traps, and what is read without errors is written back", arguments: [1, 2] as [UInt64])
  func damage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = Self.canonical + Self.sheetOnly
    let signs = Array("+-*/^&=<>()[]{},;:!#@'\"%.$ \n\\?~|0123456789eEabAB_×“é\u{0}".utf8)
    for round in 0..<TestLength.count(3_000, of: 10_000) {
      var bytes: [UInt8] = []
      if round % 4 == 0 {
        for _ in 0..<Int(random.next() % 40) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
      } else if round % 4 == 1 {
        for _ in 0..<Int(random.next() % 40) { bytes.append(signs[Int(random.next() % UInt64(signs.count))]) }
      } else {
        bytes = Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
        for _ in 0...Int(random.next() % 3) where !bytes.isEmpty {
          let place = Int(random.next() % UInt64(bytes.count))
          switch random.next() % 4 {
          case 0: bytes.remove(at: place)
          case 1: bytes.insert(signs[Int(random.next() % UInt64(signs.count))], at: place)
          case 2: bytes.insert(contentsOf: pieces[Int(random.next() % UInt64(pieces.count))].utf8, at: place)
          default: bytes[place] = signs[Int(random.next() % UInt64(signs.count))]
          }
        }
      }
      check(bytes, .excel)
      check(bytes, .sheet)
      let options = FormulaParser.Options(
        stopsAtColon: random.next() % 2 == 0, stopsAtEquals: random.next() % 2 == 0, endsAtLine: random.next() % 2 == 0,
        isOperandOnly: random.next() % 4 == 0, stopWords: ["as", "a"])
      let prefix = FormulaParser.parsePrefix(of: bytes, from: Int(random.next() % 5), options: options)
      #expect(prefix.end <= bytes.count)
      checkRules(prefix, bytes)
    }
  }

  private func check(_ bytes: [UInt8], _ dialect: FormulaDialect) {
    let parsed = FormulaParser.parse(bytes, dialect: dialect)
    checkRules(parsed, bytes)
    for style in [FormulaTree.Style.sheet, .excel, .excelFile] {
      let text = parsed.tree.text(style)
      guard parsed.diagnostics.isEmpty, style == .sheet || dialect == .excel else { continue }
      // A union is written with a comma, in parentheses that the author did not write or as the whole formula.
      if dialect == .excel, bytes.contains(UInt8(ascii: "~")) { continue }
      let again = FormulaParser.parse(text, dialect: dialect)
      // Behind a path a word in brackets is a column or a number of a row; with a `'` that it does not need it is a column.
      let hasEscape = bytes.contains(Ascii.apostrophe) && again.tree.text(style) == text
      if again.tree.nodes != parsed.tree.nodes && !hasEscape || again.hasErrors {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)) was written as \(text)")
      }
    }
    _ = parsed.tree.shifted(rows: 3, columns: -2)
    _ = parsed.tree.adjusted(for: .edit(.deleting(.rows, at: 0, count: 2))) { _ in true }.freeNames(.standard)
    _ = FormulaResolver.resolve(parsed.tree, at: NamedCells.origin, in: NamedCells(), .standard)
  }

  /// The rules of ``FormulaTree``, and that every place lies in the text.
  private func checkRules(_ parsed: ParsedFormula, _ bytes: [UInt8]) {
    let tree = parsed.tree
    var uses = Array(repeating: 0, count: tree.nodes.count)
    var isSound = !tree.nodes.isEmpty && tree.nodes.count == tree.spans.count
    for (position, node) in tree.nodes.enumerated() {
      for operand in node.operands {
        if operand < 0 || operand >= position { isSound = false } else { uses[Int(operand)] += 1 }
      }
    }
    isSound = isSound && uses.last == 0 && uses.dropLast().allSatisfy { $0 == 1 }
    let labels = parsed.diagnostics.flatMap(\.labels).map(\.span)
    isSound = isSound && (tree.spans + labels).allSatisfy { 0 <= $0.lower && $0.upper <= bytes.count }
    let hasInvalid = tree.nodes.contains(.invalid)
    if !isSound || (hasInvalid && !parsed.hasErrors) {
      Issue.record("\(String(decoding: bytes, as: UTF8.self)) (\(bytes)): \(tree), \(labels)")
    }
  }
}
