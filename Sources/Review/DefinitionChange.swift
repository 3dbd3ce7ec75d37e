import Diagnostics

/// What an edit did to one definition, check or test of a sheet.
package struct DefinitionChange: Sendable {
  package enum Kind: String, Sendable {
    case added, removed, changed, renamed, moved
  }

  package var kind: Kind
  /// What the definition is called: a name, cells such as `B2:B9`, or a check or test with its label.
  package var name: String
  /// What it was called before, if it has been renamed.
  package var formerName: String?
  /// The statement before; `nil` if it is new.
  package var old: String?
  /// The statement now; `nil` if it is gone.
  package var new: String?
  /// The index of the statement in the old and the new text.
  package var places: (old: Int?, new: Int?)
  /// Whether values can depend on it, which they cannot on tests, checks and charts.
  var bearsValues: Bool
}
