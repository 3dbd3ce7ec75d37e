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
  /// So often edits are tried at all, also one by one.
  private static let mostTrials = 64

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

  /// A finding with the edits that are to cure it.
  private struct Cure {
    let finding: Diagnostic
    let edits: [TextEdit]

    /// Whether it only adds something, and the finding is told of the same places behind all edits, though its line is
    /// another one now: it could be added for ever.
    func isInVain(_ left: [Diagnostic], behind all: [TextEdit]) -> Bool {
      guard edits.allSatisfy({ $0.span.lower == $0.span.upper }) else { return false }
      let places = finding.labels.map { label in
        all.filter { $0.span.lower < label.span.lower && $0.span.upper <= label.span.lower }.reduce(label.span.lower) {
          $0 + $1.text.utf8.count - ($1.span.upper - $1.span.lower)
        }
      }
      return left.contains { other in
        other.code == finding.code && other.message == finding.message && other.labels.map(\.span.lower) == places
      }
    }
  }

  /// - Parameter findings: Finds what is wrong with a text.
  func cure(_ document: SheetDocument, _ findings: (SheetDocument) -> [Diagnostic]) -> Outcome {
    var outcome = Outcome(document: document)
    var found = findings(document)
    // What an edit leaves as it was is not cured by the same edit again.
    var incurable: Set<Trouble> = []
    var rounds = 0
    var areSingle = false
    for _ in 0..<Self.mostTrials where rounds < Self.mostRounds {
      let source = outcome.document.source
      let all = cures(for: found.filter { !incurable.contains(Trouble($0, in: source)) }, in: outcome.document)
      let cures = areSingle ? Array(all.prefix(1)) : all
      guard !cures.isEmpty else { break }
      let edits = cures.flatMap(\.edits)
      let edited = outcome.document.replacing(edits)
      // What makes it worse is no cure.
      guard Self.errorCount(edited) <= Self.errorCount(outcome.document) else { break }
      let left = findings(edited)
      if Self.bringErrors(cures, found, left) {
        if cures.count == 1 { incurable.insert(Trouble(cures[0].finding, in: source)) }
        areSingle = true
        continue
      }
      let before = Self.counts(found, in: source)
      let after = Self.counts(left, in: edited.source)
      let stubborn = cures.filter { cure in
        let trouble = Trouble(cure.finding, in: source)
        return after[trouble, default: 0] >= before[trouble, default: 0] || cure.isInVain(left, behind: edits)
      }
      incurable.formUnion(stubborn.map { Trouble($0.finding, in: source) })
      guard stubborn.isEmpty else { continue }
      outcome.document = edited
      outcome.count += cures.count
      found = left
      if !areSingle { rounds += 1 }
    }
    return outcome
  }

  /// Whether a text that was all right but for warnings has errors when it is cured of them.
  private static func bringErrors(_ cures: [Cure], _ found: [Diagnostic], _ left: [Diagnostic]) -> Bool {
    guard !cures.contains(where: { $0.finding.severity == .error }) else { return false }
    return left.count { $0.severity == .error } > found.count { $0.severity == .error }
  }

  private static func counts(_ findings: [Diagnostic], in source: SourceText) -> [Trouble: Int] {
    Dictionary(findings.map { (Trouble($0, in: source), 1) }, uniquingKeysWith: +)
  }

  private static func errorCount(_ document: SheetDocument) -> Int {
    document.diagnostics.count { $0.severity == .error } + document.unshownCount
  }

  /// Cures of which no two touch each other.
  private func cures(for findings: [Diagnostic], in document: SheetDocument) -> [Cure] {
    var cures: [Cure] = []
    var lines: Set<String> = []
    for finding in findings {
      guard let edit = finding.obviousEdits(in: document).first, edit.isSafe || includesUnsafe,
        !edit.edits.contains(where: { edit in
          cures.contains { $0.edits.contains { Self.touch($0.span, edit.span) } }
        })
      else { continue }
      // A line of its own, as the declaration of a name, is written once for all who want it.
      let added = edit.edits.map(\.text).filter { $0.last?.isNewline == true }
      guard lines.isDisjoint(with: added) else { continue }
      lines.formUnion(added)
      cures.append(Cure(finding: finding, edits: edit.edits))
    }
    return cures
  }

  private static func touch(_ a: SourceSpan, _ b: SourceSpan) -> Bool { a.lower <= b.upper && b.lower <= a.upper }
}
