import Functions

/// What an evaluator keeps from one evaluation to the next, and what it notes where it works for another thread.
///
/// - R1. On a thread that helps, whatever looks at more than cells and their values gives up: the thread that has the engine
///   evaluates the formula.
/// - R2. A helper that may not keep what functions keep gives up before they look at it.
struct EvaluationMemory {
  /// What functions keep between calls, for one who does not ask whether it may.
  let ownCache: EvaluationCache
  /// What is kept of arrays.
  let arrays: KeptArrays
  /// `nil` on the thread that has the engine.
  private let help: Helping?

  init(_ cache: EvaluationCache, _ arrays: KeptArrays, help: Helping? = nil) {
    (ownCache, self.arrays, self.help) = (cache, arrays, help)
  }

  @inline(__always)
  var isHelping: Bool { help != nil }

  /// Whether it may not go on, because it helps.
  @inline(__always)
  func givesUp() -> Bool {
    guard let help else { return false }
    help.giveUp()
    return true
  }

  /// Whether a value that was made is for the thread that has the engine.
  @inline(__always)
  var hasGivenUp: Bool { help?.hasGivenUp == true }

  /// What functions keep between calls.
  var cache: EvaluationCache {
    if let help, !help.mayKeep { help.giveUp() }
    return ownCache
  }

  /// Whether rows of the column have come to more than values of their own.
  var foundStandingOut: Bool { help?.foundStandingOut == true }

  /// Notes that rows of a formula come to more than values of their own; the template is that of other threads, too.
  func noteStandingOut(of template: FormulaTemplate) {
    if let help { help.noteStandingOut() } else { template.standsOut = true }
  }
}
