/// Formulas of one pattern that stand below each other in a text and say the same of their own rows: `A2+B$1*3` in row 2,
/// `A3+B$1*5` in row 3 and so on.
///
/// What moves with the row moves in all of them, and what stays stays in all; numbers may be others in each. Who enters a
/// formula of a run knows what it reads by the one above it. The run says nothing of its formulas but that they are its own.
package final class FormulaRun: Sendable {
  package let pattern: FormulaPattern

  package init(of pattern: FormulaPattern) { self.pattern = pattern }
}
