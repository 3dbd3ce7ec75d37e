/// A format in which a run can be reported to a file.
protocol ReportFormat: WrittenFormat {
  /// What writes the format to the standard output; `nil` where nothing does.
  var outputOption: String? { get }
}

extension ReportFormat {
  var outputOption: String? { "-f \(rawValue)" }
}

/// `--report FORMAT=FILE` and its kin on the command line: files that get a report each, whole or not at all.
struct ReportFiles<Format: ReportFormat> {
  private(set) var opened: [(format: Format, path: String, file: OutputFile)] = []
  /// The option that names the files.
  private let option: String

  /// - Parameters:
  ///   - option: The option that names the files.
  ///   - paths: What is reported on, which no report may replace.
  ///   - log: What is read on the way, for which the same holds.
  init(
    _ texts: [String], of option: String = "--report", on paths: [String], _ log: FileLog
  ) throws(CallFailure) {
    self.option = option
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
        "\(option) takes FORMAT=FILE, and “\(text)” is not that",
        help: "the formats are \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard parts[1] != FilePath.standardOutput else {
      throw CallFailure(
        "\(option) writes a file", help: format.outputOption.map { "\($0) writes to the standard output" })
    }
    opened.append((format, parts[1], try OutputFile(parts[1], .results(from: paths, log))))
  }

  func finish(_ console: Console) throws(CallFailure) {
    for report in opened { try report.file.finish() }
    for report in opened {
      for remark in [report.file.remark, report.format.remark(on: report.path)].compactMap(\.self) {
        console.remark(remark)
      }
    }
  }

  func abandon() { for report in opened { report.file.abandon() } }
}
