import CellModel
import Functions

/// Functions that count the days on which people work.
enum WorkdayFunctions: FunctionFamily {
  static let title = "Working days"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "NETWORKDAYS", "Counts the working days from one date through another, without Saturdays, Sundays and holidays.",
      .date("start", "the first day"), .date("end", "the last day"), .holidays, .calendar,
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "NETWORKDAYS(43831, 43861)" => 23, "NETWORKDAYS(43831, 43861, 43831)" => 22, "NETWORKDAYS(43861, 43831)" => -23,
        "NETWORKDAYS(43831, {43832,43833})" => [[2, 3]], "NETWORKDAYS(\"x\", 1)" => .value,
      ]
    ) { (start, end, holidays, calendar) throws(CellError) in
      try count(start, end, WorkingDays(weekend: .saturdayAndSunday, holidays: holidays, calendar: calendar), calendar)
    },

    SheetFunction(
      "NETWORKDAYS.INTL", "Counts the working days from one date through another with a weekend of your own.",
      .date("start", "the first day"), .date("end", "the last day"), .weekend, .holidays, .calendar,
      traits: [.analysisToolPak, .isOrdinaryInOpenFormula],
      examples: [
        "NETWORKDAYS.INTL(43831, 43861, 1)" => 23, "NETWORKDAYS.INTL(43831, 43861, 11)" => 27,
        "NETWORKDAYS.INTL(43831, 43861, \"1111111\")" => 0,
        "NETWORKDAYS.INTL(43831, {43832,43833}, \"0000011\")" => [[2, 3]],
        "NETWORKDAYS.INTL(43831, 43861, 9)" => .number, "NETWORKDAYS.INTL(43831, 43861, \"01\")" => .value,
      ]
    ) { (start, end, weekend, holidays, calendar) throws(CellError) in
      try count(start, end, WorkingDays(weekend: weekend, holidays: holidays, calendar: calendar), calendar)
    },

    SheetFunction(
      "WORKDAY", "Gives the date that lies a number of working days away.",
      .date("start", "the date to begin with"),
      .number("days", "how many working days, rounded down; negative goes back"),
      .holidays,
      .calendar, traits: [.analysisToolPak, .givesDate],
      examples: [
        "WORKDAY(43831, 3)" => 43836, "WORKDAY(43831, -1)" => 43830, "WORKDAY(43831, 3, 43832)" => 43837,
        "WORKDAY(43833, -0.1)" => 43832, "WORKDAY(43831, {1,2})" => [[43832, 43833]], "WORKDAY(1, -5)" => .number,
      ]
    ) { (start, days, holidays, calendar) throws(CellError) in
      try day(days, start, WorkingDays(weekend: .saturdayAndSunday, holidays: holidays, calendar: calendar), calendar)
    },

    SheetFunction(
      "WORKDAY.INTL", "Gives the date that lies a number of working days away, with a weekend of your own.",
      .date("start", "the date to begin with"),
      .number("days", "how many working days, rounded down; negative goes back"),
      .weekend,
      .holidays, .calendar, traits: [.analysisToolPak, .isOrdinaryInOpenFormula, .givesDate],
      examples: [
        "WORKDAY.INTL(43831, 3, 1)" => 43836, "WORKDAY.INTL(43831, 3, 11)" => 43834,
        "WORKDAY.INTL(43831, {1,2}, \"0000011\")" => [[43832, 43833]], "WORKDAY.INTL(43831, 1, \"1111111\")" => .value,
        "WORKDAY.INTL(43831, 1, 0)" => .number, "WORKDAY.INTL(43831, 3, TRUE)" => 43836,
      ]
    ) { (start, days, weekend, holidays, calendar) throws(CellError) in
      guard weekend.workingDaysAWeek > 0 else { throw .value("No day of the week is a working day.") }
      return try day(days, start, WorkingDays(weekend: weekend, holidays: holidays, calendar: calendar), calendar)
    },
  ]

  private static func count(
    _ start: Double, _ end: Double, _ days: WorkingDays, _ calendar: SerialCalendar
  ) throws(CellError) -> Int {
    let first = try calendar.whole(start)
    let last = try calendar.whole(end)
    return first <= last ? days.count(from: first, through: last) : -days.count(from: last, through: first)
  }

  private static func day(
    _ distance: Double, _ start: Double, _ days: WorkingDays, _ calendar: SerialCalendar
  ) throws(CellError) -> Int {
    guard abs(distance) < 10_000_000,
      let day = days.day(Int(distance.rounded(.down)), from: try calendar.whole(start))
    else {
      throw .number("The date is out of range.")
    }
    return day
  }
}

/// A list of holidays of a formula, which those of other rows have, too.
private struct HolidayList: Hashable {
  /// How many cells have a list that is kept: fewer are read in no time.
  static let leastCells = 16
  static let mostKept = 16

  let area: Area
}

extension Parameter where Value == Holidays? {
  private static func holiday(_ value: CellValue, _ calendar: SerialCalendar) throws(CellError) -> Int {
    if case .logical = value { throw .value("A logical is no date.") }
    return try calendar.whole(try value.asNumber())
  }

  /// The dates of holidays: one, a range or an array; blanks are skipped.
  static var holidays: Parameter {
    let info = ParameterInfo("holidays", "dates that are not worked", isRequired: false)
    return Parameter(info) { (call) throws(CellError) in
      let calendar = SerialCalendar(system: call.context.dateSystem)
      let operand = call.nextEvaluated()
      var list: HolidayList?
      if case .reference(let reference) = operand, reference.isSingleArea, case let area = reference.first,
        area.columns == 1, area.rows >= HolidayList.leastCells
      {
        // A context that notes what is read must hear of all of it.
        _ = call.context.used(area)
        list = HolidayList(area: area)
        if let list, let kept = call.context.cache.value(Holidays.self, for: list) { return kept }
      }
      var days: [Int] = []
      switch operand {
      case .omitted: return nil
      case .reference(let reference):
        for area in reference.areas {
          let used = call.context.used(area)
          guard !used.isEmpty else { continue }
          for value in try call.context.array(of: used).elements where !value.isBlank {
            days.append(try holiday(value, calendar))
          }
        }
      default:
        for value in try CellRange(operand, in: call.context).array().elements where !value.isBlank {
          days.append(try holiday(value, calendar))
        }
      }
      let holidays = Holidays(days)
      if let list { call.context.cache.keep(holidays, for: list, atMost: HolidayList.mostKept) }
      return holidays
    }
    .boxed(whenAbsent: { _ in nil })
    .numeric(whenAbsent: { _ in nil })
  }
}

extension Parameter where Value == Weekend {
  /// The free days of the week: a code, or seven digits from Monday on.
  static var weekend: Parameter {
    scalar(
      "weekend",
      "1 to 7: two days from Saturday and Sunday on; 11 to 17: one day from Sunday on; or \"0000011\" from Monday on",
      default: .saturdayAndSunday
    ) { (value) throws(CellError) in
      if case .text(let text) = value {
        guard let weekend = Weekend(pattern: text) else { throw .value("A weekend has seven digits 0 or 1.") }
        return weekend
      }
      return try weekend(code: try value.asNumber())
    }
    .numeric(default: .saturdayAndSunday) { (number) throws(CellError) in try weekend(code: number) }
    .with { $0.takesLogicals = true }
  }

  private static func weekend(code: Double) throws(CellError) -> Weekend {
    guard abs(code) < 100, let weekend = Weekend(code: Int(code)) else {
      throw .number("There is no weekend \(NumberText.general(code)).")
    }
    return weekend
  }
}
