import CellModel

/// What is under way in a sheet: its timers, runs and open calls, told without the numbers they happen to have.
///
/// Two moments with equal engagements go on in the same way. Times are counted from the moment itself. An instance is told
/// by its *place*: 0 for the sheet itself, else its table and row.
struct Engagements: Hashable {
  /// Whose a run is: the instance by its place among the timeline's, and the action or fetch.
  enum Owner: Hashable {
    case action(Int, Int)
    case fetch(Int, Int)
    /// The call that the run's service body answers, by its place in ``calls``.
    case call(Int)
  }

  struct Timer: Hashable {
    enum Kind: Hashable {
      case stream(instance: Int, stream: Int, CellValue)
      case answer(run: Int, index: Int, CellValue)
    }
    var after: SheetTime
    var kind: Kind
  }

  struct Answer: Hashable {
    var value: CellValue?
    var isComplete: Bool
    var call: Int?
    var isHeld: Bool
  }

  struct Run: Hashable {
    var owner: Owner
    var inputs: [CellValue]
    var answers: [Answer]
    var value: CellValue?
  }

  struct Call: Hashable {
    var service: String
    var arguments: [CellValue]
    var run: Int
    var index: Int
    var body: Int?
  }

  /// The next one first.
  var timers: [Timer] = []
  var runs: [Run] = []
  var calls: [Call] = []

  var isEmpty: Bool { timers.isEmpty && runs.isEmpty && calls.isEmpty }
}

extension Timeline {
  /// How many rows a table of sheets has at most.
  private static let rowLimit = 1 << 24

  func place(_ instance: TimeInstance) -> Int {
    guard let row = instance.row else { return 0 }
    let table = sheet.tableDefinitions.firstIndex { $0.grid == instance.form.table } ?? 0
    return 1 + table * Self.rowLimit + row
  }

  /// The instance at a place; `nil` when its row is not there any more.
  func instance(at place: Int) -> TimeInstance? {
    guard place > 0 else { return instances.first }
    let rows = sheet.tableDefinitions[(place - 1) / Self.rowLimit].rows
    let row = (place - 1) % Self.rowLimit
    return row < rows.count ? rows[row] : nil
  }

  /// The instance at a place of a moment that has been put back.
  private func restored(_ place: Int) -> TimeInstance {
    guard let instance = instance(at: place) else {
      preconditionFailure("what is under way in a row that is not there")
    }
    return instance
  }

  /// What is under way now.
  var engagements: Engagements {
    var result = Engagements()
    if timers.isEmpty, runs.isEmpty { return result }
    // Runs in the order of their owners, so that the order in which they began does not matter.
    let callOrder = calls.keys.sorted()
    let callPlaces = Dictionary(uniqueKeysWithValues: callOrder.enumerated().map { ($1, $0) })
    var ordered: [(key: [Int], number: Int, owner: Engagements.Owner)] = []
    for (number, run) in runs {
      switch run.owner {
      case .action(let instance, let action):
        ordered.append(([0, place(instance), action], number, .action(place(instance), action)))
      case .fetch(let instance, let fetch):
        ordered.append(([1, place(instance), fetch], number, .fetch(place(instance), fetch)))
      case .call(let call):
        let callPlace = callPlaces[call] ?? -1
        ordered.append(([2, callPlace, 0], number, .call(callPlace)))
      }
    }
    ordered.sort { $0.key.lexicographicallyPrecedes($1.key) }
    let runPlaces = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.number, $0) })
    result.runs = ordered.map { entry in
      let run = runs[entry.number]
      return Engagements.Run(
        owner: entry.owner, inputs: run?.inputs ?? [],
        answers: (run?.answers ?? []).map {
          Engagements.Answer(
            value: $0.value, isComplete: $0.isComplete, call: $0.call.flatMap { callPlaces[$0] },
            isHeld: $0.timer.map { held[$0] != nil } ?? false)
        }, value: run?.value)
    }
    result.calls = callOrder.compactMap { calls[$0] }.map {
      Engagements.Call(
        service: $0.call.service, arguments: $0.call.arguments, run: runPlaces[$0.run] ?? -1, index: $0.index,
        body: $0.body.flatMap { runPlaces[$0] })
    }
    result.timers = timers.timers.reversed().map { timer in
      let kind: Engagements.Timer.Kind =
        switch timer.kind {
        case .stream(let instance, let stream, let payload):
          .stream(instance: place(instance), stream: stream, payload)
        case .answer(let run, let index):
          .answer(run: runPlaces[run] ?? -1, index: index, held[timer.number] ?? .blank)
        }
      return Engagements.Timer(after: timer.due - now, kind: kind)
    }
    return result
  }

  /// Puts back what was under way; instances must be those of that moment.
  func restore(_ engagements: Engagements) {
    timers = TimerQueue()
    held = [:]
    runs = [:]
    calls = [:]
    for instance in instances {
      for action in instance.actionRuns.indices { instance.actionRuns[action] = -1 }
      for fetch in instance.fetchRuns.indices { instance.fetchRuns[fetch] = -1 }
    }
    if engagements.isEmpty { return }
    // Runs, calls and timers get new numbers in their order.
    let (firstRun, firstCall) = (runCount + 1, callCount + 1)
    runCount += engagements.runs.count
    callCount += engagements.calls.count
    for (place, run) in engagements.runs.enumerated() {
      let (owner, body) = restoredOwner(run.owner, run: firstRun + place, firstCall: firstCall, engagements)
      var restored = ServiceRun(owner: owner, body: body, inputs: run.inputs, value: run.value)
      restored.answers = run.answers.map {
        ServiceRun.Answer(value: $0.value, isComplete: $0.isComplete, call: $0.call.map { firstCall + $0 })
      }
      runs[firstRun + place] = restored
    }
    for (place, call) in engagements.calls.enumerated() {
      let number = firstCall + place
      calls[number] = OpenCall(
        call: ServiceCall(number: number, service: call.service, arguments: call.arguments), run: firstRun + call.run,
        index: call.index, body: call.body.map { firstRun + $0 })
    }
    for timer in engagements.timers { restore(timer, firstRun: firstRun) }
  }

  private func restoredOwner(
    _ owner: Engagements.Owner, run: Int, firstCall: Int, _ engagements: Engagements
  ) -> (ServiceRun.Owner, RunForm) {
    switch owner {
    case .action(let place, let action):
      restored(place).actionRuns[action] = run
      return (.action(restored(place), action), restored(place).form.actions[action].body)
    case .fetch(let place, let fetch):
      restored(place).fetchRuns[fetch] = run
      return (.fetch(restored(place), fetch), restored(place).form.fetches[fetch].body)
    case .call(let place):
      guard let body = services[engagements.calls[place].service.lowercased()]?.body else {
        preconditionFailure("R3: a run answers a call of a service without a body")
      }
      return (.call(firstCall + place), body)
    }
  }

  private func restore(_ timer: Engagements.Timer, firstRun: Int) {
    switch timer.kind {
    case .stream(let place, let stream, let payload):
      let instance = restored(place)
      let number = schedule(timer.after, .stream(instance, stream, payload))
      switch instance.form.streams[stream].kind {
      // They know their timer by its number.
      case .debounce, .throttle: instance.memory.all[stream].count = number
      default: break
      }
    case .answer(let run, let index, let value):
      let number = schedule(timer.after, .answer(run: firstRun + run, index: index))
      held[number] = value
      runs[firstRun + run]?.answers[index].timer = number
    }
  }
}
