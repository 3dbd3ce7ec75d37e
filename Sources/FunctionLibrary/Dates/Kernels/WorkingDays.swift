import CellModel

/// Which days of the week are worked, and which days are holidays.
struct WorkingDays {
  private let weekend: Weekend
  /// The holidays that fall on working days, sorted, each once.
  private let holidays: [Int]
  private let calendar: SerialCalendar

  /// - Parameter holidays: `nil` when there are none.
  init(weekend: Weekend, holidays: Holidays?, calendar: SerialCalendar) {
    self.weekend = weekend
    self.calendar = calendar
    self.holidays = holidays?.onWorkingDays(of: weekend, calendar) ?? []
  }

  /// The working days from one day through another, which is not before it.
  func count(from start: Int, through end: Int) -> Int {
    guard start <= end else { return 0 }
    let days = weekend.workingDays(among: end - start + 1, from: calendar.weekday(start))
    guard !holidays.isEmpty else { return days }
    return days - (holidays.firstPlace { $0 >= end + 1 } - holidays.firstPlace { $0 >= start })
  }

  /// The day that lies a number of working days after another, or before it when negative.
  ///
  /// The count of working days never falls as the end moves away, so a binary search finds the first day that reaches it:
  /// between the weeks that are needed without a holiday, and those that are if all holidays come between. `nil` when there is
  /// none within the calendar.
  func day(_ distance: Int, from start: Int) -> Int? {
    if distance == 0 { return start }
    let aWeek = weekend.workingDaysAWeek
    guard aWeek > 0 else { return nil }
    let high = distance > 0 ? calendar.end - 1 - start : start
    let wanted = abs(distance)
    func reached(_ steps: Int) -> Int {
      distance > 0 ? count(from: start + 1, through: start + steps) : count(from: start - steps, through: start - 1)
    }
    guard high >= 1, reached(high) >= wanted else { return nil }
    let least = max(1, (wanted - 1) / aWeek * 7)
    let most = min(high, ((wanted + holidays.count - 1) / aWeek + 1) * 7)
    let steps = least < most ? (least..<most).firstPlace { reached($0) >= wanted } : most
    return distance > 0 ? start + steps : start - steps
  }
}

/// Days that are not worked, whatever day of the week they are.
final class Holidays {
  /// Sorted, each once.
  private let days: [Int]
  /// Those on days of the week that are worked, by which of these are free.
  private var onWorkingDays: [Weekend: [Int]] = [:]

  init(_ days: [Int]) { self.days = Set(days).sorted() }

  /// Those that fall on days which would be worked, in order.
  func onWorkingDays(of weekend: Weekend, _ calendar: SerialCalendar) -> [Int] {
    if let known = onWorkingDays[weekend] { return known }
    let found = days.filter { !weekend.isFree(calendar.weekday($0)) }
    onWorkingDays[weekend] = found
    return found
  }
}

/// The days of the week that are not worked.
struct Weekend: Hashable {
  /// A bit for each day of two weeks, Sunday first, 1 where it is free.
  private let freeDays: UInt16

  static let saturdayAndSunday = Weekend(days: [0, 6])

  /// - Parameter days: The free ones, 0 for Sunday.
  private init(days: some Sequence<Int>) {
    let week = days.reduce(0 as UInt16) { $0 | 1 << UInt16($1) }
    freeDays = week | week << 7
  }

  /// The weekend of a code: 1 to 7 are two days from Saturday and Sunday on, 11 to 17 one day from Sunday on.
  init?(code: Int) {
    switch code {
    case 1...7: self.init(days: [(code + 5) % 7, (code + 6) % 7])
    case 11...17: self.init(days: CollectionOfOne(code - 11))
    default: return nil
    }
  }

  /// The weekend of seven digits from Monday on, of which 1 is a free day.
  init?(pattern: String) {
    let digits = Array(pattern.utf8)
    guard digits.count == 7, digits.allSatisfy({ $0 == 48 || $0 == 49 }) else { return nil }
    self.init(days: digits.indices.filter { digits[$0] == 49 }.map { ($0 + 1) % 7 })
  }

  /// Whether a day of the week is free, 0 for Sunday.
  func isFree(_ weekday: Int) -> Bool { freeDays & 1 << UInt16(weekday) != 0 }

  var workingDaysAWeek: Int { 7 - (freeDays & 0x7F).nonzeroBitCount }

  /// How many of some days are worked, of which the first is a day of the week.
  func workingDays(among days: Int, from weekday: Int) -> Int {
    let rest = days % 7
    let free = (freeDays >> UInt16(weekday)) & (1 << UInt16(rest) - 1)
    return days / 7 * workingDaysAWeek + rest - free.nonzeroBitCount
  }
}
