import LiveSheets

/// An evaluation of one sheet or workbook for each row of a file.
struct RowEvaluation {
  let options: RowOptions
  /// The cells that are printed; without any, what the sheet computes.
  let cells: [String]
  let settings: CellSettings
  let loading: SheetLoading
  let console: Console

  /// - Parameters:
  ///   - rows: The file of rows.
  ///   - files: The sheet, and nothing else.
  ///   - format: Where the results go as what.
  func run(
    _ rows: String, of files: [String], as format: ReadingFormat, _ page: ReadingPage
  ) throws -> ExitStatus {
    guard files.count == 1, let path = files.first else {
      throw CallFailure("--rows evaluates one sheet, and \(files.count) were given")
    }
    guard path != FilePath.standardInput || rows != FilePath.standardInput else {
      throw CallFailure("- stands for the sheet and for --rows, and the standard input is one file")
    }
    let reporter = format.rowReporter(page, file: path)
    let file = try RowFile(rows, loading.workbooks.encoding, console)
    if WorkbookFile.isWorkbook(path) {
      return try run(file, of: try WorkbookFile(path, loading).rows(cells, settings, console), into: reporter, page)
    }
    let sheet = try loading.sheet(at: path)
    console.work?.watch(sheet.engine)
    console.show(sheet.diagnostics, in: sheet.document.source)
    try settings.apply(to: sheet, console)
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
    let status = try run(file, of: subject, into: reporter, page)
    return sheet.hasErrors || !hasAnswers ? status.worse(.sheet) : status
  }

  private func run(
    _ file: RowFile, of subject: any RowSubject, into reporter: any RowReporter, _ page: ReadingPage
  ) throws -> ExitStatus {
    if file.holdsJSON {
      var batch = RowBatch(JSONLines(file), of: subject, beside: options.beside, console: console)
      return try batch.run(into: reporter, sink: page.sink)
    }
    if file.holdsList {
      throw CallFailure(
        "\(file.path) is one list of JSON, and --rows takes lines of which each is an object",
        help: "jq -c '.[]' makes such lines of it")
    }
    var batch = RowBatch(
      CSVRows(file, loading.workbooks.named(file.path)), of: subject, beside: options.beside, console: console)
    return try batch.run(into: reporter, sink: page.sink)
  }
}
