import CellModel
import Functions

/// Functions that measure the time between two dates.
enum DateDifferences: FunctionFamily {
  static let title = "Differences of dates"
  static let functions: [SheetFunction] = counts + fractions + periods

  private static let counts: [SheetFunction] = [
    SheetFunction(
      "DAYS", "Gives the days from a start to an end.", .date("end", "the later date"),
      .date("start", "the earlier date"),
      examples: [
        "DAYS(43862, 43831)" => 31, "DAYS(43831, 43862)" => -31, "DAYS({43862,43832}, 43831)" => [[31, 1]],
        "DAYS(\"x\", 1)" => .value, "DAYS(TRUE, FALSE)" => 1,
      ]
    ) { (end, start) in end.rounded(.down) - start.rounded(.down) },

    SheetFunction(
      "DAYS360", "Gives the days between two dates in a year of twelve months of 30 days.",
      .date("start", "the earlier date"), .date("end", "the later date"),
      .logical("european", "TRUE for the European rule, FALSE for the American one", default: false), .calendar,
      examples: [
        "DAYS360(43831, 43862)" => 30, "DAYS360(40602, 40633)" => 30, "DAYS360(43831, 43861, TRUE)" => 29,
        "DAYS360(45992.000001, 46000.999999)" => 9,
        "DAYS360(43831, {43862,43891})" => [[30, 60]], "DAYS360(-1, 1)" => .number, "DAYS360(FALSE, TRUE)" => 1,
      ]
    ) { (start, end, european, calendar) throws(CellError) in
      // A time within half a second of midnight belongs to the next day.
      let (first, last) = (secondOf(start), secondOf(end))
      return DayCount(calendar: calendar).days360(
        from: try calendar.whole(first), to: try calendar.whole(last), european: european)
    },

    SheetFunction(
      "DATEDIF", "Gives the whole units between two dates; MD may be negative, as in Excel.",
      .date("start", "the earlier date"), .date("end", "the later date"),
      .text("unit", "\"Y\", \"M\" or \"D\"; \"YM\", \"MD\" and \"YD\" leave out years, months or both"), .calendar,
      examples: [
        "DATEDIF(38718, 40524, \"Y\")" => 4, "DATEDIF(38718, 40524, \"M\")" => 59,
        "DATEDIF(38718, 40524, \"yd\")" => 345,
        "DATEDIF(38718, 40524, {\"MD\",\"YM\"})" => [[11, 11]], "DATEDIF(2, 1, \"D\")" => .number,
        "DATEDIF(1, 2, \"X\")" => .number,
      ]
    ) { (start, end, unit, calendar) throws(CellError) in
      let first = try calendar.whole(start)
      let last = try calendar.whole(end)
      guard first <= last else { throw .number("The start is after the end.") }
      guard let result = DayCount(calendar: calendar).difference(from: first, to: last, unit: unit.uppercased()) else {
        throw .number("DATEDIF has no unit “\(unit.prefix(40))”.")
      }
      return result
    },
  ]

  private static func secondOf(_ time: Double) -> Double { (time * 86_400).rounded() / 86_400 }

  private static let fractions: [SheetFunction] = [
    SheetFunction(
      "YEARFRAC", "Gives the fraction of a year between two dates.",
      .date("start", "one date"), .date("end", "the other date"),
      .integer(
        "basis", "0: American 30/360; 1: actual/actual; 2: actual/360; 3: actual/365; 4: European 30/360", default: 0),
      .calendar,
      traits: .analysisToolPak,
      examples: [
        "YEARFRAC(42005, 42094)" => 0.25, "YEARFRAC(42005, 42370, 1)" => 1, "YEARFRAC(42370, 42005, 3)" => 1,
        "YEARFRAC(42005, {42095,42186})" => [[0.25, 0.5]], "YEARFRAC(1, 2, 5)" => .number,
      ]
    ) { (start, end, basis, calendar) throws(CellError) in
      guard (0...4).contains(basis) else { throw .number("YEARFRAC has no basis \(basis).") }
      let first = try calendar.whole(start)
      let last = try calendar.whole(end)
      return DayCount(calendar: calendar).yearFraction(from: min(first, last), to: max(first, last), basis: basis)
    }
  ]

  private static let periods: [SheetFunction] = [
    SheetFunction(
      "MONTHS", "Gives the months between two dates.", .date("start", "the earlier date"),
      .date("end", "the later date"),
      .integer("type", "0: whole months that have passed; 1: months of the calendar begun", default: 0), .calendar,
      examples: [
        "MONTHS(43861, 43890)" => 0, "MONTHS(43861, 43890, 1)" => 1, "MONTHS(43862, 43831)" => -1,
        "MONTHS(43831, {43862,43891})" => [[1, 2]], "MONTHS(1, 2, 3)" => .value,
      ]
    ) { (start, end, type, calendar) throws(CellError) in try months(start, end, type, calendar) },

    SheetFunction(
      "YEARS", "Gives the years between two dates.", .date("start", "the earlier date"), .date("end", "the later date"),
      .integer("type", "0: whole years that have passed; 1: years of the calendar begun", default: 0), .calendar,
      examples: [
        "YEARS(43861, 44226)" => 0, "YEARS(43861, 44227)" => 1, "YEARS(43830, 43831, 1)" => 1,
        "YEARS(43831, {44197,44562})" => [[1, 2]], "YEARS(1, 2, 3)" => .value,
      ]
    ) { (start, end, type, calendar) throws(CellError) in
      let months = try months(start, end, type, calendar)
      if type == 0 { return months / 12 }
      return calendar.day(of: end).year - calendar.day(of: start).year
    },

    SheetFunction(
      "WEEKS", "Gives the weeks between two dates.", .date("start", "the earlier date"), .date("end", "the later date"),
      .integer("type", "0: whole weeks that have passed; 1: weeks begun, from Monday on", default: 0), .calendar,
      examples: [
        "WEEKS(43831, 43837)" => 0, "WEEKS(43831, 43838)" => 1, "WEEKS(43835, 43836, 1)" => 1,
        "WEEKS(43831, {43838,43845})" => [[1, 2]], "WEEKS(1, 2, 3)" => .value,
      ]
    ) { (start, end, type, calendar) throws(CellError) in
      let first = try calendar.whole(start)
      let last = try calendar.whole(end)
      switch type {
      case 0: return (last - first) / 7
      case 1:
        let firstMonday = first - (calendar.weekday(first) + 6) % 7
        let lastMonday = last - (calendar.weekday(last) + 6) % 7
        return (lastMonday - firstMonday) / 7
      default: throw .value("WEEKS has no type \(type).")
      }
    },
  ]

  private static func months(
    _ start: Double, _ end: Double, _ type: Int, _ calendar: SerialCalendar
  ) throws(CellError) -> Int {
    guard type == 0 || type == 1 else { throw .value("There is no type \(type); it is 0 or 1.") }
    let first = calendar.day(of: try calendar.whole(start))
    let last = calendar.day(of: try calendar.whole(end))
    let months = (last.year - first.year) * 12 + last.month - first.month
    guard type == 0 else { return months }
    if end >= start { return last.day < first.day ? months - 1 : months }
    return last.day > first.day ? months + 1 : months
  }
}
