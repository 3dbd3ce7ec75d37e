import CellModel
import Functions

/// Functions that make dates and times.
enum DateMaking: FunctionFamily {
  static let title = "Making dates"
  static let functions: [SheetFunction] = fromParts + fromText + fromClock + moving

  private static let fromParts: [SheetFunction] = [
    SheetFunction(
      "DATE", "Makes a date; months and days out of range count on.",
      .number("year", "the year; below 1900 it counts from 1900"), .number("month", "the month from 1"),
      .number("day", "the day of the month"), .calendar, traits: .givesDate,
      examples: [
        "DATE(2020, 1, 1)" => 43831, "DATE(2020, 14, 1)" => 44228, "DATE(2020, 1, 0)" => 43830,
        "DATE(1900, 2, 29)" => 60, "DATE(2020, 1, 100000)" => 76_597,
        "DATE({2020,2021}, 1, 1)" => [[43831, 44197]], "DATE(10000, 1, 1)" => .number,
      ]
    ) { (year, month, day, calendar) throws(CellError) in
      let year = Int(max(-32_768, min(year.wholeBelow, 10_000)))
      guard calendar.system != .from1899 || (0..<10_000).contains(year) else {
        throw .number("The year must be from 0 to 9999.")
      }
      guard (-32_767..<32_767).contains(month.wholeBelow) else { throw .number("The month is out of range.") }
      return try calendar.serial(
        checkedYear: yearMeant(by: year, in: calendar.system), month: Int(month.wholeBelow),
        day: dayMeant(by: day.wholeBelow))
    },

    SheetFunction(
      "TIME", "Makes a time of day; minutes and seconds out of range count on, whole days are dropped.",
      .place("hour", "the hour"), .place("minute", "the minute"), .place("second", "the second"),
      traits: .givesTime,
      examples: [
        "TIME(12, 0, 0)" => 0.5, "TIME(25, 0, 0)*24" => 1, "TIME(0, 90, 0)*24" => 1.5,
        "TIME({6,18}, 0, 0)" => [[0.25, 0.75]],
        "TIME(-1, 0, 0)" => .number,
      ]
    ) { (hour, minute, second) throws(CellError) in
      guard hour <= 32_767, minute <= 32_767, second <= 32_767, hour > -100_000, minute > -10_000_000,
        second > -1_000_000_000
      else { throw .number("A part of a time is at most 32767.") }
      let seconds = hour * 3_600 + minute * 60 + second
      guard seconds >= 0 else { throw .number("The time is negative.") }
      // Whole days are subtracted from days, which is what is left of the digits of the day.
      let days = Double(seconds) / 86_400
      return days - days.rounded(.down)
    },
  ]

  /// The day that a number means: one that does not fit into sixteen bits, whatever its sign, is the last that does.
  private static func dayMeant(by number: Double) -> Int { (-32_768...32_767).contains(number) ? Int(number) : 32_767 }

  /// The year that a number means: below 1900 one counted from there, as Excel has it.
  ///
  /// In the calendar of OpenDocument all years are themselves, but those of two digits, which mean 1930 to 2029 as in LibreOffice.
  private static func yearMeant(by number: Int, in system: DateSystem) -> Int {
    if system == .from1899 { return number >= 100 ? number : number + (number < 30 ? 2_000 : 1_900) }
    return number < 1_900 ? number + 1_900 : number
  }

  /// A text without the blanks around it; `nil` for another value.
  private static func trimmed(_ value: CellValue) -> String? {
    guard case .text(let text) = value else { return nil }
    let blank = UInt8(ascii: " ")
    let bytes = text.utf8
    guard bytes.first == blank || bytes.last == blank else { return text }
    guard let first = bytes.firstIndex(where: { $0 != blank }), let last = bytes.lastIndex(where: { $0 != blank })
    else {
      return ""
    }
    return String(text[first...last])
  }

  private static let fromText: [SheetFunction] = [
    SheetFunction(
      "DATEVALUE", "Reads a text as a date; a time in it is dropped, and a missing year is the current one.",
      .value("text", "the date as text"), .context, traits: .givesDate,
      examples: [
        "DATEVALUE(\"2020-01-01\")" => 43831, "DATEVALUE(\" 2020-01-01 \")" => 43831,
        "DATEVALUE(\"1/1/2020\")" => 43831, "DATEVALUE(\"x\")" => .value,
        "DATEVALUE({\"2020-01-01\",\"2020-01-02\"})" => [[43831, 43832]], "DATEVALUE(\"43831\")" => .value,
      ]
    ) { (value, context) throws(CellError) in
      guard let text = trimmed(value), WrittenDate.isDateOrTime(text) else { throw .value("The text is no date.") }
      let number = try CellValue.text(text).asDateNumber(in: context.dateSystem, now: context.now)
      guard number >= 0, number < 2_958_466 else { throw .value("The text is no date.") }
      return number.rounded(.down)
    },

    SheetFunction(
      "TIMEVALUE", "Reads a text as a time of day; a date in it is dropped.", .value("text", "the time as text"),
      .context,
      traits: .givesTime,
      examples: [
        "TIMEVALUE(\"12:00\")" => 0.5, "TIMEVALUE(\"6:00 PM\")" => 0.75, "TIMEVALUE(\"x\")" => .value,
        "TIMEVALUE({\"6:00\",\"12:00\"})" => [[0.25, 0.5]], "TIMEVALUE(\"0.5\")" => .value,
        "TIMEVALUE(\"22-Aug-2011 6:35 AM\") = TIMEVALUE(\"6:35\")" => true,
      ]
    ) { (value, context) throws(CellError) in
      guard let text = trimmed(value), WrittenDate.isDateOrTime(text) else { throw .value("The text is no time.") }
      let number = try CellValue.text(text).asDateNumber(in: context.dateSystem, now: context.now)
      guard number >= 0 else { throw .value("The text is no time.") }
      guard number >= 1 else { return number }
      // A day before the time takes digits from it, which a time of whole milliseconds has back.
      let milliseconds = 86_400_000.0
      return ((number - number.rounded(.down)) * milliseconds).rounded() / milliseconds
    },
  ]

  private static let fromClock: [SheetFunction] = [
    SheetFunction(
      "NOW", "Gives the current date and time.", .context, traits: [.volatile, .givesDateTime],
      examples: ["ISNUMBER(NOW())" => true, "NOW()>=TODAY()" => true, "INT(NOW())=TODAY()" => true, "NOW(1)" => .value]
    ) { $0.now },

    SheetFunction(
      "TODAY", "Gives the current date.", .context, traits: [.volatile, .givesDate],
      examples: [
        "ISNUMBER(TODAY())" => true, "TODAY()=INT(TODAY())" => true, "MOD(TODAY(), 1)" => 0, "TODAY(1)" => .value,
      ]
    ) { $0.now.rounded(.down) },
  ]

  private static let moving: [SheetFunction] = [
    SheetFunction(
      "EDATE", "Moves a date by months; the day is cut to the length of the month it comes to.",
      .date("start", "the date to begin with"), .integer("months", "how many months; negative goes back"),
      .calendar,
      traits: [.analysisToolPak, .givesDate],
      examples: [
        "EDATE(43861, 1)" => 43890, "EDATE(43831, -1)" => 43800, "EDATE({43831,43861}, 1)" => [[43862, 43890]],
        "EDATE(1, -1)" => .number,
      ]
    ) { (start, months, calendar) throws(CellError) in
      try calendar.adding(months: months, to: try calendar.whole(start))
    },

    SheetFunction(
      "EOMONTH", "Gives the last day of the month that lies some months away.",
      .date("start", "the date to begin with"), .integer("months", "how many months; negative goes back"),
      .calendar,
      traits: [.analysisToolPak, .givesDate],
      examples: [
        "EOMONTH(43831, 0)" => 43861, "EOMONTH(43831, 1)" => 43890, "EOMONTH({43831,43862}, 0)" => [[43861, 43890]],
        "EOMONTH(1, -1)" => .number,
      ]
    ) { (start, months, calendar) throws(CellError) in
      try calendar.endOfMonth(months, after: try calendar.whole(start))
    },

    SheetFunction(
      "EASTERSUNDAY", "Gives the date of Easter Sunday in a year.",
      .integer("year", "the year; 0 to 29 is 2000 to 2029, 30 to 99 is 1930 to 1999"), .calendar, traits: .givesDate,
      examples: [
        "EASTERSUNDAY(2020)" => 43933, "EASTERSUNDAY(20)" => 43933, "EASTERSUNDAY({2020,2021})" => [[43933, 44290]],
        "EASTERSUNDAY(1000)" => .number,
      ]
    ) { (year, calendar) throws(CellError) in
      var year = year
      if (0..<100).contains(year) { year += year < 30 ? 2_000 : 1_900 }
      guard (1_900..<10_000).contains(year) else { throw .number("The year must be from 1900 to 9999.") }
      let easter = EasterKernel.sunday(of: year)
      return try calendar.serial(checkedYear: year, month: easter.month, day: easter.day)
    },
  ]
}
