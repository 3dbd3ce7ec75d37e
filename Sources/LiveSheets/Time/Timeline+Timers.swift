import CellModel
import Diagnostics
import SheetPrograms

/// Time that passes.
extension Timeline {
  /// How many timers may run while the clock is moved on once: each takes ten steps of those that a formula may take.
  private var timerLimit: Int { max(sheet.environment.stepLimit / 10, 1) }

  /// Runs the timers that are due by a time; the clock stops at the last of them.
  ///
  /// - Returns: Whether all of them ran; more than ``timerLimit`` are given up with a report, and those behind some that do
  ///   not come to an end.
  func runTimers(to end: SheetTime) -> Bool {
    var atOnce = 0
    var total = 0
    let loops = cells.reports.loopCount
    while let timer = time.timers.next, timer.due <= end {
      if sheet.environment.isCancelled() { return false }
      guard total < timerLimit else {
        reportTooManyTimers(timer)
        return false
      }
      if timer.due > time.now {
        time.move(to: timer.due)
        atOnce = 0
      }
      sheet.change(runNextTimer)
      guard !cells.reports.hasManyLoops(since: loops) else { return false }
      total += 1
      atOnce += 1
      if atOnce > LoopWatch.limit {
        stopTimers()
        break
      }
    }
    return true
  }

  /// Takes the next timer and lets it do what it was set for.
  private func runNextTimer() {
    guard let timer = time.takeNext() else { return }
    switch timer.kind {
    case .stream(let instance, let stream, let payload):
      if !instance.hasEnded { streams.timerIsDue(stream, of: instance, payload) }
    case .answer(let run, let index): work.heldAnswerIsDue(run: run, index: index)
    }
  }

  /// Ends the timers that are due when too many have been, and reports what sets them again and again.
  private func stopTimers() {
    let parts = time.takeAllDue().compactMap { timer -> LoopPart? in
      guard case .stream(let instance, let stream, let payload) = timer.kind else { return nil }
      return Occurrence.stream(instance, stream, payload).part
    }
    cells.reports.addLoop(TimeFinding.loop(of: parts))
  }

  /// Reports that time was moved on too far for what ticks in it.
  private func reportTooManyTimers(_ next: SheetTimer) {
    guard case .stream(let instance, let stream, _) = next.kind else {
      return cells.report(TimeFinding.tooManyTimers(timerLimit, time.now, nil).diagnostic)
    }
    let form = instance.form.streams[stream]
    cells.report(form.unit.located(TimeFinding.tooManyTimers(timerLimit, time.now, form.span).diagnostic))
  }
}
