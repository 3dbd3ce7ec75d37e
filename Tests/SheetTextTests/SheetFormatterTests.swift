import CellModel
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import SheetText

@Suite("Sheet formatter")
struct SheetFormatterTests {
  @Test func operators() {
    check("C=(A+50)+(B-10)\n", "C = (A + 50) + (B - 10)\n")
    check("a  =  -2  ^2\n", "a  = -2 ^ 2\n")
    check("a = - b--c\n", "a = -b - -c\n")
    check("a = b<>c&\"x  y\"\n", "a = b <> c & \"x  y\"\n")
    check("a = 19 %*b\n", "a = 19 % * b\n")
    check("a = 1e-5+1.5E+3\n", "a = 1e-5 + 1.5E+3\n")
    check("a = 2015-04-01+x\n", "a = 2015-04-01 + x\n")
    check("a = IF(b>=1,,#DIV/0!)\n", "a = IF(b >= 1,, #DIV/0!)\n")
    check("a = A1#+1\n", "a = A1# + 1\n")
    check("a = SUM(A1:B2 B1:C3)\n", "a = SUM(A1:B2 B1:C3)\n")
    check("a = SUM( A1:B2   B1:C3 )\n", "a = SUM(A1:B2 B1:C3)\n")
    check("a = @b+ @c\n", "a = @b + @c\n")
    check(
      "a = (b // one\n + c\n // two\n - d* // three\n -e)\n", "a = (b  // one\n + c\n // two\n - d *  // three\n -e)\n")
    check("a = $A$1-Other!B2\nsheet Other\nB2=.5\n", "a = $A$1 - Other!B2\nsheet Other\nB2 = .5\n")
    check("a = =b\n", "a = =b\n")
  }

  @Test("Many brackets in one line cost as many steps, and not their square")
  func manyBrackets() {
    let rows = String(repeating: "[1]", count: 15_000)
    check("x=r\(rows)\n", "x = r\(rows)\n")
  }

  @Test("A formula that blanks would make too long keeps its own, beside others")
  func longFormulas() {
    let long = "SUM(" + Array(repeating: "1", count: 25_000).joined(separator: ",") + ")"
    check("a=\(long)\nb=1+2\n", "a = \(long)\nb = 1 + 2\n")
    let fits = Array(repeating: "1", count: 16_000)
    check("a=" + fits.joined(separator: "+"), "a = " + fits.joined(separator: " + ") + "\n")
  }

  @Test func literals() {
    check("r={name:\"Ada\",age:36}\n", "r = {name: \"Ada\", age: 36}\n")
    check("m={ 1,-2;3,4 }\n", "m = {1, -2; 3, 4}\n")
    check("t = 14:30\n", "t = 14:30\n")
    check("x = ledger[ A ]+ledger[[#Headers],[A]]\n", "x = ledger[ A ] + ledger[[#Headers],[A]]\n")
  }

  @Test func declarations() {
    check("input rate:number in 0..1=0.07\n", "input rate: number in 0..1 = 0.07\n")
    check("input x = 1 where -x<3 as\"0.0\"\n", "input x = 1 where -x < 3 as \"0.0\"\n")
    check("C2:C100=A2*B2\n", "C2:C100 = A2 * B2\n")
    check("a = \"x\ty\"    // c\n\tb=1\n", "a = \"x\ty\"    // c\nb = 1\n")
    check("always \"one\" :A=1\n", "always \"one\": A = 1\n")
    check("A=1;B=2 ;\n", "A = 1; B = 2;\n")
    check("input x=1\nuse \"a.sheet\" as a\na.x<~>x\n", "input x = 1\nuse \"a.sheet\" as a\na.x <~> x\n")
    check("input size in{\"S\",\"M\"}=\"M\"\n", "input size in {\"S\", \"M\"} = \"M\"\n")
    check("x=(1)as\"0\"\nuse\"a.sheet\"as a\n", "x = (1) as \"0\"\nuse \"a.sheet\" as a\n")
    check("service f(x)\nfetch y=(f(1))else(2)\n", "service f(x)\nfetch y = (f(1)) else (2)\n")
    check(
      "action a when(1=1)=2{on e where(TRUE):stop}\nevent e in{1}\n",
      "action a when (1 = 1) = 2 { on e where (TRUE) : stop }\nevent e in {1}\n")
    check(
      "a=1\nmodes m over a{\"one\"when(a=1):1\n\"two\"when a<>1:a}\n",
      "a = 1\nmodes m over a { \"one\" when (a = 1) : 1\n  \"two\" when a <> 1 : a }\n")
  }

  @Test func blocks() {
    check(
      """
      event tap
      state shown=FALSE{ on tap:TRUE;on shown.changed where shown: FALSE}
      test "it"{
      tap
          expect shown=TRUE,NOT(shown)=FALSE
        }

      """,
      """
      event tap
      state shown = FALSE { on tap : TRUE; on shown.changed where shown : FALSE }
      test "it" {
        tap
        expect shown = TRUE, NOT(shown) = FALSE
      }

      """)
  }

  @Test("Lines inside a bracket stay beside what they were aligned with")
  func continuations() {
    check(
      "a=LET(x, 1,\n      y, 2,\n    x+y)\n", "a = LET(x, 1,\n        y, 2,\n    x + y)\n")
    check(
      "service s()\naction a=\n    LET(x,s(),\n        x)\n", "service s()\naction a =\n    LET(x, s(),\n        x)\n")
  }

  @Test("Columns made by more than one blank between the parts of statements stay")
  func columns() {
    check("a1 = 2  as \"0\"\na10= 3   as\"0\"\n", "a1 = 2  as \"0\"\na10 = 3   as \"0\"\n")
    check(
      "modes form over a, b {\n\"x\"    when c   <1 : TRUE,  FALSE\n\"else\" when d: FALSE, TRUE\n}\n",
      "modes form over a, b {\n  \"x\"    when c < 1 : TRUE,  FALSE\n  \"else\" when d : FALSE, TRUE\n}\n")
  }

  @Test func commentsAndEmptyLines() {
    check("\n\n// one\n\n\n\nA = 1// two\nB = 2      // three  \n", "// one\n\nA = 1  // two\nB = 2      // three\n")
    check("A = 1", "A = 1\n")
    check("A=1\r\n\r\n\r\nB=2\r\n", "A = 1\r\n\r\nB = 2\r\n")
    check("\u{FEFF}A=1\n", "\u{FEFF}A = 1\n")
    check("", "")
  }

  @Test func tables() {
    check(
      """
      table t {
      |A|name: text|
      |20|"a | b"|
      |1000||   // last
      C=A*2
      }

      """,
      """
      table t {
        | A    | name: text |
        | 20   | "a | b"    |
        | 1000 |            |  // last
        C = A * 2
      }

      """)
    // The widest cell as well: what stands behind it is no column that somebody has made.
    check("table t {\n| A    |\n| phone      |\n}\n", "table t {\n  | A     |\n  | phone |\n}\n")
    check(
      "table t {\n|A|phone|\n|--:|---|\n|1||\n}\n",
      "table t {\n  | A   | phone |\n  | --: | ---   |\n  | 1   |       |\n}\n")
    check("table t {\n|   A|B |\n| c|    d |\n}\n", "table t {\n  | A | B |\n  | c | d |\n}\n")
    check("table t { |A|\n|größer|\n|b|\n}\n", "table t { | A      |\n  | größer |\n  | b      |\n}\n")
  }

  @Test("A long table is not aligned, so that one wider cell is one changed line")
  func longTables() {
    let rows = (0...SheetTokenizer.mostAlignedRows).map { "| \($0) | x |" }
    let text = "table t {\n  | A | B |\n  " + rows.joined(separator: "\n  ") + "\n}\n"
    check(text, text)
    check(text.replacing("| 7 |", with: "| 7000000 |"), text.replacing("| 7 |", with: "| 7000000 |"))
  }

  @Test("One changed cell of a short table changes no more lines than the table has")
  func wideCell() {
    let wide = String(repeating: "w", count: 60)
    check("table t {\n  | A |\n  | \(wide) |\n  | b |\n}\n", "table t {\n  | A |\n  | \(wide) |\n  | b |\n}\n")
  }

  @Test("What has an error is left alone")
  func errors() {
    for text in ["A=(1\nB  =2\n", "a == 1\nB=1\n", "x=1+\n"] { check(text, text) }
  }

  @Test("Every sheet of the corpus and of the repository keeps what it says")
  func sheets() throws {
    var count = 0
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for folder in ["sheets", "Examples", "Tests"] {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "sheet", let bytes = try? [UInt8](Data(contentsOf: file)), bytes.count < 40_000
        else { continue }
        count += 1
        keeps(SheetDocument(name: file.path, bytes: bytes))
      }
    }
    #expect(count > 40)
  }

  @Test("Blanks put between and taken from tokens at random make the same form")
  func randomBlanks() throws {
    var generator = SeededGenerator(seed: 17)
    for file in CorpusTests.files("Good") {
      let document = SheetDocument(name: "t", bytes: [UInt8](try Data(contentsOf: file)))
      for _ in 0..<TestLength.count(4, of: 200) {
        // Blanks are only added where there are some, so what is said stays.
        var bytes: [UInt8] = []
        for byte in document.bytes {
          bytes.append(byte)
          if byte == Ascii.space, Int.random(in: 0..<6, using: &generator) == 0 { bytes.append(Ascii.space) }
        }
        let other = SheetDocument(name: "t", bytes: bytes)
        if Outline.of(other).filter({ $0 != " " }) == Outline.of(document).filter({ $0 != " " }) { keeps(other) }
      }
    }
  }
}

private func check(_ text: String, _ expected: String, at location: SourceLocation = #_sourceLocation) {
  let document = SheetDocument(name: "t", text)
  #expect(SheetFormatter.formatted(document).text == expected, sourceLocation: location)
  keeps(document, at: location)
}

/// Whether the formatted sheet says the same, and is formatted.
private func keeps(_ document: SheetDocument, at location: SourceLocation = #_sourceLocation) {
  let formatted = SheetFormatter.formatted(document)
  let isBlank: (UInt8) -> Bool = { $0.isBlank || $0.isLineEnd }
  #expect(formatted.bytes.filter { !isBlank($0) } == document.bytes.filter { !isBlank($0) }, sourceLocation: location)
  #expect(meaning(of: formatted) == meaning(of: document), "\(document.source.name)", sourceLocation: location)
  #expect(formatted.hasErrors == document.hasErrors, sourceLocation: location)
  let again = SheetFormatter.edits(for: formatted)
  #expect(again.isEmpty, "\(document.source.name): \(again.prefix(3))", sourceLocation: location)
}

/// What a sheet says: its statements without the blanks of their spelling, and the trees of their formulas.
private func meaning(of document: SheetDocument) -> [String] {
  [Outline.of(document).filter { $0 != " " && !$0.isNewline }]
    + document.statements.flatMap { statement in statement.formulas.map { $0.tree.text() } }
    + document.statements.map { $0.documentation?.text ?? "" }
}
