import LiveSheets
import SheetText
import Verification

/// The files whose tests a call runs, how they are read, and which of their tests are wanted.
struct TestedFiles {
  private(set) var paths: [String]
  let selection: TestSelection
  private let loading: SheetLoading

  init(paths: [String], _ loading: SheetLoading, _ selection: TestSelection) {
    self.paths = paths
    self.loading = loading
    self.selection = selection
  }

  /// The same but for some files.
  func without(_ others: Set<String>) -> TestedFiles {
    var files = self
    files.paths.removeAll(where: others.contains)
    return files
  }

  /// Runs the tests of a file.
  ///
  /// - Parameter showsAll: Whether every cell of a workbook that differs is told of.
  func report(_ path: String, _ failFast: Bool, showsAll: Bool) throws(CallFailure) -> TestFileReport {
    let filter = selection.filter(of: path)
    if WorkbookFile.isWorkbook(path) {
      return try WorkbookFile(path, loading).comparison(filter: filter ?? { _ in true }, showsAll: showsAll)
    }
    return TestFileReport(
      of: try loading.document(at: path, keepsTrees: false), loading.testEnvironment(forFile: path), filter: filter,
      failFast: failFast)
  }

  /// What the expectations of a file would have to say that fail.
  func review(_ path: String) throws(CallFailure) -> ExpectationReview {
    try ExpectationReview(of: path, loading, selection.filter(of: path))
  }

  /// Goes through the sheets among them that load.
  func eachSheet(
    _ body: (_ path: String, SheetDocument, LiveSheet.Environment) -> Void
  ) throws(CallFailure) {
    for path in paths where !WorkbookFile.isWorkbook(path) {
      let document = try loading.document(at: path)
      let environment = loading.testEnvironment(forFile: path)
      guard !LiveSheet(document, environment: environment).hasErrors else { continue }
      body(path, document, environment)
    }
  }

  /// The labels of all their tests, wanted or not.
  var labels: [String] {
    paths.flatMap { path in
      guard let document = try? loading.document(at: path) else { return [String]() }
      return TestRunner(document: document, environment: loading.environment(forFile: path)).tests.map(\.label.text)
    }
  }
}
