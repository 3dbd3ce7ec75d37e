import Linting
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
    /// The files that its tables read, where that matters.
    var data: [RecordedFile] = []
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
  let limits: LintLimits
  /// What the files are to be that sheets read.
  let data: DataRecord?
  /// Whether it is asked what the files are.
  let readsData: Bool
  /// What sheets read of each other; whoever asks first looks at a folder, and the others wait for it.
  private let users = Atomic(SheetUsers())

  init(
    _ loading: SheetLoading, _ selection: FindingSelection, _ fixes: FindingFixes?, tellsOnlyCures: Bool,
    limits: LintLimits, data: DataRecord?, readsData: Bool
  ) {
    self.limits = limits
    self.data = data
    self.readsData = readsData

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
    var context = LintedSheet.Context(readElsewhere: users.modify { $0.names(readIn: path) }, limits: limits)
    let document = try loading.document(at: path)
    var outcome = Outcome()
    var text = document
    if let fixes {
      // What is found by running a sheet has no cure.
      let cured = fixes.cure(document) { document in
        FileFindings(LiveSheet(document, environment: environment), selection, context).findings.map(\.diagnostic)
      }
      if cured.count > 0 { outcome.cure = Cure(original: document, document: cured.document, count: cured.count) }
      text = cured.document
    }
    if tellsOnlyCures { return outcome }
    let sheet = LiveSheet(text, environment: environment)
    context.mayRun = true
    context.recordedFiles = data?.files(of: path) ?? [:]
    outcome.findings = FileFindings(sheet, selection, context)
    if readsData { outcome.data = RecordedFile.all(in: sheet) }
    return outcome
  }
}
