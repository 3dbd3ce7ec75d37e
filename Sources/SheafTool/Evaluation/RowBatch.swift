import CellModel
import Workbooks

/// The evaluation of a sheet or a workbook once for each row of a CSV file, of which one row, or one block of rows, is held
/// at a time.
///
/// The names in the header are inputs and constants, which each row sets in one instant; an empty field sets a blank. A
/// row with a value that is refused gives errors, is reported with its place, and stops no other.
struct RowBatch {
  /// How many rows are reported one by one.
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
  /// The rows that break checks, or in which something else is wrong beside their values.
  private var faultyRowCount = 0
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
      if let rows = subject.block() {
        try run(rows, into: &reporter, sink, &progress)
      } else {
        while sink.isUsable, try reader.advance() {
          rowCount += 1
          progress.update("\(rowCount) rows")
          reporter.show(outputs(of: reader.row, &progress))
        }
      }
    } catch {
      progress.clear()
      if case .refusedColumn(let words) = error.fault { throw CallFailure(words, help: headerHelp) }
      throw CallFailure("\(path):\(error.line):\(error.column): \(error.message)")
    }
    progress.clear()
    reporter.finish()
    summarize()
    return refusedCount + lateRowCount + faultyRowCount + errorRowCount > 0 ? .sheet : .success
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
    if let error = refusal(of: row, &progress, { [subject] in subject.set(from: $0) }) {
      return subject.readings(failedBy: error)
    }
    if !subject.settle(console) { lateRowCount += 1 }
    report(subject.faults(), line: row.line, &progress)
    let readings = subject.readings()
    for reading in readings {
      guard let first = reading.errors.first else { continue }
      noteError(first.error, in: first.cell, line: row.line)
      break
    }
    return readings
  }

  private mutating func report(_ faults: [String], line: Int, _ progress: inout Progress) {
    guard !faults.isEmpty else { return }
    faultyRowCount += 1
    guard faultyRowCount <= Self.reportLimit else { return }
    progress.clear()
    for fault in faults {
      console.report(CallFailure(fault))
      console.errors.line("  --> \(path):\(line):1")
    }
  }

  /// Takes note of the first error of a row.
  private mutating func noteError(_ error: CellError, in cell: String, line: Int) {
    errorRowCount += 1
    if firstError == nil { firstError = (line, cell, error) }
  }

  /// Sets the inputs to a row; what was refused is reported with its place and stands in for the outputs.
  private mutating func refusal(
    of row: CSVRow, _ progress: inout Progress, _ set: (CSVRow) -> RowRefusal?
  ) -> CellError? {
    let words: String
    var help: String?
    var place = (line: row.line, column: 1)
    if row.count == inputs.count {
      guard let refusal = set(row) else { return nil }
      (words, help, place) = (refusal.words, refusal.help, row.place(refusal.position))
    } else {
      words = "the row has \(row.count) field\(row.count == 1 ? "" : "s"), and the header has \(inputs.count)"
    }
    refusedCount += 1
    if refusedCount <= Self.reportLimit {
      progress.clear()
      console.report(CallFailure(words, help: help))
      console.errors.line("  --> \(path):\(place.line):\(place.column)")
    }
    return CellError(.value, "\(words).", origin: "line \(place.line)")
  }

  // MARK: A block of rows

  /// Evaluates every row, many at once; what they give is the same as one by one.
  private mutating func run(
    _ rows: RowsInBlocks, into reporter: inout any RowReporter, _ sink: TextSink, _ progress: inout Progress
  ) throws(CSVError) {
    /// The rows that wait for their outputs: where each begins, and why it has none.
    var waiting: [(line: Int, error: CellError?)] = []
    var accepted = 0
    defer { show(waiting, accepted, of: rows, into: &reporter, sink) }
    while sink.isUsable, try reader.advance() {
      rowCount += 1
      progress.update("\(rowCount) rows")
      let error = refusal(of: reader.row, &progress) { rows.set($0, inRow: accepted) }
      waiting.append((reader.row.line, error))
      if error == nil { accepted += 1 }
      if waiting.count == RowsInBlocks.rowCount {
        show(waiting, accepted, of: rows, into: &reporter, sink)
        waiting.removeAll(keepingCapacity: true)
        accepted = 0
      }
    }
  }

  private mutating func show(
    _ waiting: [(line: Int, error: CellError?)], _ accepted: Int, of rows: RowsInBlocks,
    into reporter: inout any RowReporter, _ sink: TextSink
  ) {
    rows.recalculate(rows: accepted)
    var place = 0
    for (line, error) in waiting where sink.isUsable {
      if let error {
        reporter.show(subject.readings(failedBy: error))
        continue
      }
      let row = BlockRow(rows: rows, place: place)
      place += 1
      reporter.show(row)
      if let first = row.firstError { noteError(first.error, in: first.cell, line: line) }
    }
  }

  private func summarize() {
    if refusedCount > Self.reportLimit {
      console.remark("… and \(refusedCount - Self.reportLimit) more rows were refused")
    }
    if faultyRowCount > Self.reportLimit {
      console.remark("… and \(faultyRowCount - Self.reportLimit) more rows broke checks")
    }
    guard let firstError else { return }
    let rows = "\(errorRowCount) of \(rowCount) row\(rowCount == 1 ? "" : "s")"
    let reason = firstError.error.message.isEmpty ? "" : ": \(firstError.error.message)"
    console.report(
      CallFailure("\(rows) gave errors, first \(firstError.name) with \(firstError.error.code.text)\(reason)"))
    console.errors.line("  --> \(path):\(firstError.line):1")
  }
}
