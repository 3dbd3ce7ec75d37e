import CellModel
import Testing

@Suite("Cell comparison")
struct CellComparisonTests {
  @Test("Texts are identical byte by byte")
  func identity() {
    #expect(CellValue.text("\u{E9}") == "e\u{301}" && !CellValue.text("\u{E9}").isIdentical(to: "e\u{301}"))
    // Marks in another order have as many bytes.
    #expect(!CellValue.text("a\u{323}\u{302}").isIdentical(to: "a\u{302}\u{323}"))
    #expect(CellValue.text("").isIdentical(to: "") && CellValue.text("äb").isIdentical(to: "äb"))
    #expect(!CellValue.text("ab").isIdentical(to: "ac"))
  }

  @Test("Types stand in order, blanks adapt, text has no case")
  func order() {
    check(1, 2, -1)
    check(1, "a", -1)
    check("a", true, -1)
    check(9e99, "", -1)
    check("a", "A", 0)
    check("abc", "ABD", -1)
    check("b", "A", 1)
    check("é", "É", 0)
    check("", .blank, 0)
    check(.blank, 0, 0)
    check(.blank, false, 0)
    check(.blank, "a", -1)
    check(.blank, -1, 1)
    check(false, true, -1)
    check(.number(0.1 + 0.2), 0.3, 0)
    check(.number(1.0000000000000002), 1, 0)
    check(1.00000000000001, 1, 1)
    check("_", "a", -1)
    check("a", "ab", -1)
    check("e\u{301}", "é", 0)
    check("Ärger", "zebra", -1)
    check("b", "ärger", 1)
    check("arger", "Ärger", -1)
    check("Øre", "pi", -1)
    check("Straße", "Strasse", 1)
    check("Straße", "Strasst", -1)
  }

  @Test("Operators give logicals, and the leftmost error wins")
  func operators() {
    #expect(CellComparison.equal("a", "A") == true)
    #expect(CellComparison.less(1, 2) == true)
    #expect(CellComparison.greaterOrEqual(1, "a") == false)
    #expect(CellComparison.notEqual(.error(.name), .error(.value)) == .error(.name))
    #expect(CellComparison.equal(1, .error(.value)) == .error(.value))
    let record = CellValue.record(CellRecord([("a", 1)]))
    #expect(CellComparison.equal(record, record) == true)
    // Records are equal when their fields are, in any order and as `=` compares what is in them.
    let ada = CellValue.record(["name": "Ada", "born": .record(["year": 1815, "place": "London"])])
    #expect(
      CellComparison.equal(ada, .record(["BORN": .record(["place": "london", "year": 1815]), "name": "ADA"])) == true)
    #expect(CellComparison.equal(ada, .record(["name": "Ada"])) == false)
    #expect(CellComparison.equal(ada, .record(["name": "Ada", "died": 1852])) == false)
    #expect(CellComparison.less(record, 1) == .error(.value))
  }
}

private func check(_ a: CellValue, _ b: CellValue, _ sign: Int, at location: SourceLocation = #_sourceLocation) {
  #expect(CellComparison.compare(a, b).signum() == sign, sourceLocation: location)
  #expect(CellComparison.compare(b, a).signum() == -sign, sourceLocation: location)
}
