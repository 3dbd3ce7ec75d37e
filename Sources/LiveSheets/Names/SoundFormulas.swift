import Formulas
import SheetText

/// The formulas of cells of one unit that name nothing in vain, by what others have in common with them.
///
/// Formulas of a run have the same names; those of a pattern the same functions, with as many arguments, and the same
/// sheets. So a large text is looked at line by line only where its lines differ.
struct SoundFormulas {
  private var runs: Set<ObjectIdentifier> = []
  private var patterns: Set<ObjectIdentifier> = []

  /// Whether a formula is as sound as one of these.
  func has(_ cell: CellDefinition) -> Bool {
    if let run = cell.run, runs.contains(ObjectIdentifier(run)) { return true }
    guard let pattern = cell.pattern, !pattern.hasNames else { return false }
    return patterns.contains(ObjectIdentifier(pattern))
  }

  /// Notes a formula in which nothing is wrong.
  mutating func add(_ cell: CellDefinition) {
    if let run = cell.run { runs.insert(ObjectIdentifier(run)) }
    if let pattern = cell.pattern { patterns.insert(ObjectIdentifier(pattern)) }
  }
}
