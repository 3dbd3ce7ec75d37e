/// The time of a model, in quarters of a second, and what is to happen by itself.
struct ModelClock {
  /// What a timer is for.
  enum Cause: Equatable {
    /// A stream, by its text.
    case stream(String)
    /// A place in a run that waits.
    case place(ModelRun.Place)

    static func == (left: Cause, right: Cause) -> Bool {
      switch (left, right) {
      case (.stream(let left), .stream(let right)): left == right
      case (.place(let left), .place(let right)): left === right
      default: false
      }
    }
  }

  struct Timer {
    var due: Int
    /// Which of those that are due together was set first.
    var number: Int
    var cause: Cause
    var payload: Int?
    /// The micro-step in which it was set.
    var step: Int
  }

  private(set) var now = 0
  private var timers: [Timer] = []
  private var count = 0

  mutating func set(_ cause: Cause, in quarters: Int, _ payload: Int?, step: Int) {
    count += 1
    timers.append(Timer(due: now + quarters, number: count, cause: cause, payload: payload, step: step))
  }

  mutating func cancel(_ cause: Cause) { timers.removeAll { $0.cause == cause } }

  /// Moves on to the next timer that is due by a time, or else to that time.
  mutating func next(by end: Int) throws -> Timer? {
    let due = timers.filter { $0.due <= end }
    guard let next = due.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) else {
      now = end
      return nil
    }
    timers.removeAll { $0.number == next.number }
    guard !timers.contains(where: { $0.due == next.due && $0.step == next.step }) else {
      throw ModelLimit.timersAtOnce
    }
    now = next.due
    return next
  }
}
