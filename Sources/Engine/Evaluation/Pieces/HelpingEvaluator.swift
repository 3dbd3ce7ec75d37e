import CellModel
import Functions

/// What evaluates formulas for the thread that has the engine on another one, at the same time as others.
///
/// - R1. What it has evaluated in vain it has neither counted nor kept.
struct HelpingEvaluator {
  let evaluator: Evaluator
  private let notes: Helping
  private let cache: EvaluationCache
  private let arrays: KeptArrays

  /// - Parameters:
  ///   - settings: Those of the engine.
  ///   - mayKeep: Whether what functions keep may be kept.
  ///   - isCancelled: Whether to stop.
  ///   - hasMemory: Whether there is memory to go on.
  init(
    _ graph: DependencyGraph, _ settings: EngineSettings, mayKeep: Bool, isCancelled: @escaping () -> Bool,
    hasMemory: @escaping () -> Bool
  ) {
    let notes = Helping(mayKeep: mayKeep)
    self.notes = notes
    cache = EvaluationCache()
    arrays = KeptArrays(whileNothingChanges: true)
    let settings = settings.forHelper(isCancelled: isCancelled, hasMemory: hasMemory) { notes.giveUp() }
    evaluator = Evaluator(graph, settings, EvaluationMemory(cache, arrays, help: notes))
  }

  /// Whether the formula that ran last is for the thread that has the engine.
  var hasGivenUp: Bool { notes.hasGivenUp }

  /// Whether rows of a column have come to more than values of their own.
  var foundStandingOut: Bool { notes.foundStandingOut }

  /// The value of a group's formula in one of its rows; `nil` where only the thread that has the engine may evaluate it, or
  /// when it is cancelled.
  func value(of id: GroupID, at row: Int) -> CellValue? {
    notes.begin()
    let counts = cache.counts
    let value = evaluator.evaluate(id, at: row)
    guard hasGivenUp || evaluator.course.limits.isCancelled else { return value }
    forgetAll(counting: counts)
    return nil
  }

  /// The same for some rows together.
  func run(_ id: GroupID, in rows: RowRange) -> BlockRun? {
    notes.begin()
    let counts = cache.counts
    if let block = evaluator.run(id, in: rows), !hasGivenUp { return block }
    forgetAll(counting: counts)
    return nil
  }

  /// Takes back what was counted in vain; what was made of a time that nobody told is not to be kept.
  private func forgetAll(counting counts: (kept: Int, hits: Int)) {
    cache.counts = counts
    if hasGivenUp { arrays.removeAll() }
  }

  /// Gives what it has kept and counted to those for whom it has worked.
  func end(_ settings: EngineSettings, _ workspace: Workspace) {
    if notes.mayKeep { workspace.cache.absorb(cache) }
    _ = settings.memory.isShort(after: evaluator.settings.memory.passed)
  }
}
