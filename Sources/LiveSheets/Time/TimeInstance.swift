import CellModel
import Engine
import SheetPrograms

/// One sheet in time: the sheet itself with all that it uses, or one row of a table of sheets.
///
/// It holds the streams as signals and what they remember. Signals only carry events: what has to be remembered between
/// two events lies in ``memory``, from where a snapshot takes it and puts it back.
final class TimeInstance {
  let form: TimeForm
  /// The place of the row in its table, counted from 0; `nil` for the sheet itself. It moves with the row.
  @exclusivity(unchecked) var row: Int?
  @exclusivity(unchecked) var memory: StreamMemories
  @exclusivity(unchecked) var seen = SeenValues()
  /// The number of the run of each action and fetch; -1 when none is under way.
  @exclusivity(unchecked) var actionRuns: [Int]
  @exclusivity(unchecked) var fetchRuns: [Int]
  /// Whether the row was deleted, so that what comes late is ignored.
  @exclusivity(unchecked) var hasEnded = false

  /// The micro-step in which each event was told last.
  @exclusivity(unchecked) var eventSteps: [Int]
  /// The place of each state among the new ones of the micro-step; -1 for one that stays.
  @exclusivity(unchecked) var newStatePlaces: [Int]
  let pipes: EventPipes
  /// The clauses that each event reaches without a stream in between.
  let clausesOfEvents: [[ReachedClause.Clause]]

  init(_ form: TimeForm, row: Int? = nil) {
    self.form = form
    self.row = row
    memory = StreamMemories(count: form.streams.count)
    actionRuns = Array(repeating: -1, count: form.actions.count)
    fetchRuns = Array(repeating: -1, count: form.fetches.count)
    eventSteps = Array(repeating: 0, count: form.events.count)
    newStatePlaces = Array(repeating: -1, count: form.states.count)
    pipes = EventPipes(form)
    clausesOfEvents = form.clausesOfEvents
  }

  /// An address of the form in the instance's own row.
  func at(_ address: CellAddress) -> CellAddress {
    guard let row else { return address }
    var address = address
    address.row = Int32(row)
    return address
  }

  func at(_ area: Area) -> Area {
    guard let row, area.grid == form.table, area.isSingleCell else { return area }
    var area = area
    area.top = Int32(row)
    area.bottom = Int32(row)
    return area
  }
}
