import CellModel
import Engine
import ReactiveCore
import SheetPrograms

/// One sheet in time: the sheet itself with all that it uses, or one row of a table of sheets.
///
/// It holds the streams as signals and what they remember. Signals only carry events: what has to be remembered between
/// two events lies in ``memory``, from where a snapshot takes it and puts it back.
final class TimeInstance {
  typealias Pipe = (output: Signal<CellValue, Never>, input: Signal<CellValue, Never>.Observer)

  let form: TimeForm
  /// The place of the row in its table, counted from 0; `nil` for the sheet itself. It moves with the row.
  var row: Int?
  var memory: StreamMemories
  /// The values of watched cells when they were last looked at.
  var watched: [CellValue] = []
  /// What bindings last gave, beside the form's bindings; the model's value for one that binds both ways.
  var bound: [CellValue] = []
  var boundTargets: [CellValue] = []
  /// What fetches have read, beside the form's fetches.
  var fetched: [[CellValue]] = []
  /// The number of the run of each action and fetch; -1 when none is under way.
  var actionRuns: [Int]
  var fetchRuns: [Int]
  /// Whether the row was deleted, so that what comes late is ignored.
  var hasEnded = false

  /// The micro-step in which each event was told last.
  var eventSteps: [Int]
  let eventPipes: [Pipe]
  let actionPipes: [[Pipe]]
  /// The pipes of streams that send by themselves: changes, timers, what was held back.
  var ownPipes: [Int: Pipe] = [:]
  var signals: [Int: Signal<CellValue, Never>] = [:]
  /// What those outside hear, who are told of an event before what the sheet makes of it.
  var outerPipes: [Happening: Pipe] = [:]

  init(_ form: TimeForm, row: Int? = nil) {
    self.form = form
    self.row = row
    memory = StreamMemories(count: form.streams.count)
    actionRuns = Array(repeating: -1, count: form.actions.count)
    fetchRuns = Array(repeating: -1, count: form.fetches.count)
    eventSteps = Array(repeating: 0, count: form.events.count)
    eventPipes = form.events.map { _ in Signal.unserializedPipe() }
    actionPipes = form.actions.map { _ in ActionMoment.allCases.map { _ in Signal.unserializedPipe() } }
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

/// What somebody outside of a sheet may want to hear of.
enum Happening: Hashable {
  case event(Int)
  case action(Int, ActionMoment)
}

extension ActionMoment {
  var number: Int {
    switch self {
    case .started: 0
    case .values: 1
    case .succeeded: 2
    case .failed: 3
    case .finished: 4
    case .refused: 5
    case .stopped: 6
    }
  }
}
