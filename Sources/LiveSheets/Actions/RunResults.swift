import CellModel
import Engine
import SheetPrograms

/// Tells the cells and streams of actions and fetches what has come of their runs.
struct RunResults {
  let streams: Streams

  private var cells: InstantCells { streams.cells }

  // MARK: Actions

  func gave(_ value: CellValue, ofAction action: Int, _ instance: TimeInstance) {
    guard !instance.hasEnded else { return }
    cells.set(instance.form.actions[action].value, of: instance, to: value)
    happen(action, instance, .values, value)
  }

  func succeeded(_ value: CellValue, ofAction action: Int, _ instance: TimeInstance) {
    finish(action, instance, error: .blank)
    happen(action, instance, .succeeded, value)
    happen(action, instance, .finished, value)
  }

  func failed(_ reason: String, ofAction action: Int, _ instance: TimeInstance) {
    finish(action, instance, error: .text(reason))
    happen(action, instance, .failed, .text(reason))
    happen(action, instance, .finished, .text(reason))
  }

  private func happen(_ action: Int, _ instance: TimeInstance, _ moment: ActionMoment, _ payload: CellValue) {
    streams.step.pending.append(.action(instance, action, moment, payload))
  }

  private func finish(_ action: Int, _ instance: TimeInstance, error: CellValue) {
    guard !instance.hasEnded else { return }
    abandon(action, instance)
    cells.set(instance.form.actions[action].error, of: instance, to: error)
  }

  /// Forgets the run of an action, which has ended without a word.
  func abandon(_ action: Int, _ instance: TimeInstance) {
    instance.actionRuns[action] = -1
    cells.set(instance.form.actions[action].isExecuting, of: instance, to: .logical(false))
  }

  // MARK: Fetches

  /// A value of a fetch, or its end.
  func gave(_ value: CellValue?, ofFetch fetch: Int, _ instance: TimeInstance, isOver: Bool) {
    guard !instance.hasEnded else { return }
    if isOver { instance.fetchRuns[fetch] = -1 }
    guard let value else { return }
    let form = instance.form.fetches[fetch]
    noteLoop(form)
    cells.set(form.cell, of: instance, to: value)
  }

  func failed(_ reason: String, ofFetch fetch: Int, _ instance: TimeInstance) {
    guard !instance.hasEnded else { return }
    instance.fetchRuns[fetch] = -1
    let form = instance.form.fetches[fetch]
    noteLoop(form)
    let cell = instance.at(form.cell)
    let name = cells.engine.names.name(of: cell)
    let sentence = "\(name) failed: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
    cells.set(cell, to: .error(CellError(.notAvailable, sentence, origin: name)))
  }

  /// Notes that a fetch was answered, where instants may be following each other without end.
  private func noteLoop(_ form: FetchForm) {
    guard streams.instants.isNearEnd else { return }
    streams.instants.note([LoopPart(name: form.name, place: (form.body.span, form.body.unit))])
  }
}
