import CellModel

/// RETRY and TIMEOUT, which stand around calls of services in actions and fetches.
enum GuardedCalls {
  static let retry = "RETRY"
  static let timeout = "TIMEOUT"

  /// How many arguments one of them takes; `nil` for any other name.
  static func argumentCounts(of name: String) -> ClosedRange<Int>? {
    switch name {
    case retry: 2...3
    case timeout: 2...2
    default: nil
    }
  }

  static func help(for name: String) -> String {
    name == retry
      ? "write RETRY(service(…), 3, 2): 3 times more, 2 seconds after each failure" : "write TIMEOUT(service(…), 10)"
  }

  /// Which numbers of seconds are good, in words.
  static func range(of name: String) -> String { name == timeout ? "greater than 0" : "from 0 on" }

  /// Whether a literal can stand as an argument behind the call.
  static func isGood(_ number: Double, of name: String, isCount: Bool) -> Bool {
    number >= (name == timeout ? SheetTime.tick : 0) && (!isCount || number == number.rounded())
  }

  /// The number that an argument gives while a run is under way.
  static func number(
    _ value: CellValue?, of name: String, least: Double = 0, isCount: Bool = false
  ) throws(CellError) -> Double {
    if case .error(let error)? = value { throw error }
    guard let number = value?.number, number >= least else {
      throw .value(
        isCount ? "\(name) takes a number of times from 0 on." : "\(name) takes a number of seconds \(range(of: name))."
      )
    }
    return isCount ? number.rounded(.down) : number
  }
}
