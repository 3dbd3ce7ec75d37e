/// The groups that are dirty at the start of a recalculation though nothing that they read has changed.
///
/// - R1. A volatile group is so each time, and a group that tells of formulas once after formulas have come, changed or gone.
struct StartingGroups {
  private(set) var volatile: Set<GroupID> = []
  /// The groups that tell which formulas there are.
  private var formulaReaders: Set<GroupID> = []
  /// Whether formulas have come, changed or gone since the last recalculation.
  private var hasOtherFormulas = false

  /// Takes notice of a new group.
  mutating func add(_ id: GroupID, _ template: FormulaTemplate) {
    if template.isVolatile { volatile.insert(id) }
    if template.readsFormulas { formulaReaders.insert(id) }
    hasOtherFormulas = true
  }

  mutating func remove(_ id: GroupID) {
    volatile.remove(id)
    formulaReaders.remove(id)
    hasOtherFormulas = true
  }

  mutating func removeAll() {
    volatile.removeAll()
    formulaReaders.removeAll()
  }

  /// Notes that a formula has changed.
  mutating func noteFormulas() { hasOtherFormulas = true }

  /// The groups that tell which formulas there are; `nil` where these are the same as when this was asked last.
  mutating func takeFormulaReaders() -> Set<GroupID>? {
    guard hasOtherFormulas else { return nil }
    hasOtherFormulas = false
    return formulaReaders
  }
}
