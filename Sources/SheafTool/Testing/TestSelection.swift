/// Which tests of which files are run.
struct TestSelection {
  private let expression: ((String) -> Bool)?
  /// The tests to which the run is narrowed that failed last; `nil` where it is not.
  private let failed: FailedTests?

  /// - Parameter pattern: A regular expression of which the label of a test contains a match.
  init(matching pattern: String?, failed: FailedTests?) throws(CallFailure) {
    self.failed = failed
    guard let pattern else {
      expression = nil
      return
    }
    do {
      let regex = try Regex(pattern)
      expression = { label in (try? regex.firstMatch(in: label)) != nil }
    } catch {
      throw CallFailure("“\(pattern)” is not a regular expression: \(error)")
    }
  }

  func files(_ files: [String]) -> [String] { failed.map { files.filter($0.concern) } ?? files }

  /// The tests of a file that are run; `nil` for all, with its checks and cells as loaded.
  func filter(of file: String) -> ((String) -> Bool)? {
    guard let failed, !failed.concernAll(of: file) else { return expression }
    return { label in failed.contain(label, of: file) && (expression?(label) ?? true) }
  }
}
