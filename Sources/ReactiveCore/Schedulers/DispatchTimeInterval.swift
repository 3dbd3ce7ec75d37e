import Dispatch

extension DispatchTimeInterval {
  /// The interval in seconds; infinite for `never`.
  var timeInterval: TimeInterval {
    switch self {
    case .seconds(let count): TimeInterval(count)
    case .milliseconds(let count): TimeInterval(count) / 1_000
    case .microseconds(let count): TimeInterval(count) / 1_000_000
    case .nanoseconds(let count): TimeInterval(count) / 1_000_000_000
    case .never: .infinity
    @unknown default: preconditionFailure("an unknown unit of time: \(self)")
    }
  }

  /// The same interval backwards; `never` stays what it is.
  static prefix func - (interval: DispatchTimeInterval) -> DispatchTimeInterval {
    // The least number has no counterpart.
    func opposite(_ count: Int) -> Int { -max(count, -.max) }
    return switch interval {
    case .seconds(let count): .seconds(opposite(count))
    case .milliseconds(let count): .milliseconds(opposite(count))
    case .microseconds(let count): .microseconds(opposite(count))
    case .nanoseconds(let count): .nanoseconds(opposite(count))
    case .never: .never
    @unknown default: preconditionFailure("an unknown unit of time: \(interval)")
    }
  }

  /// The interval times a factor, in the smallest unit that can tell it; what is too long for seconds is `never`.
  static func * (interval: DispatchTimeInterval, factor: Double) -> DispatchTimeInterval {
    let seconds = interval.timeInterval * factor
    func whole(_ unitsInSecond: Double) -> Int? { Int(exactly: (seconds * unitsInSecond).rounded()) }
    return whole(1_000_000_000).map { .nanoseconds($0) }
      ?? whole(1_000_000).map { .microseconds($0) }
      ?? whole(1_000).map { .milliseconds($0) }
      ?? whole(1).map { .seconds($0) }
      ?? .never
  }
}

extension Date {
  package func addingTimeInterval(_ interval: DispatchTimeInterval) -> Date {
    addingTimeInterval(interval.timeInterval)
  }
}
