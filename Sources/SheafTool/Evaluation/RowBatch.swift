import CellModel
import Workbooks

/// The evaluation of a sheet or a workbook once for each row of a CSV file, of which one row is held at a time.
///
/// The names in the header are inputs and constants, which each row sets in one instant; an empty field sets a blank. A
/// row with a value that is refused gives errors, is reported with its place, and stops no other.
struct RowBatch {
  /// How many refused rows are reported one by one.
  private static let reportLimit = 100

  private let path: String
  private var subject: any RowSubject
  private let console: Console
  private var reader: CSVReader
  private var inputs: [String] = []
  private var rowCount = 0
  private var refusedCount = 0
  /// The rows whose answers have not come in time.
  private var lateRowCount = 0
  /// The rows whose outputs hold an error, and the first such error.
  private var errorRowCount = 0
  private var firstError: (line: Int, name: String, error: CellError)?

  init(_ path: String, of subject: any RowSubject, console: Console) throws(CallFailure) {
    self.path = path
    self.subject = subject
    self.console = console
    let file = try FileReader(path)
    reader = CSVReader { () throws(CSVError) in
      do throws(CallFailure) { return try file.nextChunk() } catch {
        throw CSVError(.unreadable(error.message))
      }
    }
  }

  /// Evaluates every row; the status is that of the worst.
  mutating func run(into reporter: any RowReporter, sink: TextSink) throws(CallFailure) -> ExitStatus {
    var reporter = reporter
    var progress = Progress(console)
    do throws(CSVError) {
      guard let header = try reader.next() else {
        throw CSVError(.empty)
      }
      try readHeader(header)
      reporter.begin(subject.outputNames)
      while sink.isUsable, let row = try reader.next() {
        rowCount += 1
        progress.update("\(rowCount) rows")
        reporter.show(outputs(of: row, &progress))
      }
    } catch {
      progress.clear()
      if case .refusedColumn(let words) = error.fault { throw CallFailure(words, help: headerHelp) }
      throw CallFailure("\(path):\(error.line):\(error.column): \(error.message)")
    }
    progress.clear()
    reporter.finish()
    summarize()
    return refusedCount + lateRowCount + errorRowCount > 0 ? .sheet : .success
  }

  // MARK: The header

  private var headerHelp: String?

  private mutating func readHeader(_ header: CSVRow) throws(CSVError) {
    var seen: Set<String> = []
    for field in header.fields {
      let name = String(field.text.trimmed)
      func failure(_ words: String) -> CSVError {
        CSVError(.refusedColumn("\(path):\(field.line):\(field.column): \(words)"), at: (field.line, field.column))
      }
      do throws(CallFailure) {
        guard seen.insert(try subject.input(name).lowercased()).inserted else {
          throw CallFailure("\(name) stands in the header twice")
        }
      } catch {
        headerHelp = error.help
        throw failure(error.message)
      }
      inputs.append(name)
    }
    do throws(CallFailure) { try subject.begin(inputs) } catch {
      headerHelp = error.help
      throw CSVError(.refusedColumn(error.message), at: (header.line, 1))
    }
  }

  // MARK: A row

  private mutating func outputs(of row: CSVRow, _ progress: inout Progress) -> [Reading] {
    if let refusal = set(row) {
      refusedCount += 1
      if refusedCount <= Self.reportLimit {
        progress.clear()
        console.report(CallFailure(refusal.words, help: refusal.help))
        console.errors.line("  --> \(path):\(refusal.line):\(refusal.column)")
      }
      let error = CellError(.value, "\(refusal.words).", origin: "line \(refusal.line)")
      return subject.readings(failedBy: error)
    }
    if !subject.settle(console) { lateRowCount += 1 }
    let readings = subject.readings()
    if let first = readings.lazy.compactMap(\.errors.first).first {
      errorRowCount += 1
      if firstError == nil { firstError = (row.line, first.cell, first.error) }
    }
    return readings
  }

  /// Sets the inputs of a row in one instant; gives what was refused and where it stands.
  private func set(_ row: CSVRow) -> (words: String, help: String?, line: Int, column: Int)? {
    guard row.count == inputs.count else {
      let words = "the row has \(row.count) field\(row.count == 1 ? "" : "s"), and the header has \(inputs.count)"
      return (words, nil, row.line, 1)
    }
    guard let refusal = subject.set(from: row) else { return nil }
    let (line, column) = row.place(min(refusal.position, row.count - 1))
    return (refusal.words, refusal.help, line, column)
  }

  private func summarize() {
    if refusedCount > Self.reportLimit {
      console.remark("… and \(refusedCount - Self.reportLimit) more rows were refused")
    }
    guard let firstError else { return }
    let rows = "\(errorRowCount) of \(rowCount) row\(rowCount == 1 ? "" : "s")"
    let reason = firstError.error.message.isEmpty ? "" : ": \(firstError.error.message)"
    console.report(
      CallFailure("\(rows) gave errors, first \(firstError.name) with \(firstError.error.code.text)\(reason)"))
    console.errors.line("  --> \(path):\(firstError.line):1")
  }
}
