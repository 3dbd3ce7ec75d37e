import ArgumentParser
import LiveSheets
import SheetText

/// `sheaf eval`: the values of sheets.
struct EvalCommand: WatchingCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Prints the values of a sheet or a workbook.",
    usage:
      "sheaf eval FILE… [-e EXPR]… [--set A=11]… [--write] [--get C]… [--rows inputs.csv [--keep id]] [--save name=out.csv]… [-f FORMAT] [-o OUT]",
    discussion: """
      Without --get it prints all that the sheet defines. The file - is the standard input.

      Examples: sheaf eval loan.sheet --set years=25 --get instalment
                sheaf eval loan.sheet -e 'instalment * 12' -e 'years + 1'
                sheaf eval report.sheet --get 'Out!A1#' -f csv -o out.csv
                sheaf eval loan.sheet --rows offers.csv --get instalment -f csv
                sheaf eval model.xlsx --set 'Inputs!B2=0.07' --get 'Summary!C10'
      """)

  @Argument(help: "The sheets.")
  var files: [String] = []

  @Option(
    name: [.customShort("e"), .customLong("expression")],
    help: ArgumentHelp("Prints the value of an expression, in a sheet or without one.", valueName: "expr"))
  var expressions: [String] = []

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(name: .customLong("write"), help: "Writes what --set gives into the file of the sheet.")
  var writesSettings = false

  @Option(name: .customLong("get"), help: ArgumentHelp("Prints only this cell, range or table.", valueName: "cell"))
  var cells: [String] = []

  @Option(
    help: ArgumentHelp(
      "Evaluates once for each row of a file of CSV or JSON lines, whose columns are inputs.", valueName: "file"))
  var rows: String?

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp(
      "Carries columns of --rows into the results as they stand, before the outputs.", valueName: "id,name"))
  var kept: [String] = []

  @Option(
    name: .customLong("error-column"),
    help: ArgumentHelp("Says in a last column of this name what is wrong in a row of --rows.", valueName: "name"))
  var errorColumn: String?

  @Option(name: .shortAndLong, help: "One of human, json, jsonl, csv, tsv, markdown and html.")
  var format: ReadingFormat?

  @Flag(name: .customLong("formatted"), help: "Writes numbers and dates in CSV and TSV as people see them.")
  var isFormatted = false

  @Option(name: .shortAndLong, help: ArgumentHelp("Writes to a file instead, whole or not at all.", valueName: "out"))
  var output: String?

  @Option(
    name: .customLong("save"),
    help: ArgumentHelp(
      "Writes a table, an array or a range as a CSV file, as in people=people.csv or Out!A1#=out.csv.",
      valueName: "name=csv"))
  var saved: [String] = []

  @Flag(name: .customLong("stats"), help: "Says at the end how much work it was and what memory it took.")
  var showsWork = false

  @OptionGroup var export: ExportOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  var watchedPaths: [String] {
    get { files }
    set { files = newValue }
  }

  /// Each row of a file is one of the results.
  var sharedFiles: [String] { [rows].compactMap(\.self).filter { $0 != FilePath.standardInput } }

  func run(on console: Console, noting log: ReadLog) throws -> ExitStatus {
    if watching.watch, writesSettings {
      throw CallFailure("--write has no place beside --watch, which would wait for what it writes itself")
    }
    guard showsWork else { return try evaluate(on: console, noting: log) }
    let work = WorkReport()
    console.work = work
    let status = try evaluate(on: console, noting: log)
    console.output.flush()
    for line in work.lines { console.remark(line) }
    return status
  }

  private func evaluate(on console: Console, noting log: ReadLog) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console, noting: log)
    let settings = try CellSettings(settings)
    if let output, WorkbookFile.isWritable(output) { return try save(settings, to: output, loading, console) }
    guard let output, output != FilePath.standardOutput else {
      let page = ReadingPage(sink: console.output, paint: console.paint, part: part(of: console))
      return try evaluate(loading, settings, console, page)
    }
    let file = try OutputFile(output, .results(from: files + [rows].compactMap(\.self)))
    do {
      let page = ReadingPage(sink: file.sink, paint: Paint(isOn: false))
      let status = try evaluate(loading, settings, console, page)
      try file.finish()
      if let remark = file.remark { console.remark(remark) }
      return status
    } catch {
      file.abandon()
      throw error
    }
  }

  /// Writes a workbook with its cells set.
  private func save(
    _ settings: CellSettings, to output: String, _ loading: SheetLoading, _ console: Console
  ) throws -> ExitStatus {
    guard files.count == 1, let path = files.first, WorkbookFile.isWorkbook(path) else {
      throw CallFailure("-o \(output) writes one workbook with its cells set, and it takes one workbook")
    }
    guard cells.isEmpty, rows == nil, saved.isEmpty, format == nil else {
      throw CallFailure("-o \(output) writes a whole workbook, so --get, --rows, --save and --format have no place")
    }
    return try WorkbookFile(path, loading).save(settings, to: output, console)
  }

  /// What a terminal shows of long tables.
  private func part(of console: Console) -> ShownPart {
    guard console.terminals.output else { return .all }
    return ShownPart(
      rows: ShownPart.rowsOfTerminal, width: console.width, help: "-o FILE or a pipe takes all of them",
      blocks: console.blocks)
  }

  private func evaluate(
    _ loading: SheetLoading, _ settings: CellSettings, _ console: Console, _ page: ReadingPage
  ) throws -> ExitStatus {
    let saved = try SavedFiles(saved)
    if !saved.isEmpty, files.count != 1 || rows != nil {
      throw CallFailure("--save writes what one sheet has that is evaluated once")
    }
    if rows == nil, !kept.isEmpty || errorColumn != nil {
      throw CallFailure("\(kept.isEmpty ? "--error-column" : "--keep") is about --rows, which is not given")
    }
    if !expressions.isEmpty, rows != nil { throw CallFailure("-e has no place beside --rows, which prints outputs") }
    if files.isEmpty {
      guard !expressions.isEmpty else {
        throw CallFailure("eval takes a sheet, or an expression", help: "sheaf eval FILE, or sheaf eval -e '1 + 2'")
      }
      guard settings.pairs.isEmpty, cells.isEmpty else {
        throw CallFailure("there is no sheet for --\(cells.isEmpty ? "set" : "get")")
      }
    }
    if writesSettings, rows != nil { throw CallFailure("--write has no place beside --rows, which sets other values") }
    let written = writesSettings ? try WrittenSettings(settings, to: files) : nil
    var page = page
    page.isFormatted = isFormatted
    page.guardsFormulas = export.guardsFormulas
    console.guardsFormulas = export.guardsFormulas
    if let rows { return try evaluateRows(rows, loading, settings, console, page) }
    var reporter = (format ?? .human).reporter(
      page, isSingle: files.count <= 1, titled: files.count == 1 ? files[0] : "sheaf eval")
    var status = ExitStatus.success
    if files.isEmpty {
      let sheet = LiveSheet(
        SheetDocument(name: "expression", ""), environment: loading.environment(forFolder: "."))
      let readings = try expressions.map { (text) throws(CallFailure) in
        try Reading(ofExpression: text, in: sheet, console)
      }
      reporter.show(readings, of: "expression")
      status = report(readings, of: sheet, console, page.sink)
    }
    for path in files {
      if WorkbookFile.isWorkbook(path) {
        let file = WorkbookFile(path, loading)
        let readings = try file.readings(cells, settings, console, expressions: expressions)
        if let readings { reporter.show(readings, of: path) }
        status = status.worse(file.report(readings, console, page.sink))
        continue
      }
      let sheet = try loading.sheet(at: path)
      console.work?.watch(sheet.engine)
      console.show(sheet.diagnostics, in: sheet.document.source)
      if sheet.hasErrors { status = status.worse(.sheet) }
      try settings.apply(to: sheet)
      try written?.write(sheet, console)
      let wait = AnswerWait(sheet, loading.client)
      if !wait.awaitAnswers(reportingTo: console) { status = status.worse(.sheet) }
      let reports = wait.takeReports()
      console.show(reports, in: sheet.document.source)
      if reports.contains(where: { $0.severity == .error }) { status = status.worse(.sheet) }
      var readings = cells.isEmpty && !expressions.isEmpty ? [] : try sheet.readings(cells)
      for text in expressions { readings.append(try Reading(ofExpression: text, in: sheet, console)) }
      // Whoever only wants a file has no use for the whole sheet beside it.
      if saved.isEmpty || !cells.isEmpty || format != nil || output != nil { reporter.show(readings, of: path) }
      try saved.write(from: sheet, console)
      status = status.worse(report(readings, of: sheet, console, page.sink))
    }
    reporter.finish()
    return status
  }

  private func evaluateRows(
    _ rows: String, _ loading: SheetLoading, _ settings: CellSettings, _ console: Console, _ page: ReadingPage
  ) throws -> ExitStatus {
    guard files.count == 1, let path = files.first else {
      throw CallFailure("--rows evaluates one sheet, and \(files.count) were given")
    }
    guard path != FilePath.standardInput || rows != FilePath.standardInput else {
      throw CallFailure("- stands for the sheet and for --rows, and the standard input is one file")
    }
    let reporter = (format ?? .human).rowReporter(page, file: path)
    let file = try RowFile(rows, console)
    if WorkbookFile.isWorkbook(path) {
      guard let subject = try WorkbookFile(path, loading).rows(cells, settings, console) else { return .sheet }
      return try run(file, of: subject, into: reporter, page, console)
    }
    let sheet = try loading.sheet(at: path)
    console.work?.watch(sheet.engine)
    console.show(sheet.diagnostics, in: sheet.document.source)
    try settings.apply(to: sheet)
    var outputs = try sheet.selection(cells)
    if cells.isEmpty {
      // Without a choice the outputs are what the sheet computes.
      let computed = outputs.filter { !$0.isSettable }
      if !computed.isEmpty { outputs = computed }
    }
    let wait = AnswerWait(sheet, loading.client)
    // Each row begins with what the sheet has when it is loaded, answers included.
    let hasAnswers = wait.awaitAnswers(reportingTo: console)
    let subject = SheetRows(sheet: sheet, outputs: outputs, wait: wait)
    let status = try run(file, of: subject, into: reporter, page, console)
    return sheet.hasErrors || !hasAnswers ? status.worse(.sheet) : status
  }

  private func run(
    _ file: RowFile, of subject: any RowSubject, into reporter: any RowReporter, _ page: ReadingPage, _ console: Console
  ) throws -> ExitStatus {
    let beside = ColumnsBeside(kept: kept, error: errorColumn)
    if file.holdsJSON {
      var batch = RowBatch(JSONLines(file), of: subject, beside: beside, console: console)
      return try batch.run(into: reporter, sink: page.sink)
    }
    var batch = RowBatch(CSVRows(file), of: subject, beside: beside, console: console)
    return try batch.run(into: reporter, sink: page.sink)
  }

  /// Says where errors began and which checks are broken.
  private func report(
    _ readings: [Reading], of sheet: LiveSheet, _ console: Console, _ sink: TextSink
  ) -> ExitStatus {
    let errors = ErrorCauses(readings)
    let broken = sheet.brokenChecks
    guard !errors.causes.isEmpty || !broken.isEmpty else { return .success }
    sink.flush()
    // What the text has wrong has been said already; the errors that follow from it need no second message.
    if !sheet.hasErrors { console.show(errors) }
    for check in broken { console.show(check, in: sheet.document.source) }
    return .sheet
  }
}
