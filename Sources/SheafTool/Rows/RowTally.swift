import CellModel

/// How the rows of a file went: how many were read, which were refused, broke something or gave errors, and what is told of that.
///
/// What is wrong with a row is told with its place, but of no more than a hundred rows of a kind one by one.
struct RowTally {
  /// How many rows were read.
  private(set) var count = 0
  private var refusedCount = 0
  /// The rows whose answers have not come in time.
  private var lateCount = 0
  /// The rows that break checks, or in which something else is wrong beside their values.
  private var faultyCount = 0
  /// The rows whose outputs hold an error, and the first such error.
  private var errorCount = 0
  private var firstError: (line: Int, name: String, error: CellError)?
  private let path: String
  private let console: Console
  private var progress: Progress

  /// How many rows are reported one by one.
  private static let reportLimit = 100

  init(of path: String, _ console: Console) {
    self.path = path
    self.console = console
    progress = Progress(console)
  }

  /// The status of the worst row.
  var status: ExitStatus { refusedCount + lateCount + faultyCount + errorCount > 0 ? .sheet : .success }

  mutating func noteRow() {
    count += 1
    // Text that is made only when it is shown holds what it is made of: a number and not the tally.
    let count = count
    progress.update("\(count) rows")
  }

  mutating func noteLate() { lateCount += 1 }

  /// Notes what is wrong in a row beside its values, if anything is.
  mutating func note(_ faults: [String], line: Int) {
    guard !faults.isEmpty else { return }
    faultyCount += 1
    guard faultyCount <= Self.reportLimit else { return }
    for fault in faults { report(CallFailure(fault), line, 1) }
  }

  /// Notes the first error of a row.
  mutating func note(_ error: CellError, in cell: String, line: Int) {
    errorCount += 1
    if firstError == nil { firstError = (line, cell, error) }
  }

  mutating func noteRefusal(_ failure: CallFailure, at place: (line: Int, column: Int)) {
    refusedCount += 1
    if refusedCount <= Self.reportLimit { report(failure, place.line, place.column) }
  }

  private mutating func report(_ failure: CallFailure, _ line: Int, _ column: Int) {
    progress.clear()
    console.report(failure)
    console.errors.line("  --> \(path):\(line):\(column)")
  }

  /// Removes the line that says how far it has come.
  mutating func clearProgress() { progress.clear() }

  /// Tells of the rows that were not reported one by one, and of the first error.
  mutating func summarize() {
    if refusedCount > Self.reportLimit {
      console.remark("… and \(refusedCount - Self.reportLimit) more rows were refused")
    }
    if faultyCount > Self.reportLimit {
      console.remark("… and \(faultyCount - Self.reportLimit) more rows broke checks")
    }
    guard let firstError else { return }
    let accepted = count - refusedCount
    let rows = "\(errorCount) of \(accepted)\(refusedCount > 0 ? " accepted" : "") row\(accepted == 1 ? "" : "s")"
    let reason = firstError.error.message.isEmpty ? "" : ": \(firstError.error.message)"
    report(
      CallFailure("\(rows) gave errors, first \(firstError.name) with \(firstError.error.code.text)\(reason)"),
      firstError.line, 1)
  }
}
