import CellModel
import Testing

@Suite("Typed value")
struct TypedValueTests {
  @Test("Only what nobody can mistake is more than text")
  func values() {
    check("", .blank)
    check("  ", .blank)
    check("5", 5)
    check(" -1.5e3 ", -1500)
    check("+5", 5)
    check(".5", 0.5)
    check("007", 7)
    check("true", true)
    check("FALSE", false)
    check("Tru", "Tru")
    check("19%", 0.19, "0%")
    check("19.5%", 0.195, "0.00%")
    check("2015-04-01", 42095, "yyyy-mm-dd")
    check("2015/04/01", 42095, "yyyy/mm/dd")
    check("2015-4-1", 42095, "yyyy-m-d")
    check("2015-04-01 12:00", 42095.5, "yyyy-mm-dd hh:mm")
    check("2015-04-01 12:00:00", 42095.5, "yyyy-mm-dd hh:mm:ss")
    check("2015-02-30", "2015-02-30")
    check("1,234", "1,234")
    check("3/4/15", "3/4/15")
    check("3/4/2015", "3/4/2015")
    check("$5", "$5")
    check("(5)", "(5)")
    check("12:30", "12:30")
    check("1 1/2", "1 1/2")
    check("Apr 2015", "Apr 2015")
    check("1e999", "1e999")
    check("nan", "nan")
    check(" a ", " a ")
    check("#N/A", "#N/A")
  }

  @Test("A typed date is shown as it was typed")
  func shown() {
    for text in ["2015-04-01", "2015/4/1", "2015-4-1", "2015/04/01", "2015-04-01 06:05", "2015/04/01 06:05:04", "19%"] {
      let typed = TypedText.value(typed: text)
      #expect(typed.format.flatMap { try? NumberFormat($0) }?.text(of: typed.value) == text)
    }
  }
}

private func check(
  _ text: String, _ value: CellValue, _ format: String? = nil, at location: SourceLocation = #_sourceLocation
) {
  let typed = TypedText.value(typed: text)
  #expect(typed.value == value, sourceLocation: location)
  #expect(typed.format == format, sourceLocation: location)
}
