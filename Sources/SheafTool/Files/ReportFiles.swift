/// A format in which a run can be reported to a file.
protocol ReportFormat: RawRepresentable<String>, CaseIterable {}

/// `--report FORMAT=FILE` on the command line: files that get a report each, whole or not at all.
struct ReportFiles<Format: ReportFormat> {
  private(set) var opened: [(format: Format, file: OutputFile)] = []

  /// - Parameters:
  ///   - paths: What is reported on, which no report may replace.
  ///   - log: What is read on the way, for which the same holds.
  init(_ texts: [String], on paths: [String], _ log: FileLog) throws(CallFailure) {
    for text in texts {
      do throws(CallFailure) { try open(text, paths, log) } catch {
        abandon()
        throw error
      }
    }
  }

  private mutating func open(_ text: String, _ paths: [String], _ log: FileLog) throws(CallFailure) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let format = Format(rawValue: parts[0]) else {
      throw CallFailure(
        "--report takes FORMAT=FILE, and “\(text)” is not that",
        help: "the formats are \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard parts[1] != FilePath.standardOutput else {
      throw CallFailure("--report writes a file", help: "-f \(parts[0]) writes to the standard output")
    }
    opened.append((format, try OutputFile(parts[1], .results(from: paths, log))))
  }

  func finish() throws(CallFailure) { for report in opened { try report.file.finish() } }

  func abandon() { for report in opened { report.file.abandon() } }
}
