import CellModel

/// One run of an expression that calls services: of an action, a fetch, or a service's own body.
///
/// The expression is evaluated anew whenever an answer arrives. Calls are told apart by their order: those that have
/// been answered give their answers, the first that has not is made and waited for. So LET, IF and LAMBDA work as in any
/// formula, a branch that is not taken calls nothing, and a run is plain data that can be kept and put back.
struct ServiceRun {
  /// For whom it runs.
  enum Owner {
    case action(TimeInstance, Int)
    case fetch(TimeInstance, Int)
    /// A call whose service has a body in the sheet.
    case call(Int)
  }

  /// What one call, one wait or one guard of calls has given so far.
  struct Answer {
    enum Role {
      case call
      /// DELAY, or the time between two tries: a value comes when its timer is due.
      case delay
      /// Fails when its timer is due and what it stands around is not complete.
      case timeout
      /// Counts the tries that have failed; it waits for nothing.
      case retry
    }
    var role: Role
    var value: CellValue?
    var isComplete = false
    /// Why there is none.
    var failure: String?
    /// What is told when the timers are due, one after the other; both in the order in which they are due.
    var held: [CellValue] = []
    /// The open call.
    var call: Int?
    var timers: [Int] = []
    /// Of a retry the tries that have failed; of a timeout the number of the first answer behind it, once that is known; of
    /// a delay the number of the first answer among those that it stands around.
    var count = 0
    /// Whether what a delay stands around has sent once more, and the delay has not taken it yet.
    var takesNext = false

    /// Takes note that nothing comes any more.
    mutating func complete() {
      isComplete = true
      call = nil
    }
  }

  var owner: Owner
  var body: RunForm
  /// The arguments, and then what the expression reads, as they were when it began.
  var inputs: [CellValue]
  var answers: [Answer] = []
  /// The last value of the whole expression.
  var value: CellValue?

  /// Whether no answer is waited for any more.
  var isComplete: Bool { answers.allSatisfy(\.isComplete) }

  var hasOpenTimeouts: Bool { answers.contains { $0.role == .timeout && !$0.isComplete } }

  /// Ends the timeouts whose calls are complete.
  ///
  /// - Returns: Their timers.
  mutating func closeTimeouts() -> [Int] {
    var timers: [Int] = []
    // Inner ones first, because an outer one waits for them.
    for index in answers.indices.reversed() where answers[index].role == .timeout && !answers[index].isComplete {
      let end = answers[index].count > 0 ? min(answers[index].count, answers.count) : answers.count
      guard answers[(index + 1)..<end].allSatisfy(\.isComplete) else { continue }
      timers += answers[index].timers
      answers[index].timers = []
      answers[index].held = []
      answers[index].isComplete = true
    }
    return timers
  }
}

/// What stands between formulas and the sheet in whose time they are evaluated.
///
/// It is used by the one thread that uses the sheet.
final class RunHook: @unchecked Sendable {
  /// The pass through the run that is being evaluated.
  var pass: RunPass?
  /// The seconds since load.
  var elapsed: (() -> Double)?
}

/// What runs are evaluated among.
struct RunSurroundings {
  /// What services are called through while a run is evaluated.
  var hook: RunHook
  /// Who answers the calls of services.
  var supply: ServiceSupply
  /// Called for each call as it is made.
  var noteCall: (ServiceCall) -> Void
}
