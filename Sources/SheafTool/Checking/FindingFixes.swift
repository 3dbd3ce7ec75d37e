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

  /// A finding and the line it is about, as it is there after another line has changed.
  private struct Trouble: Hashable {
    let code: String
    let message: String
    let line: String

    init(_ finding: Diagnostic, in source: SourceText) {
      code = finding.code
      message = finding.message
      line = source[source.span(ofLine: source.lineIndex(of: finding.labels.first?.span.lower ?? 0))]
    }
  }

  /// - Parameter findings: Finds what is wrong with a text.
  func cure(_ document: SheetDocument, _ findings: (SheetDocument) -> [Diagnostic]) -> Outcome {
    var outcome = Outcome(document: document)
    var found = findings(document)
    // What an edit leaves as it was is not cured by the same edit again.
    var incurable: Set<Trouble> = []
    for _ in 0..<Self.mostRounds {
      let source = outcome.document.source
      let (edits, cured) = edits(
        for: found.filter { !incurable.contains(Trouble($0, in: source)) }, in: outcome.document)
      guard !cured.isEmpty else { break }
      let edited = outcome.document.replacing(edits)
      // What makes it worse is no cure.
      guard Self.errorCount(edited) <= Self.errorCount(outcome.document) else { break }
      let left = findings(edited)
      let before = Self.counts(found, in: source)
      let after = Self.counts(left, in: edited.source)
      let stubborn = Set(cured.map { Trouble($0, in: source) }).filter {
        after[$0, default: 0] >= before[$0, default: 0]
      }
      incurable.formUnion(stubborn)
      guard stubborn.isEmpty else { continue }
      outcome.document = edited
      outcome.count += cured.count
      found = left
    }
    return outcome
  }

  private static func counts(_ findings: [Diagnostic], in source: SourceText) -> [Trouble: Int] {
    Dictionary(findings.map { (Trouble($0, in: source), 1) }, uniquingKeysWith: +)
  }

  private static func errorCount(_ document: SheetDocument) -> Int {
    document.diagnostics.count { $0.severity == .error } + document.unshownCount
  }

  /// Edits of which no two touch each other, and the findings that they are to cure.
  private func edits(
    for findings: [Diagnostic], in document: SheetDocument
  ) -> (edits: [TextEdit], cured: [Diagnostic]) {
    var taken: [TextEdit] = []
    var cured: [Diagnostic] = []
    for finding in findings {
      guard let edit = finding.obviousEdits(in: document).first, edit.isSafe || includesUnsafe,
        !edit.edits.contains(where: { edit in taken.contains { Self.touch($0.span, edit.span) } })
      else { continue }
      taken += edit.edits
      cured.append(finding)
    }
    return (taken, cured)
  }

  private static func touch(_ a: SourceSpan, _ b: SourceSpan) -> Bool { a.lower <= b.upper && b.lower <= a.upper }
}
