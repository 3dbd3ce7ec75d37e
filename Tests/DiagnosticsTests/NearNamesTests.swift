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
    check("", nil)
  }
}

private func check(_ name: String, _ expected: String?, at location: SourceLocation = #_sourceLocation) {
  let names = ["COUNT", "VLOOKUP", "SUM", "ROUND", "AVERAGE"]
  #expect(NearNames.suggestion(for: name, among: names) == expected, sourceLocation: location)
}
