import CellModel
import Threads

/// The evaluation of a sheet or a workbook once for each row of a file, of which one row, or one block of rows, is held at a
/// time.
///
/// The names in the head are inputs and constants, which each row sets in one instant; an empty field sets a blank.
/// Columns that are kept stand in the results as well and need not be inputs. A row with a value that is refused gives
/// errors, is reported with its place, and stops no other.
struct RowBatch<Source: RowSource> {
  private var source: Source
  private var subject: any RowSubject
  private let console: Console
  private let beside: ColumnsBeside
  private var kept: KeptColumns?
  private var columnCount = 0
  private var tally: RowTally

  init(_ source: Source, of subject: any RowSubject, beside: ColumnsBeside, console: Console) {
    self.source = source
    self.subject = subject
    self.beside = beside
    self.console = console
    tally = RowTally(of: source.path, console)
  }

  /// Evaluates every row; the status is that of the worst.
  mutating func run(into reporter: any RowReporter, sink: TextSink) throws(CallFailure) -> ExitStatus {
    var reporter = reporter
    do throws(CallFailure) {
      try begin()
      reporter.begin(try columnNames())
      if let rows = subject.block() {
        try run(rows, into: &reporter, sink)
      } else {
        while sink.isUsable, try source.advance() {
          tally.noteRow()
          let (outputs, fault) = outputs(of: source.row)
          reporter.show(fields(keptFields, fault), outputs)
        }
      }
    } catch {
      tally.clearProgress()
      throw error
    }
    tally.clearProgress()
    reporter.finish(rows: tally.count)
    tally.summarize()
    return tally.status
  }

  // MARK: The head

  private mutating func begin() throws(CallFailure) {
    let head = try source.head()
    columnCount = head.count
    var seen: Set<String> = []
    var inputs: [RowInput] = []
    for (position, column) in head.enumerated() {
      let place = "\(source.path):\(column.line):\(column.column)"
      guard !column.name.isEmpty else {
        throw CallFailure("\(place): the column has no name", code: .csvNoName)
      }
      let input: String
      do throws(CallFailure) { input = try subject.input(column.name) } catch {
        // What is kept need not be an input.
        if beside.kept.contains(where: { $0.lowercased() == column.name.lowercased() }) { continue }
        let keeping = "--keep \(column.name) carries it into the results"
        throw CallFailure("\(place): \(error.message)", help: error.help.map { "\($0) or \(keeping)" } ?? keeping)
      }
      guard seen.insert(input.lowercased()).inserted else {
        throw CallFailure("\(place): \(column.name) stands in the header twice", code: .csvNameTwice)
      }
      inputs.append(RowInput(name: column.name, field: position))
    }
    try subject.begin(inputs)
    if !beside.kept.isEmpty { kept = try KeptColumns(beside.kept, of: head, in: source.path) }
  }

  /// The columns of the results, of which each has a name of its own.
  private func columnNames() throws(CallFailure) -> [String] {
    let outputs = subject.outputNames
    let known = Set(outputs.map { $0.lowercased() })
    for name in kept?.names ?? [] where known.contains(name.lowercased()) {
      throw CallFailure("\(name) is an output, and a column that is kept cannot have its name, too")
    }
    if let name = beside.error, known.contains(name.lowercased()) {
      throw CallFailure("\(name) is an output, and --error-column needs another name")
    }
    return (kept?.names ?? []) + outputs + [beside.error].compactMap(\.self)
  }

  /// What is kept of the row that was read last.
  private var keptFields: [KeptField] { kept?.fields(of: source.row) ?? [] }

  /// What stands beside the outputs of a row in which something is wrong, or nothing.
  private func fields(_ kept: [KeptField], _ fault: String?) -> FieldsBeside {
    guard let name = beside.error else { return FieldsBeside(before: kept) }
    return FieldsBeside(
      before: kept, behind: [KeptField(name: name, .value(fault.map(CellValue.text) ?? .blank))])
  }

  private static func words(_ cell: String, _ error: CellError) -> String {
    "\(cell) is \(error.code.text)" + (error.message.isEmpty ? "" : ": \(error.message)")
  }

  // MARK: A row

  /// The outputs of a row, and what is wrong in it.
  private mutating func outputs(of row: Source.Row) -> ([Reading], fault: String?) {
    if let error = refusal(of: row, { [subject] in subject.set(from: $0) }) {
      return (subject.readings(failedBy: error), error.message)
    }
    if !subject.settle(console) { tally.noteLate() }
    let faults = subject.faults()
    tally.note(faults, line: row.line)
    let readings = subject.readings()
    guard let first = readings.lazy.compactMap({ $0.errors.first }).first else { return (readings, faults.first) }
    tally.note(first.error, in: first.cell, line: row.line)
    return (readings, faults.first ?? Self.words(first.cell, first.error))
  }

  /// Sets the inputs to a row; what was refused is reported with its place and stands in for the outputs.
  private mutating func refusal(of row: Source.Row, _ set: (Source.Row) -> RowRefusal?) -> CellError? {
    let failure: CallFailure
    var place = row.place(0)
    if let fault = row.fault(columns: columnCount) {
      failure = fault
    } else {
      guard let refusal = set(row) else { return nil }
      failure = CallFailure(refusal.words, help: refusal.help)
      place = row.place(refusal.position)
    }
    tally.noteRefusal(failure, at: place)
    return CellError(.value, "\(failure.message).", origin: "line \(place.line)")
  }

  // MARK: A block of rows

  /// A row that waits for its outputs: where it begins, why it has none, and what is kept of it.
  private struct WaitingRow {
    let line: Int
    let error: CellError?
    let kept: [KeptField]
  }

  /// Evaluates every row, many at once; what they give is the same as one by one.
  ///
  /// Where the format allows, the lines of a block are made while the next one is read.
  private mutating func run(
    _ rows: RowsInBlocks, into reporter: inout any RowReporter, _ sink: TextSink
  ) throws(CallFailure) {
    let writer = reporter.blockWriter(
      before: kept?.names ?? [], outputs: subject.outputNames, behind: [beside.error].compactMap(\.self))
    let relay = writer.map { writer in Relay { (block: FinishedBlock) in writer.lines(of: block) } }
    var waiting: [WaitingRow] = []
    var accepted = 0
    defer {
      end(waiting, accepted, of: rows, relay, &reporter, sink)
      relay?.finish { sink.write($0) }
    }
    // By itself: to read from a part of this value copies the whole of it.
    var source = source
    while sink.isUsable, try source.advance() {
      tally.noteRow()
      let row = source.row
      let error = refusal(of: row) { rows.set($0, inRow: accepted) }
      waiting.append(WaitingRow(line: row.line, error: error, kept: kept?.fields(of: row) ?? []))
      if error == nil { accepted += 1 }
      if waiting.count == RowsInBlocks.rowCount {
        end(waiting, accepted, of: rows, relay, &reporter, sink)
        waiting.removeAll(keepingCapacity: true)
        accepted = 0
      }
    }
  }

  /// Evaluates a block whose rows were read, and hands it on or shows it.
  private mutating func end(
    _ waiting: [WaitingRow], _ accepted: Int, of rows: RowsInBlocks, _ relay: Relay<FinishedBlock, [UInt8]>?,
    _ reporter: inout any RowReporter, _ sink: TextSink
  ) {
    let values = rows.values(rows: accepted)
    var finished: [FinishedBlock.Row] = []
    finished.reserveCapacity(waiting.count)
    var place = 0
    for waiting in waiting where sink.isUsable {
      if let error = waiting.error {
        let beside = fields(waiting.kept, error.message)
        finished.append(FinishedBlock.Row(beside: beside, error: error))
        if relay == nil { reporter.show(beside, subject.readings(failedBy: error)) }
        continue
      }
      let first = rows.firstError(in: values, inRow: place)
      let beside = fields(waiting.kept, first.map { Self.words($0.cell, $0.error) })
      finished.append(FinishedBlock.Row(beside: beside, error: nil))
      if relay == nil { reporter.show(beside, rows.readings(of: values, inRow: place)) }
      if let first { tally.note(first.error, in: first.cell, line: waiting.line) }
      place += 1
    }
    let isFirst = tally.count == waiting.count
    let isPlain = kept == nil && beside.error == nil && accepted == waiting.count
    relay?.hand(FinishedBlock(isFirst: isFirst, rows: finished, values: values, isPlain: isPlain)) { sink.write($0) }
  }
}
