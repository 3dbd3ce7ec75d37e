import CellModel
import Engine

/// The calls of runs: the world outside answers them, a body that the sheet supplies, or a test.
extension ServiceRuns {
  /// Makes a call for a run: the world outside answers it, the service's own body, or a timer.
  func call(_ service: String, _ arguments: [CellValue], for run: Int, _ index: Int) {
    let state = services[service]
    let call = calls.add(state?.name ?? service.uppercased(), arguments, for: run, index)
    let number = call.number
    runs[run]?.answers.append(ServiceRun.Answer(role: .call, call: number))
    services[service]?.callCount += 1
    if let cell = state?.calls {
      let count = engine.value(at: cell).number ?? 0
      cells.set(cell, to: .number(count + 1))
    }
    surroundings.noteCall(call)
    switch surroundings.supply {
    case .mocked: answer(number, given: state?.given)
    case .program(let supplies):
      if let given = state?.given {
        answer(number, given: given)
      } else if supplies(call.service, state?.body != nil) {
        calls.start(call)
      } else if state?.body != nil, depth(of: run) == Self.deepest {
        answer(number, given: .fails("services call each other more than \(Self.deepest) deep"))
      } else if !beginBody(of: state, answering: number, arguments, in: run) {
        answer(number, given: .fails("nobody supplies the service \(call.service) here"))
      }
    }
  }

  /// Answers a call by what is known before, in an instant of its own.
  private func answer(_ number: Int, given answer: ServiceAnswer?) {
    guard let answer, let run = calls[number]?.run else { return }
    follow(run) { [unowned self] in self.answer(number, answer) }
  }

  /// How deep the bodies of services may call each other; one that calls itself without end would never be answered.
  private static let deepest = 256

  /// How many calls a run lies within.
  private func depth(of run: Int) -> Int {
    var depth = 0
    var run = run
    while case .call(let call)? = runs[run]?.owner, let outer = calls[call]?.run {
      depth += 1
      run = outer
    }
    return depth
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
    let run = begin(.call(number), body, values + missing + cells.reads(of: body, in: instance))
    calls.answer(number, byRun: run)
    return true
  }

  // MARK: Answers

  /// Takes what a service says to a call; a call that is not open any more is ignored.
  func answer(_ number: Int, _ answer: ServiceAnswer) {
    guard let open = calls[number] else { return }
    let refusal = mismatch(of: answer, to: open.call)
    switch answer {
    case .sends where refusal == nil: break
    case .sends:
      // What it goes on to send is not wanted.
      close(number, open)
      calls.tellCancelled(number)
    case .replies, .completes, .fails: close(number, open)
    }
    take(refusal.map { .fails($0) } ?? answer, run: open.run, index: open.index)
  }

  /// Takes a call as one that waits no more, and ends the body that answers it.
  private func close(_ number: Int, _ open: OpenCall) {
    calls.close(number)
    if let body = open.body { end(body) }
  }

  /// Why a service must not give an answer, in words; `nil` when the value is of its declared type.
  private func mismatch(of answer: ServiceAnswer, to call: ServiceCall) -> String? {
    switch answer {
    case .completes, .fails: return nil
    case .sends(let value), .replies(let value):
      guard let rule = services[call.service.lowercased()]?.rule, let words = rule.type.mismatch(of: value)
      else { return nil }
      return "the answer is not \(LiveFinding.name(of: rule.type)): \(words)"
    }
  }

  /// Gives a call up; its service is not asked any more.
  func cancel(_ call: Int) {
    guard let open = calls[call] else { return }
    close(call, open)
    services[open.call.service.lowercased()]?.cancelledCount += 1
    calls.cancel(call)
  }

  /// Takes the calls that the world outside has to answer, and the numbers of those that are not wanted any more.
  func takeCalls() -> (started: [ServiceCall], cancelled: [Int]) {
    calls.outbox.isEmpty && calls.cancelled.isEmpty ? ([], []) : calls.take()
  }
}
