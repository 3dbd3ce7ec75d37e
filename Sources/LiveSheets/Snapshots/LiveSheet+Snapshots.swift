import CellModel
import Engine

/// Reading the state of a sheet place by place, and putting it back.
extension LiveSheet {
  /// What a place holds between two instants.
  package func content(of place: StatePlace) -> StateContent {
    switch place {
    case .cell(let address): return .value(engine.value(at: address))
    case .memory(let stream):
      let main = timeline.instances[0]
      return .memory(main.form.streams[stream].unnumbered(main.memory.all[stream]))
    case .rows(let table): return .rows(contents(of: table))
    case .pendingWork: return .pendingWork(timeline.underWay.taken())
    case .cycles: return .cycles(engine.cycleValues)
    }
  }

  /// Puts contents back into their places, with all formulas up to date; what waited for the next micro-step is forgotten.
  ///
  /// Places that are left out keep what they hold, so they must hold it already; contents that move by themselves may not
  /// be left out.
  package func restore(_ contents: [(place: StatePlace, content: StateContent)]) {
    // Rows come first: instances whose work is pending must be there.
    for case (.rows(let table), .rows(let rows)) in contents { restore(rows, to: table) }
    for case (.cell(let address), .value(let value)) in contents { engine.setConstant(value, at: address) }
    timeline.forgetWaiting()
    for case (.memory(let stream), .memory(let memory)) in contents {
      timeline.instances[0].memory.all[stream] = memory
    }
    for case (.pendingWork, .pendingWork(let work)) in contents { timeline.underWay.restore(work) }
    engine.recalculate()
    for case (.cycles, .cycles(let values)) in contents { engine.restore(values) }
    timeline.takeAllAsSeen()
    takeChecksAsKnown()
  }
}

extension Timeline {
  fileprivate func forgetWaiting() {
    streams.step.pending.removeAll(keepingCapacity: true)
    work.forgetWaiting()
  }

  /// Takes all that bindings, fetches and watches look at as seen, and notes what is held back.
  fileprivate func takeAllAsSeen() {
    _ = cells.takeChange()
    streams.takeHeld(of: instances)
    for instance in instances {
      streams.lookAtWatches(of: instance)
      bindings.seeAll(in: instance)
      fetches.seeAll(in: instance)
    }
  }
}
