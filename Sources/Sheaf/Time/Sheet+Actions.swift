import CellModel
import Hosting
import LiveSheets
import ReactiveCore

/// Actions of the sheet as actions of the program.
extension Sheet {
  /// An action of the sheet, whoever triggers it.
  ///
  /// It is enabled while the sheet's is, and its ``Action/isExecuting`` is that of the sheet. Its events are those of all
  /// runs. `apply` triggers the action with its arguments and sends what this run gives; it fails with `disabled` when the
  /// action is not enabled or the sheet has been released, and with a ``ServiceError`` when the run fails or the arguments
  /// are refused. A run that the sheet stops is interrupted; disposing of what `apply` returns only stops listening.
  ///
  /// It does not keep the sheet alive. A path that names no action gives one that is never enabled and is sent on
  /// ``refusals``.
  public func action(_ path: String) -> Action<[CellValue], CellValue, ServiceError> {
    typealias Made = Action<[CellValue], CellValue, ServiceError>
    return host.read {
      do throws(Refusal) {
        let moments = try ActionMoments(of: path, in: live)
        return Made(
          isEnabled: self[path + ".isEnabled"].logical, isExecuting: self[path + ".isExecuting"].logical,
          events: moments.events(told: driver.outbox)
        ) { [weak self] arguments in
          SignalProducer { observer, lifetime in
            guard let self else { return observer.send(error: .disabled) }
            self.run(path, arguments, observer, lifetime)
          }
        }
      } catch {
        report(error)
        return Made(enabledIf: Property(value: false)) { _ in .empty }
      }
    }
  }

  /// Triggers an action and sends what this run gives.
  private func run(
    _ path: String, _ arguments: [CellValue], _ observer: Signal<CellValue, ActionError<ServiceError>>.Observer,
    _ lifetime: Lifetime
  ) {
    do throws(Refusal) {
      let outcome = try perform { () throws(Refusal) in
        let moments = try ActionMoments(of: path, in: live)
        // Before the trigger: a run can be over within its instant.
        let listening = ScopedDisposable(
          moments.observe(told: driver.outbox) { observer.send($0.mapError { .producerFailed($0) }) })
        let outcome = try live.trigger(path, arguments)
        if case .done = outcome { lifetime += listening }
        return outcome
      }
      if case .ignored = outcome { observer.send(error: .disabled) }
    } catch {
      observer.send(error: .producerFailed(ServiceError(error.message)))
    }
    // A run does not outlive its sheet.
    lifetime += self.lifetime.observeEnded(observer.sendInterrupted)
  }
}

/// The signals of an action that make up the events of its runs.
private struct ActionMoments {
  typealias Event = Signal<CellValue, ServiceError>.Event

  private let values: Signal<CellValue, Never>
  private let succeeded: Signal<CellValue, Never>
  private let failed: Signal<CellValue, Never>
  private let stopped: Signal<CellValue, Never>

  init(of path: String, in live: LiveSheet) throws(Refusal) {
    values = try live.triggers.occurrences(of: path + ".values")
    succeeded = try live.triggers.occurrences(of: path + ".succeeded")
    failed = try live.triggers.occurrences(of: path + ".failed")
    stopped = try live.triggers.occurrences(of: path + ".stopped")
  }

  /// Tells an observer of the events of all runs from now on.
  func observe(told outbox: Outbox, _ observer: @escaping (Event) -> Void) -> any Disposable {
    let listening = CompositeDisposable()
    func listen(_ signal: Signal<CellValue, Never>, _ event: @escaping (CellValue) -> Event) {
      listening += signal.observeValues { value in outbox.add { observer(event(value)) } }
    }
    listen(values) { .value($0) }
    listen(succeeded) { _ in .completed }
    listen(failed) { .failed(ServiceError($0.text ?? "failed")) }
    listen(stopped) { _ in .interrupted }
    return listening
  }

  func events(told outbox: Outbox) -> Signal<Event, Never> {
    Signal { observer, lifetime in lifetime += observe(told: outbox) { observer.send(value: $0) } }
  }
}
