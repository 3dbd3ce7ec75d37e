import CellModel

/// Which days of the week are worked, and which days are holidays.
struct WorkingDays {
  /// Whether each day of the week is free, Sunday first.
  private let isFree: [Bool]
  /// The holidays that fall on working days, sorted, each once.
  private let holidays: [Int]
  private let calendar: SerialCalendar

  init(weekend: Weekend, holidays: Holidays, calendar: SerialCalendar) {
    isFree = weekend.isFree
    self.calendar = calendar
    self.holidays = holidays.onWorkingDays(of: weekend, calendar)
  }

  private var daysAWeek: Int { isFree.count { !$0 } }

  /// The working days from one day through another, which is not before it.
  func count(from start: Int, through end: Int) -> Int {
    guard start <= end else { return 0 }
    let length = end - start + 1
    var result = length / 7 * daysAWeek
    for rest in 0..<length % 7 where !isFree[calendar.weekday(start + rest)] { result += 1 }
    return result - (holidays.firstPlace { $0 >= end + 1 } - holidays.firstPlace { $0 >= start })
  }

  /// The day that lies a number of working days after another, or before it when negative.
  ///
  /// The count of working days never falls as the end moves away, so a binary search finds the first day that reaches it.
  /// `nil` when there is none within the calendar.
  func day(_ distance: Int, from start: Int) -> Int? {
    if distance == 0 { return start }
    guard daysAWeek > 0 else { return nil }
    let high = distance > 0 ? calendar.end - 1 - start : start
    let wanted = abs(distance)
    func reached(_ steps: Int) -> Int {
      distance > 0 ? count(from: start + 1, through: start + steps) : count(from: start - steps, through: start - 1)
    }
    guard high >= 1, reached(high) >= wanted else { return nil }
    let steps = (1..<high).firstPlace { reached($0) >= wanted }
    return distance > 0 ? start + steps : start - steps
  }
}

/// Days that are not worked, whatever day of the week they are.
final class Holidays {
  /// Sorted, each once.
  private let days: [Int]
  /// Those on days of the week that are worked, by which of these are free.
  private var onWorkingDays: [[Bool]: [Int]] = [:]

  init(_ days: [Int]) { self.days = Set(days).sorted() }

  /// Those that fall on days which would be worked, in order.
  func onWorkingDays(of weekend: Weekend, _ calendar: SerialCalendar) -> [Int] {
    if let known = onWorkingDays[weekend.isFree] { return known }
    let found = days.filter { !weekend.isFree[calendar.weekday($0)] }
    onWorkingDays[weekend.isFree] = found
    return found
  }
}

/// The days of the week that are not worked.
struct Weekend {
  /// Whether each day is free, Sunday first.
  let isFree: [Bool]

  static let saturdayAndSunday = Weekend(isFree: [true, false, false, false, false, false, true])

  private init(isFree: [Bool]) { self.isFree = isFree }

  /// The weekend of a code: 1 to 7 are two days from Saturday and Sunday on, 11 to 17 one day from Sunday on.
  init?(code: Int) {
    var isFree = Array(repeating: false, count: 7)
    switch code {
    case 1...7:
      isFree[(code + 5) % 7] = true
      isFree[(code + 6) % 7] = true
    case 11...17: isFree[code - 11] = true
    default: return nil
    }
    self.init(isFree: isFree)
  }

  /// The weekend of seven digits from Monday on, of which 1 is a free day.
  init?(pattern: String) {
    let digits = Array(pattern.utf8)
    guard digits.count == 7, digits.allSatisfy({ $0 == 48 || $0 == 49 }) else { return nil }
    self.init(isFree: [digits[6] == 49] + digits[0..<6].map { $0 == 49 })
  }
}
