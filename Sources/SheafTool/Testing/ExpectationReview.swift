import Diagnostics
import SheetText
import Verification

/// The expectations of one file that failed, each with what it would have to say.
struct ExpectationReview {
  /// An expectation as it stands and as it would pass.
  struct Proposal {
    let test: String
    let line: Int
    /// The line as it stands and as it would be.
    let old: String
    let new: String
    fileprivate let edit: TextEdit
  }

  let path: String
  let proposals: [Proposal]
  /// How much fails that no value can be written for: other conditions, steps, checks, the text.
  let otherFailures: Int
  private let document: SheetDocument

  /// Runs the tests of a file.
  init(of path: String, _ loading: SheetLoading, _ filter: ((String) -> Bool)?) throws(CallFailure) {
    self.path = path
    let document = try loading.document(at: path)
    self.document = document
    let report = TestFileReport(of: document, loading.testEnvironment(forFile: path), filter: filter)
    let failures = report.outcomes.flatMap { outcome in outcome.failures.map { (test: outcome.label, failure: $0) } }
    proposals = failures.compactMap { test, failure in
      failure.accepted.map { Self.proposal($0, of: test, in: document) }
    }
    otherFailures = failures.count - proposals.count + report.errors.count
  }

  private static func proposal(_ value: AcceptedValue, of test: String, in document: SheetDocument) -> Proposal {
    let source = document.source
    let line = source.lineIndex(of: value.span.lower)
    let whole = source.span(ofLine: line)
    let start = source[SourceSpan(whole.lower, value.span.lower)]
    let end = value.span.upper < whole.upper ? source[SourceSpan(value.span.upper, whole.upper)] : ""
    return Proposal(
      test: test, line: line + 1, old: String(source[whole].trimmed),
      new: String("\(start)\(value.literal)\(end)".trimmed),
      edit: TextEdit(value.span, value.literal))
  }

  /// The proposal in four lines or fewer.
  func lines(_ proposal: Proposal, _ paint: Paint) -> [String] {
    [
      "\(path):\(proposal.line): \(paint.strong(proposal.test))", paint.error("  - \(proposal.old)"),
      paint.name("  + \(proposal.new)"),
    ]
  }

  /// Writes the file with some of the proposals.
  func accept(_ accepted: [Proposal], _ console: Console) throws(CallFailure) {
    guard !accepted.isEmpty else { return }
    let edited = document.replacing(accepted.map(\.edit))
    if let remark = try OutputFile.write(edited.bytes, to: path, replacing: FileVersion(document.bytes)) {
      console.remark(remark)
    }
  }

  /// Expectations are changed where somebody sees it.
  static func refuseInCI(_ console: Console, _ flag: String) throws(CallFailure) {
    guard console.surroundings.isInCI else { return }
    throw CallFailure("\(flag) changes what tests expect, and CI is set", help: "call it where somebody looks at it")
  }
}
