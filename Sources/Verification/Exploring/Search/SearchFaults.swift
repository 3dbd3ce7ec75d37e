/// What a search found wrong.
struct SearchFaults<M: Model> {
  /// What does not hold in some state, with the first state of each.
  private(set) var violations: [(violation: M.Violation, state: Int)] = []
  /// What was found wrong on the way, the first of each class, with the steps that first led there.
  private(set) var findings: [(finding: M.Finding, steps: [String])] = []
  private var classes: Set<M.FindingClass> = []
  /// Whether a step was given up in the middle.
  private var hasGivenUp = false

  /// Whether one of them ends a search that goes no further than to the first.
  var areFatal: Bool { !violations.isEmpty || hasGivenUp }

  mutating func noteGivenUp() { hasGivenUp = true }

  mutating func note(_ found: [M.Violation], in state: Int) {
    for violation in found { violations.append((violation, state)) }
  }

  mutating func note(_ found: [M.Finding], _ steps: () -> [String]) {
    for finding in found where classes.insert(M.findingClass(of: finding)).inserted {
      findings.append((finding, steps()))
    }
  }
}
