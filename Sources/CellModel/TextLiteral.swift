extension StringProtocol {
  /// The text as a formula writes it: in quotation marks, those within it doubled.
  package var literal: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
