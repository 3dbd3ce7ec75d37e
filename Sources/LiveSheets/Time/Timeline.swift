import CellModel
import Diagnostics
import Engine
import SheetPrograms

/// What happens in a sheet, in its order: instants and their micro-steps.
///
/// An *instant* is one change from outside and all that follows from it. It goes in *micro-steps*: events happen, their
/// clauses are evaluated on the settled values with the old states, the new states take effect together, and what
/// changes by that may be the events of the next step. This rule holds:
///
/// - R1. Between instants every formula is up to date, every binding and fetch has seen what it reads, and no event waits.
///
/// What is done in a step is the matter of the parts, each with rules of its own: ``InstantCells``, ``VirtualTime``,
/// ``Streams``, ``ReachedClauses``, ``ServiceRuns``, ``Bindings`` and ``Fetches``. A timeline is part of a ``LiveSheet``
/// and is used by one thread at a time.
final class Timeline {
  unowned let sheet: LiveSheet
  /// The sheet itself; rows of tables of sheets follow.
  @exclusivity(unchecked) private(set) var instances: [TimeInstance] = []
  /// What instances have ever had to be looked at for, whenever anything has happened.
  @exclusivity(unchecked) private(set) var lookouts = Lookouts()
  let cells: InstantCells
  let time: VirtualTime
  let streams: Streams
  /// Runs of actions, fetches and services, and their calls.
  let work: ServiceRuns
  let clauses: ReachedClauses
  let bindings: Bindings
  /// What the paths meant that were triggered.
  @exclusivity(unchecked) var triggers = KnownTriggers()

  /// Begins, or goes on where another one ended: time since load passes on, and no call has the number of an earlier one.
  init(_ sheet: LiveSheet, after former: Timeline? = nil) {
    self.sheet = sheet
    cells = InstantCells(sheet.engine)
    time = VirtualTime(at: former?.time.now ?? .zero)
    streams = Streams(cells, time)
    let surroundings = RunSurroundings(hook: sheet.hook, supply: sheet.environment.services) { [unowned sheet] in
      sheet.noteCall($0)
    }
    work = ServiceRuns(RunResults(streams: streams), surroundings, after: former?.work)
    clauses = ReachedClauses(
      streams, StateClauses(cells), TableClauses(cells: cells) { [unowned sheet] in sheet.rows(ofTable: $0) },
      Actions(streams: streams, work: work))
    bindings = Bindings(cells) { [unowned sheet] (value, rule, name, address) throws(Refusal) in
      try sheet.acceptance.accepted(value, by: rule, name, at: address)
    }
  }

  var isEmpty: Bool { instances.isEmpty }
  var actions: Actions { clauses.actions }
  var fetches: Fetches { Fetches(cells: cells, work: work) }

  /// What is under way, to be taken and put back.
  var underWay: WorkUnderWay {
    WorkUnderWay(streams: streams, work: work, instances: instances, places: places)
  }

  var places: InstancePlaces { InstancePlaces(main: instances.first, tables: sheet.loaded.tables) }

  /// Told what is read and set while somebody wants to know.
  var observer: (any StateObserver)? {
    get { time.observer }
    set {
      time.observer = newValue
      streams.observer = newValue
      work.observer = newValue
      cells.engine.settings.accessObserver = newValue
      let places = places
      for instance in instances {
        instance.memory.observer = newValue.map { ($0, places.place(of: instance).rowPlace) }
      }
    }
  }

  /// Takes in the sheet itself, or a row of a table of sheets.
  func add(_ instance: TimeInstance) {
    instances.insert(instance, at: index(of: instance))
    lookouts.add(instance.form)
  }

  /// Where an instance stands among the others: the sheet itself, and then rows in the order of tables and places, so that
  /// what many do in one instant does not depend on when they came.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of instances.
  private func index(of instance: TimeInstance) -> Int {
    let places = places
    let own = places.place(of: instance)
    func isBehind(_ other: TimeInstance) -> Bool {
      let place = places.place(of: other)
      return (own.table, own.row) < (place.table, place.row)
    }
    guard let last = instances.last, isBehind(last) else { return instances.count }
    var range = 0..<instances.count - 1
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = isBehind(instances[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }

  /// Ends a row that was deleted: no timer, run or call of it is left.
  func end(_ instance: TimeInstance) {
    instances.removeAll { $0 === instance }
    streams.end(instance)
    work.endAll(of: instance)
  }

  /// The rules that do not hold between two instants, worded for a bug report; for tests.
  func brokenRules() -> [String] {
    streams.brokenRules(of: instances) + clauses.states.brokenRules(of: instances)
      + bindings.brokenRules(of: instances) + fetches.brokenRules(of: instances) + time.brokenRules()
      + work.brokenRules(of: instances)
  }
}
