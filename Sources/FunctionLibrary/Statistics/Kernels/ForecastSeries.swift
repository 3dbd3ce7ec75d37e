import CellModel
import Functions

/// Values at equal steps of time, made from pairs of a time and a value in any order.
///
/// Values of one time are drawn together, and missing ones are filled in, as Microsoft describes for FORECAST.ETS. Dates
/// that all stand at one day of the month, or all at its end, are counted in months.
struct ForecastSeries: Sendable {
  /// How the values of one time are drawn together, by Excel's numbers.
  enum Aggregation: Int, Sendable {
    case average = 1
    case count, countOfFilled, largest, median, smallest, sum

    func value(of values: [Double]) -> Double {
      switch self {
      case .average: CompensatedSum.of(values) / Double(values.count)
      case .count, .countOfFilled: Double(values.count)
      case .largest: values.max() ?? 0
      case .median: OrderStatistics.median(values.sorted()) ?? 0
      case .smallest: values.min() ?? 0
      case .sum: CompensatedSum.of(values)
      }
    }
  }

  private(set) var values: [Double] = []
  /// The time from value to value, in months when ``countsMonths`` holds.
  private(set) var step: Double = 0
  let countsMonths: Bool
  /// The day of the month of all times; `nil` when each is the last of its month.
  private let monthDay: Int?
  private let calendar: SerialCalendar
  private var first: Double = 0

  /// Makes the series; `nil` when no step fits or more than three in ten values are missing.
  init?(
    times: [Double], values: [Double], fillingWithNeighbours: Bool, aggregation: Aggregation, dates: DateSystem
  ) {
    let calendar = SerialCalendar(system: dates)
    self.calendar = calendar
    let isWhole = times.allSatisfy { $0 == $0.rounded(.down) && $0 >= 1 && $0 <= Double(calendar.last) }
    let days = isWhole ? times.compactMap { calendar.day(checking: $0) } : []
    let isSeveralMonths = Set(days.map { $0.year * 12 + $0.month }).count > 1
    let isSameDay = days.allSatisfy { $0.day == days[0].day }
    let isLastDay = days.allSatisfy { $0.day == calendar.daysInMonth(year: $0.year, month: $0.month) }
    countsMonths = isSeveralMonths && (isSameDay || isLastDay)
    monthDay = isLastDay ? nil : days.first?.day

    var groups: [Double: [Double]] = [:]
    for (index, value) in values.enumerated() {
      let time = countsMonths ? Double(days[index].year * 12 + days[index].month) : times[index]
      groups[time, default: []].append(value)
    }
    let sorted = groups.keys.sorted()
    guard sorted.count > 1, let least = zip(sorted.dropFirst(), sorted).map({ $0 - $1 }).min() else { return nil }
    let count = ((sorted[sorted.count - 1] - sorted[0]) / least).rounded()
    guard count.isFinite, Double(sorted.count) >= (count + 1) * 0.7 else { return nil }
    first = sorted[0]
    step = (sorted[sorted.count - 1] - sorted[0]) / count
    for time in sorted {
      let place = (time - first) / step
      guard abs(place - place.rounded()) < 1e-6 * max(1, count) else { return nil }
      let value = aggregation.value(of: groups[time] ?? [])
      let gap = Int(place.rounded()) - self.values.count
      guard gap >= 0 else { return nil }
      if gap > 0 {
        let filling = fillingWithNeighbours ? (self.values[self.values.count - 1] + value) / 2 : 0
        self.values += Array(repeating: filling, count: gap)
      }
      self.values.append(value)
    }
  }

  /// How many steps after the last value a time lies; negative before it.
  func steps(to time: Double) -> Double {
    let position = (place(of: time) - first) / step - Double(values.count - 1)
    let nearest = position.rounded()
    return abs(position - nearest) < 1e-9 * Double(values.count) ? nearest : position
  }

  private func place(of time: Double) -> Double {
    guard countsMonths else { return time }
    let whole = time.rounded(.down)
    guard let day = calendar.day(checking: whole) else { return -.infinity }
    let days = Double(calendar.daysInMonth(year: day.year, month: day.month))
    let anchor = monthDay.map(Double.init) ?? days
    return Double(day.year * 12 + day.month) + (Double(day.day) - anchor + time - whole) / days
  }
}
