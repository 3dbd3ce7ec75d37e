import CellModel
import Functions

/// Functions that take a date or a time apart.
enum DateParts: FunctionFamily {
  static let title = "Parts of dates"
  static let functions: [SheetFunction] = days + times + weeks

  private static let days: [SheetFunction] = [
    SheetFunction(
      "YEAR", "Gives the year of a date.", .date("date", "the date"), .calendar,
      examples: ["YEAR(43831)" => 2020, "YEAR(0)" => 1900, "YEAR({1,400})" => [[1900, 1901]], "YEAR(-1)" => .number]
    ) { (date, calendar) throws(CellError) in calendar.day(of: try calendar.clockDay(date)).year },

    SheetFunction(
      "MONTH", "Gives the month of a date, from 1 to 12.", .date("date", "the date"), .calendar,
      examples: ["MONTH(43862)" => 2, "MONTH(0)" => 1, "MONTH({1,40})" => [[1, 2]], "MONTH(\"x\")" => .value]
    ) { (date, calendar) throws(CellError) in calendar.day(of: try calendar.clockDay(date)).month },

    SheetFunction(
      "DAY", "Gives the day of the month; 60 is the 29 February 1900 that Excel has.", .date("date", "the date"),
      .calendar,
      examples: [
        "DAY(43831)" => 1, "DAY(43831.999999)" => 2, "DAY(60)" => 29, "DAY({1,33})" => [[1, 2]],
        "DAY(2958466)" => .number,
      ]
    ) { (date, calendar) throws(CellError) in calendar.day(of: try calendar.clockDay(date)).day },
  ]

  private static let times: [SheetFunction] = [
    SheetFunction(
      "HOUR", "Gives the hour of a time, from 0 to 23.", .date("time", "a time or a date with a time"),
      examples: ["HOUR(0.75)" => 18, "HOUR(43831.5)" => 12, "HOUR({0.25,0.5})" => [[6, 12]], "HOUR(-1)" => .number]
    ) { secondsOfDay($0) / 3_600 },

    SheetFunction(
      "MINUTE", "Gives the minute of a time, from 0 to 59.", .date("time", "a time or a date with a time"),
      examples: [
        "MINUTE(0.78125)" => 45, "MINUTE(0)" => 0, "MINUTE({0.01,0.5})" => [[14, 0]], "MINUTE(\"x\")" => .value,
      ]
    ) { secondsOfDay($0) / 60 % 60 },

    SheetFunction(
      "SECOND", "Gives the second of a time, from 0 to 59, to the nearest second.",
      .date("time", "a time or a date with a time"),
      examples: [
        "SECOND(0.0001)" => 9, "SECOND(0.5)" => 0, "SECOND({0.0001,0.5})" => [[9, 0]], "SECOND(-0.5)" => .number,
      ]
    ) { secondsOfDay($0) % 60 },
  ]

  /// The seconds since midnight, to the nearest second; the end of a day is midnight again.
  static func secondsOfDay(_ date: Double) -> Int {
    Int(((date - date.rounded(.down)) * 86_400).rounded()) % 86_400
  }

  private static let weeks: [SheetFunction] = [
    SheetFunction(
      "WEEKDAY", "Gives the day of the week as a number.", .dateNumber("date", "the date"),
      .place(
        "type", "1: Sunday is 1; 2: Monday is 1; 3: Monday is 0; 11 to 17: Monday to Sunday is 1",
        whenAbsent: 1),
      .calendar,
      examples: [
        "WEEKDAY(43831)" => 4, "WEEKDAY(43831, 2)" => 3, "WEEKDAY(43831, 3)" => 2, "WEEKDAY(43831, 13)" => 1,
        "WEEKDAY({1,2})" => [[1, 2]], "WEEKDAY(43831, 4)" => .number, "WEEKDAY(43831, )" => .number,
        "WEEKDAY(-1, \"x\")" => .value,
      ]
    ) { (date, type, calendar) throws(CellError) in
      let day = calendar.weekday(try calendar.clockDay(date))
      switch type {
      case 1: return day + 1
      case 2: return (day + 6) % 7 + 1
      case 3: return (day + 6) % 7
      case 11...17: return (day + 17 - type) % 7 + 1
      default: throw .number("WEEKDAY has no type \(type).")
      }
    },

    SheetFunction(
      "WEEKNUM", "Gives the week of the year; the first week has 1 January, or with type 21 the first Thursday.",
      .date("date", "the date"),
      .place(
        "type", "1 or 17: weeks begin on Sunday; 2 or 11: on Monday; 12 to 16: Tuesday to Saturday; 21: ISO", default: 1
      ),
      .calendar,
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "WEEKNUM(43831)" => 1, "WEEKNUM(43835)" => 2, "WEEKNUM(42737, 21)" => 1, "WEEKNUM({43831,44196})" => [[1, 53]],
        "WEEKNUM(43831, 9)" => .number, "WEEKNUM(-1, 1/0)" => .number,
      ]
    ) { (date, type, calendar) throws(CellError) in
      let serial = try calendar.whole(date)
      if type == 21 { return calendar.isoWeek(serial) }
      let firstDay = try firstDay(ofWeekType: type)
      let newYear = calendar.serial(year: calendar.day(of: serial).year, month: 1, day: 1)
      let offset = (calendar.weekday(newYear) - firstDay + 7) % 7
      return (serial - newYear + offset + 7) / 7
    },

    SheetFunction(
      "ISOWEEKNUM", "Gives the week of the year by ISO 8601.", .date("date", "the date"), .calendar,
      examples: [
        "ISOWEEKNUM(43831)" => 1, "ISOWEEKNUM(44197)" => 53, "ISOWEEKNUM({43831,43838})" => [[1, 2]],
        "ISOWEEKNUM(-1)" => .number,
      ]
    ) { (date, calendar) throws(CellError) in calendar.isoWeek(try calendar.whole(date)) },

    SheetFunction(
      "ISLEAPYEAR", "Tells whether a date lies in a leap year.", .date("date", "the date"), .calendar,
      examples: [
        "ISLEAPYEAR(43831)" => true, "ISLEAPYEAR(44197)" => false, "ISLEAPYEAR({43831,44197})" => [[true, false]],
        "ISLEAPYEAR(\"x\")" => .value,
      ]
    ) { (date, calendar) throws(CellError) in CalendarDay.isLeap(calendar.day(of: try calendar.whole(date)).year) },

    SheetFunction(
      "DAYSINMONTH", "Gives the number of days in a date's month.", .date("date", "the date"), .calendar,
      examples: [
        "DAYSINMONTH(43862)" => 29, "DAYSINMONTH(43831)" => 31, "DAYSINMONTH({43831,43862})" => [[31, 29]],
        "DAYSINMONTH(-1)" => .number,
      ]
    ) { (date, calendar) throws(CellError) in
      let day = calendar.day(of: try calendar.whole(date))
      return CalendarDay.daysInMonth(year: day.year, month: day.month)
    },

    SheetFunction(
      "DAYSINYEAR", "Gives the number of days in a date's year.", .date("date", "the date"), .calendar,
      examples: [
        "DAYSINYEAR(43831)" => 366, "DAYSINYEAR(44197)" => 365, "DAYSINYEAR({43831,44197})" => [[366, 365]],
        "DAYSINYEAR(-1)" => .number,
      ]
    ) { (date, calendar) throws(CellError) in
      CalendarDay.isLeap(calendar.day(of: try calendar.whole(date)).year) ? 366 : 365
    },

    SheetFunction(
      "WEEKSINYEAR", "Gives the number of weeks by ISO 8601 in a date's year.", .date("date", "the date"), .calendar,
      examples: [
        "WEEKSINYEAR(43831)" => 53, "WEEKSINYEAR(44197)" => 52, "WEEKSINYEAR({43831,44197})" => [[53, 52]],
        "WEEKSINYEAR(-1)" => .number,
      ]
    ) { (date, calendar) throws(CellError) in
      calendar.isoWeek(calendar.serial(year: calendar.day(of: try calendar.whole(date)).year, month: 12, day: 28))
    },
  ]

  /// The day of the week on which weeks of a type begin, 0 for Sunday.
  static func firstDay(ofWeekType type: Int) throws(CellError) -> Int {
    switch type {
    case 1, 17: return 0
    case 2, 11: return 1
    case 12...16: return type - 10
    default: throw .number("WEEKNUM has no type \(type).")
    }
  }
}
