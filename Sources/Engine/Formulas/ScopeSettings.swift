import CellModel
import Formulas

/// How the formulas of one scope are understood: those of a sheet, or those of a workbook as its file and its program have it.
///
/// It is set before the scope has formulas.
package struct ScopeSettings: Sendable, Hashable {
  /// Whether `@` before a column or a row depends on the one cell that it means, as in workbooks, where it is everywhere.
  package var narrowsIntersections = false
  /// Whether `INDIRECT` takes `Inputs.A1`, too, as LibreOffice does.
  package var takesPointsBehindSheets = false
  /// How texts that are looked for are matched.
  package var textMatching = TextMatching.excel
  /// How FORMULATEXT writes a formula whose text is not known.
  package var formulaStyle = FormulaTree.Style.typed
  /// How cells that depend on themselves settle; without it they are `#CYCLE!`.
  package var iteration: Iteration?
  /// Whether a circle is one only when its cells read each other in the course of it, and not by what they name, as in a
  /// branch that is not taken.
  package var judgesCirclesByReading = false

  package init() {}
}

/// How circular formulas settle: round by round, until no value changes by as much as the tolerance.
package struct Iteration: Sendable, Hashable {
  package var rounds: Int
  package var tolerance: Double

  package init(rounds: Int, tolerance: Double) {
    self.rounds = min(max(rounds, 1), IterationLimit.mostRounds)
    self.tolerance = tolerance
  }
}
