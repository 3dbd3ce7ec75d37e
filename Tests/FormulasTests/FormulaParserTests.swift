import CellModel
import Diagnostics
import Testing

@testable import Formulas

@Suite("Formula parser")
struct FormulaParserTests {
  @Test("Operators are ordered as in Excel")
  func precedence() {
    check("1+2*3", "(1 + (2 * 3))")
    check("1*2+3", "((1 * 2) + 3)")
    check("-2^2", "((-2) ^ 2)")
    check("2^-2", "(2 ^ (-2))")
    check("2^3^2", "((2 ^ 3) ^ 2)")
    check("2^-3*4", "((2 ^ (-3)) * 4)")
    check("-2%", "((-2)%)")
    check("2^50%", "(2 ^ (50%))")
    check("1-2-3", "((1 - 2) - 3)")
    check("8/4/2", "((8 / 4) / 2)")
    check("1&2+3", "(1 & (2 + 3))")
    check("1=2&3", "(1 = (2 & 3))")
    check("1<2=TRUE", "((1 < 2) = TRUE)")
    check("a>=b<>c", "((name a >= name b) <> name c)")
    check("--1", "(-(-1))")
    check("-+-1", "(-(+(-1)))")
    check("1--1", "(1 - (-1))")
    check("1+-+2", "(1 + (-(+2)))")
    check("5%%", "((5%)%)")
    check("5 % + 1", "((5%) + 1)")
    check("-A1:B2", "(-A1:B2)")
    check("@A1:B2", "(@A1:B2)")
    check("-A1 B1", "(-(A1   B1))")
    check("A1 #REF!", "(A1   #REF!)")
    check("#NAME? Outputs!#REF!", "(#NAME?   Outputs!#REF!)")
    check("(1+2)*3", "([(1 + 2)] * 3)")
    check("((1))", "[[1]]")
    check("=1+1", "(1 + 1)")
    check(" = 1 + 1 ", "(1 + 1)")
    check("+A1", "(+A1)")
    check("1\n+\r\n2\t*3", "(1 + (2 * 3))")
    check("1\u{A0}+\u{A0}2", "(1 + 2)")
  }

  @Test("Numbers keep their spelling and their value")
  func numbers() {
    for (text, value) in [
      ("1", 1), ("007", 7), ("1.5", 1.5), (".5", 0.5), ("1.", 1), ("1e3", 1000), ("1E+3", 1000), ("1.5e-3", 0.0015),
      ("123456789012345678901234567890", 1.2345678901234568e29), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
      ("9007199254740993", 9_007_199_254_740_992), ("1.7976931348623157E+308", .greatestFiniteMagnitude),
      ("0.000001", 0.000001), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
      ("123456789.123456789", 123456789.123456789),
      ("1234567890123456789.", 1_234_567_890_123_456_768), ("0e999999999999999999", 0),
    ] as [(String, Double)] {
      #expect(tree(text).nodes == [.number(value, text: text)], "\(text)")
    }
  }

  @Test("Texts, logicals and error values are literals")
  func literals() {
    #expect(tree("\"a\"\"b\"").nodes == [.text("a\"b")])
    #expect(tree("\"\"").nodes == [.text("")])
    #expect(tree("\"\"\"\"").nodes == [.text("\"")])
    #expect(tree("\"é €\"").nodes == [.text("é €")])
    #expect(tree("true").nodes == [.logical(true)])
    #expect(tree("False").nodes == [.logical(false)])
    #expect(tree("TRUE()").nodes == [.call(name: "TRUE", arguments: [])])
    for code in ErrorCode.allCases where code != .reference { #expect(tree(code.text).nodes == [.error(code)]) }
    #expect(tree("#n/a").nodes == [.error(.notAvailable)])
    #expect(tree("#REF!").nodes == [.reference(GridReference(.deleted))])
    for lost in ["#REF!A1", "#REF!$A$1:B2", "#REF!#REF!", "#REF!rate", "[1]#REF!A1"] {
      #expect(tree(lost).nodes == [.reference(GridReference(.deleted))], "\(lost)")
    }
    check("#N/A/2", "(#N/A / 2)")
  }

  @Test("Addresses are cells, areas, columns and rows")
  func addresses() {
    check("A1", "A1")
    check("xfd1048576", "XFD1048576")
    check("$A$1:b$2", "$A$1:B$2")
    check("A:A", "A:A")
    check("$a:$XFD", "$A:$XFD")
    check("1:3", "1:3")
    check("$1:$1048576", "$1:$1048576")
    check("A1 : B2", "A1:B2")
    check("A1:B2:C3", "(A1:B2 : C3)")
    check("XFE1", "name XFE1")
    check("A1048577", "name A1048577")
    check("A0", "name A0")
    check("LOG10", "LOG10")
    check("LOG10(5)", "LOG10(5)")
    check("A1:LOG10(5)", "(A1 : LOG10(5))")
    check("A1:INDEX(B1:B9,2)", "(A1 : INDEX(B1:B9, 2))")
    check("INDEX(A:A,2):B5", "(INDEX(A:A, 2) : B5)")
    check("A1#", "(A1#)")
    check("SUM(A1#)", "SUM((A1#))")
    check("B1:C2 A1:B9", "(B1:C2   A1:B9)")
    check("A1,B1", nil)
    check("(A1,B1:B2)", "[(A1 , B1:B2)]")
    check("SUM((A1,B1),C1)", "SUM([(A1 , B1)], C1)")
    check("a b", "(name a   name b)")
  }

  @Test("A dot beside the colon trims a range")
  func trimmedRanges() {
    for dialect in [FormulaDialect.excel, .sheet] {
      check("A1:.B9", "(trim 2 A1:B9)", in: dialect)
      check("A1.:B9", "(trim 1 A1:B9)", in: dialect)
      check("$A$1.:.b$9", "(trim 3 $A$1:B$9)", in: dialect)
      check("A:.A", "(trim 2 A:A)", in: dialect)
      check("$A.:C", "(trim 1 $A:C)", in: dialect)
      check("1.:.3", "(trim 3 1:3)", in: dialect)
      check("$1:.3", "(trim 2 $1:3)", in: dialect)
      check("1.:3", "(trim 1 1:3)", in: dialect)
      check("SUM(Inputs!A:.A)+1", "(SUM((trim 2 Inputs!A:A)) + 1)", in: dialect)
      check("'My Sheet'!A1.:.B2", "(trim 3 'My Sheet'!A1:B2)", in: dialect)
      check("A1:.B9 B1:C3", "((trim 2 A1:B9)   B1:C3)", in: dialect)
      check("A1:.INDEX(B:B,2)", nil, in: dialect)
      check("A1.:", nil, in: dialect)
    }
    // As a workbook's file holds it.
    check("_xlfn._TRO_ALL(A1:B9)", "(trim 3 A1:B9)")
    check("_xlfn._TRO_TRAILING(S!A:A)", "(trim 2 S!A:A)")
    check("_TRO_LEADING($1:$3)", "(trim 1 $1:$3)")
    check("_TRO_ALL(A1)", "_TRO_ALL(A1)")
    #expect(tree("SUM(A1:.B9)").text(.excelFile) == "SUM(_xlfn._TRO_TRAILING(A1:B9))")
    #expect(tree("A.:.A").text(.excelFile) == "_xlfn._TRO_ALL(A:A)")
    check("A1..B2", nil, in: .sheet)
    check("1.5", "1.5", in: .sheet)
    check("A1.name", "(A1).name", in: .sheet)
  }

  @Test("A sheet or a run of sheets may stand before an address or a name")
  func sheets() {
    check("Inputs!B2", "Inputs!B2")
    check("'My Sheet'!A1", "'My Sheet'!A1")
    check("'it''s'!A1:B2", "'it''s'!A1:B2")
    check("Sheet1:Sheet3!A1", "Sheet1:Sheet3!A1")
    check("Jan:Mar!A:B", "Jan:Mar!A:B")
    check("'a b:c d'!A1", "'a b:c d'!A1")
    check("Inputs!#REF!", "Inputs!#REF!")
    check("Inputs!rate", "name Inputs!rate")
    check("Q1!A1", "'Q1'!A1")
    check("[1]Sheet1!A1", "[1]Sheet1!A1")
    check("'[Book 1.xlsx]S'!A1", "'[Book 1.xlsx]S'!A1")
    check("[1]!Sales[Sum]", "[1]!Sales[Sum]")
    check("SUM([0]!Sales[[#All],[Sum]])", "SUM(Sales[[#All],[Sum]])")
    check("[2]!'EUR,[LAST]'*2", "(name [2]!'EUR,[LAST]' * 2)")
    check("Sheet1!'EUR'", nil)
    // As LibreOffice writes them.
    check("Plain:'It''s'!A1:B2", "'Plain:It''s'!A1:B2")
    check("'My Sheet':Last!A1", "'My Sheet:Last'!A1")
    check("'a b':'c d'!A1", "'a b:c d'!A1")
    check("[1]Data:'No More'!A1", "'[1]Data:No More'!A1")
    check("1a!A1+2", "('1a'!A1 + 2)")
    // What Excel takes for an address by numbers or a logical.
    for name in ["R1C1", "r", "C", "RC7", "R2C", "TRUE", "False"] { check("\(name)!A1", "'\(name)'!A1") }
    for name in ["RCx", "CR", "Rate", "TRUEs"] { check("\(name)!A1", "\(name)!A1") }
    // As somebody types them.
    check("592101500!D9+2010!$A$1:B2", "('592101500'!D9 + '2010'!$A$1:B2)")
    check("SUM(2010!rate,1a!#REF!,2010!1:2)", "SUM(name '2010'!rate, '1a'!#REF!, '2010'!1:2)")
    check("2010:2012!A1", "'2010:2012'!A1")
    check("1a:2b!A1-Jan:3!A:B", "('1a:2b'!A1 - 'Jan:3'!A:B)")
    check("A1:B2 2010!A1:A1", "(A1:B2   '2010'!A1:A1)")
    check("2010!A1", "'2010'!A1", in: .sheet)
    check("5!", nil)
    check("5!=3", nil)
    check("12abc", nil)
    check("AREAS((A1:A2~B1:B2))", "AREAS([(A1:A2 , B1:B2)])")
    check("A1:'c d'!A1", "(A1 : 'c d'!A1)")
    check("'a b':'c d'!A1", nil, in: .sheet)
    check("Sheet1!A1:Sheet1!B2", "(Sheet1!A1 : Sheet1!B2)")
    #expect(tree("'a b:c d'!A1").references.first?.value.sheet == SheetPrefix("a b", through: "c d"))
    #expect(tree("Sheet1!1:2").references.first?.value.shape == .rows(Coordinate(0), Coordinate(1)))
  }

  @Test("Calls have names with dots, empty arguments and immediate calls")
  func calls() {
    check("PI()", "PI()")
    check("#NAME?(A1)+#REF!f(2)", "(#NAME?(A1) + #REF!f(2))")
    check("IF(a,,b)", "IF(name a, , name b)")
    check("f(,)", "f(, )")
    check("STDEV.S(A1:A3)", "STDEV.S(A1:A3)")
    check("_xlfn.T.DIST.2T(1,2)", "_xlfn.T.DIST.2T(1, 2)")
    check("LAMBDA(x,x+1)(2)", "LAMBDA(name x, (name x + 1))(2)")
    check("LAMBDA(x,LAMBDA(y,x+y))(1)(2)", "LAMBDA(name x, LAMBDA(name y, (name x + name y)))(1)(2)")
    check("(LAMBDA(x,x))(2)", "[LAMBDA(name x, name x)](2)")
    check("SUM ( 1 , 2 )", "SUM(1, 2)")
    check("SUM\t(1)", "SUM(1)")
    check("SUM\u{A0}\n (1)", "SUM(1)")
    check("TRUE\t()", "TRUE()")
    check("IF(TRUE (), FALSE, FALSE  ( ))", "IF(TRUE(), FALSE, FALSE())")
    check("HTTP.GET(\"x\")", "HTTP.GET(\"x\")", in: .sheet)
    check("adding.search(x)", "adding.search(name x)", in: .sheet)
    check("LAMBDA(x,[y],x)", "LAMBDA(name x, [y], name x)")
  }

  @Test("Arrays hold constants in Excel, expressions and records in a sheet")
  func arrays() {
    check("{1,2;3,-4}", "{1, 2; 3, (-4)}")
    check("{\"a\",TRUE,#N/A}", "{\"a\", TRUE, #N/A}")
    check("{a,1}", nil)
    check("{1,2;3}", nil)
    check("{a, SUM(1)}", "{name a, SUM(1)}", in: .sheet)
    check("{name: \"Ada\", age: 36}", "{name: \"Ada\", age: 36}", in: .sheet)
    check("{name:\"Ada\"}.name", "({name: \"Ada\"}).name", in: .sheet)
    check("{}", "{}", in: .sheet)
    check("{a: {b: 1}}", "{a: {b: 1}}", in: .sheet)
    for text in ["{14:30, 15:00}", "{14:30 // open\n, 15:00}", "{14:30\u{A0}, 15:00 // shut\n}", "{14:30\n, 15:00\n}"] {
      check(text, "{14:30, 15:00}", in: .sheet)
    }
    check("{from: 14:30 // open\n}", "{from: 14:30}", in: .sheet)
  }

  @Test("The grid of a sheet in the row of a table stands before an address as it is written")
  func gridsOfRows() {
    for text in [
      "people[2]!A1", "cases[2].model.Inputs!B2", "SUM(cases[12].model.Inputs!B2:C$9) + 1", "a.b[1].c[20]!A:A",
      "a[1]!rate",
    ] {
      #expect(tree(text, .sheet).text() == text)
    }
    #expect(tree("'a[1].My Sheet'!A1", .sheet).text() == "'a[1].My Sheet'!A1")
    for text in ["a[1] <> 2", "a[1].b = 3", "a[b].c"] { #expect(tree(text, .sheet).text() == text) }
    for text in ["a[1]!=2", "a[x]!A1", "a[1]b!A1"] {
      #expect(!FormulaParser.parse(text, dialect: .sheet).diagnostics.isEmpty, "\(text)")
    }
  }

  @Test("Parts of a table that a row has are named as those of any table")
  func partsInRows() {
    for text in [
      "a[2].b[#All]", "a[2].b[[#Headers],[C d]]", "a[2].b[[C]:[D]]", "a[2].b[C d]",
      "SUM(a.b[1].c[20].d[[#Data],[#Totals]])",
      "a[2].b[C]", "a[2].b[3].c", "a[2].b[@n]", "a[2].b[[@n]]", "a[2].b[n + 1]",
    ] {
      #expect(tree(text, .sheet).text() == text)
    }
    #expect(tree("a[2].b[]", .sheet).text() == "a[2].b[#Data]")
    #expect(tree("a[2].b[[C]]", .sheet).text() == "a[2].b[C]")
  }

  @Test("Structured references name rows and columns of tables")
  func structured() {
    for text in [
      "ledger[C]", "ledger[Net Sales]", "ledger[[#Headers],[A]:[B]]", "[@A]", "[@[Net Sales (EUR)]]", "ledger[@]",
      "ledger[#All]", "ledger[@A]", "ledger[[#Headers],[#Data],[A]]", "ledger[[#Data],[#Totals]]", "ledger[[A]:[B]]",
      "ledger[[a'[b']'#'''@]]", "ledger[@[A]:[B]]", "ledger[#Totals]", "[A]",
    ] {
      #expect(tree(text).text(.excel) == text)
      #expect(tree(text, .sheet).text() == text)
    }
    #expect(tree("t[[#This Row],[A]]").text(.excel) == "t[@A]")
    #expect(tree("[[#This Row],A b]*2").text(.excelFile) == "[[#This Row],[A b]]*2")
    #expect(tree("t[@A]").text(.excelFile) == "t[[#This Row],[A]]")
    #expect(tree("SUM(t[#Data])").text(.excelFile) == "SUM(t[])")
    for lost in ["t[#REF!]", "t[[#Totals],[#REF!]]", "t[@[#REF!]]", "t[[a]:[#REF!]]"] {
      #expect(tree(lost).nodes == [.reference(GridReference(.deleted))], "\(lost)")
    }
    #expect(tree("t[]").nodes == [.structured(StructuredReference(table: "t"))])
    #expect(tree("t[ [#headers] , [ A] ]").nodes == tree("t[[#Headers],[ A]]").nodes)
    check("t[[#Nonsense],[A]]", nil)
    check("t[[#Headers],[#Totals],[A]]", nil)
  }

  @Test("The sheet dialect has dates, rows by number and dotted paths")
  func sheetDialect() {
    #expect(tree("2015-04-01", .sheet).nodes == [.date(42095, text: "2015-04-01")])
    #expect(tree("1900-01-01", .sheet).nodes == [.date(1, text: "1900-01-01")])
    #expect(tree("1900-02-28", .sheet).nodes == [.date(59, text: "1900-02-28")])
    #expect(tree("1900-03-01", .sheet).nodes == [.date(61, text: "1900-03-01")])
    #expect(tree("2000-02-29", .sheet).nodes == [.date(36585, text: "2000-02-29")])
    #expect(tree("9999-12-31", .sheet).nodes == [.date(2_958_465, text: "9999-12-31")])
    check("2015-02-29", nil, in: .sheet)
    check("2015-4-1", "((2015 - 4) - 1)", in: .sheet)
    check("2015-04-01", "((2015 - 04) - 01)")
    check("2015-04-01+1", "(2015-04-01 + 1)", in: .sheet)
    check("ledger[2].A", "(name ledger[2]).A", in: .sheet)
    check("ledger[n + 1].A", "(name ledger[(name n + 1)]).A", in: .sheet)
    check("add.value.name", "((name add).value).name", in: .sheet)
    check("people[2].adding.username", "((name people[2]).adding).username", in: .sheet)
    check("a.b=1", "((name a).b = 1)", in: .sheet)
    check("a.b", "name a.b")
    check("1 // comment", "1", in: .sheet)
    check("SUM(1, // one\n2)", "SUM(1, 2)", in: .sheet)
    check("größe*2", "(name größe * 2)", in: .sheet)
    check("名前&\"x\"", "(name 名前 & \"x\")")
    check("OR(A1=0,A1<>““)", "OR((A1 = 0), (A1 <> name ““))")
    check("Sheet・1!$A$1+表（1）", "('Sheet・1'!$A$1 + name 表（1）)")
  }

  @Test("Spans are offsets of bytes")
  func spans() {
    let tree = tree(" é + SUM( A1 , (b) )")
    let spans = tree.spans.map { "\($0.lower)-\($0.upper)" }
    #expect(spans == ["1-3", "11-13", "17-18", "16-19", "6-21", "1-21"])
    #expect(tree.nameSpan(of: 4) == SourceSpan(6, 9))
    #expect(tree.calls.first?.span == SourceSpan(6, 9))
  }

  @Test("Deep nesting and long formulas end in a diagnostic")
  func limits() {
    let deep = String(repeating: "(", count: 60_000)
    #expect(codes(deep) == ["nested-too-deeply"])
    #expect(codes(String(repeating: "f(", count: 30_000)) == ["nested-too-deeply"])
    #expect(codes(String(repeating: "{", count: 30_000)) == ["nested-too-deeply"])
    #expect(codes(String(repeating: "[", count: 30_000), .sheet) != [])
    #expect(codes(String(repeating: "(", count: 256) + "1" + String(repeating: ")", count: 256)) == [])
    #expect(codes("\"" + String(repeating: "x", count: 70_000) + "\"") == ["formula-too-long"])
    let sum = "1" + String(repeating: "+1", count: 30_000)
    #expect(codes(sum) == [])
    #expect(tree(sum).text(.excel) == sum)
    #expect(codes(String(repeating: "-", count: 60_000) + "1") == [])
    #expect(tree(String(repeating: "-", count: 60_000) + "1").text().utf8.count == 60_001)
  }

  private func codes(_ text: String, _ dialect: FormulaDialect = .excel) -> [String] {
    FormulaParser.parse(text, dialect: dialect).diagnostics.map(\.code)
  }

  private func tree(_ text: String, _ dialect: FormulaDialect = .excel) -> FormulaTree {
    FormulaParser.parse(text, dialect: dialect).tree
  }
}

/// Checks how a formula is read, or that it is not.
private func check(
  _ formula: String, _ expected: String?, in dialect: FormulaDialect = .excel,
  at location: SourceLocation = #_sourceLocation
) {
  let parsed = FormulaParser.parse(formula, dialect: dialect)
  if let expected {
    #expect(parsed.diagnostics == [], sourceLocation: location)
    #expect(parsed.tree.shape(parsed.tree.root) == expected, sourceLocation: location)
  } else {
    #expect(parsed.hasErrors, sourceLocation: location)
  }
}

extension FormulaTree {
  /// The tree with a bracket around each operation, `[…]` for the author's parentheses.
  fileprivate func shape(_ index: Index) -> String {
    let node = self[index]
    let operands = node.operands.map { operand in self[operand] == .missing ? "" : shape(operand) }
    switch node {
    case .name(let name, nil): return A1Notation.cell(name) == nil ? "name \(name)" : name
    case .name: return "name \(text(of: index))"
    case .unary(.percent, _): return "(\(operands[0])%)"
    case .unary(.spill, _): return "(\(operands[0])#)"
    case .unary(let unary, _) where unary.trimmedEdges != nil:
      return "(trim \(unary.trimmedEdges ?? 0) \(operands[0]))"
    case .unary(let unary, _): return "(\(unary == .plus ? "+" : unary == .minus ? "-" : "@")\(operands[0]))"
    case .binary(let binary, _, _): return "(\(operands[0]) \(binary.rawValue) \(operands[1]))"
    case .parenthesized: return "[\(operands[0])]"
    case .call(let name, _): return "\(name)(\(operands.joined(separator: ", ")))"
    case .apply: return "\(operands[0])(\(operands.dropFirst().joined(separator: ", ")))"
    case .array(let rows, let columns, _):
      let lines = (0..<rows).map { operands[($0 * columns)..<(($0 + 1) * columns)].joined(separator: ", ") }
      return "{\(lines.joined(separator: "; "))}"
    case .record(let names, _):
      return "{\(zip(names, operands).map { "\($0): \($1)" }.joined(separator: ", "))}"
    case .member(_, let field): return "(\(operands[0])).\(field)"
    case .subscript_: return "\(operands[0])[\(operands[1])]"
    default: return text(of: index)
    }
  }
}
