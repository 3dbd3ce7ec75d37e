/// How often circular formulas may be evaluated until they settle.
package enum IterationLimit {
  /// The most rounds that Excel lets anybody ask for.
  package static let mostRounds = 32_767
}
