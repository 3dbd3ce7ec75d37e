import CellModel
import Diagnostics
import SheetPrograms

/// A check that does not hold.
package struct BrokenCheck: Sendable {
  package typealias Kind = StatementCondition.Kind

  package var label: String
  package var kind: Kind
  /// The place of its condition; of a check of a used sheet the place where it is used.
  package var span: SourceSpan
  /// The cells that the condition names, with what they show.
  package var values: [ValueLine]
  /// Why the condition has no value, if it is an error; of modes, what is not as it should be.
  package var reason: String?
  /// Whether its condition is neither true nor false.
  package var isUndecided = false

  /// The check as a sheet writes it: `always "…"`, `never "…"`, `modes form`.
  package var title: String { kind.title(of: label) }
}

/// What an instant has done to a check.
package enum CheckChange: Sendable {
  case broken(BrokenCheck)
  /// A check that was broken holds again; it is told as the sheet writes it.
  case repaired(title: String)
}

/// A cell with what it shows, and how deep below the first one it lies.
package struct ValueLine: Sendable, Hashable {
  package var name: String
  package var text: String
  package var formula: String?
  package var depth: Int
  package var reason: String?

  package init(name: String, text: String, formula: String? = nil, depth: Int, reason: String? = nil) {
    self.name = name
    self.text = text
    self.formula = formula
    self.depth = depth
    self.reason = reason
  }
}
