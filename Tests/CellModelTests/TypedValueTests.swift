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
    check("007", "007")
    check("-007", "-007")
    check("0.5", 0.5)
    check("9007199254740992", 9_007_199_254_740_992)
    check("9007199254740993", "9007199254740993")
    check("12345678901234567890", "12345678901234567890")
    check("1e20", 1e20)
    check("true", true)
    check("FALSE", false)
    check("Tru", "Tru")
    check("19%", 0.19, .percent)
    check("19.5%", 0.195, .percent)
    check("2015-04-01", 42095, .date)
    check("2015/04/01", 42095, .date)
    check("2015-4-1", 42095, .date)
    check("2015-04-01 12:00", 42095.5, .dateTime)
    check("2015-04-01 12:00:00", 42095.5, .dateTime)
    check("2015-02-30", "2015-02-30")
    check("1,234", "1,234")
    check("3/4/15", "3/4/15")
    check("3/4/2015", "3/4/2015")
    check("$5", "$5")
    check("(5)", "(5)")
    check("2015-04-01T12:00", 42095.5, .dateTime)
    check("2015-04-01T06:00:00", 42095.25, .dateTime)
    check("2015-04-01T06:00:00Z", 42095.25, .dateTime)
    check("2015-04-01T25:00", "2015-04-01T25:00")
    check("2015-04-01x", "2015-04-01x")
    check("12:30", 0.520833333333333_37, .time)
    check("6:00:00", 0.25, .time)
    check("00:00:00.5", CellValue.number(0.5 / 86_400), .time)
    check("24:00", "24:00")
    check("12:60", "12:60")
    check("36:00:00", 1.5, .time)
    check("12:30 PM", "12:30 PM")
    check("1 1/2", "1 1/2")
    check("Apr 2015", "Apr 2015")
    check("1e999", "1e999")
    check("nan", "nan")
    check(" a ", " a ")
    check("#N/A", "#N/A")
  }
}

private func check(
  _ text: String, _ value: CellValue, _ kind: NumberKind = .plain, at location: SourceLocation = #_sourceLocation
) {
  let typed = TypedText.value(typed: text)
  #expect(typed == value, sourceLocation: location)
  #expect(typed.kind == kind, sourceLocation: location)
}
