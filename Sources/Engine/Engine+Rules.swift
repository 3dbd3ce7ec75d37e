/// The rules of the parts that check themselves.
extension Engine {
  /// The rules that do not hold, worded for a bug report; for tests and checked builds.
  package func brokenRules() -> [String] { formulas.brokenRules() + graph.brokenRules() + cells.brokenRules() }

  /// How many groups an engine may have for checked builds to look at its rules after each recalculation or edit.
  private enum CheckLimit {
    static let recalculation = 1_000
    static let edit = 32
  }

  /// Stops a checked build when a rule is broken after a recalculation.
  ///
  /// - Parameter isIdle: Whether the recalculation has done nothing.
  @inline(__always)
  func checkRules(isIdle: Bool) {
    #if ENGINE_CHECKS
      if checksRules, formulas.liveCount < CheckLimit.recalculation, !isIdle || ruleChecks.areWanted {
        stop(brokenRules())
        ruleChecks = RuleChecks(areWanted: false)
      }
    #endif
  }

  /// Stops a checked build when a rule is broken after an edit that is not part of a larger one; edits are many, so only
  /// small engines are looked at, now and then while a long text is loaded, and their values are left to the next
  /// recalculation.
  @inline(__always)
  func checkRulesAfterEdit() {
    #if ENGINE_CHECKS
      let mayLook = checksRules && formulas.liveCount < CheckLimit.edit && !editor.history.isOpen
      if ruleChecks.isDue(mayLook: mayLook) {
        stop(formulas.brokenRules() + graph.brokenRules() + cells.spills.brokenRules())
      }
    #endif
  }

  private func stop(_ broken: [String]) { precondition(broken.isEmpty, broken.joined(separator: "\n")) }
}

/// When a checked build looks at the rules.
///
/// After each of the first hundred edits since the last recalculation, as a person, a program or a random test makes them; a
/// text of thousands of lines is loaded between two recalculations, and looked at whenever an eighth more of it is there. A
/// recalculation that finds nothing to do is looked at when something was edited since the last look at all.
struct RuleChecks {
  private var count = 0
  private var next = 1
  /// Whether there were edits since all rules were looked at, or nobody has looked yet.
  private(set) var areWanted = true

  init(areWanted: Bool = true) { self.areWanted = areWanted }

  /// Counts an edit, and says whether to look at the rules after it.
  mutating func isDue(mayLook: Bool) -> Bool {
    areWanted = true
    count += 1
    guard mayLook, count >= next else { return false }
    next = count < 100 ? count + 1 : count + count / 8
    return true
  }
}
