import Diagnostics
import Testing

@Suite("Near names")
struct NearNamesTests {
  @Test("The nearest name is found in any case, and none that is far")
  func rows() {
    check("SUMM", "SUM")
    check("sm", "SUM")
    check("VLOKUP", "VLOOKUP")
    check("ROUNT", "ROUND")  // COUNT is as near, but begins otherwise
    check("xyzzy", nil)
    // M9: what differs in more than a third of its letters was not meant
    check("AVG", nil)
    check("input", nil, among: ["INT"])
    check("let", nil, among: ["vat"])
    check("list", nil, among: ["test"])
    check("report", nil, among: ["repl"])
    check("totla", "total", among: ["totals", "total"])
    check("a", nil, among: ["b"])
    check("", nil)
  }

  @Test("Letters of all scripts count as one each")
  func scripts() {
    check("café", "cafe", among: ["cafe"])
    check("é", nil, among: ["ß"])
    check("б", nil, among: ["а"])
    check("наценак", "наценка", among: ["оценка", "наценка"])
    check("变亮", "变量", among: ["常量", "变量"])
  }
}

private func check(
  _ name: String, _ expected: String?, among names: [String] = ["COUNT", "VLOOKUP", "SUM", "ROUND", "AVERAGE"],
  at location: SourceLocation = #_sourceLocation
) {
  #expect(NearNames.suggestion(for: name, among: names) == expected, sourceLocation: location)
}
