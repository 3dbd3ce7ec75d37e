/// The rules of the parts that check themselves.
extension Engine {
  /// The rules that do not hold, worded for a bug report; for tests and checked builds.
  package func brokenRules() -> [String] { formulaStore.brokenRules() + graph.brokenRules() + cells.brokenRules() }

  /// How many groups an engine may have for checked builds to look at its rules after each recalculation or edit.
  private enum CheckLimit {
    static let recalculation = 1_000
    static let edit = 32
  }

  /// Whether checked builds look at the rules by themselves; a test that reports broken rules turns it off.
  package var checksRules: Bool {
    get { ruleChecks.areOn }
    set { ruleChecks.areOn = newValue }
  }

  /// Stops a checked build when a rule is broken after a recalculation.
  ///
  /// - Parameter isIdle: Whether the recalculation has done nothing.
  @inline(__always)
  func checkRules(isIdle: Bool) {
    #if ENGINE_CHECKS
      if ruleChecks.areOn, formulaStore.liveCount < CheckLimit.recalculation, !isIdle || ruleChecks.areWanted {
        stop(brokenRules())
        ruleChecks.noteLook()
      }
    #endif
  }

  /// Stops a checked build when a rule is broken after an edit that is not part of a larger one; edits are many, so only
  /// small engines are looked at, now and then while a long text is loaded, and their values are left to the next
  /// recalculation.
  @inline(__always)
  func checkRulesAfterEdit() {
    #if ENGINE_CHECKS
      let mayLook = formulaStore.liveCount < CheckLimit.edit && !editor.history.isOpen
      if ruleChecks.isDue(mayLook: mayLook) {
        stop(formulaStore.brokenRules() + graph.brokenRules() + cells.spills.brokenRules())
      }
    #endif
  }

  private func stop(_ broken: [String]) { precondition(broken.isEmpty, broken.joined(separator: "\n")) }
}
