import Diagnostics
import Testing

@testable import SheetText

@Suite("Typed cell")
struct TypedCellTests {
  @Test func readings() {
    for (text, expected) in [
      ("20", "20"), ("-40", "-40"), ("+7", "7"), (".5", "0.5"), ("1e3", "1000"), ("007", "7"), ("1e999", "'1e999'"),
      ("TRUE", "TRUE"), ("false", "FALSE"), ("19%", "0.19 0%"), ("-7.5%", "-0.075 0.00%"), ("%", "'%'"), ("-%", "'-%'"),
      ("2015-04-01", "42095 yyyy-mm-dd"), ("2015/04/01", "42095 yyyy-mm-dd"),
      ("2015-04-01 12:00", "42095.5 yyyy-mm-dd hh:mm"), ("2015-04-01T06:00:00", "42095.25 yyyy-mm-dd hh:mm:ss"),
      ("2015-02-30", "'2015-02-30'"), ("2015-04/01", "'2015-04/01'"), ("2015-04-01 25:00", "'2015-04-01 25:00'"),
      ("2015-04-01 1:2", "'2015-04-01 1:2'"), ("2015-04-01x", "'2015-04-01x'"),
      ("1,234", "'1,234'"), ("3/4/15", "'3/4/15'"), ("$5", "'$5'"), ("inf", "'inf'"), ("nan", "'nan'"),
      ("0x10", "'0x10'"),
      ("-inf", "'-inf'"), ("abc", "'abc'"), ("-", "'-'"), ("1 2", "'1 2'"),
    ] {
      let (value, format) = TypedCell.reading(text)
      let outline = Outline(source: SourceText(name: "", ""))
      let shown = outline.value(value) + (format.map { " \($0)" } ?? "")
      #expect(shown == expected, "\(text)")
    }
  }
}
