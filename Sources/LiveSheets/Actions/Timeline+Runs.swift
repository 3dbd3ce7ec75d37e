import CellModel
import Engine

/// Runs of actions, fetches and services' own bodies.
extension Timeline {
  /// Begins a run; its first call is made at the end of the instant.
  ///
  /// - Parameter inputs: The arguments, and then what the body reads.
  func begin(_ owner: ServiceRun.Owner, _ body: RunForm, _ inputs: [CellValue]) -> Int {
    runCount += 1
    runs[runCount] = ServiceRun(owner: owner, body: body, inputs: inputs)
    beginning.append(runCount)
    return runCount
  }

  /// What a body reads, now.
  func reads(of body: RunForm, in instance: TimeInstance) -> [CellValue] {
    body.reads.map { $0.value(in: engine, row: instance.row) }
  }

  /// Looks at the runs that have begun in this instant.
  ///
  /// - Returns: Whether cells or events came of it, so that the instant goes on.
  func takeWork() -> Bool {
    guard !beginning.isEmpty else { return false }
    let numbers = beginning
    beginning.removeAll(keepingCapacity: true)
    for number in numbers where runs[number] != nil {
      // What is there without any call comes as an answer does, in an instant of its own.
      switch pass(through: number) {
      case .waiting: break
      case .value(let value): following.append { [unowned self] in finish(number, value) }
      case .failed(let reason): following.append { [unowned self] in fail(number, reason) }
      }
    }
    return isUnsettled || !pending.isEmpty
  }

  /// Evaluates a run's expression with the answers that are there, and takes what comes of it.
  private func goOn(_ number: Int) {
    switch pass(through: number) {
    case .waiting: break
    case .value(let value): finish(number, value)
    case .failed(let reason): fail(number, reason)
    }
  }

  private func pass(through number: Int) -> RunPass.Outcome {
    let outcome = RunPass(self, run: number).outcome(row: runs[number].flatMap { instance(of: $0.owner) }?.row)
    closeTimeouts(of: number)
    return outcome
  }

  private func instance(of owner: ServiceRun.Owner) -> TimeInstance? {
    switch owner {
    case .action(let instance, _), .fetch(let instance, _): instance
    case .call(let number): calls[number].flatMap { runs[$0.run] }.flatMap { self.instance(of: $0.owner) }
    }
  }

  // MARK: Calls

  /// Makes a call for a run: the world outside answers it, the service's own body, or a timer.
  func call(_ service: String, _ arguments: [CellValue], for run: Int, _ index: Int) {
    if service == ServiceFunctions.delay {
      let seconds = arguments.count > 1 ? arguments[1].number ?? 0 : 0
      return hold(arguments.first ?? .blank, seconds: max(seconds, 0), for: run, index)
    }
    callCount += 1
    let number = callCount
    let state = services[service]
    let call = ServiceCall(number: number, service: state?.name ?? service.uppercased(), arguments: arguments)
    runs[run]?.answers.append(ServiceRun.Answer(role: .call, call: number))
    calls[number] = OpenCall(call: call, run: run, index: index)
    if let state {
      let count = engine.value(at: state.calls).number ?? 0
      engine.setConstant(.number(count + 1), at: state.calls)
      isUnsettled = true
    }
    sheet.noteCall(call)
    switch sheet.supply {
    case .mocked: answer(number, given: state?.given)
    case .program(let supplies):
      if let given = state?.given {
        answer(number, given: given)
      } else if supplies(call.service, state?.body != nil) {
        outbox.append(call)
      } else if !beginBody(of: state, answering: number, arguments, in: run) {
        answer(number, given: .fails("nobody supplies the service \(call.service) here"))
      }
    }
  }

  /// Answers a call by what is known before, in an instant of its own.
  private func answer(_ number: Int, given answer: ServiceAnswer?) {
    guard let answer else { return }
    following.append { [unowned self] in self.answer(number, answer) }
  }

  /// Begins a service's own body; `false` when it has none.
  private func beginBody(
    of service: ServiceState?, answering number: Int, _ arguments: [CellValue], in run: Int
  ) -> Bool {
    guard let service, let body = service.body, let instance = runs[run].flatMap({ instance(of: $0.owner) }) else {
      return false
    }
    let values = arguments.prefix(service.parameters.count)
    let missing = Array(repeating: CellValue.blank, count: service.parameters.count - values.count)
    calls[number]?.body = begin(.call(number), body, values + missing + reads(of: body, in: instance))
    return true
  }

  // MARK: Waiting

  /// Hands a value on after some seconds: DELAY, and the time between two tries.
  func hold(_ value: CellValue, seconds: Double, for run: Int, _ index: Int) {
    let timer = schedule(SheetTime(seconds: seconds), .answer(run: run, index: index))
    runs[run]?.answers.append(ServiceRun.Answer(role: .delay, held: value, timer: timer))
  }

  /// Lets a call, which is made behind it, fail when it is not complete after some seconds.
  func schedule(timeoutOf run: Int, _ index: Int, after seconds: Double) {
    let timer = schedule(SheetTime(seconds: seconds), .answer(run: run, index: index))
    let words = "no answer after \(NumberText.general(seconds)) s"
    runs[run]?.answers.append(ServiceRun.Answer(role: .timeout, held: .text(words), timer: timer))
  }

  /// A value that was held back is due, or the time of a call is over.
  func heldAnswerIsDue(run: Int, index: Int) {
    guard let answer = runs[run]?.answers[index] else { return }
    runs[run]?.answers[index].timer = nil
    runs[run]?.answers[index].held = nil
    if answer.role == .timeout {
      take(.fails(answer.held?.text ?? ""), run: run, index: index)
    } else {
      take(.replies(answer.held ?? .blank), run: run, index: index)
    }
  }

  /// Ends the timeouts whose calls are complete.
  private func closeTimeouts(of run: Int) {
    guard let answers = runs[run]?.answers, answers.contains(where: { $0.role == .timeout && !$0.isComplete }) else {
      return
    }
    // Inner ones first, because an outer one waits for them.
    for index in answers.indices.reversed() where answers[index].role == .timeout {
      guard let all = runs[run]?.answers, !all[index].isComplete else { continue }
      let end = all[index].count > 0 ? min(all[index].count, all.count) : all.count
      guard all[(index + 1)..<end].allSatisfy(\.isComplete) else { continue }
      if let timer = all[index].timer { timers.cancel(timer) }
      runs[run]?.answers[index].timer = nil
      runs[run]?.answers[index].held = nil
      runs[run]?.answers[index].isComplete = true
    }
  }

  // MARK: Answers

  /// Takes what a service says to a call; a call that is not open any more is ignored.
  func answer(_ number: Int, _ answer: ServiceAnswer) {
    guard let open = calls[number] else { return }
    if let words = mismatch(of: answer, to: open.call) {
      return take(.fails(words), run: open.run, index: open.index)
    }
    switch answer {
    case .sends: break
    case .replies, .completes, .fails:
      calls[number] = nil
      if let body = open.body { end(body) }
    }
    take(answer, run: open.run, index: open.index)
  }

  private func take(_ answer: ServiceAnswer, run number: Int, index: Int) {
    guard let run = runs[number], index < run.answers.count else { return }
    switch answer {
    case .fails(let reason):
      // What follows from it has no ground any more; RETRY may make the call again.
      drop(answersOf: number, from: index + 1)
      runs[number]?.answers[index].failure = reason
      runs[number]?.answers[index].isComplete = true
      runs[number]?.answers[index].call = nil
      return goOn(number)
    case .completes:
      runs[number]?.answers[index].isComplete = true
      runs[number]?.answers[index].call = nil
      closeTimeouts(of: number)
    case .sends(let value), .replies(let value):
      drop(answersOf: number, from: index + 1)
      runs[number]?.answers[index].value = value
      if case .replies = answer {
        runs[number]?.answers[index].isComplete = true
        runs[number]?.answers[index].call = nil
      }
      return goOn(number)
    }
    // Where nothing came, the rest of the expression has nothing to go on with until an earlier call sends again.
    if let run = runs[number], run.answers.allSatisfy(\.isComplete) { finish(number, run.value, isNew: false) }
  }

  /// Why a service must not give an answer, in words; `nil` when the value is of its declared type.
  private func mismatch(of answer: ServiceAnswer, to call: ServiceCall) -> String? {
    switch answer {
    case .completes, .fails: return nil
    case .sends(let value), .replies(let value):
      guard let rule = services[call.service.lowercased()]?.rule, let words = LiveSheet.mismatch(value, rule.type)
      else { return nil }
      return "the answer is not \(LiveFinding.name(of: rule.type)): \(words)"
    }
  }

  /// Takes a value of the whole expression, and ends the run when no call is open any more.
  private func finish(_ number: Int, _ value: CellValue?, isNew: Bool = true) {
    guard let run = runs[number] else { return }
    if case .error(let error)? = value { return fail(number, LiveSheet.words(for: error)) }
    if let value { runs[number]?.value = value }
    let isOver = value == nil || run.answers.allSatisfy(\.isComplete)
    if isOver { runs[number] = nil }
    switch run.owner {
    case .action(let instance, let action):
      if let value, isNew { actionGave(value, instance, action) }
      if isOver { actionSucceeded(value ?? .blank, instance, action) }
    case .fetch(let instance, let fetch): fetchGave(value, instance, fetch, isOver: isOver)
    case .call(let call):
      if let value, isNew {
        answer(call, isOver ? .replies(value) : .sends(value))
      } else if isOver {
        answer(call, .completes)
      }
    }
  }

  private func fail(_ number: Int, _ reason: String) {
    guard let run = runs[number] else { return }
    end(number)
    switch run.owner {
    case .action(let instance, let action): actionFailed(reason, instance, action)
    case .fetch(let instance, let fetch): fetchFailed(reason, instance, fetch)
    case .call(let call): answer(call, .fails(reason))
    }
  }

  /// Ends a run without a word: its calls are cancelled.
  func end(_ number: Int) {
    drop(answersOf: number, from: 0)
    runs[number] = nil
  }

  func drop(answersOf run: Int, from index: Int) {
    guard let answers = runs[run]?.answers, index < answers.count else { return }
    for answer in answers[index...] {
      if let call = answer.call { cancel(call) }
      if let timer = answer.timer { timers.cancel(timer) }
    }
    runs[run]?.answers.removeSubrange(index...)
  }

  private func cancel(_ call: Int) {
    guard let open = calls.removeValue(forKey: call) else { return }
    if let body = open.body { end(body) }
    services[open.call.service.lowercased()]?.cancelledCount += 1
    if outbox.contains(where: { $0.number == call }) {
      outbox.removeAll { $0.number == call }
    } else {
      cancelled.append(call)
    }
  }

  var openCallNames: [String] { calls.values.prefix(8).map(\.call.service).sorted() }
}
