/// When a checked build looks at the rules.
///
/// After each of the first hundred edits since the last recalculation, as a person, a program or a random test makes them; a
/// text of thousands of lines is loaded between two recalculations, and looked at whenever an eighth more of it is there. A
/// recalculation that finds nothing to do is looked at when something was edited since the last look at all.
struct RuleChecks {
  var areOn = true
  private var count = 0
  private var next = 1
  /// Whether there were edits since all rules were looked at, or nobody has looked yet.
  private(set) var areWanted = true

  /// Notes that all rules were looked at.
  mutating func noteLook() { (count, next, areWanted) = (0, 1, false) }

  /// Counts an edit, and says whether to look at the rules after it.
  mutating func isDue(mayLook: Bool) -> Bool {
    areWanted = true
    count += 1
    guard areOn, mayLook, count >= next else { return false }
    next = count < 100 ? count + 1 : count + count / 8
    return true
  }
}
