import CellModel
import TestSupport
import Testing

@Suite("Criterion")
struct CriterionTests {
  /// One of each kind of cell, in the order of the digits that the rows below expect.
  static let cells: [CellValue] = [0, 1, 3, 5, "1", "abc", "b", "", true, .error(.notAvailable), .blank, "a*c"]

  @Test("Criteria hold for the cells for which they hold in Excel")
  func rows() {
    check(1, ["1", "\"1\""])
    check("1", ["1", "\"1\""])
    check("=1", ["1", "\"1\""])
    check(">=3", ["3", "5"])
    check(">1", ["3", "5"])
    check("<3", ["0", "1"])
    check("<=1", ["0", "1"])
    check("<>1", ["0", "3", "5", "\"1\"", "abc", "b", "", "TRUE", "#N/A", "blank", "a*c"])
    check("abc", ["abc"])
    check("=ABC", ["abc"])
    check("a*", ["abc", "a*c"])
    check("a?c", ["abc", "a*c"])
    check("a~*c", ["a*c"])
    check("~abc", [])
    check("<>a*", ["0", "1", "3", "5", "\"1\"", "b", "", "TRUE", "#N/A", "blank"])
    check(">a", ["abc", "b", "a*c"])
    check("<b", ["\"1\"", "abc", "", "a*c"])
    check("=", ["blank"])
    check("<>", ["0", "1", "3", "5", "\"1\"", "abc", "b", "", "TRUE", "#N/A", "a*c"])
    check("", ["", "blank"])
    check(.blank, ["0"])
    check(true, ["TRUE"])
    check("TRUE", ["TRUE"])
    check("#N/A", ["#N/A"])
    check(.error(.notAvailable), ["#N/A"])
    check("<>#N/A", ["0", "1", "3", "5", "\"1\"", "abc", "b", "", "TRUE", "blank", "a*c"])
    check(">#NULL!", ["#N/A"])
    check("<=#N/A", ["#N/A"])
    check("<#N/A", [])
    check("*", ["\"1\"", "abc", "b", "", "a*c"])
    check("zzz", [])
    check(.record(CellRecord([])), [])
  }

  @Test("Dates and percentages in a criterion are numbers")
  func dates() {
    #expect(Criterion(parsing: ">=2015-04-01").matches(42095 as Double))
    #expect(!Criterion(parsing: ">4/1/2015").matches(42095 as Double))
    #expect(Criterion(parsing: "=50%").matches(0.5 as Double))
  }

  @Test("A day without a year is one of the current year, and equal to texts that are the same day")
  func daysWithoutYears() throws {
    let now = 42095.0  // 1 April 2015
    let read = { (text: String) in Criterion(parsing: .text(text)).day(of: text, in: .from1900, now: now) }
    let day = try #require(read("11-15"))
    #expect(day.matches(42323.0) && !day.matches(41958.0))
    #expect(["11-15", "11/15", "15-Nov", "Nov 15"].allSatisfy { day.matches($0) })
    #expect(!["11-16", "11/15/2015", "x"].contains { day.matches($0) } && !day.matchesBlank)
    let before = try #require(read("<11-15"))
    #expect(before.matches(42322.0) && !before.matches(42323.0) && !before.matches("11-14"))
    let others = try #require(read("<>11-15"))
    #expect(others.matches(42322.0) && !others.matches(42323.0) && others.matches("11-15"))
    // There is no 29 February 2015, so 29 is a year, as in a cell.
    #expect(try #require(read("2/29")).matches(47150.0))
    // What has its year, or is no day, is read without the clock.
    for text in ["11/15/2015", "x", "a1", ""] { #expect(read(text) == nil, "\(text)") }
  }

  @Test("Texts of more than fifteen digits are equal where the first fifteen are")
  func longNumbers() {
    for criterion in ["1234567890123456", "=1234567890123456"] {
      #expect(Criterion(parsing: .text(criterion)).matches("1234567890123457"))
      #expect(!Criterion(parsing: .text(criterion)).matches("1234567890123466"))
    }
  }

  @Test("Boxes agree with values")
  func boxes() {
    for criterion in ["1", "<>1", ">0", "=", "<>", "", "TRUE", "<>TRUE", "a*"] {
      let criterion = Criterion(parsing: .text(criterion))
      #expect(criterion.matches(BoxedValue(1.0)) == criterion.matches(CellValue.number(1)))
      #expect(criterion.matches(BoxedValue.blank) == criterion.matches(CellValue.blank))
      #expect(criterion.matches(BoxedValue(true)) == criterion.matches(CellValue.logical(true)))
      #expect(criterion.matches(BoxedValue(.text, slot: 3)) == nil)
    }
  }

  @Test("Wildcards match whole texts")
  func wildcards() {
    let rows: [(String, String, Bool)] = [
      ("", "", true), ("*", "", true), ("?", "", false), ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false),
      ("*a", "bba", true), ("~?", "?", true), ("~~", "~", true), ("~a", "a", true), ("a~", "a", true), ("~", "~", true),
      ("~", "", false),
      ("?é?", "xÉy", true), ("*ab", "aab", true), ("**", "x", true), ("A", "a", true), ("a", "ab", false),
    ]
    for (pattern, text, expected) in rows { #expect(Wildcard(pattern).matches(text) == expected, "\(pattern) \(text)") }
    let long = String(repeating: "a", count: 5_000)
    #expect(!Wildcard("*a*a*a*a*a*a*a*a*b").matches(long))
  }

  @Test("The first match is where SEARCH finds it")
  func firstMatch() {
    let rows: [(String, String, Int?)] = [
      ("n", "printer", 3), ("base", "database", 4), ("?ase", "database", 4), ("*ase", "database", 0), ("", "abc", 0),
      ("x", "abc", nil), ("a*x", "abc", nil), ("b*c", "abbc", 1), ("~*", "a*b", 1), ("É", "caé", 2), ("", "", 0),
      ("a~", "ba", 1), ("~", "a~", 1), ("~~", "a~", 1), ("😀", "a😀", 1), ("?", "", nil), ("a**b", "xaab", 1),
    ]
    for (pattern, text, expected) in rows {
      let folded = FoldedText(text, ignoringCase: true)
      #expect(WildcardSearch(Wildcard(pattern)).firstMatch(in: folded, from: 0) == expected, "\(pattern) \(text)")
    }
    let text = FoldedText("abcabc", ignoringCase: true)
    #expect(WildcardSearch(Wildcard("a")).firstMatch(in: text, from: 2) == 3)
    #expect(WildcardSearch(Wildcard("")).firstMatch(in: text, from: 6) == 6)
    #expect(WildcardSearch(Wildcard("?c")).firstMatch(in: text, from: 0, where: { $0 != 0x62 }) == nil)
  }

  @Test("Random criteria never trap")
  func fuzz() {
    var chance = SeededGenerator(seed: 13)
    let alphabet = Array("<>=*?~ab1.% #N/A\u{e9}")
    for _ in 0..<5_000 {
      let criterion = Criterion(parsing: .text(chance.text(of: alphabet, upTo: 10)))
      for cell in Self.cells { _ = criterion.matches(cell) }
      let text = chance.text(of: alphabet, upTo: 10)
      let folded = FoldedText(text, ignoringCase: true)
      _ = WildcardSearch(Wildcard(chance.text(of: alphabet, upTo: 6))).firstMatch(in: folded, from: 0)
    }
  }
}

private func check(_ criterion: CellValue, _ expected: [String], at location: SourceLocation = #_sourceLocation) {
  let criterion = Criterion(parsing: criterion)
  let names: [String] = ["0", "1", "3", "5", "\"1\"", "abc", "b", "", "TRUE", "#N/A", "blank", "a*c"]
  let matching = zip(CriterionTests.cells, names).filter { criterion.matches($0.0) }.map(\.1)
  #expect(matching == expected, sourceLocation: location)
}
