import CellModel
import Diagnostics
import Engine

/// Instants and their micro-steps.
extension Timeline {
  /// Lets time begin: bindings and fetches look at what they read, states take their first values, those of rows with
  /// those that read them, and then streams of values send theirs and intervals start.
  func begin() {
    guard let main = instances.first else { return }
    cells.noteChange()
    streams.connect(main)
    instant { [self] in
      for table in sheet.tableDefinitions.indices { sheet.rows(ofTable: table).beginAll() }
      settle()
      let rows = streams.step.takeBeginning()
      freezeStates(of: [main] + rows)
      settle()
      for instance in [main] + rows { streams.start(instance) }
    }
    happenFollowing()
    streams.lookAtWatches(of: main)
  }

  /// Makes values of the formulas that states begin with: all of them are settled, whichever reads another.
  private func freezeStates(of instances: [TimeInstance]) {
    for instance in instances {
      for state in instance.form.states {
        let address = instance.at(state.cell)
        cells.engine.setConstant(cells.engine.value(at: address), at: address)
      }
    }
    cells.noteChange()
  }

  /// Makes a change from outside and lets all that follows from it happen.
  ///
  /// - Parameter change: Sets cells and adds events; formulas are brought up to date behind it.
  private func instant(_ change: () -> Void) { cells.engine.settings.atOneTime { instantOfNow(change) } }

  private func instantOfNow(_ change: () -> Void) {
    change()
    cells.noteChange()
    var steps = LoopWatch()
    let loops = cells.reports.loopCount
    repeat {
      if steps.isOver {
        stopLoop(&steps)
        break
      }
      settle()
      beginRows()
      noteParts(in: &steps)
      happen()
      steps.advance()
      if cells.reports.hasManyLoops(since: loops) {
        streams.step.pending.removeAll()
        break
      }
    } while goesOn
    streams.beginAgain()
    cells.reports.endInstant()
    sheet.instantEnded()
  }

  /// Whether events or cells are there that make another micro-step.
  private var goesOn: Bool {
    !streams.step.pending.isEmpty || work.takeWork() && (cells.isUnsettled || !streams.step.pending.isEmpty)
  }

  /// Keeps what happens in one of the last of many steps.
  private func noteParts(in steps: inout LoopWatch) {
    guard steps.isNearEnd || streams.instants.isNearEnd else { return }
    let parts = streams.step.pending.map(\.part)
    if steps.isNearEnd { steps.note(parts) }
    if streams.instants.isNearEnd { streams.instants.note(parts) }
  }

  /// Gives up an instant and reports the events that follow from each other.
  private func stopLoop(_ steps: inout LoopWatch) {
    steps.note(streams.step.pending.map(\.part))
    streams.step.pending.removeAll()
    let round = steps.round
    if !round.isEmpty { cells.reports.addLoop(TimeFinding.loop(of: round)) }
  }

  /// Makes a change and then lets happen what is there at once, each in an instant of its own.
  func change(_ change: () -> Void) {
    instant(change)
    happenFollowing()
  }

  /// Lets happen what is there at once, each in an instant of its own.
  private func happenFollowing() {
    let loops = cells.reports.loopCount
    while let next = work.takeFollowing() {
      instant(next)
      streams.instants.advance()
      let isLoop = streams.instants.isOver
      if isLoop { cells.reports.addLoop(TimeFinding.loop(of: streams.instants.parts)) }
      if isLoop || cells.reports.hasManyLoops(since: loops) || sheet.environment.isCancelled() {
        work.dropFollowing()
        cells.engine.recalculate()
        break
      }
    }
    streams.instants = LoopWatch()
  }

  /// One micro-step: events happen, clauses are evaluated, and what they made takes effect.
  private func happen() {
    streams.tellAll()
    clauses.perform()
    settle()
    beginRows()
    noteChanges()
  }

  /// Lets time begin in new rows, as it begins in a sheet: states take their first values from what bindings and
  /// fetches have set, and what a row holds then is nothing that has changed.
  private func beginRows() {
    let rows = streams.step.takeBeginning()
    if rows.isEmpty { return }
    freezeStates(of: rows)
    settle()
    for row in rows { streams.start(row) }
  }

  // MARK: Settling

  /// Brings formulas, bindings and fetches up to date.
  func settle() {
    guard cells.takeChange() else { return }
    cells.settleFormulas()
    guard lookouts.hasBindings || lookouts.hasFetches else { return }
    let fetches = fetches
    var rounds = 0
    while lookingForChanges({ bindings.follow(instances) || fetches.follow(instances) }) {
      cells.engine.recalculate()
      rounds += 1
      if rounds == LoopWatch.limit { return bindings.reportLoop(of: instances) }
    }
  }

  /// Adds the events that changes are: of watched cells, and of what was held back.
  private func noteChanges() {
    guard lookouts.hasWatches || !streams.holding.isEmpty else { return }
    lookingForChanges {
      for instance in instances where !instance.form.watches.isEmpty { streams.noteChanges(in: instance) }
      streams.letGoWhatWasHeld()
    }
  }

  /// Looks at all that the sheet watches; what of it mattered is for an observer to find out.
  private func lookingForChanges<Result>(_ body: () -> Result) -> Result {
    guard let observer else { return body() }
    observer.willLookForChanges()
    defer { observer.didLookForChanges() }
    return body()
  }

  /// Takes what the bindings of some cells look at as seen, so that these keep what they hold.
  func seeBindings(of given: Set<CellAddress>) {
    guard !given.isEmpty, lookouts.hasBindings else { return }
    cells.engine.recalculate()
    bindings.see(given, in: instances)
  }

  // MARK: Within an instant

  /// Fires an event or triggers an action within an instant.
  func perform(_ trigger: Trigger, _ arguments: [CellValue]) -> Outcome {
    guard !trigger.instance.hasEnded else { return .ignored("its row was deleted in the same instant") }
    switch trigger {
    case .event(let instance, let number):
      let payload = arguments.first ?? .blank
      let spelled = instance.form.events[uncounted: number].use {
        sheet.acceptance.inSpelling(payload, of: $0, in: instance)
      }
      streams.step.pending.append(.event(instance, number, spelled))
      return .done
    case .action(let instance, let number):
      settle()
      return actions.trigger(number, of: instance, arguments).map { .ignored($0) } ?? .done
    }
  }
}
