/// What an evaluator notes that helps: one that works on another thread than the one that has the engine.
///
/// It reads cells and their values, which do not change while it does. Whatever looks at more than these *gives up*.
///
/// - R1. Once it has given up, what comes of the formula is nothing, and the thread that has the engine evaluates it.
/// - R2. Rows that stand out do so for each of the helpers: the template is that of all threads, and none of them writes to it.
final class Helping {
  /// Whether what functions keep may be kept: what comes of texts, and not what comes of areas.
  let mayKeep: Bool
  /// Whether the formula has asked for what only the thread that has the engine may look at.
  private(set) var hasGivenUp = false
  /// Whether rows of a column have come to more than values of their own.
  private(set) var foundStandingOut = false

  init(mayKeep: Bool) { self.mayKeep = mayKeep }

  /// Begins with a formula, or with some rows of it.
  func begin() { hasGivenUp = false }

  func giveUp() { hasGivenUp = true }

  func noteStandingOut() { foundStandingOut = true }
}
