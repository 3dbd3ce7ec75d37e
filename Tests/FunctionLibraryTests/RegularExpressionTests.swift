import CellModel
import Functions
import ModelSheets
import Testing

@testable import FunctionLibrary

@Suite("Regular expressions")
struct RegularExpressionTests {
  @Test func literalsAndClasses() {
    check("a.c", "xabcx", "abc")
    check("a.c", "a\nc", nil)
    check("(?s)a.c", "a\nc", "a\nc")
    check("[a-c]+", "xxabcd", "abc")
    check("[^a-c]+", "abxyc", "xy")
    check("[]a]+", "x]a]", "]a]")
    check("[a-]+", "x-a-", "-a-")
    check("[\\d\\s]+", "a1 2b", "1 2")
    check("[[:alpha:]]+", "12ab3", "ab")
    check("\\w+", "--añb_1--", "añb_1")
    check("\\p{Lu}\\p{Ll}+", "ab Cde", "Cde")
    check("\\p{Sc}\\d+", "a 5 €7", "€7")
    check("\\p{^L}+", "ab12c", "12")
    check("\\p{L&}+", "日aé", "aé")
    check("e\\p{Mn}", "ee\u{301}", "e\u{301}")
    check("[\\p{Nd}\\p{Pd}]+", "a1-2b", "1-2")
    check("[[:graph:]]+", " a!é ", "a!é")
    check("[[:^graph:]]", "a\t", "\t")
    check("[[:print:]]+", "a é\n", "a é")
    check("[[:^xdigit:]]+", "afxyz1", "xyz")
    check("[[:punct:]]+", "€$%", "$%")
    check("[a\\Qb]\\E]+", "xb]a", "b]a")
    check("(?xx)[a b]+", " ab", "ab")
    check("[[:<:]]b", "ab b", "b")
    check("\\p{Han}+", "ab日本、c", "日本、")
    check("\\p{ greek }+", "abγδ", "γδ")
    check("\\p{Script=Cyrillic}+", "abжд", "жд")
    check("\\P{Latin}+", "abжд1", "жд1")
    check("\\p{Xwd}+", "-a_1-", "a_1")
    check("\\p{Emoji_Presentation}+", "a😀🎉b", "😀🎉")
    check("\\p{ExtPict}", "a©", "©")
    check("\\p{Hex_Digit}+", "xfa1", "fa1")
    check("\\X", "e\u{301}a", "e\u{301}")
    check("\\o{101}\\102\\N{U+43}\\x{44}", "ABCD", "ABCD")
    check("\\cI", "a\t", "\t")
    check("\\xg", "\0g", "\0g")
    check("[[:^ascii:]]+", "abéß", "éß")
    check("[[:cntrl:]]", "a\tb", "\t")
    check("\\x41\\x{42}", "xAB", "AB")
    check("\\Qa.b\\E+", "xa.bb", "a.bb")
    check("\\Qa+\\E", "aa+", "a+")
    check("a{,2}b", "aaab", "aab")
    check("a{x}", "a{x}", "a{x}")
    check("(?x) a b # comment", "ab", "ab")
  }

  @Test func repetition() {
    check("a+", "baaa", "aaa")
    check("a+?", "baaa", "a")
    check("a*", "baaa", "")
    check("a{2}", "aaaa", "aa")
    check("a{2,}", "aaaa", "aaaa")
    check("a{2,3}?", "aaaa", "aa")
    check("<.+>", "<a><b>", "<a><b>")
    check("<.+?>", "<a><b>", "<a>")
    check("a++a", "aaa", nil)
    check("(a|ab)(c|bcd)(d*)", "abcd", "abcd")
    check("(a*)*", "aaa", "aaa")
    check("(a*)+b", "aab", "aab")
    check("(|a)+", "aaa", "")
    check("(?:){1000}x", "x", "x")
  }

  @Test func anchorsAndLooks() {
    check("^b", "a\nb", nil)
    check("(?m)^b", "a\nb", "b")
    check("a$", "ba\n", "a")
    check("a\\z", "ba\n", nil)
    check("\\bcat\\b", "concat cat", "cat")
    check("\\Bcat", "cat concat", "cat")
    check("\\d+(?=%)", "10 20%", "20")
    check("\\d+(?!\\d|%)", "10% 25", "25")
    check("(?<=\\$)\\d+", "5 $7", "7")
    check("(?<!\\$)\\b\\d+", "$5 7", "7")
    check("(?<=a|bc)d", "bcd", "d")
    check("(?>a+)b", "aab", "aab")
    check("(?>a+)ab", "aab", nil)
    check("(?:^)*a", "a", "a")
    check("(*atomic:a+)b", "aab", "aab")
    check("(*nlb:a)b", "abb", "b")
    check("a(*F)|b", "ab", "b")
    check("foo\\Kbar", "foobar", "bar")
    checkFormula("REGEXREPLACE(\"aab\", \"a\\K\", \"-\")", "a-a-b")
    checkFormula("REGEXREPLACE(\"ab\", \"|a\", \"-\")", "---b-")
  }

  @Test func groupsAndFlags() {
    check("(a)\\1", "xaa", "aa")
    check("(?<x>b)\\k<x>", "abb", "bb")
    check("(?i)abc", "xABC", "ABC")
    check("a(?i:b)c", "aBc", "aBc")
    check("a(?i:b)c", "aBC", nil)
    check("(?i)é", "É", "É")
    check("(a)|b", "b", "b")
    check("(a)\\g{-1}", "aa", "aa")
    check("(?P<x>b)(?P=x)", "abb", "bb")
    check("(?<x>b)\\g{x}", "abb", "bb")
    check("(?|(a)|(b))\\1", "abb", "bb")
    check("((?|[ab]{2}|\\1))*", "abc", "ab")
    check("(?^)A", "aA", "A")
    check("(?U)a+", "aaa", "a")
    check("(?U)a+?", "aaa", "aaa")
    check("(?n)(a)(?<x>b)\\1", "abb", "abb")
    checkFormula("REGEXEXTRACT(\"b\", \"(a)?b\", 2)", "")
    // Without groups there is nothing to give, whether the pattern matches or not; so EPPlus found it in Excel.
    checkFormula("REGEXEXTRACT(\"9183\", \"\\d+\", 2)", .error(.value))
    checkFormula("REGEXEXTRACT(\"abcd\", \"\\d+\", 2)", .error(.value))
    checkFormula("REGEXEXTRACT(\"abcd\", \"(\\d)+\", 2)", .error(.notAvailable))
    checkFormula("REGEXREPLACE(\"abc\", \"(?<x>b)\", \"[${x}$0$$]\")", "a[bb$]c")
    checkFormula("REGEXREPLACE(\"abc\", \"\", \"-\")", "-a-b-c-")
    checkFormula("REGEXREPLACE(\"aXbX\", \"x\", \"\", 0, 1)", "ab")
    checkFormula("REGEXREPLACE(\"aaa\", \"a\", \"b\", 5)", "aaa")
    checkFormula("REGEXREPLACE(\"aaa\", \"a\", \"b\", -9E+18)", "aaa")
    checkFormula("REGEXREPLACE(\"a\", \"a\", \"$7\")", .error(.value))
  }

  /// What PCRE2 10.42 gives, too.
  @Test func callsAndConditions() {
    check("\\((?:[^()]|(?R))*\\)", "a(b(c)d)e)", "(b(c)d)")
    check("^(a(?1)?b)$", "aaabbb", "aaabbb")
    check("^(a(?1)?b)$", "aaabb", nil)
    check("(?<n>a(?&n)?b)", "aabb", "aabb")
    check("(?P<n>a(?P>n)?b)", "aabb", "aabb")
    check("(a|b)\\g<1>", "cab", "ab")
    check("(?+1)-(\\d+)", "12-34", "12-34")
    check("(\\d)(?-1)", "a12", "12")
    check(
      "(?(DEFINE)(?<byte>25[0-5]|2[0-4]\\d|1?\\d?\\d))\\b(?&byte)(?:\\.(?&byte)){3}\\b", "x 10.0.255.1", "10.0.255.1")
    check("^(?:(.)(?=.*(\\1(?(2)\\2))$))*+.?\\2$", "racecar", "racecar")
    check("^((.)(?1)\\2|.?)$", "abcba", "abcba")
    check("(a)?(?(1)b|c)", "ab", "ab")
    check("(a)?(?(1)b|c)", "c", "c")
    check("(?<q>')?x(?(<q>)')", "'x'", "'x'")
    check("(?<q>')?x(?('q')')", "x'", "x")
    check("(?<q>')?x(?(q)'|!)", "x!", "x!")
    check("(?(?=\\d)\\d{2}|[a-z])", "1a", "a")
    check("(?(?!\\d)[a-z]|\\d{2})", "12", "12")
    check("(?(R)b|a(?R))", "ab", "ab")
    // What a call has set is forgotten, and it may be gone back into.
    checkFormula("REGEXEXTRACT(\"abb\", \"(a|b)(?1)\", 2)", "a")
    check("(a+)(?1)a", "aaa", "aaa")
    #expect(test("(?R)", "a") == .error(.value))
    let nested = String(repeating: "a", count: 400) + String(repeating: "b", count: 400)
    #expect(test("^(a(?1)?b)$", nested) == true)
    #expect(test("^(a(?1)?b)$", nested + "b") == false)
  }

  @Test func faultyPatternsAreErrors() {
    let patterns = [
      "(", ")", "[", "[z-a]", "a**", "*a", "a{3,2}", "\\", "(?<a", "(?P<a>x)(?P<a>y)", "\\2(a)", "(?<=a+)b", "(?q)",
      "\\k<no>",
      "[[:no:]]", "[[.a.]]", "[:alpha:]", "[\\d-z]", "(?<1>a)", "(?1)", "(?&no)", "(?(1)a)", "(a)(?(1)b|c|d)", "(?(a)",
      "(?-1)", "\\g{0}", "(?(0)a)",
      "(*COMMIT)a", "\\p{}", "\\p{Sc=No}", "\\o{8}", "\\o{}", "\\c", "\\N{x}", "\\g", "\\81", "(a{1000}){1000}",
      "\\p{Nope}", "\\y", "(?", "[a", "\\x{110000}", "\\x{ffffffffffffffff}",
      String(repeating: "(", count: 5_000), String(repeating: "(?:", count: 5_000),
    ]
    for pattern in patterns {
      #expect(test(pattern, "aaa") == .error(.value), "\(pattern.prefix(40))")
    }
  }

  @Test func badPatternsEnd() {
    let text = String(repeating: "a", count: 40)
    for pattern in ["(a+)+$x", "(a|aa)+b", "(.*)*b(.*)*c", "^(a?){30}a{60}$", "((a*)*)*b", "(?=(a+)+b)"] {
      let result = test(pattern, text)
      #expect(result == .error(.value) || result == false, "\(pattern)")
    }
    #expect(test("((((?:){100000}){100000}){100000}){100000}", text) == .error(.value))
    #expect(test("(?<=(a{100000}){100000})b", text) == .error(.value))
  }

  @Test func randomPatternsNeverTrap() {
    var state: UInt64 = 42
    let parts = Array("ab()[]{}*+?|\\^$.-,:=!<>dwsbQE123ipkxgRKXNUoc&'# 😀")
    for _ in 0..<3_000 {
      var pattern = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        pattern.append(parts[Int(state >> 33) % parts.count])
      }
      _ = test(pattern, "ab 1a2b\n😀-abab")
    }
  }

  private func test(_ pattern: String, _ text: String) -> CellValue {
    var sheet = ModelSheet()
    sheet.set("A1", .text(text))
    sheet.set("A2", .text(pattern))
    return ModelEvaluator(sheet).evaluate("REGEXTEST(A1, A2)")
  }

  private func check(
    _ pattern: String, _ text: String, _ expected: String?, at location: SourceLocation = #_sourceLocation
  ) {
    var sheet = ModelSheet()
    sheet.set("A1", .text(text))
    sheet.set("A2", .text(pattern))
    let wanted: CellValue = expected.map { .text($0) } ?? .error(.notAvailable)
    #expect(ModelEvaluator(sheet).evaluate("REGEXEXTRACT(A1, A2)") == wanted, "\(pattern)", sourceLocation: location)
  }

  private func checkFormula(_ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
    #expect(ModelEvaluator().evaluate(formula) == expected, "=\(formula)", sourceLocation: location)
  }
}
