import CellModel
import Engine

/// Fetches: cells whose value a service gives, again whenever what it is asked with changes.
///
/// - R1. Where ``follow(_:)`` gives `false`, each fetch has seen what it reads.
struct Fetches {
  let cells: InstantCells
  let work: ServiceRuns

  /// Starts the fetches again whose reads changed.
  ///
  /// - Returns: Whether any cell was set, so that formulas must be brought up to date again.
  func follow(_ instances: [TimeInstance]) -> Bool {
    var hasSet = false
    for instance in instances where !instance.form.fetches.isEmpty {
      for (number, fetch) in instance.form.fetches.enumerated() {
        let reads = cells.reads(of: fetch.body, in: instance)
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
    let placeholder = fetch.placeholder.map { cells.value(of: $0, in: instance) }
    let cell = instance.at(fetch.cell)
    let name = cells.engine.names.name(of: cell)
    cells.engine.setConstant(
      placeholder ?? .error(CellError(.busy, "\(name) waits for its answer.", origin: name)), at: cell)
  }

  /// Takes all that fetches read as seen.
  func seeAll(in instance: TimeInstance) {
    instance.seen.fetched = instance.form.fetches.map { cells.reads(of: $0.body, in: instance) }
  }

  /// The rules of this type that do not hold, worded for a bug report; for tests.
  func brokenRules(of instances: [TimeInstance]) -> [String] {
    instances.flatMap { instance in
      instance.form.fetches.enumerated().compactMap { number, fetch in
        cells.reads(of: fetch.body, in: instance) == instance.seen.fetched[number]
          ? nil : "R1: \(fetch.name) has not seen what it reads"
      }
    }
  }
}
