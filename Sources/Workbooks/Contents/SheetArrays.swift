/// The array formulas of a sheet, and what they have filled.
///
/// - R1. Each value that was filled names one of the formulas.
package struct SheetArrays: Sendable {
  package var formulas: [ArrayFormula] = []
  /// The values that the formulas have filled beside their first cells.
  package var spilled: [SpilledValue] = []

  package init() {}
}
