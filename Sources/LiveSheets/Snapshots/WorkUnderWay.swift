import CellModel

/// What is under way in a sheet, to be taken and put back.
struct WorkUnderWay {
  let streams: Streams
  let work: ServiceRuns
  let instances: [TimeInstance]
  let places: InstancePlaces

  private var time: VirtualTime { streams.time }

  /// The instance at a place of a snapshot whose rows have been put back.
  private func restored(_ place: InstancePlace) -> TimeInstance {
    guard let instance = places.instance(at: place) else {
      preconditionFailure("what is under way in a row that is not there")
    }
    return instance
  }

  /// What is under way now.
  func taken() -> PendingWork {
    var result = PendingWork()
    result.held = streams.holding.map { PendingWork.Held(instance: places.place(of: $0.instance), stream: $0.stream) }
    if time.timers.isEmpty, work.runs.isEmpty { return result }
    // Runs in the order of their owners, so that the order in which they began does not matter.
    let callOrder = work.calls.open.keys.sorted()
    let callPlaces = Dictionary(uniqueKeysWithValues: callOrder.enumerated().map { ($1, $0) })
    var ordered: [(key: [Int], number: Int, owner: PendingWork.Owner)] = []
    for (number, run) in work.runs {
      switch run.owner {
      case .action(let instance, let action):
        let place = places.place(of: instance)
        ordered.append(([0, place.table, place.row, action], number, .action(place, action)))
      case .fetch(let instance, let fetch):
        let place = places.place(of: instance)
        ordered.append(([1, place.table, place.row, fetch], number, .fetch(place, fetch)))
      case .call(let call):
        let callPlace = callPlaces[call] ?? -1
        ordered.append(([2, callPlace], number, .call(callPlace)))
      }
    }
    ordered.sort { $0.key.lexicographicallyPrecedes($1.key) }
    let runPlaces = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.number, $0) })
    result.runs = ordered.map { entry in
      let run = work.runs[entry.number]
      return PendingWork.Run(
        owner: entry.owner, inputs: run?.inputs ?? [],
        answers: (run?.answers ?? []).map {
          PendingWork.Answer(
            role: $0.role, value: $0.value, isComplete: $0.isComplete, failure: $0.failure, held: $0.held,
            call: $0.call.flatMap { callPlaces[$0] }, count: $0.count)
        }, value: run?.value)
    }
    result.calls = callOrder.compactMap { work.calls[$0] }.map {
      PendingWork.Call(
        service: $0.call.service, arguments: $0.call.arguments, run: runPlaces[$0.run] ?? -1, index: $0.index,
        body: $0.body.flatMap { runPlaces[$0] })
    }
    result.timers = time.timers.timers.reversed().map { timer in
      let kind: PendingWork.Timer.Kind =
        switch timer.kind {
        case .stream(let instance, let stream, let payload):
          .stream(instance: places.place(of: instance), stream: stream, payload)
        case .answer(let run, let index):
          .answer(run: runPlaces[run] ?? -1, index: index)
        }
      return PendingWork.Timer(after: timer.due - time.now, kind: kind)
    }
    return result
  }

  /// Puts back what was under way; instances must be those of that snapshot.
  ///
  /// - Parameter callNumbers: The numbers that the calls had, for whoever is about to answer them; `nil` gives them new ones.
  func restore(_ pending: PendingWork, callNumbers: [Int]? = nil) {
    time.cancelAll()
    work.runs = [:]
    work.calls.restore([])
    if !pending.held.isEmpty { streams.restore(holding: pending.held.map { (restored($0.instance), $0.stream) }) }
    for instance in instances {
      for action in instance.actionRuns.indices { instance.actionRuns[action] = -1 }
      for fetch in instance.fetchRuns.indices { instance.fetchRuns[fetch] = -1 }
    }
    if pending.isEmpty { return }
    // Runs, calls and timers get new numbers in their order.
    let firstRun = work.runCount + 1
    let numbers = callNumbers ?? work.calls.numbers(for: pending.calls.count)
    work.runCount += pending.runs.count
    for (place, run) in pending.runs.enumerated() {
      let (owner, body) = restoredOwner(run.owner, run: firstRun + place, numbers, pending)
      var restored = ServiceRun(owner: owner, body: body, inputs: run.inputs, value: run.value)
      restored.answers = run.answers.map {
        ServiceRun.Answer(
          role: $0.role, value: $0.value, isComplete: $0.isComplete, failure: $0.failure, held: $0.held,
          call: $0.call.map { numbers[$0] }, count: $0.count)
      }
      work.runs[firstRun + place] = restored
    }
    work.calls.restore(
      zip(pending.calls, numbers).map { call, number in
        OpenCall(
          call: ServiceCall(number: number, service: call.service, arguments: call.arguments), run: firstRun + call.run,
          index: call.index, body: call.body.map { firstRun + $0 })
      })
    for timer in pending.timers { restore(timer, firstRun: firstRun) }
  }

  private func restoredOwner(
    _ owner: PendingWork.Owner, run: Int, _ callNumbers: [Int], _ pending: PendingWork
  ) -> (ServiceRun.Owner, RunForm) {
    switch owner {
    case .action(let place, let action):
      restored(place).actionRuns[action] = run
      return (.action(restored(place), action), restored(place).form.actions[action].body)
    case .fetch(let place, let fetch):
      restored(place).fetchRuns[fetch] = run
      return (.fetch(restored(place), fetch), restored(place).form.fetches[fetch].body)
    case .call(let place):
      guard let body = work.services[pending.calls[place].service.lowercased()]?.body else {
        preconditionFailure("R3: a run answers a call of a service without a body")
      }
      return (.call(callNumbers[place]), body)
    }
  }

  private func restore(_ timer: PendingWork.Timer, firstRun: Int) {
    switch timer.kind {
    case .stream(let place, let stream, let payload):
      let instance = restored(place)
      let number = time.schedule(timer.after, .stream(instance, stream, payload))
      if let function = instance.form.streams[stream].function, function.knowsItsTimer {
        instance.memory.all[stream].count = number
      }
    case .answer(let run, let index):
      let number = time.schedule(timer.after, .answer(run: firstRun + run, index: index))
      work.runs[firstRun + run]?.answers[index].timers.append(number)
    }
  }
}
