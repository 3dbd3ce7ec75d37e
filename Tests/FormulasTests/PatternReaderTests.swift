import CellModel
import Diagnostics
import Formulas
import TestSupport
import Testing

/// Reading a formula without a tree, and what may share a pattern.
@Suite("Pattern reader")
struct PatternReaderTests {
  /// Formulas that share the pattern of the first, and ones that look like it and do not.
  private static let rows: [(first: String, others: [String], strangers: [String])] = [
    (
      "A1+1", ["B22+1", "xfd1048576+1", "a1+1", "A1+2", "A1+0.5", "A1+007", "A1+3."],
      ["$A1+1", "rate+1", "A1 + 1", "A1-1", "A1+1%", "A1+1e3", "A1+.5", "A1+1234567890123456", "A1+B1", "A1+14:30"]
    ),
    ("A1*1e3+2", ["A2*1e3+5"], ["A1*1e4+2"]),
    ("A1*1e-3+2", ["A2*1e-3+5"], ["A1*1e-4+2", "A1*1e3+2", "A1*1e+3+2", "A1*1e-a+2", "A1*1e-3.5+2"]),
    ("1E-20", ["1E-20"], ["1E-21", "1E+20", "1E20"]),
    ("rate*$B$2", ["tax*$C$3", "a_1*$XFD$1"], ["rate*B2", "rate*B$2", "B2*$B$2"]),
    ("SUM(A1:B2)", ["SUM(C3:A1)"], ["SUM(A1:$B2)", "MAX(A1:B2)", "SUM(A1,B2)", "sum(A1:B2)"]),
    ("IF(a>=2,b,-c)", ["IF(x>=2,y,-z)"], ["IF(a>2,b,-c)", "IF(a>=2,b,c)"]),
    ("LOG10(A1)", ["LOG10(A2)"], ["LOG11(A1)"]),
    ("2026-01-05+A1", ["2026-01-05+B1"], ["2026-01-06+A1", "2026-1-05+A1", "2-1-5+A1"]),
    ("2026-1-05+A1", ["5-3-7+A1"], ["2026-01-05+A1", "2026-01-05"]),
    (
      "IF(A1>3,\"a \"\"b\"\"; //\",TRUE)", ["IF(B7>5,\"a \"\"b\"\"; //\",TRUE)"],
      [
        "IF(A1>3,\"a b; //\",TRUE)", "IF(A1>3,\"a \"\"B\"\"; //\",TRUE)", "IF(A1>3,\"a \"\"b\"\"; //\",true)",
        "IF(A1>3,\"a \"\"b\"\"; //\",FALSE)", "IF(A1>3,a,TRUE)",
      ]
    ),
    ("Data!A1*2", ["Data!C9*3"], ["data!A1*2", "Data!$A1*2", "A1*2", "Dat!A1*2", "'Data'!A1*2", "Data*2"]),
    ("'My ''own'' data'!A$1:B2", ["'My ''own'' data'!C$7:A9"], ["'My own data'!A$1:B2", "'My ''own'' data'!A$1"]),
    ("SUMIF(F:F,A1,$G:$G)", ["SUMIF(F:F,Z9,$G:$G)"], ["SUMIF(G:G,A1,$G:$G)", "SUMIF(F:F,A1,G:$G)", "SUMIF(f,A1,g)"]),
    ("SUM(Data!1:$3)+A1", ["SUM(Data!1:$3)+B1"], ["SUM(Data!1:3)+A1", "SUM(1:$3)+A1"]),
  ]

  private static func read(_ text: String, _ reader: inout PatternReader) -> (end: Int, stop: Int)? {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { reader.read($0, from: 0, to: buffer.count) }
    }
  }

  private static func pattern(_ text: String, _ patterns: PatternReader.Patterns) -> FormulaPattern? {
    var reader = PatternReader()
    return read(text, &reader).flatMap { _ in patterns.pattern(reader) }
  }

  @Test("Numbers that are read alone are those among the operands")
  func numbers() {
    let pieces = [
      "A1", "$B$2", "rate", "IF(", "LOG10(", "(", ")", "+", "-", " ", "5", "2.5", "007", "3.", ".5", "1e5", "1e-5",
      "1e", "12",
      "2026-01-05", "2026", "01", "1234567890123456", "\"5 \"\"6\"\"\"", "'S 7'!", "S!A1", "B:C", "$1:2", ":", ": ",
      "%", ",",
    ]
    var chance = SeededGenerator(seed: 31)
    var texts = Self.rows.flatMap { [$0.first] + $0.others + $0.strangers }
    for _ in 0..<TestLength.count(4_000, of: 1_000_000) {
      texts.append((0..<chance.number(1...6)).map { _ in chance.one(of: pieces) }.joined())
    }
    var (reader, numbers, count) = (PatternReader(), [WrittenNumber](), 0)
    for text in texts where Self.read(text, &reader)?.end == text.utf8.count {
      let (bytes, span) = (Array(text.utf8), SourceSpan(0, text.utf8.count))
      PatternReader.readNumbers(of: bytes, in: span, into: &numbers)
      let operands = PatternReader.operands(of: bytes, in: span)
      #expect(numbers == operands.compactMap { if case .number(let number) = $0 { number } else { nil } }, "\(text)")
      count += numbers.count
    }
    #expect(count > 500)
  }

  @Test("Formulas that differ in cells, names and numbers share a pattern, and no others", arguments: rows.indices)
  func sharing(row: Int) {
    let (first, others, strangers) = Self.rows[row]
    var reader = PatternReader()
    var patterns = PatternReader.Patterns()
    #expect(Self.read(first, &reader)?.end == first.utf8.count)
    patterns.add(FormulaParser.parse(first, dialect: .sheet).tree, isConstant: false, reader)
    let pattern = Self.pattern(first, patterns)
    #expect(pattern != nil)
    for other in others { #expect(Self.pattern(other, patterns) === pattern, "\(other)") }
    for stranger in strangers { #expect(Self.pattern(stranger, patterns) == nil, "\(stranger)") }
  }

  @Test(
    "What a parser has to look at is left to it",
    arguments: [
      "a.b", "t[A]", "{1,2}", "#N/A", "@A1", "A1#", "A1 B1", "\"x", "\"x\"\"", "\"x\" \"y\"", "A1\"x\"", "\"x\ny\"",
      "Sheet1!", "Sheet1!rate", "Sheet1!A1:Sheet1!B2", "Sheet1:Sheet3!A1", "S1:S3!A1", "Sheet1! A1", "'My sheet'",
      "'My sheet' !A1", "'My sheet'!rate", "u.Data!A1", "\"x\"Sheet1!A1",
      "a and b",
      "5% of 200", "abcd:b", "A1:abcd", "a :b", "as", "as \"0\"", "(A1 as \"0\")", "(A1", "A1)", "A1==2", "=A1", "",
      "é+1", "x as",
      "A1048577", "XFE1$", "A1 (2)", "(A1;", "A1.:B2", "$5", "\\x",
    ])
  func leaving(text: String) {
    var reader = PatternReader()
    let read = Self.read(text, &reader)
    // An address beyond the grid is a name.
    #expect(read == nil || text == "A1048577", "\(text)")
  }

  @Test("A formula ends with its line or at a semicolon, before the blanks, the comment and the format behind it")
  func ends() {
    for (text, end, stop) in [
      ("A1+1\nB", 4, 4), ("A1+1  // x", 4, 6), ("A1+1 \r\n", 4, 5), ("A1/2//", 4, 4), ("A1 ; B1 = 2", 2, 3),
      ("A1 as \"0\"", 2, 3), ("(A1)as\"0\"", 4, 4), ("rate AS  \"0\"", 4, 5), ("\"; //\" ; b", 6, 7), ("x as y", 1, 2),
    ] {
      var reader = PatternReader()
      let read = Self.read(text, &reader)
      #expect(read?.end == end && read?.stop == stop, "\(text)")
    }
  }

  @Test("Operands come in the order of the text, names in lower case")
  func operands() {
    func cell(_ row: Int, _ column: Int, _ absolute: (row: Bool, column: Bool) = (false, false)) -> FormulaOperand {
      .cell(row: Coordinate(row, absolute: absolute.row), column: Coordinate(column, absolute: absolute.column))
    }
    let text = "SUM(A1:$B$2)*Rate-LOG10(c$7)+1.50^02*1e3%+2026-01-05"
    #expect(
      PatternReader.operands(of: Array(text.utf8), in: SourceSpan(0, text.utf8.count))
        == [
          cell(0, 0), cell(1, 1, (true, true)), .name("rate"), cell(6, 2, (true, false)),
          .number(WrittenNumber(1.5, wholeDigits: 1, fractionDigits: 2)),
          .number(WrittenNumber(2, wholeDigits: 2, fractionDigits: nil)),
        ])
  }

  /// What a tree is without its leaves.
  private static func outline(_ tree: FormulaTree) -> [FormulaTree.Node] {
    tree.nodes.map { node in
      switch node {
      case .name: return .name("", sheet: nil)
      case .number(_, let text) where WrittenNumber(text) != nil: return .number(0, text: "")
      case .reference(let reference):
        func bare(_ coordinate: Coordinate) -> Coordinate { Coordinate(0, absolute: coordinate.isAbsolute) }
        switch reference.shape {
        case .cell(let row, let column):
          return .reference(GridReference(.cell(row: bare(row), column: bare(column)), sheet: reference.sheet))
        case .area(let row, let column, let row2, let column2):
          return .reference(
            GridReference(
              .area(row: bare(row), column: bare(column), row2: bare(row2), column2: bare(column2)),
              sheet: reference.sheet))
        default: return node
        }
      default: return node
      }
    }
  }

  @Test("Trees of formulas with one pattern differ in their leaves alone: random pieces")
  func random() {
    let operands = [
      "A1", "$B2", "C$3", "$D$4", "x", "rate", "e5", "tax_2", "A", "B7", "xfd1", "true", "mod", "a1b", "7", "2026",
      "01",
      "05", "0.25", "3.",
    ]
    let pieces = [
      "+", "-", "*", "/", "^", "&", "%", "<", ">", "=", "<>", ">=", ":", ",", "(", ")", " ", "SUM(", "IF(", "LOG10(",
      "2",
      "1.5", "1e5", ".5", "14:30", "2026-01-05", "-", "+",
    ]
    var chance = SeededGenerator(seed: 41)
    var compared = 0
    for _ in 0..<TestLength.count(8_000, of: 1_000_000) {
      let parts = (0..<chance.number(1...8)).map { _ in chance.happens(50) ? "?" : chance.one(of: pieces) }
      func text() -> String { parts.map { $0 == "?" ? chance.one(of: operands) : $0 }.joined() }
      let (first, second) = (text(), text())
      var reader = PatternReader()
      guard Self.read(first, &reader) != nil else { continue }
      let tree = FormulaParser.parse(first, dialect: .sheet)
      guard tree.diagnostics.isEmpty else { continue }
      var patterns = PatternReader.Patterns()
      patterns.add(tree.tree, isConstant: false, reader)
      guard Self.pattern(second, patterns) != nil else { continue }
      compared += 1
      let other = FormulaParser.parse(second, dialect: .sheet)
      #expect(other.diagnostics.isEmpty, "\(first) and \(second)")
      #expect(Self.outline(other.tree) == Self.outline(tree.tree), "\(first) and \(second)")
      // What stands beside a colon is an end of a range.
      guard !second.contains(":") else { continue }
      let operands = PatternReader.operands(of: Array(second.utf8), in: SourceSpan(0, second.utf8.count))
      let numbers = operands.compactMap { if case .number(let number) = $0 { number } else { nil } }
      #expect(numbers == other.tree.writtenNumbers.map(\.number), "\(second)")
    }
    #expect(compared > 200)
  }
}
