import CellModel
import Hosting
import LiveSheets
import ReactiveCore

/// What happens in a sheet: events and actions.
extension Sheet {
  // MARK: Events

  /// Fires an event, with its payload if it has one, or triggers an action, with its arguments.
  ///
  /// - Parameter path: `tap`, `adding.add`, `people[2].adding.add`.
  /// - Throws: ``SetError`` when there is nothing of that name, when it does not take what it is given, or when the action
  ///   is not enabled; the message says which part of its condition does not hold.
  public func send(_ path: String, _ payload: CellValue...) throws(SetError) {
    try send(path, payload: payload)
  }

  private func send(_ path: String, payload: [CellValue]) throws(SetError) {
    do throws(Refusal) {
      let outcome = try perform { () throws(Refusal) in try live.trigger(path, payload) }
      if case .ignored(let words) = outcome { throw Refusal(.notEnabled(words), of: path) }
    } catch { throw SetError(error) }
  }

  /// Every event of a name, those that the sheet makes of a stream included, and every moment of an action: `tap`,
  /// `settled`, `add.started`, `add.values`, `add.succeeded`, `add.failed`, `add.finished`, `add.refused`. `rate.changed`
  /// sends what a cell is after each instant that has changed it.
  ///
  /// An event is told with its payload when all that follows from it is settled, after the observers of cells. The signal
  /// completes when the sheet is released, and that of a row's event when the row is deleted. A path that names no event
  /// gives a signal that has ended and is sent on ``refusals``.
  public func event(_ path: String) -> Signal<CellValue, Never> {
    host.read {
      do throws(Refusal) { return driver.outbox.output(of: try live.triggers.occurrences(of: path)) } catch {
        if let changes = changes(named: path) { return changes }
        report(error)
        return .empty
      }
    }
  }

  /// The changes of the cell that a path such as `rate.changed` names.
  private func changes(named path: String) -> Signal<CellValue, Never>? {
    guard let dot = path.lastIndex(of: "."), path[dot...].lowercased() == ".changed" else { return nil }
    return try? cell(String(path[..<dot])).signal
  }

  /// Where the values of a binding become events of a name, or triggers of an action: `sheet.target("tap") <~ taps`.
  ///
  /// What is refused is sent on ``refusals``. The target does not keep the sheet alive.
  public func target(_ path: String) -> BindingTarget<CellValue> {
    BindingTarget(lifetime: lifetime) { [weak self] value in
      guard let self else { return }
      do throws(SetError) {
        let takesNothing = value.isBlank && host.read { live.triggers.takesNothing(path) }
        try send(path, payload: takesNothing ? [] : [value])
      } catch { report(error) }
    }
  }

  /// Sends what is found wrong while the sheet runs, with its place: a guard that is an error, events that go round in a
  /// circle. What is found while the sheet is loaded is sent to those who observe before the next change.
  public var reports: Signal<SheetError, Never> { reportPipe.output }

  // MARK: Time

  /// Makes a change in an instant of its own, after those of the timers that are due.
  func perform<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // A change that is refused leaves what timers have done.
    var outcome: Swift.Result<Result, Failure>!
    driver.perform {
      do throws(Failure) { outcome = .success(try body()) } catch { outcome = .failure(error) }
    }
    return try outcome.get()
  }
}

extension BindingTarget where Value == CellValue {
  /// Binds an event to a stream of numbers, texts or logicals, its payloads.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(
    target: BindingTarget<CellValue>, source: Source
  ) -> (any Disposable)? where Source.Value: CellRepresentable {
    target <~ source.producer.map { $0.cellValue }
  }

  /// Binds an event without payload to a stream.
  ///
  /// - Returns: What ends the binding.
  @discardableResult
  public static func <~ <Source: BindingSource>(
    target: BindingTarget<CellValue>, source: Source
  ) -> (any Disposable)? where Source.Value == Void {
    target <~ source.producer.map { _ in CellValue.blank }
  }
}
