/// Taking a part of what is under way, for a sheet that goes on with that part only.
extension PendingWork {
  /// A part of it, with the places that its calls had in the whole.
  struct Part {
    var work = PendingWork()
    var calls: [Int] = []
  }

  /// What goes on where actions, fetches and streams have other places; what has none ends.
  ///
  /// A run ends with all that it waits for, and one that waits for the body of a service ends where there is none any
  /// more.
  func part(
    owner: (Owner) -> Owner?, stream: (InstancePlace, Int) -> (place: InstancePlace, stream: Int)?,
    hasBody: (String) -> Bool
  ) -> Part {
    let ended = Set(
      runs.indices.filter { run in
        if case .call(let call) = runs[run].owner {
          calls.indices.contains(call) && !hasBody(calls[call].service)
        } else {
          false
        }
      }.compactMap(root))
    let kept = runs.indices.filter { run in
      guard let root = root(of: run), !ended.contains(root) else { return false }
      return owner(runs[root].owner) != nil
    }
    let runNumbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var result = Part()
    result.calls = calls.indices.filter { runNumbers[calls[$0].run] != nil }
    let callNumbers = Dictionary(uniqueKeysWithValues: result.calls.enumerated().map { ($1, $0) })
    result.work.runs = kept.map { number in
      var run = runs[number]
      if case .call(let call) = run.owner {
        run.owner = .call(callNumbers[call] ?? -1)
      } else if let owner = owner(run.owner) {
        run.owner = owner
      }
      for index in run.answers.indices { run.answers[index].call = run.answers[index].call.flatMap { callNumbers[$0] } }
      return run
    }
    result.work.calls = result.calls.map { number in
      var call = calls[number]
      call.run = runNumbers[call.run] ?? -1
      call.body = call.body.flatMap { runNumbers[$0] }
      return call
    }
    result.work.timers = timers.compactMap { timer in
      switch timer.kind {
      case .stream(let instance, let number, let payload):
        stream(instance, number).map {
          Timer(after: timer.after, kind: .stream(instance: $0.place, stream: $0.stream, payload))
        }
      case .answer(let run, let index):
        runNumbers[run].map { Timer(after: timer.after, kind: .answer(run: $0, index: index)) }
      }
    }
    result.work.held = held.compactMap { held in
      stream(held.instance, held.stream).map { Held(instance: $0.place, stream: $0.stream) }
    }
    return result
  }

  /// The run of the action or fetch for which a run is made, directly or for the body of a service.
  private func root(of run: Int) -> Int? {
    var run = run
    while runs.indices.contains(run), case .call(let call) = runs[run].owner {
      guard calls.indices.contains(call) else { return nil }
      run = calls[call].run
    }
    return runs.indices.contains(run) ? run : nil
  }

  /// Both together; of timers that are due at the same time its own come first.
  func joined(with other: PendingWork) -> PendingWork {
    var result = self
    let (firstRun, firstCall) = (runs.count, calls.count)
    result.runs += other.runs.map { run in
      var run = run
      if case .call(let call) = run.owner { run.owner = .call(firstCall + call) }
      for index in run.answers.indices { run.answers[index].call = run.answers[index].call.map { firstCall + $0 } }
      return run
    }
    result.calls += other.calls.map { call in
      var call = call
      call.run += firstRun
      call.body = call.body.map { firstRun + $0 }
      return call
    }
    result.timers += other.timers.map { timer in
      guard case .answer(let run, let index) = timer.kind else { return timer }
      return Timer(after: timer.after, kind: .answer(run: firstRun + run, index: index))
    }
    result.held += other.held
    return result
  }
}
