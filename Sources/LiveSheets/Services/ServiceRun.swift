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

  /// What one call has given so far.
  struct Answer {
    var value: CellValue?
    var isComplete: Bool
    /// The open call; `nil` for a value that DELAY holds back.
    var call: Int?
    /// The number of the timer of DELAY.
    var timer: Int?
  }

  var owner: Owner
  var body: RunForm
  /// The arguments, and then what the expression reads, as they were when it began.
  var inputs: [CellValue]
  var answers: [Answer] = []
  /// The last value of the whole expression.
  var value: CellValue?
}

/// What stands between formulas and the sheet in whose time they are evaluated.
///
/// It is used by the one thread that uses the sheet.
final class RunHook: @unchecked Sendable {
  /// What a call gives; it throws `#BUSY!` when its answer is not there yet.
  var call: ((_ service: String, _ arguments: [CellValue]) throws(CellError) -> CellValue)?
  /// The seconds since load.
  var elapsed: (() -> Double)?
}
