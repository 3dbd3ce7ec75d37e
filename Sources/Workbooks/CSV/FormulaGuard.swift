import CellModel

/// Texts that a spreadsheet program would take for formulas when it opens a delimited file.
///
/// Such a program computes what begins with `=`, `+`, `-` or `@`, and some look past a tab or a line end in front of it. An
/// apostrophe in front makes it a text for them; whoever reads the file otherwise finds the apostrophe in it.
package enum FormulaGuard {
  /// The text of a field, with an apostrophe in front where it begins as a formula does. A number stays as it is.
  package static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, starts.contains(first) else { return text }
    if case .number = TypedText.value(typed: text) { return text }
    return "'" + text
  }

  /// The wide forms count, too, where programs are in Japanese or Chinese.
  private static let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
}
