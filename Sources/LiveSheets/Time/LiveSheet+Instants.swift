import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Making things happen in a sheet.
extension LiveSheet {
  /// Makes a change and brings all that follows from it up to date, in one instant.
  func change(_ change: () -> Void) {
    guard !timeline.isEmpty else {
      engine.atOneTime {
        engine.edit(change)
        engine.recalculate()
        instantEnded()
      }
      return
    }
    engine.edit { timeline.change(change) }
  }

  /// The end of an instant: checks are judged, and whoever looks on is told.
  func instantEnded() {
    checks.judge()
    instantObserver?()
  }

  func noteCall(_ call: ServiceCall) { callObserver?(call) }

  // MARK: Events and actions

  /// Something that can be made to happen by its name.
  enum Trigger {
    case event(TimeInstance, Int)
    case action(TimeInstance, Int)

    var instance: TimeInstance {
      switch self {
      case .event(let instance, _), .action(let instance, _): instance
      }
    }
  }

  /// The names of the events from outside and of the actions.
  package var triggerNames: [String] {
    guard let form = timeline.instances.first?.form else { return [] }
    return form.events.filter { $0.stream == nil }.map(\.name) + form.actions.map(\.name)
  }

  var eventNames: [String] { timeline.instances.first?.form.events.filter { !$0.isMoment }.map(\.name) ?? [] }

  /// Fires an event or triggers an action.
  ///
  /// - Throws: A refusal when there is nothing of that name, or when it does not take what it is given.
  @discardableResult
  package func trigger(_ path: String, _ arguments: [CellValue] = []) throws(Refusal) -> Outcome {
    let finder = TriggerFinder(sheet: self)
    let trigger = try finder.checked(try finder.trigger(at: path), path, arguments)
    var outcome = Outcome.done
    change { outcome = timeline.perform(trigger, arguments) }
    return outcome
  }

  // MARK: Time

  /// Time since load.
  package var time: SheetTime { timeline.time.now }

  /// When the next timer is due; `nil` when none waits.
  package var nextTimer: SheetTime? { timeline.time.nextDue }

  /// Lets time pass: each timer that comes due is an instant of its own, in the order of their times.
  package func advance(to time: SheetTime) {
    let clock = timeline.time
    guard time >= clock.now else { return }
    guard runTimers(to: time), time > clock.now else { return }
    clock.move(to: time)
    // The clock has moved on: what reads it changes, even where nothing happens.
    change {}
  }

  /// Runs the timers that are due by a time; the sheet's clock stops at the last of them.
  ///
  /// - Returns: Whether all of them ran; too many are given up with a report, and those behind some that do not come to an
  ///   end.
  @discardableResult
  package func runTimers(to time: SheetTime) -> Bool { timeline.runTimers(to: time) }

  package func advance(by seconds: Double) { advance(to: time + SheetTime(seconds: seconds)) }

  // MARK: Services

  /// The calls that wait for an answer, in the order in which they were made.
  package var openCalls: [ServiceCall] { timeline.work.calls.inOrder }

  /// The open calls of one service, in the order in which they were made.
  package func openCalls(of service: String) -> [ServiceCall] {
    openCalls.filter { $0.service.lowercased() == service.lowercased() }
  }

  /// Whether an action, a fetch or the body of a service is under way.
  package var isUnderWay: Bool { !timeline.work.runs.isEmpty }

  /// Takes what a service says to a call, in an instant; a call that is not open any more is ignored.
  package func answer(_ call: Int, _ answer: ServiceAnswer) {
    guard timeline.work.calls[call] != nil else { return }
    change { timeline.work.answer(call, answer) }
  }

  /// Lets a service answer every later call at once; `nil` lets calls stay open again.
  package func given(_ service: String, _ answer: ServiceAnswer?) throws(Refusal) {
    guard timeline.work.services[service.lowercased()] != nil else { throw unknownService(service) }
    timeline.work.services[service.lowercased()]?.given = answer
  }

  func unknownService(_ name: String) -> Refusal {
    Refusal(.unknown("service", near: NearNames.suggestion(for: name, among: serviceNames)), of: name)
  }

  package var serviceNames: [String] { timeline.work.services.values.map(\.name).sorted() }

  /// Takes the calls that the world outside has to answer, and the numbers of those that are not wanted any more.
  package func takeCalls() -> (started: [ServiceCall], cancelled: [Int]) { timeline.work.takeCalls() }

  /// Takes what was found wrong while the sheet ran, such as a condition that is an error.
  package func takeReports() -> [Diagnostic] { timeline.cells.reports.takeAll() }
}
