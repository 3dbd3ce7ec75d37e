import LiveSheets
import ReactiveCore
import SheetText

/// Checks files, each by itself; several threads may do so at once.
struct FileChecker {
  /// What came of one file.
  struct Outcome {
    /// What is wrong with it; `nil` where only cures are asked for.
    var findings: FileFindings?
    /// How it is cured, if anything is.
    var cure: Cure?
  }

  /// A text and what it is when cured.
  struct Cure {
    let original: SheetDocument
    let document: SheetDocument
    /// How many findings are cured.
    let count: Int
  }

  let loading: SheetLoading
  let selection: FindingSelection
  /// What is cured before the rest is told; `nil` for nothing.
  let fixes: FindingFixes?
  /// Whether nothing but the cures is told.
  let tellsOnlyCures: Bool
  /// What sheets read of each other; whoever asks first looks at a folder, and the others wait for it.
  private let users = Atomic(SheetUsers())

  init(_ loading: SheetLoading, _ selection: FindingSelection, _ fixes: FindingFixes?, tellsOnlyCures: Bool) {
    self.loading = loading
    self.selection = selection
    self.fixes = fixes
    self.tellsOnlyCures = tellsOnlyCures
  }

  func check(_ path: String) throws(CallFailure) -> Outcome {
    if WorkbookFile.isWorkbook(path) {
      return tellsOnlyCures ? Outcome() : Outcome(findings: try WorkbookFile(path, loading).findings(selection))
    }
    var environment = loading.environment(forFile: path)
    // Nobody answers here, and what waits for an answer is not wrong.
    environment.services = .mocked
    let readElsewhere = users.modify { $0.names(readIn: path) }
    func findings(_ document: SheetDocument) -> FileFindings {
      FileFindings(path, LiveSheet(document, environment: environment), selection, readElsewhere: readElsewhere)
    }
    let document = try loading.document(at: path)
    guard let fixes else { return Outcome(findings: findings(document)) }
    let cured = fixes.cure(document) { findings($0).findings.map(\.diagnostic) }
    return Outcome(
      findings: tellsOnlyCures ? nil : findings(cured.document),
      cure: cured.count > 0 ? Cure(original: document, document: cured.document, count: cured.count) : nil)
  }
}
