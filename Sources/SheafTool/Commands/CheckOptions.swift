import ArgumentParser
import Diagnostics
import Linting

/// Which findings `sheaf check` reports, and which of them fail it.
struct FindingOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp("The least severity that fails the check; error by default.", valueName: "severity"))
  var failOn: FailingSeverity?

  @Option(
    help: ArgumentHelp(
      "Reports only findings with these codes, with commas between them; all for all.", valueName: "codes"),
    completion: .list(FindingSelection.words))
  var select: [String] = []

  @Option(
    help: ArgumentHelp("Reports no findings with these codes.", valueName: "codes"),
    completion: .list(FindingSelection.words))
  var ignore: [String] = []

  @Flag(help: "Lists all findings with their severity and checks nothing.")
  var listRules = false

  func selection(_ settings: CheckSettings) throws(CallFailure) -> FindingSelection {
    try FindingSelection(
      selecting: select.isEmpty ? settings.select : select, ignoring: ignore.isEmpty ? settings.ignore : ignore)
  }

  func failing(_ settings: CheckSettings) -> Diagnostic.Severity { (failOn ?? settings.failOn ?? .error).level }
}

/// The files with which `sheaf check` compares what it finds and what sheets read, and those in which it writes that down.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Reports only findings that a file does not list.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    name: .customLong("write-baseline"), help: ArgumentHelp("Lists all findings in a file.", valueName: "file"),
    completion: .file())
  var writtenBaseline: String?

  @Option(
    help: ArgumentHelp("Compares the files that sheets read with a record of them.", valueName: "file"),
    completion: .file())
  var data: String?

  @Option(
    name: .customLong("write-data"),
    help: ArgumentHelp("Records in a file what the files are that sheets read.", valueName: "file"), completion: .file()
  )
  var writtenData: String?

  /// The findings that are not told; those of the settings only where none are to be listed anew.
  func baseline(_ configuration: Configuration) throws(CallFailure) -> FindingBaseline? {
    if let baseline { return try FindingBaseline(reading: baseline) }
    guard writtenBaseline == nil, let path = configuration.check.baseline else { return nil }
    return try configuration.atPlace(of: "check.baseline") { () throws(CallFailure) in
      try FindingBaseline(reading: path)
    }
  }

  /// What the files are to be that sheets read.
  func data(_ configuration: Configuration) throws(CallFailure) -> DataRecord? {
    if let data { return try DataRecord(reading: data) }
    guard writtenData == nil, let path = configuration.check.data else { return nil }
    return try configuration.atPlace(of: "check.data") { () throws(CallFailure) in try DataRecord(reading: path) }
  }

  /// Writes the files that were asked for: what the sheets read, and what was found.
  ///
  /// - Returns: The status of the call, which is that of the findings where nothing is written down.
  func write(
    _ reports: CheckReports, _ read: [(sheet: String, file: RecordedFile)], of files: [String], _ console: Console,
    _ log: FileLog
  ) throws(CallFailure) -> ExitStatus {
    if let writtenData {
      try DataRecord.write(read, to: writtenData, notReplacing: files, log)
      console.remark("\(read.count) file\(read.count == 1 ? "" : "s") recorded in \(writtenData)")
      if writtenBaseline == nil { return .success }
    }
    if let writtenBaseline, let listed = reports.listed {
      try listed.write(to: writtenBaseline, notReplacing: files, log)
      console.remark("\(listed.count) finding\(listed.count == 1 ? "" : "s") listed in \(writtenBaseline)")
      return .success
    }
    return reports.status
  }
}
