/// From where on rules about size speak.
package struct LintLimits: Sendable, Hashable {
  /// How many operands and calls a formula may have.
  package var longFormula = 30
  /// How deep calls may stand in each other.
  package var deepNesting = 5
  /// How many different cells, ranges and columns a formula may read.
  package var manyReferences = 10
  /// How many formulas may stand between an input and what nobody reads.
  package var longChain = 20
  /// The numbers that need no name.
  package var plainNumbers: Set<Double> = [0, 1, 2, 12, 24, 60, 100, 1000]

  package init() {}
}
