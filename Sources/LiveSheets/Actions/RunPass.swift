import CellModel
import Engine
import Functions

/// One pass through the expression of a run, with the answers that are there.
///
/// Calls, waits and guards are told apart by their order, so a pass finds each of them where the pass before has left it.
/// The first that has no answer yet is made and waited for; behind it, or behind a failure that no RETRY takes, nothing
/// is made any more.
final class RunPass {
  enum Outcome {
    case value(CellValue)
    case failed(String)
    /// An answer is waited for.
    case waiting
  }

  private unowned let work: ServiceRuns
  private let run: Int
  /// The number of the next answer.
  private var index = 0
  private var isWaiting = false
  /// Why a call has failed, until RETRY makes it again.
  private var failure: String?
  /// The error that a call of an action was to be made with, which ends the chain as a failure does.
  private var argumentError: CellError?

  init(_ work: ServiceRuns, run: Int) {
    self.work = work
    self.run = run
  }

  /// Evaluates the expression.
  ///
  /// - Parameter row: The row of the table in which it stands, if it stands in one.
  func outcome(row: Int?) -> Outcome {
    guard let form = work.runs[run] else { return .waiting }
    work.surroundings.hook.pass = self
    defer { work.surroundings.hook.pass = nil }
    guard case .lambda(let lambda) = form.body.function.value(in: work.engine, row: row) else {
      return .value(.blank)
    }
    let value = work.engine.expressions.call(lambda, form.inputs)
    dropIfMissed()
    if let failure { return .failed(failure) }
    if let argumentError { return .value(.error(argumentError)) }
    return isWaiting ? .waiting : .value(value)
  }

  private var answers: [ServiceRun.Answer] { work.runs[run]?.answers ?? [] }

  /// Whether nothing can be made any more in this pass.
  private func checkGoesOn() throws(CellError) {
    if isWaiting || failure != nil || argumentError != nil { throw .busy }
  }

  /// Checks that no argument of what is to be made is an error. A fetch is a formula, in which IFERROR takes it.
  private func check(_ arguments: [CellValue]) throws(CellError) {
    guard case .error(let error)? = arguments.first(where: \.isError) else { return }
    if case .fetch? = work.runs[run]?.owner {} else { argumentError = error }
    throw error
  }

  private func wait() throws(CellError) -> Never {
    isWaiting = true
    throw .busy
  }

  // MARK: Calls

  /// A call of a service, or of DELAY, which holds a value back.
  func call(_ service: String, _ arguments: [CellValue]) throws(CellError) -> CellValue {
    if service == ServiceFunctions.delayBegins {
      return .number(arguments.last == .logical(true) ? 0 : Double(index))
    }
    try checkGoesOn()
    if service == ServiceFunctions.delay { return try delay(arguments) }
    dropIfMissed()
    if index == answers.count {
      try check(arguments)
      work.call(service, arguments, for: run, index)
      try wait()
    }
    return try nextAnswer()
  }

  /// Holds each value of what it stands around back; what has come out of it already stays until the next does.
  private func delay(_ arguments: [CellValue]) throws(CellError) -> CellValue {
    if index == answers.count || answers[index].takesNext {
      try check(arguments)
      let first = arguments.first?.number ?? 0
      let seconds = arguments.count > 2 ? arguments[2].number ?? 0 : 0
      work.hold(
        arguments.count > 1 ? arguments[1] : .blank, seconds: max(seconds, 0), for: run, index, since: Int(first))
      try wait()
    }
    return try nextAnswer()
  }

  /// Drops a delay that was to take the next value, and is not met where it was.
  private func dropIfMissed() {
    if index < answers.count, answers[index].takesNext { work.drop(answersOf: run, from: index) }
  }

  private func nextAnswer() throws(CellError) -> CellValue {
    let answer = answers[index]
    index += 1
    if let reason = answer.failure {
      failure = reason
      throw .busy
    }
    guard let value = answer.value else { try wait() }
    return value
  }

  // MARK: Guards

  /// What `TIMEOUT(call, seconds)` gives: the call, unless it is not complete in time.
  func timeout(
    _ call: CellLambda, _ arguments: [CellValue], in context: any EvaluationContext
  ) throws(CellError) -> Operand {
    try checkGoesOn()
    let seconds = try GuardedCalls.number(arguments.first, of: GuardedCalls.timeout, least: SheetTime.tick)
    dropIfMissed()
    let own = index
    if own == answers.count {
      work.schedule(timeoutOf: run, own, after: seconds)
    }
    index += 1
    if let reason = answers[own].failure {
      failure = reason
      throw .busy
    }
    let result = context.call(call, [])
    // What is made behind the guard does not concern it.
    work.runs[run]?.answers[own].count = isWaiting ? 0 : index
    return result
  }

  /// What `RETRY(call, times, seconds)` gives: the call, made again where it fails.
  func retry(
    _ call: CellLambda, _ arguments: [CellValue], in context: any EvaluationContext
  ) throws(CellError) -> Operand {
    try checkGoesOn()
    let times = try GuardedCalls.number(arguments.first, of: GuardedCalls.retry, isCount: true)
    let seconds = arguments.count > 1 ? try GuardedCalls.number(arguments[1], of: GuardedCalls.retry) : 0
    dropIfMissed()
    let own = index
    if own == answers.count { work.runs[run]?.answers.append(ServiceRun.Answer(role: .retry, isComplete: true)) }
    while true {
      index = own + 1
      if answers[own].count > 0, seconds >= SheetTime.tick { try pause(seconds) }
      let result = context.call(call, [])
      guard failure != nil, Double(answers[own].count) < times else { return result }
      failure = nil
      isWaiting = false
      work.drop(answersOf: run, from: own + 1)
      work.runs[run]?.answers[own].count += 1
    }
  }

  /// The time between two tries.
  private func pause(_ seconds: Double) throws(CellError) {
    if index == answers.count { work.hold(.blank, seconds: seconds, for: run, index, since: index) }
    guard answers[index].isComplete else { try wait() }
    index += 1
  }
}
