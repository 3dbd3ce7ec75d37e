import CellModel
import Engine

/// The runs of actions, fetches and services' own bodies, and the calls that they wait for.
///
/// These rules hold between two instants:
///
/// - R3. A call that is open belongs to a run, and a run to an action, a fetch or a call.
/// - R4. No run has begun that was not looked at, and no answer that was there at once still waits.
///
/// Numbers of runs are given once and never again, as those of calls are.
final class ServiceRuns {
  let results: RunResults
  let surroundings: RunSurroundings
  var cells: InstantCells { results.streams.cells }
  var time: VirtualTime { results.streams.time }
  var engine: Engine { cells.engine }

  var runs: [Int: ServiceRun] = [:] { didSet { observer?.didChangePendingWork() } }
  var runCount = 0
  /// Runs that have not been looked at since they began.
  @exclusivity(unchecked) private var beginning: [Int] = []
  /// What is to be done in instants of its own once this one is over: answers that are there at once.
  @exclusivity(unchecked) private var following: [(run: Int, perform: () -> Void)] = []

  @exclusivity(unchecked) var calls = OpenCalls() { didSet { observer?.didChangePendingWork() } }
  /// What is known of each service: how often it was called, and what it answers every call with.
  var services: [String: ServiceState] = [:]

  /// Told whenever runs or calls change, while somebody wants to know.
  var observer: (any StateObserver)?

  init(_ results: RunResults, _ surroundings: RunSurroundings, after former: ServiceRuns? = nil) {
    self.results = results
    self.surroundings = surroundings
    if let former { calls = OpenCalls(after: former.calls) }
  }

  /// Begins a run; its first call is made at the end of the instant.
  ///
  /// - Parameter inputs: The arguments, and then what the body reads.
  func begin(_ owner: ServiceRun.Owner, _ body: RunForm, _ inputs: [CellValue]) -> Int {
    runCount += 1
    runs[runCount] = ServiceRun(owner: owner, body: body, inputs: inputs)
    beginning.append(runCount)
    return runCount
  }

  /// Looks at the runs that have begun in this instant.
  ///
  /// - Returns: Whether there were any, so that cells or events may have come of it.
  func takeWork() -> Bool {
    guard !beginning.isEmpty else { return false }
    let numbers = beginning
    beginning.removeAll(keepingCapacity: true)
    for number in numbers where runs[number] != nil {
      // What is there without any call comes as an answer does, in an instant of its own.
      switch pass(through: number) {
      case .waiting: break
      case .value(let value): follow(number) { [unowned self] in finish(number, value) }
      case .failed(let reason): follow(number) { [unowned self] in fail(number, reason) }
      }
    }
    return true
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
    // A fetch that reads another waits with it: what that one is answered starts it again.
    if case .value(.error(let error)) = outcome, error.code == .busy,
      case .fetch(let instance, _)? = runs[number]?.owner,
      !waitsForItself(number, error.origin, in: instance)
    {
      return .waiting
    }
    return outcome
  }

  /// Whether the fetch that a run waits for waits for that run in turn, so that neither would ever ask.
  private func waitsForItself(_ number: Int, _ origin: String?, in instance: TimeInstance) -> Bool {
    var origin = origin
    for _ in instance.form.fetches {
      let fetch = instance.form.fetches.firstIndex { engine.names.name(of: instance.at($0.cell)) == origin }
      guard let fetch, let other = runs[instance.fetchRuns[fetch]] else { return false }
      if instance.fetchRuns[fetch] == number { return true }
      guard other.answers.isEmpty else { return false }
      origin = other.inputs.lazy.compactMap(\.error).first { $0.code == .busy }?.origin
    }
    return false
  }

  func instance(of owner: ServiceRun.Owner) -> TimeInstance? {
    switch owner {
    case .action(let instance, _), .fetch(let instance, _): instance
    case .call(let number): calls[number].flatMap { runs[$0.run] }.flatMap { self.instance(of: $0.owner) }
    }
  }

  // MARK: What is there at once

  /// Lets something be done for a run in an instant of its own.
  func follow(_ run: Int, _ perform: @escaping () -> Void) { following.append((run, perform)) }

  /// Takes the next piece of work that is to be done in an instant of its own.
  func takeFollowing() -> (() -> Void)? { following.isEmpty ? nil : following.removeFirst().perform }

  /// Gives up what would be done in later instants, and with it the actions and fetches that wait for it: nothing else would
  /// end them.
  func dropFollowing() {
    let dropped = following.map(\.run)
    following.removeAll()
    for number in dropped { giveUp(number) }
  }

  private func giveUp(_ number: Int) {
    guard let run = runs[number] else { return }
    if case .call(let call) = run.owner, let outer = calls[call]?.run { return giveUp(outer) }
    end(number)
    switch run.owner {
    case .action(let instance, let action): results.abandon(action, instance)
    case .fetch(let instance, let fetch): instance.fetchRuns[fetch] = -1
    case .call: break
    }
  }

  /// Whether runs have begun that were not looked at, or answers are there that were not told.
  var hasWaiting: Bool { !following.isEmpty || !beginning.isEmpty }

  /// Forgets what has begun or is there at once, before another state is put back.
  func forgetWaiting() {
    following.removeAll()
    beginning.removeAll()
  }

  /// Ends a run that may have begun in this instant.
  func endUnseen(_ number: Int) {
    beginning.removeAll { $0 == number }
    end(number)
  }

  /// Ends the runs of actions and fetches of a row that is not there any more.
  func endAll(of instance: TimeInstance) {
    for (number, run) in runs {
      switch run.owner {
      case .action(let other, _) where other === instance, .fetch(let other, _) where other === instance: end(number)
      default: break
      }
    }
  }

  // MARK: Waiting

  /// Hands a value on after some seconds, among those that wait in the order in which they are due: DELAY, and the time
  /// between two tries.
  ///
  /// - Parameter first: The number of the first answer that it comes from.
  func hold(_ value: CellValue, seconds: Double, for run: Int, _ index: Int, since first: Int) {
    let timer = time.schedule(SheetTime(seconds: seconds), .answer(run: run, index: index))
    guard var waiting = runs[run]?.answers else { return }
    if index == waiting.count { waiting.append(ServiceRun.Answer(role: .delay, count: first)) }
    let due = time.due(of: timer)
    let place = waiting[index].timers.firstIndex { time.due(of: $0) > due } ?? waiting[index].timers.count
    waiting[index].held.insert(value, at: place)
    waiting[index].timers.insert(timer, at: place)
    waiting[index].isComplete = false
    waiting[index].takesNext = false
    runs[run]?.answers = waiting
  }

  /// Lets a call, which is made behind it, fail when it is not complete after some seconds.
  func schedule(timeoutOf run: Int, _ index: Int, after seconds: Double) {
    let timer = time.schedule(SheetTime(seconds: seconds), .answer(run: run, index: index))
    let words = "no answer after \(NumberText.general(seconds)) s"
    runs[run]?.answers.append(ServiceRun.Answer(role: .timeout, held: [.text(words)], timers: [timer]))
  }

  /// A value that was held back is due, or the time of a call is over.
  func heldAnswerIsDue(run: Int, index: Int) {
    guard let answer = runs[run]?.answers[index], let held = answer.held.first else { return }
    runs[run]?.answers[index].timers.removeFirst()
    runs[run]?.answers[index].held.removeFirst()
    if answer.role == .timeout {
      take(.fails(held.text ?? ""), run: run, index: index)
    } else {
      take(answer.held.count > 1 ? .sends(held) : .replies(held), run: run, index: index)
    }
  }

  /// Ends the timeouts whose calls are complete.
  private func closeTimeouts(of run: Int) {
    guard runs[run]?.hasOpenTimeouts == true else { return }
    for timer in runs[run]?.closeTimeouts() ?? [] { time.cancel(timer) }
  }

  // MARK: Answers

  func take(_ answer: ServiceAnswer, run number: Int, index: Int) {
    guard let run = runs[number], index < run.answers.count else { return }
    switch answer {
    case .fails(let reason):
      // What follows from it has no ground any more; RETRY may make the call again.
      drop(answersOf: number, from: index + 1)
      runs[number]?.answers[index].failure = reason
      runs[number]?.answers[index].complete()
      return goOn(number)
    case .completes:
      runs[number]?.answers[index].complete()
      closeTimeouts(of: number)
    case .sends(let value), .replies(let value):
      dropWhatFollows(index, of: number)
      runs[number]?.answers[index].value = value
      if case .replies = answer { runs[number]?.answers[index].complete() }
      return goOn(number)
    }
    // Where nothing came, the rest of the expression has nothing to go on with until an earlier call sends again.
    if let run = runs[number], run.isComplete { finish(number, run.value, isNew: false) }
  }

  /// Takes a value of the whole expression, and ends the run when no call is open any more.
  private func finish(_ number: Int, _ value: CellValue?, isNew: Bool = true) {
    guard let run = runs[number] else { return }
    if case .error(let error)? = value { return fail(number, error.inWords) }
    if let value { runs[number]?.value = value }
    let isOver = value == nil || run.isComplete
    if isOver { runs[number] = nil }
    switch run.owner {
    case .action(let instance, let action):
      if let value, isNew { results.gave(value, ofAction: action, instance) }
      if isOver { results.succeeded(value ?? .blank, ofAction: action, instance) }
    case .fetch(let instance, let fetch): results.gave(value, ofFetch: fetch, instance, isOver: isOver)
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
    case .action(let instance, let action): results.failed(reason, ofAction: action, instance)
    case .fetch(let instance, let fetch): results.failed(reason, ofFetch: fetch, instance)
    case .call(let call): answer(call, .fails(reason))
    }
  }

  /// Ends a run without a word: its calls are cancelled.
  func end(_ number: Int) {
    drop(answersOf: number, from: 0)
    runs[number] = nil
  }

  /// Drops what came of an answer that has another value now; a delay that stands around it keeps what it holds.
  private func dropWhatFollows(_ index: Int, of run: Int) {
    let next = index + 1
    guard let answers = runs[run]?.answers, next < answers.count, answers[next].role == .delay,
      answers[next].count <= index
    else { return drop(answersOf: run, from: next) }
    runs[run]?.answers[next].takesNext = true
  }

  func drop(answersOf run: Int, from index: Int) {
    guard let answers = runs[run]?.answers, index < answers.count else { return }
    for answer in answers[index...] {
      if let call = answer.call { cancel(call) }
      for timer in answer.timers { time.cancel(timer) }
    }
    runs[run]?.answers.removeSubrange(index...)
  }
}
