import CellModel
import Diagnostics
import Engine
import Formulas
import FunctionLibrary
import Functions
import LiveWorkbooks
import SheetText

@testable import LiveSheets
@testable import SheetPrograms

/// The parts of a timeline on an engine, without a sheet: what a text says about time, read into one instance.
///
/// Names stand for cells of the bench; `a` and `b` are inputs. Nothing settles by itself.
final class TimeBench {
  let engine: Engine
  let cells: InstantCells
  let time = VirtualTime()
  let streams: Streams
  let states: StateClauses
  let runs: ServiceRuns
  let instance: TimeInstance
  private let scope: ScopeID

  init(_ text: String, services: [String] = []) {
    let hook = RunHook()
    engine = Engine(catalog: ServiceFunctions.catalog(.standard, hook))
    scope = engine.names.addScope()
    cells = InstantCells(engine)
    streams = Streams(cells, time)
    states = StateClauses(cells)
    let around = BenchSurroundings(text, engine, scope)
    let form = TimeForm()
    var reader = FormReader(
      around, form, services: Set(services), place: { [around] in around.place($0, $1) },
      cell: { [around] in around.cell($0) })
    reader.read(around.unit.statements)
    instance = TimeInstance(form)
    let calls = Calls()
    made = calls
    runs = ServiceRuns(
      RunResults(streams: streams), RunSurroundings(hook: hook, supply: .mocked) { calls.all.append($0.service) })
    for service in services {
      runs.services[service] = ServiceState(
        name: service, parameters: ["x"], calls: nil, body: reader.serviceBodies[service], rule: InputRule(type: .any))
    }
    streams.connect(instance)
    engine.recalculate()
  }

  private final class Calls { var all: [String] = [] }
  private let made: Calls
  /// The services that were called, in their order.
  var called: [String] { made.all }

  subscript(name: String) -> CellValue {
    get { engine.value(at: address(name)) }
    set { cells.set(address(name), to: newValue) }
  }

  func address(_ name: String) -> CellAddress { engine.names.add(name, in: scope) }

  /// Lets events of the bench happen in one micro-step, and takes what becomes of states at its end.
  func happen(_ events: (name: String, payload: CellValue)...) {
    for event in events {
      guard let number = instance.form.eventNumbers[event.name.lowercased()] else { continue }
      streams.step.pending.append(.event(instance, number, event.payload))
    }
    happenPending()
  }

  func happenPending() {
    streams.tellAll()
    for clause in streams.step.reached {
      if case .state(let state, let reaction) = clause.clause { states.react(instance, state, reaction) }
    }
    streams.step.endReached()
    if states.takeEffect() { cells.noteChange() }
    cells.settleFormulas()
    streams.letGoWhatWasHeld()
  }

  /// What happens in the next micro-step.
  var pending: [String] { streams.step.pending.map(\.name) }

  /// What was found wrong since the last call.
  func takeReports() -> [String] { cells.reports.takeAll().map(\.message) }
}

/// What a form reader finds around a text: a cell for whatever it names.
private final class BenchSurroundings: FormSurroundings {
  let unit: SheetUnit
  private let engine: Engine
  private let scope: ScopeID

  init(_ text: String, _ engine: Engine, _ scope: ScopeID) {
    unit = SheetUnit(SheetDocument(name: "x.sheet", text))
    self.engine = engine
    self.scope = scope
    for name in ["a", "b"] { _ = engine.names.add(name, in: scope) }
  }

  var units: [SheetUnit] { [unit] }
  var otherNames: [String: String] { [:] }
  var knownNames: [String] { [] }
  var catalog: FunctionCatalog { engine.catalog }

  func place(_ unit: SheetUnit, _ home: String?) -> CellAddress {
    CellAddress(grid: engine.names.namesGrid(of: scope), row: 0, column: 0)
  }

  /// Moments of actions have no cells, for nothing reads them.
  func cell(_ name: String) -> CellAddress? {
    let last = name.split(separator: ".").last.map(String.init) ?? ""
    return ActionMoment(rawValue: last) == nil ? engine.names.add(name, in: scope) : nil
  }

  func placed(_ tree: FormulaTree, _ unit: SheetUnit, _ home: String?, hidden: Set<String>) -> FormulaTree { tree }
  func area(of tree: FormulaTree, at origin: CellAddress) -> Area? { engine.expressions.area(of: tree, at: origin) }
  func isTable(_ name: String) -> Bool { false }
  func kind(at address: CellAddress) -> CellKind { address.row < 2 ? .input : .formula }
  func obstacle(toSetting area: Area) -> SettingObstacle? { nil }
  func inputRule(at address: CellAddress) -> InputRule? { nil }
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit, home: String?) -> InputRule {
    InputRule(type: .any)
  }
  func misplacedNames(in tree: FormulaTree) -> [Diagnostic] { [] }
  func isUnread(_ path: String) -> Bool { false }
  func add(_ diagnostic: Diagnostic, of unit: SheetUnit) {}
  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) {}
}
