import ArgumentParser
import LiveSheets

/// `sheaf eval`: the values of sheets.
struct EvalCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Prints the values of a sheet.",
    usage: "sheaf eval FILE… [--set A=11]… [--get C]… [--rows inputs.csv] [--save table=out.csv]… [-f FORMAT] [-o OUT]")

  @Argument(help: "The sheets.")
  var files: [String]

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @Option(name: .customLong("get"), help: ArgumentHelp("Prints only this cell, range or table.", valueName: "cell"))
  var cells: [String] = []

  @Option(help: ArgumentHelp("Evaluates once for each row of a CSV file, whose columns are inputs.", valueName: "csv"))
  var rows: String?

  @Option(name: .shortAndLong, help: "One of human, json, jsonl, csv, tsv and markdown.")
  var format: ReadingFormat = .human

  @Option(name: .shortAndLong, help: ArgumentHelp("Writes to a file instead, whole or not at all.", valueName: "out"))
  var output: String?

  @Option(
    name: .customLong("save"),
    help: ArgumentHelp("Writes a table as a CSV file afterwards, as in people=people.csv.", valueName: "table=csv"))
  var tables: [String] = []

  @OptionGroup var sheet: SheetOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, console)
    let settings = try CellSettings(settings)
    guard let output else { return try evaluate(loading, settings, console, console.output, console.paint) }
    let file = try OutputFile(output, .results(from: files + [rows].compactMap(\.self)))
    do {
      let status = try evaluate(loading, settings, console, file.sink, Paint(isOn: false))
      try file.finish()
      if let remark = file.remark { console.remark(remark) }
      return status
    } catch {
      file.abandon()
      throw error
    }
  }

  private func evaluate(
    _ loading: SheetLoading, _ settings: CellSettings, _ console: Console, _ sink: TextSink, _ paint: Paint
  ) throws -> ExitStatus {
    let saved = try SavedTables(tables)
    if !tables.isEmpty, files.count != 1 || rows != nil {
      throw CallFailure("--save writes the tables of one sheet that is evaluated once")
    }
    if let rows { return try evaluateRows(rows, loading, settings, console, sink, paint) }
    var reporter = format.reporter(sink, paint, isSingle: files.count == 1)
    var status = ExitStatus.success
    for path in files {
      if WorkbookFile.isWorkbook(path) {
        let file = WorkbookFile(path, loading)
        let readings = try file.readings(cells, settings, console)
        if let readings { reporter.show(readings, of: path) }
        status = status.worse(file.report(readings, console, sink))
        continue
      }
      let sheet = try loading.sheet(at: path)
      console.show(sheet.diagnostics, in: sheet.document.source)
      if sheet.hasErrors { status = status.worse(.sheet) }
      try settings.apply(to: sheet)
      let wait = AnswerWait(sheet, loading.client)
      if !wait.awaitAnswers(reportingTo: console) { status = status.worse(.sheet) }
      let reports = wait.takeReports()
      console.show(reports, in: sheet.document.source)
      if reports.contains(where: { $0.severity == .error }) { status = status.worse(.sheet) }
      let readings = try sheet.selection(cells).map { Reading($0, in: sheet) }
      reporter.show(readings, of: path)
      try saved.write(from: sheet, console)
      status = status.worse(report(readings, of: sheet, console, sink))
    }
    reporter.finish()
    return status
  }

  private func evaluateRows(
    _ rows: String, _ loading: SheetLoading, _ settings: CellSettings, _ console: Console, _ sink: TextSink,
    _ paint: Paint
  ) throws -> ExitStatus {
    guard files.count == 1, let path = files.first else {
      throw CallFailure("--rows evaluates one sheet, and \(files.count) were given")
    }
    if WorkbookFile.isWorkbook(path) { throw CallFailure("--rows evaluates a sheet, and \(path) is a workbook") }
    let sheet = try loading.sheet(at: path)
    console.show(sheet.diagnostics, in: sheet.document.source)
    try settings.apply(to: sheet)
    var outputs = try sheet.selection(cells)
    if cells.isEmpty {
      // Without a choice the outputs are what the sheet computes.
      let computed = outputs.filter { !$0.isSettable }
      if !computed.isEmpty { outputs = computed }
    }
    var batch = try RowBatch(
      rows, sheet: sheet, outputs: outputs, wait: AnswerWait(sheet, loading.client), console: console)
    let status = try batch.run(into: format.rowReporter(sink, paint, file: path), sink: sink)
    return sheet.hasErrors ? status.worse(.sheet) : status
  }

  /// Says where errors began and which checks are broken.
  private func report(
    _ readings: [Reading], of sheet: LiveSheet, _ console: Console, _ sink: TextSink
  ) -> ExitStatus {
    let errors = readings.flatMap(\.errors)
    let broken = sheet.brokenChecks
    guard !errors.isEmpty || !broken.isEmpty else { return .success }
    sink.flush()
    // What the text has wrong has been said already; the errors that follow from it need no second message.
    if !sheet.hasErrors { console.show(ErrorCauses(errors)) }
    for check in broken { console.show(check, in: sheet.document.source) }
    return .sheet
  }
}
