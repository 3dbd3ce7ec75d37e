import Diagnostics
import Testing

@testable import Formulas

@Suite("What is wrong with a formula")
struct FormulaDiagnosticsTests {
  @Test("Each finding has a code and stands under the exact term")
  func findings() {
    check("", "missing-operand", "")
    check("=", "missing-operand", "")
    check("1+", "missing-operand", "")
    check("1+*2", "missing-operand", "*")
    check("SUM(1,+)", "missing-operand", ")")
    check("()", "missing-operand", ")")
    check("SUM(1,2", "unclosed-parenthesis", "")
    check("SUM(1,", "unclosed-parenthesis", "")
    check("(1+2", "unclosed-parenthesis", "")
    check("{1,2", "unclosed-parenthesis", "")
    check("1)", "unexpected-token", ")")
    check("(1]", "unexpected-token", "]")
    check("1 2", "unexpected-token", "2")
    check("A1 \"x\"", "unexpected-token", "\"x\"")
    check("\"abc", "unterminated-text", "\"abc")
    check("'abc", "unterminated-text", "'abc")
    check("#FOO!", "unknown-error-literal", "#FOO!")
    check("1+#", "unknown-error-literal", "#")
    check("1e400", "bad-number", "1e400")
    check("1.2.3", "bad-number", "1.2.3")
    check("2x", "bad-number", "2x")
    check("SUM(1;2)", "argument-separator", ";")
    check("{1,2;3}", "ragged-array", "{1,2;3}")
    check("{A1}", "array-constant", "A1")
    check("Sheet1!", "missing-operand", "Sheet1!")
    check("t[[#Foo]]", "unknown-table-part", "#Foo")
    check("$", "unexpected-token", "$")
    check("1 ~ 2", "unexpected-token", "~")
    check("2015-13-01", "bad-date", "2015-13-01", .sheet)
    check("1899-01-01", "bad-date", "1899-01-01", .sheet)
    check("{a: 1, 2}", "field-expected", "2", .sheet)
    // D4: formulas read names without regard to case.
    check("{ä: 1, b: {ä: 3}, Ä: 2}", "duplicate-field", "Ä", .sheet)
    check("{a: 1, a: 2}", "duplicate-field", "a", .sheet)
  }

  @Test("What would be said at every place is said once, be there ever so many other findings")
  func once() {
    let text = "SUM(1" + String(repeating: "==1", count: 10_000) + String(repeating: ";1", count: 10_000) + ")"
    let codes = FormulaParser.parse(text).diagnostics.map(\.code)
    #expect(codes.count { $0 == "unknown-operator" } == 10_000)
    #expect(codes.count { $0 == "argument-separator" } == 1)
  }

  @Test("A character that nobody sees is told by its number")
  func hiddenCharacters() {
    check("1\u{2028}", labelled: "U+2028 stands in it, which nobody sees")
    check("1\u{C}", labelled: "U+000C stands in it, which nobody sees")
    check("\u{1B}[1m", labelled: "U+001B stands in it, which nobody sees")
    check("1 + \u{7}", labelled: "found \u{7} instead")
    check("1 ~ 2", labelled: "")
  }

  private func check(_ formula: String, labelled label: String, at location: SourceLocation = #_sourceLocation) {
    #expect(FormulaParser.parse(formula).diagnostics.first?.labels.first?.text == label, sourceLocation: location)
  }

  @Test("Habits from other languages are understood and put right")
  func habits() {
    help("{ =SUM(a)}", "unexpected-token", "=", "leave the braces out: every formula calculates with arrays")
    help("a==b", "unknown-operator", "==", "write = to compare")
    help("a!=b", "unknown-operator", "!=", "write <> to compare for difference")
    help("a===b", "unknown-operator", "===", "write = to compare")
    help("a!==b", "unknown-operator", "!==", "write <> to compare for difference")
    help("a ?? b", "unknown-operator", "??", "write IF(ISBLANK(a), b, a), or IFERROR(a, b) for an error")
    help("a |> b", "unknown-operator", "|>", "write b(a)")
    help("a -> b", "unknown-operator", "->", "write a.b to read a field, or LAMBDA(a, b) for a function")
    help("a&&b", "unknown-operator", "&&", "write AND(a, b), or a single & to join texts")
    help("a||b", "unknown-operator", "||", "write OR(a, b)")
    help("2**3", "unknown-operator", "**", "write ^ for a power")
    help("a=>b", "unknown-operator", "=>", "write >=")
    help("2×3", "unknown-operator", "×", "write *")
    help("5−3", "unknown-operator", "−", "write - with the plain sign of the keyboard")
    help("a≤b", "unknown-operator", "≤", "write <=")
    help("'text'", "single-quotes", "'text'", "write \"text\"")
    help("“text”", "curly-quotes", "“text”", "write \"…\"", .sheet)
    help("1,5", "unexpected-token", ",", "write 1.5")
    help("1,234", "unexpected-token", ",", "write 1234 for thousands, or 1.234 for a decimal")
    help("250,000", "unexpected-token", ",", "write 250000")
    help("1,234.50", "unexpected-token", ",", "write 1234.50")
    help("1,234,567", "unexpected-token", ",", "write 1234567")
    help("1234,5", "unexpected-token", ",", "write 1234.5")
    help("1.234,50", "unexpected-token", ",", "write 1234.50")
    help("1,2,3", "unexpected-token", ",", "write {1, 2, 3} for several values")
    help("31.1.2026", "bad-number", "31.1.2026", "a date is written 2026-01-31")
    help("2 x 3", "unexpected-token", "x", "write * to multiply")
    help("2(3)", "unexpected-token", "(", "write * to multiply, as in 2*(…)")
    help("5% of 200", "unexpected-token", "of", "write * to multiply, as in 5% * 200")
    help("A1 equals 5", "unexpected-token", "5", "write = to compare")
    help("SUM(1;2;3)", "argument-separator", ";", "write a comma")
    help("!a", "unexpected-token", "!", "write NOT(…) to negate")
    help("€5", "unexpected-token", "€", "write the number alone and give it a number format")
    help("2x", "bad-number", "2x", "to multiply, write 2*x")
  }

  @Test("An open bracket is pointed at")
  func openings() {
    let parsed = FormulaParser.parse("1+SUM(2,3")
    #expect(parsed.diagnostics.first?.labels.map(\.span) == [SourceSpan(9, 9), SourceSpan(5, 6)])
    let wrong = FormulaParser.parse("(1 2)")
    #expect(wrong.diagnostics.first?.labels.map(\.span) == [SourceSpan(3, 4), SourceSpan(0, 1)])
  }

  private func check(_ formula: String, _ code: String, _ term: String, _ dialect: FormulaDialect = .excel) {
    let parsed = FormulaParser.parse(formula, dialect: dialect)
    #expect(parsed.diagnostics.map(\.code) == [code], "\(formula)")
    guard let span = parsed.diagnostics.first?.labels.first?.span else { return }
    #expect(SourceText(name: "", formula)[span] == term, "\(formula)")
  }

  private func help(
    _ formula: String, _ code: String, _ term: String, _ help: String, _ dialect: FormulaDialect = .excel
  ) {
    check(formula, code, term, dialect)
    #expect(FormulaParser.parse(formula, dialect: dialect).diagnostics.first?.help == help, "\(formula)")
  }
}

@Suite("An expression in a longer text")
struct FormulaPrefixTests {
  @Test("It ends where nothing can go on")
  func ends() {
    check("a + 1 as \"0.0\"", "a + 1 ", .init(stopWords: ["as"]))
    check("x WHERE x > 1", "x ", .init(stopWords: ["where"]))
    check("(x where)", "(x where)", .init(stopWords: ["where"]))
    check("a, b", "a", .init())
    check("a) b", "a", .init())
    check("a } b", "a ", .init())
    check("a; b", "a", .init())
    check("A1:B2", "A1", .init(stopsAtColon: true))
    check("(A1:B2): TRUE", "(A1:B2)", .init(stopsAtColon: true))
    check("A:A", "A", .init(stopsAtColon: true))
    check("A1:.5", "A1", .init(stopsAtColon: true))
    check("(A1:.B2): TRUE", "(A1:.B2)", .init(stopsAtColon: true))
    check("A1..A2", "A1", .init())
    check("1:3", "1", .init(stopsAtColon: true))
    check("SUM(A1:B2)>0 : TRUE", "SUM(A1:B2)>0 ", .init(stopsAtColon: true))
    check("{\"S\",\"M\"} = \"M\"", "{\"S\",\"M\"} ", .init(stopsAtEquals: true))
    check("(a = b) = c", "(a = b) ", .init(stopsAtEquals: true))
    check("0..1 = 2", "0", .init(stopsAtEquals: true))
    check("1 // note", "1 ", .init(endsAtLine: true))
    check("1\n2", "1", .init(endsAtLine: true))
    check("SUM(1,\n2)\n3", "SUM(1,\n2)", .init(endsAtLine: true))
    check("SUM(1, // one\n2) // two", "SUM(1, // one\n2) ", .init(endsAtLine: true))
    check("ledger[2].A = 10", "ledger[2].A ", .init(isOperandOnly: true))
    check("a <~ b", "a ", .init())
    check("= a + 1", "= a + 1", .init())
  }

  @Test("Its places are offsets into the whole text")
  func places() {
    let parsed = FormulaParser.parsePrefix(of: "x = SUM(1, y)\nz", from: 4, options: .init(endsAtLine: true))
    #expect(parsed.end == 13)
    #expect(parsed.tree.span(of: parsed.tree.root) == SourceSpan(4, 13))
    #expect(parsed.diagnostics.isEmpty)
  }

  @Test("After an error the reading goes on with the next line")
  func recovery() {
    let text = "SUM(1, 2\nB = 3\nC = 4"
    #expect(FormulaParser.parsePrefix(of: text, options: .init(endsAtLine: true)).end <= 14)
    #expect(FormulaParser.parsePrefix(of: "1 + + \n2", options: .init(endsAtLine: true)).end == 6)
    #expect(FormulaParser.parsePrefix(of: "\"abc\n2", options: .init(endsAtLine: true)).end == 4)
  }

  private func check(_ text: String, _ expected: String, _ options: FormulaParser.Options) {
    let parsed = FormulaParser.parsePrefix(of: text, options: options)
    #expect(parsed.diagnostics == [], "\(text)")
    #expect(SourceText(name: "", text)[SourceSpan(0, parsed.end)] == expected, "\(text)")
  }
}
