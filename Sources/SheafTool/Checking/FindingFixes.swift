import Diagnostics
import SheetText

/// Cures findings by their obvious edits.
///
/// Safe edits make a text readable that was not, take away what is not seen, or a comment that does nothing. An edit that may be a wrong guess,
/// such as the near name, is unsafe.
struct FindingFixes {
  let includesUnsafe: Bool
  /// An edit may show what was hidden before; so often it is looked again.
  private static let mostRounds = 8

  /// What came of one text.
  struct Outcome {
    var document: SheetDocument
    /// How many findings were cured.
    var count = 0
  }

  /// - Parameter findings: Finds what is wrong with a text.
  func cure(_ document: SheetDocument, _ findings: (SheetDocument) -> [Diagnostic]) -> Outcome {
    var outcome = Outcome(document: document)
    for _ in 0..<Self.mostRounds {
      let (edits, count) = edits(for: findings(outcome.document), in: outcome.document)
      guard count > 0 else { break }
      let cured = outcome.document.replacing(edits)
      // What makes it worse is no cure.
      guard Self.errorCount(cured) <= Self.errorCount(outcome.document) else { break }
      outcome.document = cured
      outcome.count += count
    }
    return outcome
  }

  private static func errorCount(_ document: SheetDocument) -> Int {
    document.diagnostics.count { $0.severity == .error } + document.unshownCount
  }

  /// Edits of which no two touch each other, and how many findings they cure.
  private func edits(for findings: [Diagnostic], in document: SheetDocument) -> (edits: [TextEdit], count: Int) {
    var taken: [TextEdit] = []
    var count = 0
    for finding in findings {
      guard let edit = finding.obviousEdits(in: document).first, edit.isSafe || includesUnsafe,
        !edit.edits.contains(where: { edit in taken.contains { Self.touch($0.span, edit.span) } })
      else { continue }
      taken += edit.edits
      count += 1
    }
    return (taken, count)
  }

  private static func touch(_ a: SourceSpan, _ b: SourceSpan) -> Bool { a.lower <= b.upper && b.lower <= a.upper }
}
