import CellModel
import TestSupport
import Testing

@Suite("Number format")
struct NumberFormatTests {
  @Test("Digits, points and padding")
  func digits() {
    check("0", 0, "0")
    check("0", 1234.5, "1235")
    check("0", -1234.5, "-1235")
    check("0", 0.5, "1")
    check("0", 0.4, "0")
    check("00", 5, "05")
    check("000", 1234, "1234")
    check("#", 0, "")
    check("#", 5, "5")
    check("##", 123, "123")
    check("?", 0, " ")
    check("???", 5, "  5")
    check("0.00", 2.675, "2.68")
    check("0.00", 1.005, "1.01")
    check("0.00", 1.115, "1.12")
    check("0.00", -2.675, "-2.68")
    check("0.00", 0, "0.00")
    check("0.00", 1234.567, "1234.57")
    check("0.0", 0.25, "0.3")
    check("0.0", 0.05, "0.1")
    check("0.#", 5, "5.")
    check("0.#", 5.25, "5.3")
    check("#.##", 0.5, ".5")
    check("#.##", 5, "5.")
    check("#.##", 0, ".")
    check("0.0#", 1.5, "1.5")
    check("0.0##", 1.2345, "1.235")
    check("0.???", 1.5, "1.5  ")
    check("???.???", 44.398, " 44.398")
    check("???.???", 102.65, "102.65 ")
    check("???.???", 2.8, "  2.8  ")
    check("0.000", 8.9, "8.900")
    check("0.#", 0.631, "0.6")
    check("#.0#", 12, "12.0")
    check("#.0#", 1234.568, "1234.57")
    check("000.00", 1.5, "001.50")
    check("0.000000000000000", .number(1.0 / 3), "0.333333333333333")
    check("0", 1e20, "100000000000000000000")
    check("0.00", 1e-20, "0.00")
    check("0", 123_456_789_012_345_678, "123456789012346000")
  }

  @Test("A format that begins with the point shows the whole part in front of it")
  func noPlaceBeforeThePoint() {
    check(".00", 12.3456, "12.35")
    check("$.00", 12.3456, "$12.35")
    check(".00", -12.3456, "-12.35")
    check(".0;(.0)", 1234.5, "1234.5")
    check(".0;(.0)", -1234.5, "(1234.5)")
    check("x.0", 1234, "x1234.0")
    check(" . 0", 1234, " 1234. 0")
    check(".?0", 1, "1. 0")
    check(".####0", 0, ".0")
    check(".0", 0, ".0")
    check("\"This is a \".00\"test\"000", 3.14159, "This is a 3.14test159")
    check("\"This is a \".00\"test\"000", -3.14159, "-This is a 3.14test159")
  }

  @Test("Placeholders among texts take their digits one by one")
  func texts() {
    check("#.#x#0", 1, "1.x0")
    check("#.??x?0", 0.01, ".01x 0")
    check("###\\###\\##0.00", 101_000, "10#10#00.00")
    check("0#0#", 0, "00")
    check("0?0?", 0, "0 0 ")
    check("0,???", 1, "0,  1")
    check("0,????", 0, "0     ")
    check("0.00E+0x0", 123_456_789, "1.23E+0x8")
    check("0.0x0E+0", 123_456_789, "1.2x3E+8")
    check("?x?.?x?E+?x?", 1, " x1. x E+ x0")
    check("00x0E+00", 12345.67, "01x2E+03")
  }

  @Test("Thousands group, and commas behind the digits scale")
  func commas() {
    check("#,##0", 0, "0")
    check("#,##0", 999, "999")
    check("#,##0", 1000, "1,000")
    check("#,##0", 1_234_567, "1,234,567")
    check("#,##0", -1_234_567, "-1,234,567")
    check("#,##0.00", 1234.5, "1,234.50")
    check("#,###", 12000, "12,000")
    check("#,###", 0, "")
    check("#,", 12000, "12")
    check("0.0,,", 12_200_000, "12.2")
    check("0,", 12500, "13")
    check("0,,", 1_500_000, "2")
    check("#,##0,", 1_234_567, "1,235")
    check("#,##0.0,,\"M\"", 1_234_567_890, "1,234.6M")
    check("0,000", 5, "0,005")
    check("0000,000", 5, "0,000,005")
    check("$#,##0.00", 1234.567, "$1,234.57")
    check("0.0,", 12345, "12.3")
  }

  /// From the tests of numfmt (github.com/borgar/numfmt, MIT licence), which were brought in line with Excel.
  @Test("A comma is a text where no digit stands before it, and does nothing between decimal places")
  func commasAmongTexts() {
    let rows = [
      "0,": "1235", "0,,": "1", "0,,,": "0", "0,0": "1,234,568", "0,,0": "1,234,568", "0,0,,0": "1,234,568",
      "0,x": "1235x", "0,x,": "1235x,", "0x,": "1234568x,", "0,,x": "1x", "0,x0": "123456x8", "0 , 0": "123456 , 8",
      "0, ,0": "123456 ,8", "0.,": "1235.", "0.0,": "1234.6", "0.0,0": "1234567.89", "0,0 0/0": "1,234,567 8/9",
      "0.0,0,": "1234.57", "0.0 , 0 ,": "1234567.8 , 9 ,", "0 ,": "1234568 ,", "0 ,,": "1234568 ,",
      "x,0": "x,1234568", "01,": "12351", "09,": "12359",
    ]
    for (format, expected) in rows { check(format, 1_234_567.89, expected) }
    check("#.##0,0,0", 0, ".000")
    check("** #,###,#00,000.00,**", 1234.56, " 00,001.23")
    check("** #,###,#00,000.00,**", 1.23456822333333e21, " 1,234,568,223,333,330,000.00")
    check("0.,0", 12.3, "12.,3")
    for format in ["\\#,###.##", "\"#\",###.##"] { check(format, 1_234_567.89, "#,1234567.89") }
    check("\\0,0", 1234.5, "0,1235")
    check("_0,0", 1234.5, " ,1235")
    check("\\\\#,##0", 1234.5, "\\1,235")
  }

  /// As LibreOffice and the tests of formulas (github.com/vinci1it2000/formulas) have it.
  @Test("Digits are grouped around texts, and a placeholder that shows nothing belongs to its group")
  func groupsAmongTexts() {
    check("#,##0 00", 1_234_567_890, "1,234,567,8 90")
    check("0,## ##, ##", 1_234_567_890, "1,234,56 7,8 90")
    check("#,##0 \"a\" 0.00", 12345.678, "12,34 a 5.68")
    check("#,##00000000####0###", 1_234_578, "0,000,000,01,234,578")
    check("0,???0###", 5, "0    0,5")
    check("0,0####", 5, "005")
  }

  @Test("Percent and scientific notation")
  func percentAndScientific() {
    check("0%", 0.5, "50%")
    check("0%", 0.125, "13%")
    check("0.0%", 0.125, "12.5%")
    check("0.00%", 1, "100.00%")
    check("#%", 0.285, "29%")
    check("0%%", 0.01, "100%%")
    check("%0", 0.5, "%50")
    check("-0%", -0.5, "--50%")
    check("0.00E+00", 12345, "1.23E+04")
    check("0.00E+00", 0.00012345, "1.23E-04")
    check("0.00E+00", 0, "0.00E+00")
    check("0.00E+00", -12345, "-1.23E+04")
    check("0.00E+00", 9.999e9, "1.00E+10")
    check("0.00E-00", 12345, "1.23E04")
    check("0.00E-00", 0.00012345, "1.23E-04")
    check("0E+0", 12345, "1E+4")
    check("##0.0E+0", 12345, "12.3E+3")
    check("##0.0E+0", 123456, "123.5E+3")
    check("##0.0E+0", 1_234_567, "1.2E+6")
    check("##0.0E+0", 0.00012, "120.0E-6")
    check("00.0E+0", 12345, "01.2E+4")
    check("0.00E+000", 1e100, "1.00E+100")
    check("00.E+00", 959.999, "10.E+02")
    check("000.0E+00", 94_999.9, "095.0E+03")
    check("0 E+ 00", 10_000_000, "1 E +07")
    check("0 E- 00", 1e-7, "1 E -07")
    // Without a place before the point the number is one below 1.
    check(".0E+0", 0, ".0E+0")
    check(".0E+0", 1, ".1E+1")
    check(".0E+0", 123_456_789, ".1E+9")
    check(".0E+0", 0.012345, ".1E-1")
    check(".0E+0", 0.99, ".1E+1")
    // As Excel stored them in workbooks of its own.
    check("#,##0.00e+00", 3.14159, "3.14e+00")
    check("|#,e-#|", 123456.789, "|1e5|")
    check("|#%e+#|", 123456.789, "|1%e+5|")
    check("|#.#|E-|#|", 123456.789, "|1.2|E|5|")
    check("|####.####|e-|#|", 123456.789, "|12.3457|e|4|")
    check("|0,000000.0000|e+|0|", 123456.789, "|0,123,456.7890|e|+0|")
    check("|#.#|e+|????|", 1.2345678e142, "|1.2|e|+ 142|")
    check("|#.#|e+|000,00|", 1.2345678e-142, "|1.2|e|-00142|")
    check("|#,######.####|e-|#|", 0, "|0,000,000.|e|0|")
    check("|????.????|e-|?|", 0, "|0000.    |e|0|")
    check("|#.#|e+|#|", -1.23456789e-05, "-|1.2|e|-5|")
  }

  @Test("Literals, quotes, spaces and fills")
  func literals() {
    check("\"a\"0", 5, "a5")
    check("0\" kg\"", 5, "5 kg")
    check("\\x0", 5, "x5")
    check("0 $", 5, "5 $")
    check("(0)", 5, "(5)")
    check("_(0_)", 5, " 5 ")
    check("*-0", 5, "5")
    check("000-00-0000", 123_456_789, "123-45-6789")
    check("(000) 000-0000", 5_551_234_567, "(555) 123-4567")
    check("0\"x\"0", 12, "1x2")
    check("[$€-407]#,##0.00", 5, "€5.00")
    check("[$-409]0", 5, "5")
    check("0\u{20ac}", 5, "5\u{20ac}")
    check("\"only\"", 5, "only")
    check("\"only\"", -5, "-only")
    check("", 5, "")
    check("0.0\"a\"0", 1.25, "1.2a5")
  }

  @Test("Sections stand for signs, zero and text")
  func sections() {
    check("0;(0)", 5, "5")
    check("0;(0)", -5, "(5)")
    check("0;(0)", 0, "0")
    check("0;(0);\"zero\"", 0, "zero")
    check("0;-0;;@", 0, "")
    check("0.00;[Red]-0.00", -1.5, "-1.50")
    check("[Blue]0;[Red]0", -1.5, "2")
    check(";;;", 5, "")
    check("0;0;0;\"<\"@\">\"", "a", "<a>")
    check("0;0;0", "a", "a")
    check("@", "a", "a")
    check("@", 5, "5")
    check("@", -1.5, "-1.5")
    check("@@", "ab", "abab")
    check("0", "abc", "abc")
    check("0.00", "5", "5.00")
    check("\"n: \"@", "5", "n: 5")
    // Numbers are General where a format is for texts alone.
    check("\"n: \"@", 5, "5")
    check("@@", -1, "-1")
    check("@ \"foo\"", 0, "0")
    check("\"foo\";\"bar\";@", 0, "foo")
    check("0", true, "TRUE")
    check("0.0", .blank, "0.0")
    check("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", 1234.5, " 1,234.50 ")
    check("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", -1234.5, " (1,234.50)")
    check("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", 0, " -   ")
  }

  @Test("Conditions choose a section")
  func conditions() {
    check("[<100]0;[>=100]0.0", 50, "50")
    check("[<100]0;[>=100]0.0", 150, "150.0")
    check("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", 2_500_000, "2.5M")
    check("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", 2500, "2.5K")
    check("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", 25, "25")
    check("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", -25, "-25")
    check("[=1]\"one\";0", 1, "one")
    check("[=1]\"one\";0", 2, "2")
    check("[<=9999999]###-####;(###) ###-####", 5_551_234, "555-1234")
    check("[<=9999999]###-####;(###) ###-####", 5_551_234_567, "(555) 123-4567")
    check("[<>50]General;000", 50, "050")
  }

  @Test("A number that no section is for is #VALUE! in TEXT and ##### in a cell")
  func numbersWithoutSection() throws {
    let format = try NumberFormat("[=1]\"yes\";[=0]\"no\"")
    #expect(throws: CellError.self) { try format.formatted(5) }
    #expect(format.text(of: 5) == "#####")
  }

  /// All of what numfmt's tests (github.com/borgar/numfmt, MIT licence) say of conditions, as the rules they follow from.
  @Test("A negative number has its sign unless the condition is for negative numbers alone")
  func signsAfterConditions() {
    let met = ["<>-6": "-", "<-4": "", "<=-4": "", "=-5": "", ">-6": "-", ">=-6": "-"]
    let failed = ["<>-5": "", "<-6": "", "<=-6": "", "=-6": "-", ">2": "-", ">=2": "-"]
    for (first, sign) in met {
      check("[\(first)]\\A0", -5, "\(sign)A5")
      check("[\(first)]\\A0;\\B0", -5, "\(sign)A5")
      for second in met.keys { check("[\(first)]\\A0;[\(second)]\\B0;\\C0", -5, "\(sign)A5") }
    }
    // What fails a condition that is less or not equal has no sign in the section after it, or in General.
    for (first, rest) in failed {
      check("[\(first)]\\A0", -5, "\(rest)5")
      check("[\(first)]\\A0;\\B0", -5, "\(rest)B5")
      for (second, sign) in met { check("[\(first)]\\A0;[\(second)]\\B0;\\C0", -5, "\(sign)B5") }
      for second in failed.keys { check("[\(first)]\\A0;[\(second)]\\B0;\\C0", -5, "-C5") }
    }
    check("[<=-100]\"B\"0;\"C\"0", -6.3, "C6")
    check("[<=-100]-0;\"xx\"0", -10, "xx10")
    check("[>=0]\"A\"-0;[<=-100]\"B\"-0;\"C\"-0", -6.3, "-C-6")
    check("[>=100]#,##0;[<=-100]-#,##0;#,##0.00", -3.96, "-3.96")
    check("[Red][<-25]General;[Blue][>25]General;[Green]General;[Yellow]General", -50.1, "50.1")
    check("[>=0]0;(0)", -5, "(5)")
  }

  @Test("A condition in the second section alone takes what is not positive")
  func secondCondition() {
    for (condition, shown) in [
      "=-10": ["A-10", "B-10", "-C-1", "C-0"], "<-5": ["A-10", "B-10", "-C-1", "C-0"],
      "<0.5": ["A-10", "-B-10", "-B-1", "B-0"], ">-10": ["A-10", "-C-10", "-B-1", "B-0"],
      "<=0": ["A-10", "-B-10", "-B-1", "B-0"], ">=1": ["A-10", "-C-10", "-C-1", "C-0"],
      "<>-1": ["A-10", "-B-10", "-C-1", "B-0"],
    ] {
      for (value, expected) in zip([10.0, -10, -1, 0], shown) {
        check("\"A-\"0;[\(condition)]\"B-\"0;\"C-\"0", .number(value), expected)
      }
    }
  }

  @Test("Fractions")
  func fractions() {
    check("# ?/?", 0.5, " 1/2")
    check("# ?/?", 1.5, "1 1/2")
    check("# ?/?", 2, "2    ")
    check("# ?/?", 0, "0    ")
    check("# ?/?", -1.25, "-1 1/4")
    check("# ??/??", 3.14159265, "3  1/7 ")
    check("# ???/???", 3.14159265, "3  16/113")
    check("# ?/4", 1.25, "1 1/4")
    check("# ??/16", 0.5, "  8/16")
    check("?/?", 1.5, "3/2")
    check("# ?/?", 0.99999, "1    ")
    check("# ?/100", 0.25, " 25/100")
    check("0 0/0", 1.5, "1 1/2")
    check("# ??/??", 5.25, "5  1/4 ")
    check("# ?/?", 12_345_678_901_234_567, "12345678901234600    ")
    check("?/?", 12_345_678_901_234_567, "12345678901234600/1")
  }

  @Test("Dates")
  func dates() {
    check("yyyy-mm-dd", 42095, "2015-04-01")
    check("yy/m/d", 42095, "15/4/1")
    check("d-mmm-yy", 42095, "1-Apr-15")
    check("dd mmmm yyyy", 42095, "01 April 2015")
    check("mmmmm", 42095, "A")
    check("ddd", 42095, "Wed")
    check("dddd, mmmm d", 42095, "Wednesday, April 1")
    check("mm/dd/yyyy", 42095.75, "04/01/2015")
    check("yyyy", 0, "1900")
    check("m/d/yyyy", 0, "1/0/1900")
    check("m/d/yyyy", 60, "2/29/1900")
    check("m/d/yyyy", 61, "3/1/1900")
    check("ddd", 1, "Sun")
    check("yyyy-mm-dd", 2_958_465, "9999-12-31")
    check("[$-409]d-mmm-yyyy;@", 42095, "1-Apr-2015")
    check("d \"of\" mmmm", 42095, "1 of April")
    check("YYYY", 42095, "2015")
    check("yyyymmdd", 42095, "20150401")
    check("e", 42095, "2015")
    check("aaa aaaa", 42095, "Wed Wednesday")
    check("a aa", 42095, "a aa")
    check("b bb", 1000, "45 45")
    check("bbb-mm", 1, "2443-01")
    check("B1yyyy", 42095, "2015")
  }

  @Test("Months and days in the language of a locale")
  func languages() {
    check("[$-407]dddd, d. mmmm yyyy", 45_000, "Mittwoch, 15. März 2023")
    check("[$-407]ddd d. mmm", 45_000, "Mi 15. Mrz")
    // As hexadecimal digits these tags would be numbers of other languages.
    check("[$-de]mmmm", 45_000, "März")
    check("[$-da-DK]mmmm", 45_000, "marts")
    check("[$-40C]ddd d mmm yyyy", 45_000, "mer. 15 mars 2023")
    check("[$-80C]dddd", 45_000, "mercredi")
    check("[$-C0A]dddd d \"de\" mmmm", 45_000, "miércoles 15 de marzo")
    check("[$-410]mmmmm", 45_000, "m")
    check("[$-419]mmmm", 45_000, "Март")
    check("[$-411]mmmm d\"日\" dddd", 45_000, "3月 15日 水曜日")
    check("[$-de-AT]mmmm", 45_000, "März")
    check("[$-10407]mmmm", 45_000, "März")
    check("[$-409]mmmm;[$-407]mmmm", 45_000, "March")
    check("[$-43F]mmmm", 45_000, "March")
    check("[$-F800]yyyy", 45_000, "Wednesday, March 15, 2023")
    check("[$-F400]h", 0.75, "6:00:00 PM")
    check("[$-x-systime]h", 0.75, "6:00:00 PM")
    check("[$€-2] #,##0.00", 1234.5, "€ 1,234.50")
    check("[$USD] 0", 5, "USD 5")
    check("[$-407]0.00", 1.5, "1.50")
  }

  @Test("Years and eras of Japan and Taiwan")
  func eras() {
    check("[$-411]ggge\"年\"m\"月\"d\"日\"", 45_000, "令和5年3月15日")
    check("[$-411]ge.m.d;@", 44_259, "R3.3.4")
    check("[$-411]gge", 43_585, "平31")
    check("[$-411]ggge", 43_586, "令和1")
    check("[$-ja-JP-x-gannen]ggge\"年\"", 43_586, "令和元年")
    check("[$-ja-JP-x-gannen]ggge\"年\"", 43_831, "令和2年")
    check("[$-411]gee", 32_516, "H01")
    check("[$-411]ggge", 32_515, "昭和64")
    check("[$-411]ge", 9_856, "S1")
    check("[$-411]ge", 9_855, "T15")
    check("[$-411]ge", 1, "M33")
    check("[$-411]yyyy", 45_000, "2023")
    check("[$-404]e/m/d", 45_000, "112/3/15")
    check("[$-404]ggge", 45_000, "中華民國112")
    check("[$-404]ggge", 1, "1900")
    // Elsewhere there is one era, which has no name.
    check("gge", 45_000, "2023")
    check("G", 1, "")
    check("0 g", 5, "5 g")
  }

  @Test("Times, and m as minutes")
  func times() {
    check("h:mm", 0.5, "12:00")
    check("hh:mm:ss", 0.521006944444444, "12:30:15")
    check("h:mm AM/PM", 0.5625, "1:30 PM")
    check("h:mm AM/PM", 0, "12:00 AM")
    check("h AM/PM", 0.5, "12 PM")
    check("A/P a/P A/p a/p", 0.6, "P P p p")
    check("A/P a/P A/p a/p", 0.4, "A a A a")
    check("h:mm a/p", 0.25, "6:00 a")
    check("h:mm A/P", 0.75, "6:00 P")
    check("mm:ss", 0.521006944444444, "30:15")
    check("m", 0.5, "1")
    check("h \"h\" m", 0.521006944444444, "12 h 30")
    check("[h]:mm", 1.5, "36:00")
    check("[hh]:mm:ss", 0.05, "01:12:00")
    check("[mm]:ss", 0.05, "72:00")
    check("[m]", 1, "1440")
    check("[ss]", 0.001, "86")
    check("[s]", 1, "86400")
    check("ss.00", .number(1.25 / 86400), "01.25")
    check("mm:ss.0", .number(61.26 / 86400), "01:01.3")
    check("h:mm:ss.000", 0.5, "12:00:00.000")
    check("yyyy-mm-dd hh:mm", 42095.75, "2015-04-01 18:00")
    check("m/d/yy h:mm", 42095.75, "4/1/15 18:00")
    check("h:mm:ss", 0.999999, "0:00:00")
    check("yyyy-mm-dd hh:mm:ss", 42095.999999, "2015-04-02 00:00:00")
    check("hh:mm", .number(0.75 - 0.4 / 86400), "18:00")
    check("hh.000", 0.70707, "16.848")
    check("hh .00", 0.70707, "16 .85")
    check("hh .00 .000", 0.70707, "16 .84 .848")
    check("hhh:mmm:sss", 0.7, "16:Jan:00")
    // As Excel stored them in workbooks of its own.
    check("s:m\" @ hour \"[hh]", 3.14159, "53:23 @ hour 75")
    check("\"It was \"[h]\" [yes, \"h\"] hours and \"mm:ss", 3.14159, "It was 75 [yes, 75] hours and 23:53")
    check("[s]\" [yes, \"ss\"] seconds\"", 3.14159, "271433 [yes, 271433] seconds")
    check("[h]:mm m/d", 3.14159, "75:23 1/3")
  }

  @Test("General")
  func general() {
    check("General", .number(1.0 / 3), "0.333333333")
    check("General", 123_456_789_012, "1.23457E+11")
    check("General", -5, "-5")
    check("general", 5, "5")
    check("General\" units\"", 5, "5 units")
    check("General;(General)", -5, "(5)")
    check("[black]", 123.456, "123.456")
    check("[Blue]", -123.456, "-123.456")
    check("[DBNum1]", 123.456, "123.456")
    check("[DBNum2]0", 123, "123")
    check("[DBNum1][$-804]AM/PMh\"时\"mm\"分\";@", 0.5, "PM12时00分")
    check("[ENG][$-409]d\\-mmm;@", 42095, "1-Apr")
    check("[HIJ]0", 123, "123")
    check("[$-1234]", 123.456, "")
    #expect(NumberFormat.general.text(of: .number(1.0 / 3)) == "0.333333333333333")
  }

  @Test("A date that does not exist is #VALUE! in TEXT and ##### in a cell")
  func impossibleDates() {
    for number: Double in [-1, 2_958_466, 1e300, -1e300] {
      #expect(throws: CellError.self) { try NumberFormat.isoDate.formatted(.number(number)) }
      #expect(NumberFormat.isoDate.text(of: .number(number)) == "#####")
    }
    // Rounding to whole seconds leads into a day that does not exist.
    #expect(throws: CellError.self) { try NumberFormat.isoDate.formatted(2_958_465.99999422) }
    check("yyyy-mm-dd", 2_958_465.99999421, "9999-12-31")
    check("yyyy-mm-dd hh:mm:ss.00", 2_958_465.99999994, "9999-12-31 23:59:59.99")
    #expect(throws: CellError.self) { try NumberFormat.isoDate.formatted(.error(.name)) }
    #expect(NumberFormat.isoDate.text(of: .error(.name)) == "#NAME?")
    #expect(NumberFormat.isoDate.text(of: .number(2_957_004), in: .from1904) == "#####")
    #expect(NumberFormat.isoDate.text(of: .number(0), in: .from1904) == "1904-01-01")
  }

  @Test("What is wrong with a format is told with its place")
  func errors() {
    let rows: [(String, Int)] = [
      ("\"abc", 0), ("0\\", 1), ("0_", 1), ("[foo]0", 0), ("[Red", 0), ("0;0;0;@;0", 7), ("0;0;0;0", 6), ("yyyy 0", 0),
      ("0@", 0),
      ("0E+", 0), ("0;General0", 2), ("0E", 1), ("TRUE", 3), ("ss.0000", 2),
    ]
    for (format, offset) in rows {
      do {
        _ = try NumberFormat(format)
        Issue.record("\(format) has no error")
      } catch { #expect(error.offset == offset, "\(format): \(error.reason)") }
    }
  }

  @Test("What Excel does not take in is no format")
  func refused() {
    let formats = [
      "/", "0/", "/0", "0/x", "E+", "E-", "E+0", "E-0", "0E+", "e+0", "0e0", "0 E + 0", "yyyy E+", "mm%", "mm@", "d .#",
      "@;@", "0;@;@", "0,0/0", "0/0,0", "0.0 0/0", "[Blue]G3neral", "n", "N", "0 tonne", "0 lb", "[<-2]0;[<-1]0;[>2]0",
      "[>=100]\"A\"0;[<=-100]\"B\"0;\"C\"0;\"D\"0", "#;#;#;#", "#;#;#;yyyy", "[DBNum]0", "[DBNum0]0", "[DBNum5]0",
      "[orange]", "[color 0]0", "B2yyyy", "AM/PM 0",
    ]
    for format in formats { #expect(throws: NumberFormat.SyntaxError.self, "\(format)") { try NumberFormat(format) } }
  }

  @Test("What Excel takes in is a format")
  func accepted() {
    let formats = [
      "0\"abde\".0\"??\"000E+00", "00.00.00.000", "HH[MM]", "[<0]\"\";0%",
      "[=0]?;[<4.16666666666667][hh]:mm:ss;[hh]:mm", "[>999999]#.000,,\"M\";[>999]#.000,\"K\";#.000",
      "[$-2060401]d/mm/yyyy\\ h:mm\\ AM/PM;@", "\\c\\c\\c?????0\"aaaa\"0.00%",
      "_ \"￥\"* #,##0.00_ \"Positive\";_ \"￥\"* \\-#,##0.00_ ;_ \"￥\"* \"-\"??_ \"Negtive\";_ @_ \\ \"Zero\"",
      "[$-411]gggyy\"年\"m\"月\"d\"日\"\\ dddd;@", "dd/mm/yyyy\\ hh:mm:ss", "e-m", "d/", "\\u\\n\\t\\i\\l\\ h:mm;@",
      "0;0;0;General",
    ]
    for format in formats { #expect(throws: Never.self, "\(format)") { try NumberFormat(format) } }
  }

  @Test("Colours are known, not printed")
  func colours() throws {
    let format = try NumberFormat("[Blue]0;[Color12]0")
    #expect(format.colour(for: 1) == .blue)
    #expect(format.colour(for: -1) == .indexed(12))
    #expect(NumberFormat.isoDate.isDate && NumberFormat.percent.isPercent)
  }

  @Test("Random formats never trap")
  func fuzz() {
    var chance = SeededGenerator(seed: 17)
    let alphabet = Array("00##??..,,%%EeE+-//@@;;[]<>=hmsydAaPp/M\"\\_* $1234 G\u{20ac}")
    let numbers: [Double] = [
      0, 1, -1, 0.5, 1e300, -1e300, 1e-300, 42095.75, 2_958_465.99999999, 999_999.5, 123456789.123,
    ]
    for _ in 0..<20_000 {
      guard let format = try? NumberFormat(chance.text(of: alphabet, upTo: 14)) else { continue }
      for number in numbers { _ = format.text(of: .number(number)) }
      _ = format.text(of: "x")
    }
    for part in ["h", "[h]", "0.", "#,##0,", "[h]:mm:ss.000", "?/", "E+"] {
      _ = try? NumberFormat(String(repeating: part, count: 150)).text(of: .number(1234.5))
    }
  }
}

private func check(
  _ format: String, _ value: CellValue, _ expected: String, at location: SourceLocation = #_sourceLocation
) {
  do {
    let text = try NumberFormat(format).formatted(value)
    #expect(text == expected, "\(format)", sourceLocation: location)
  } catch {
    Issue.record("\(format): \(error)", sourceLocation: location)
  }
}
