import CellModel
import Functions
import Mathematics

/// Functions of files of OpenDocument that LibreOffice has otherwise than Excel.
///
/// Nobody writes their names: a formula of such a file calls `MOD`, and whoever reads it calls the function of this family
/// instead, so that a column of Excel's `MOD` need not ask whose it is.
enum OpenFormulaFunctions: FunctionFamily {
  static let title = "OpenFormula"
  static let source: String? = "LibreOffice 7.4"

  static let functions: [SheetFunction] = arithmetic + times + texts

  private static let prefix = StandInNames.prefix

  private static let arithmetic: [SheetFunction] = [
    SheetFunction(
      prefix + "MOD", "Gives the remainder of a division to 15 digits, with the sign of the divisor.",
      .number("number", "the value to divide"), .number("divisor", "the value to divide by"),
      examples: [
        "ORG.LIBREOFFICE.MOD(-5, 3)" => 1, "ORG.LIBREOFFICE.MOD(1, 0.1)" => 0, "ORG.LIBREOFFICE.MOD(1E+20, 3)" => 0,
        "ORG.LIBREOFFICE.MOD(1E+15, 7)" => 6, "ORG.LIBREOFFICE.MOD(617673396283946, 14)" => 2,
        "ORG.LIBREOFFICE.MOD({5,6}, 4)" => [[1, 2]],
        "ORG.LIBREOFFICE.MOD(3, 0)" => .divisionByZero, "ORG.LIBREOFFICE.MOD(-1E-20, 3)" => .value,
      ]
    ) { (number, divisor) throws(CellError) in
      guard divisor != 0 else { throw .zeroDivisor }
      let multiple = wholeBelow(number / divisor) * divisor
      let rest = isClose(number, multiple) ? 0 : number - multiple
      guard divisor > 0 ? rest >= 0 && rest < divisor : rest <= 0 && rest > divisor else {
        throw .value("The remainder is lost among the digits of the number.")
      }
      return rest
    },

    SheetFunction(
      prefix + "POWER", "Raises a number to a power; 0 to the power of 0 is 1.",
      .number("number", "the base"), .number("power", "the exponent"), aliases: [StandInNames.power],
      examples: [
        "ORG.LIBREOFFICE.POWER(0, 0)" => 1, "ORG.LIBREOFFICE.POWER(5, 2)" => 25,
        "ORG.LIBREOFFICE.POWER({2,3}, 2)" => [[4, 9]], "ORG.LIBREOFFICE.POWER(0, -1)" => .number,
        "ORG.LIBREOFFICE.POWER(-1, 0.5)" => .number,
      ]
    ) { (base, exponent) throws(CellError) in
      if base == 0, exponent == 0 { return 1.0 }
      guard let result = CellArithmetic.power(base, exponent) else { throw .number("The power is no number.") }
      return result
    },

    CashFlowFunctions.datedRate(
      named: prefix + "XIRR", isExcels: false,
      examples: [
        "ROUND(ORG.LIBREOFFICE.XIRR({-100,110}, {1,366}), 12)" => 0.1,
        "ROUND(ORG.LIBREOFFICE.XIRR({-100,110}, {1,366}, {0,0.1}), 9)" => [[0.1, 0.1]],
        "ORG.LIBREOFFICE.XIRR({1,2}, {1,2})" => .number,
      ]),

    SheetFunction(
      prefix + "MROUND", "Rounds a number to the nearest multiple, whatever the signs.",
      .number("number", "the value to round"), .number("multiple", "the step"),
      examples: [
        "ORG.LIBREOFFICE.MROUND(7, -3)" => 6, "ORG.LIBREOFFICE.MROUND(-7.5, 5)" => -10,
        "ORG.LIBREOFFICE.MROUND(5, 0)" => 0, "ORG.LIBREOFFICE.MROUND({4,5}, 3)" => [[3, 6]],
      ]
    ) { (number, multiple) throws(CellError) in
      guard multiple != 0 else { return 0.0 }
      let count = (abs(number) / abs(multiple)).rounded(.toNearestOrAwayFromZero)
      let rounded = Multiples.multiple(count, of: abs(multiple))
      return number < 0 ? -rounded : rounded
    },

    SheetFunction(
      prefix + "ATAN2", "Gives the angle of a point seen from the origin, which is itself seen at 0.",
      .number("x", "the abscissa"), .number("y", "the ordinate"),
      examples: [
        "ORG.LIBREOFFICE.ATAN2(0, 0)" => 0, "ORG.LIBREOFFICE.ATAN2(1, 0)" => 0,
        "ORG.LIBREOFFICE.ATAN2({1,2}, 0)" => [[0, 0]], "ORG.LIBREOFFICE.ATAN2(\"x\", 0)" => .value,
      ]
    ) { atan2($1, $0) },

    SheetFunction(
      prefix + "MODE", "Gives the number that occurs most often, the smallest of several.",
      .numbers("number", "the numbers and ranges"), traits: [.keepsKind, .computesArrays],
      examples: [
        "ORG.LIBREOFFICE.MODE(1, 2, 2, 3)" => 2, "ORG.LIBREOFFICE.MODE({3,1,1,3})" => 1,
        "ORG.LIBREOFFICE.MODE(1, 2)" => .value,
      ]
    ) { (numbers) throws(CellError) in
      guard let mode = OrderStatistics.modes(try numbers.values()).min() else {
        throw .value("No number occurs twice.")
      }
      return mode
    },
  ]

  private static let times: [SheetFunction] = [
    SheetFunction(
      prefix + "HOUR", "Gives the hour of a time, from 0 to 23; the seconds are not rounded.",
      .date("time", "a time or a date with a time"),
      examples: [
        "ORG.LIBREOFFICE.HOUR(0.999999)" => 23, "ORG.LIBREOFFICE.HOUR(43831.5)" => 12,
        "ORG.LIBREOFFICE.HOUR(1/24)" => 1,
        "ORG.LIBREOFFICE.HOUR({0.25,0.5})" => [[6, 12]], "ORG.LIBREOFFICE.HOUR(\"x\")" => .value,
      ]
    ) { secondsOfDay($0) / 3_600 },

    SheetFunction(
      prefix + "MINUTE", "Gives the minute of a time, from 0 to 59; the seconds are not rounded.",
      .date("time", "a time or a date with a time"),
      examples: [
        "ORG.LIBREOFFICE.MINUTE(0.999999)" => 59, "ORG.LIBREOFFICE.MINUTE(0.78125)" => 45,
        "ORG.LIBREOFFICE.MINUTE({0.01,0.5})" => [[14, 0]], "ORG.LIBREOFFICE.MINUTE(\"x\")" => .value,
      ]
    ) { secondsOfDay($0) / 60 % 60 },

    SheetFunction(
      prefix + "WEEKNUM", "Gives the week of the year; days in the week of the next 1 January are in week 1.",
      .date("date", "the date"),
      .integer(
        "type", "1 or 17: weeks begin on Sunday; 2 or 11: on Monday; 12 to 16: Tuesday to Saturday; 21 or 150: ISO",
        default: 1),
      .calendar,
      examples: [
        "ORG.LIBREOFFICE.WEEKNUM(45291)" => 1, "ORG.LIBREOFFICE.WEEKNUM(45291, 2)" => 53,
        "ORG.LIBREOFFICE.WEEKNUM(42737, 150)" => 1, "ORG.LIBREOFFICE.WEEKNUM({43831,44196})" => [[1, 1]],
        "ORG.LIBREOFFICE.WEEKNUM(43831, 9)" => .number,
      ]
    ) { (date, type, calendar) throws(CellError) in
      let serial = try calendar.whole(date)
      if type == 21 || type == 150 { return calendar.isoWeek(serial) }
      let firstDay = try DateParts.firstDay(ofWeekType: type)
      let year = calendar.day(of: serial).year
      let endOfWeek = serial + 6 - (calendar.weekday(serial) - firstDay + 7) % 7
      if calendar.day(of: endOfWeek).year > year { return 1 }
      let newYear = calendar.serial(year: year, month: 1, day: 1)
      let offset = (calendar.weekday(newYear) - firstDay + 7) % 7
      return (serial - newYear + offset + 7) / 7
    },
  ]

  private static let texts: [SheetFunction] = [
    SheetFunction(
      prefix + "TEXT",
      "Writes a value in a number format, with a letter for a single y, NN for a day and Q for a quarter.",
      .value("value", "the value"), .text("format", "a number format"), .context,
      examples: [
        "ORG.LIBREOFFICE.TEXT(45000, \"m/d/y\")" => "3/15/y", "ORG.LIBREOFFICE.TEXT(45000, \"yyy\")" => "23y",
        "ORG.LIBREOFFICE.TEXT(45000, \"yyyyyy\")" => "202323", "ORG.LIBREOFFICE.TEXT(45000, \"NN D\")" => "Wed 15",
        "ORG.LIBREOFFICE.TEXT(45000, \"NNNND\")" => "Wednesday, 15",
        "ORG.LIBREOFFICE.TEXT(45000, \"QQ yyyy\")" => "1st quarter 2023",
        "ORG.LIBREOFFICE.TEXT({1,2}, \"00\")" => [["01", "02"]], "ORG.LIBREOFFICE.TEXT(NA(), \"0\")" => .notAvailable,
      ]
    ) { (value, source, context) throws(CellError) in
      // Most formats have none of these letters.
      guard source.contains(where: { "yYNQ".contains($0) }) else {
        return try TextAndNumbers.text(of: value, in: source, context)
      }
      let format = OpenFormulaFormat(source) {
        let calendar = SerialCalendar(system: context.dateSystem)
        return (try? context.number(value)).flatMap { try? calendar.whole($0) }.map { calendar.day(of: $0).month }
      }
      return try TextAndNumbers.text(of: value, in: format.excel, context)
    },

    SheetFunction(
      prefix + "ADDRESS", "Writes the address of a row and a column as text, with a point behind the sheet.",
      .integer("row_num", "the row, counted from 1"), .integer("column_num", "the column, counted from 1"),
      .integer("abs_num", "1: both absolute; 2: the row; 3: the column; 4: neither", default: 1),
      .logical("a1", "TRUE: A1 notation; FALSE: R1C1 notation", default: true),
      .optionalText("sheet_text", "the sheet to name in front"),
      examples: [
        "ORG.LIBREOFFICE.ADDRESS(2, 3)" => "$C$2", "ORG.LIBREOFFICE.ADDRESS(2, 3, 4, TRUE, \"D\")" => "D.C2",
        "ORG.LIBREOFFICE.ADDRESS(2, 3, , , \"My sheet\")" => "'My sheet'.$C$2",
        "ORG.LIBREOFFICE.ADDRESS(2, 3, 1, FALSE, \"D\")" => "D!R2C3",
        "ORG.LIBREOFFICE.ADDRESS({1,2}, 1, 4)" => [[.text("A1"), .text("A2")]],
        "ORG.LIBREOFFICE.ADDRESS(0, 1)" => .value,
      ]
    ) { (row, column, form, isA1, sheet) throws(CellError) in
      let cell = try Addresses.address(row: row, column: column, form: form, isA1: isA1)
      let prefix = sheet.map { Addresses.quotedIfNeeded($0, mayNameWorkbook: false) + (isA1 ? "." : "!") } ?? ""
      return prefix + cell
    },

    SheetFunction(
      prefix + "FIND", "Gives the position of a text in another; the empty text is nowhere.",
      .text("find", "the text to find"), .text("within", "the text to look in"),
      .count("start", "the position to begin at; 1 when left out", missing: 1),
      examples: [
        "ORG.LIBREOFFICE.FIND(\"c\", \"abcabc\", 4)" => 6, "ORG.LIBREOFFICE.FIND(\"\", \"abc\")" => .value,
        "ORG.LIBREOFFICE.FIND({\"a\",\"b\"}, \"ab\")" => [[1, 2]], "ORG.LIBREOFFICE.FIND(\"b\", \"a😀b\")" => 3,
      ]
    ) { (text, within, start) throws(CellError) in
      guard !text.isEmpty else { throw .value("There is no text to find.") }
      return within.characterPlace(ofUnit: try TextSearching.find(text, in: within, from: start))
    },

    SheetFunction(
      prefix + "SEARCH", "Gives the position of a pattern in a text; the empty text is nowhere.",
      .text("find", "the pattern, as the settings of the file have it"), .text("within", "the text to look in"),
      .count("start", "the position to begin at; 1 when left out", missing: 1), .context,
      examples: [
        "ORG.LIBREOFFICE.SEARCH(\"C\", \"abcabc\")" => 3, "ORG.LIBREOFFICE.SEARCH(\"\", \"abc\")" => .value,
        "ORG.LIBREOFFICE.SEARCH({\"a\",\"b\"}, \"ab\")" => [[1, 2]],
        "ORG.LIBREOFFICE.SEARCH(\"B\", \"a😀b\")" => 3,
      ]
    ) { (pattern, within, start, context) throws(CellError) in
      guard !pattern.isEmpty else { throw .value("There is no text to find.") }
      let unit = try TextSearching.search(for: pattern, from: start, context.textMatching)(within)
      return within.characterPlace(ofUnit: unit)
    },

    SheetFunction(
      prefix + "CODE", "Gives the code of a text's first character in the Windows-1252 set, 0 for the empty text.",
      .text("text", "the text"),
      examples: [
        "ORG.LIBREOFFICE.CODE(\"\")" => 0, "ORG.LIBREOFFICE.CODE(\"A\")" => 65,
        "ORG.LIBREOFFICE.CODE({\"a\",\"b\"})" => [[97, 98]],
      ]
    ) { (text) throws(CellError) in text.unicodeScalars.first.map { Windows1252.code(of: $0) } ?? 0 },
  ]

  // MARK: Kernels

  /// The whole number at or below one, which is taken to 15 digits where it has more than a few bits behind the point.
  private static func wholeBelow(_ x: Double) -> Double {
    abs(x) > 0x1p41 ? x.rounded(.down) : DecimalRounding.floor(x)
  }

  /// Whether the difference of two numbers is lost among their last digits; whole numbers that a double holds exactly lose
  /// none.
  private static func isClose(_ a: Double, _ b: Double) -> Bool {
    if a == b { return true }
    if isExactlyWhole(a), isExactlyWhole(b) { return false }
    return a != 0 && b != 0 && abs(a - b) < min(abs(a), abs(b)) * 0x1p-48
  }

  private static func isExactlyWhole(_ x: Double) -> Bool { abs(x) < 0x1p53 && x == x.rounded() }

  /// The whole seconds since midnight; a time is taken to as many digits as its date leaves it.
  private static func secondsOfDay(_ date: Double) -> Int {
    let time = date - DecimalRounding.floor(date)
    guard time > 0, time < 1 else { return 0 }
    let places = abs(date) < 1 ? 9 : max(10 - Int(log10(abs(date)).rounded(.up)), 2)
    let seconds = DecimalRounding.round(time * 86_400, places: places)
    return Int(seconds < 86_400 ? seconds : time * 86_400)
  }
}
