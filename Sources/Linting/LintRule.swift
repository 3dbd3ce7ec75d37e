import Diagnostics

/// One thing that is probably not meant, or not good, in a sheet that can be read.
///
/// A rule is a type of its own. Its page declares all that is known about it besides the finding: the code, the severity, why, an
/// example and its cure. A rule that is not certain enough to be a warning is a note.
package protocol LintRule: Sendable {
  static var page: FindingPage { get }
  static func check(_ sheet: LintedSheet, _ report: inout LintReport)
  /// Whether it finds all that it finds by running the sheet, which takes too long to do with every key.
  static var runsSheet: Bool { get }
}

extension LintRule {
  package static var code: String { page.code }
  package static var runsSheet: Bool { false }
  /// Whether it is asked without being selected: what is only a note is not.
  package static var isOnByDefault: Bool { page.severity > .note }
}

/// The rules that there are.
package enum LintRules {
  package static let all: [any LintRule.Type] = [
    UnusedInput.self, DeadEvent.self, UnreachableState.self, TrapState.self, ComparedState.self,
    InconsistentColumn.self,
    HardcodedInFormulaColumn.self, RangeOffByOne.self, EmptyUsed.self, TypeMismatch.self, NumberAsText.self,
    AmbiguousNumber.self, AmbiguousDate.self, PercentScale.self, Sign.self, HiddenWhitespace.self, CSVInjection.self,
    ExternalDataChanged.self, DuplicateKey.self, DuplicateCase.self, ConstantCondition.self, Volatile.self,
    OrderDependent.self, Shadowed.self, ConfusableName.self, NearDuplicateName.self, MagicNumber.self,
    DuplicateFormula.self, LongFormula.self, DeepNesting.self, ManyReferences.self, LongChain.self, RoundingDrift.self,
    ImpossibleStep.self, EmptyTest.self, DuplicateLabel.self, MissingTest.self, WeakTest.self,
  ]

  /// The pages of all rules, and those of what may be wrong where a finding is allowed.
  package static let chapter = FindingPages.Chapter(
    "Rules", all.map { $0.page } + RecordedFile.pages + Allowances.pages)

  /// The codes that count unless others are selected.
  package static let offByDefault = Set(all.filter { !$0.isOnByDefault }.map { $0.code })

  /// The codes of what is only found by running a sheet; in part of unreachable-state.
  package static let foundByRunning = Set(all.filter { $0.runsSheet }.map { $0.code })

  /// The codes of all rules: what they find can be allowed, however severe it is.
  package static let codes = Set(all.map { $0.code })

  /// What some rules find, in the order of the text.
  package static func findings(
    in sheet: LintedSheet, selected isSelected: (_ code: String) -> Bool
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for rule in all where isSelected(rule.code) {
      var report = LintReport(rule.page)
      rule.check(sheet, &report)
      findings += report.findings
    }
    let place: (Diagnostic) -> Int = { $0.labels.first?.span.lower ?? .max }
    return findings.indices.sorted { (place(findings[$0]), $0) < (place(findings[$1]), $1) }.map { findings[$0] }
  }
}

/// Takes what a rule finds.
package struct LintReport {
  /// How much of one rule is told about one sheet: who reads a hundred lines does not read more.
  private static let most = 100

  private let page: FindingPage
  private(set) var findings: [Diagnostic] = []

  init(_ page: FindingPage) { self.page = page }

  /// - Parameters:
  ///   - others: Other places that take part.
  ///   - suggestion: What would stand in place of the span if it were right.
  mutating func add(
    _ message: String, at span: SourceSpan, label: String = "", others: [Diagnostic.Label] = [],
    suggestion: String? = nil, help: String? = nil
  ) {
    guard findings.count < Self.most else { return }
    findings.append(
      Diagnostic(
        page.severity, code: page.code, message, at: [Diagnostic.Label(span, label)] + others, suggestion: suggestion,
        help: help))
  }
}
