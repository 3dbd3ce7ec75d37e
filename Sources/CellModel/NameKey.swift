/// A name as it is looked up: of a cell, a sheet, a table, a column, a field or a function, without regard to case.
///
/// The spelling of the definition is kept elsewhere, for display; two names are one exactly when their keys are equal.
package struct NameKey: Hashable, Sendable {
  /// The name with its case folded, for what sorts or joins names.
  package let text: String

  package init(_ name: String) { text = CaseFolding.folded(name) }
  package init(_ name: Substring) { self.init(String(name)) }
}

/// A key can be written as the name: `functions["sum"]`.
extension NameKey: ExpressibleByStringLiteral {
  package init(stringLiteral name: String) { self.init(name) }
}

extension NameKey: CustomStringConvertible {
  package var description: String { text }
}
