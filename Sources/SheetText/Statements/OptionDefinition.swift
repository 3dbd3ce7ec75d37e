import Diagnostics

/// `option iterate = rounds, tolerance`: circular formulas settle round by round.
package struct OptionDefinition: Sendable {
  /// The names of options, of which there is one so far.
  package static let names = ["iterate"]

  package var name: WrittenText
  /// The most rounds.
  package var rounds = 100
  /// No value changes by more in the last round.
  package var tolerance = 0.001
}

extension OptionDefinition: StatementDefinition {
  package var definedName: WrittenText? { nil }
  package var formulas: [StatementFormula] { [] }
}
