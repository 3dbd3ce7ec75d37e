import Testing

@testable import SheetText

@Suite("Meant domains")
struct MeantDomainTests {
  @Test("What was meant is said where its ends are numbers as sheets write them")
  func rows() {
    let rows: [(String, String?)] = [
      ("1-5", "1..5"), ("1:5", "1..5"), ("-1 to 5%", "-1..5%"), ("{1..5}", "1..5"), ("(1, 2)", "{1, 2}"),
      ("\"a\", \"b\"", "{\"a\", \"b\"}"), ("5", "{5}"), ("0x10-5", nil), ("0x10", nil), ("inf", nil), ("nan:5", nil),
      ("a-b", nil),
    ]
    for (text, meant) in rows { #expect(MeantDomain.text(of: text) == meant, "\(text)") }
  }
}
