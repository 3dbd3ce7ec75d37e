import CellModel
import Engine

/// Fetches: cells whose value a service gives, again whenever what it is asked with changes.
extension Timeline {
  /// Starts the fetches again whose reads changed.
  ///
  /// - Returns: Whether any cell was set, so that formulas must be brought up to date again.
  func followFetches() -> Bool {
    var hasSet = false
    for instance in instances where !instance.form.fetches.isEmpty {
      for (number, fetch) in instance.form.fetches.enumerated() {
        let reads = reads(of: fetch.body, in: instance)
        if number >= instance.seen.fetched.count {
          instance.seen.fetched.append(reads)
        } else if instance.seen.fetched[number].isIdentical(to: reads) {
          continue
        }
        instance.seen.fetched[number] = reads
        start(fetch, number, reads, in: instance)
        hasSet = true
      }
    }
    return hasSet
  }

  private func start(_ fetch: FetchForm, _ number: Int, _ reads: [CellValue], in instance: TimeInstance) {
    if instance.fetchRuns[number] >= 0 { work.endUnseen(instance.fetchRuns[number]) }
    instance.fetchRuns[number] = work.begin(.fetch(instance, number), fetch.body, reads)
    let placeholder = fetch.placeholder?.value(in: engine, row: instance.row)
    engine.setConstant(
      placeholder ?? .error(CellError(.busy, "\(fetch.name) waits for its answer.", origin: fetch.name)),
      at: instance.at(fetch.cell))
  }

  /// A value of a fetch, or its end.
  func fetchGave(_ value: CellValue?, _ instance: TimeInstance, _ fetch: Int, isOver: Bool) {
    guard !instance.hasEnded else { return }
    if isOver { instance.fetchRuns[fetch] = -1 }
    guard let value else { return }
    let form = instance.form.fetches[fetch]
    trace?.append(LoopPart(name: form.name, place: (form.body.span, form.body.unit)))
    setCell(form.cell, of: instance, to: value)
  }

  func fetchFailed(_ reason: String, _ instance: TimeInstance, _ fetch: Int) {
    guard !instance.hasEnded else { return }
    instance.fetchRuns[fetch] = -1
    let form = instance.form.fetches[fetch]
    setCell(
      form.cell, of: instance,
      to: .error(CellError(.notAvailable, "\(form.name) failed: \(reason).", origin: form.name)))
  }
}
