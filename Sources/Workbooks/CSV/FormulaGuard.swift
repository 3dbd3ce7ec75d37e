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

  /// Whether a text not only begins as a formula does but goes on as one, so that it would be run.
  ///
  /// Fewer texts are told than guarded: `+49 30 123`, `- see below`, `@name` and `== end ==` are shown as they are, or as an error, but
  /// they run nothing.
  package static func runs(_ text: String) -> Bool {
    var scalars = text.unicodeScalars[...]
    guard let first = scalars.popFirst(), starts.contains(first) else { return false }
    switch first {
    case "\t", "\r", "\n":
      while let next = scalars.first, next == "\t" || next == "\r" || next == "\n" || next == " " {
        scalars.removeFirst()
      }
      return scalars.first.map(starts.contains) ?? false
    case "=", "＝":
      guard let next = scalars.first(where: { $0 != " " }) else { return false }
      return next.properties.isAlphabetic || next.properties.numericType != nil
        || "(\"'+-@$".unicodeScalars.contains(next)
    // A call, another sheet, or another program.
    default:
      return scalars.contains { "(!|".unicodeScalars.contains($0) } && scalars.first?.properties.isAlphabetic == true
    }
  }

  /// Whether a text would be run and fetches a page or starts a program.
  package static func reachesOut(_ text: String) -> Bool {
    guard runs(text) else { return false }
    let upper = text.uppercased()
    return reachingParts.contains { upper.contains($0) }
  }

  private static let reachingParts = [
    "|", "HYPERLINK(", "WEBSERVICE(", "IMPORT", "IMAGE(", "DDE(", "CALL(", "EXEC(",
  ]

  /// The wide forms count, too, where programs are in Japanese or Chinese.
  private static let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
}
