import Diagnostics

/// What is told of the findings of a check, file after file, and what they come to.
///
/// Those of a baseline are known and not told; where one is written, it lists all that were found.
struct CheckReports {
  private let failing: Diagnostic.Severity
  private var reporters: [any FindingReporter]
  /// What has not been found again of the findings that were there before.
  private(set) var known: FindingBaseline?
  private(set) var listed: FindingBaseline?
  private(set) var status = ExitStatus.success
  private var count = 0
  private var fixableCount = 0

  /// - Parameters:
  ///   - reporters: The one on the standard output first.
  ///   - failing: From which severity on a finding fails the check.
  ///   - listsFindings: Whether a baseline is to be written.
  init(
    _ reporters: [any FindingReporter], failing: Diagnostic.Severity, known: FindingBaseline?, listsFindings: Bool
  ) {
    self.reporters = reporters
    self.failing = failing
    self.known = known
    listed = listsFindings ? FindingBaseline() : nil
  }

  mutating func take(_ found: FileFindings) {
    listed?.add(found)
    let file = known?.unknown(of: found) ?? found
    if file.findings.contains(where: { $0.diagnostic.severity >= failing }) { status = .sheet }
    count += file.findings.count
    fixableCount += file.findings.count { $0.isFixable }
    for index in reporters.indices { reporters[index].show(file) }
  }

  /// Tells the sum; on the standard output unless that is to be quiet.
  mutating func finish(fileCount: Int, isQuiet: Bool) {
    let checked = "checked \(fileCount) file\(fileCount == 1 ? "" : "s")"
    let found = count == 0 ? checked : "\(checked), \(count) finding\(count == 1 ? "" : "s")"
    let summary = fixableCount == 0 ? found : "\(found), \(fixableCount) of which --fix cures"
    for index in reporters.indices where index > 0 || !isQuiet { reporters[index].finish(summary) }
  }
}
