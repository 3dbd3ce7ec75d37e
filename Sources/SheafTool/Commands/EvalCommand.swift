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
                sheaf eval model.ods --set 'Inputs!B2=0.07' -o new.ods
      """)

  @Argument(help: "The sheets.", completion: .file())
  var files: [String] = []

  @OptionGroup var question: QuestionOptions
  @OptionGroup var rowwise: RowOptions
  @OptionGroup var results: ResultOptions
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
  var sharedFiles: [String] { [rowwise.rows].compactMap(\.self).filter { $0 != FilePath.standardInput } }

  func run(on console: Console, noting log: FileLog) throws -> ExitStatus {
    if watching.watch, question.writesSettings {
      throw CallFailure("--write has no place beside --watch, which would wait for what it writes itself")
    }
    guard results.showsWork else { return try evaluate(on: console, noting: log) }
    let work = WorkReport()
    console.work = work
    let status = try evaluate(on: console, noting: log)
    console.output.flush()
    for line in work.lines { console.remark(line) }
    return status
  }

  private func evaluate(on console: Console, noting log: FileLog) throws -> ExitStatus {
    for word in files {
      guard let help = CellSettings.help(forArgument: word) else { continue }
      throw CallFailure("there is no file named \(word)", help: help)
    }
    let loading = try SheetLoading(sheet, network, console, noting: log)
    let settings = try CellSettings(question.settings)
    if let output = results.page.file, WorkbookFile.isMeant(by: output, of: files) {
      return try save(settings, to: output, loading, console)
    }
    let format = try ReadingFormat.chosen(results.format, for: results.page.file, else: .human)
    let sources = files + [rowwise.rows].compactMap(\.self)
    let saved = try savedFiles(console)
    return try results.page.write(as: format, from: sources, log, console) {
      try evaluate(loading, settings, console, as: format, saving: saved)
    }
  }

  /// Writes a workbook with its cells set.
  private func save(
    _ settings: CellSettings, to output: String, _ loading: SheetLoading, _ console: Console
  ) throws -> ExitStatus {
    guard files.count == 1, let path = files.first, WorkbookFile.isWorkbook(path) else {
      throw CallFailure(
        "-o \(output) writes one workbook with its cells set, and it takes one workbook",
        help: files.count == 1
          ? "sheaf convert \(FilePath.shellWord(files[0])) \(FilePath.shellWord(output)) makes a workbook of a sheet"
          : nil)
    }
    guard question.cells.isEmpty, question.expressions.isEmpty, rowwise.rows == nil, results.saved.isEmpty,
      results.format == nil
    else {
      throw CallFailure("-o \(output) writes a whole workbook, so --get, -e, --rows, --save and --format have no place")
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

  /// - Throws: Why the files of a call have nothing that could be saved.
  private func savedFiles(_ console: Console) throws(CallFailure) -> SavedFiles {
    let saved = try SavedFiles(
      results.saved, guardsFormulas: export.guardsFormulas, standardOutput: console.output)
    if !saved.isEmpty, files.count != 1 || rowwise.rows != nil {
      throw CallFailure("--save writes what one sheet has that is evaluated once")
    }
    if !saved.isEmpty, let path = files.first, WorkbookFile.isWorkbook(path) {
      throw CallFailure(
        "\(path) is a workbook, and --save writes tables of a sheet", help: "sheaf convert writes a sheet of it as CSV")
    }
    return saved
  }

  private func evaluate(
    _ loading: SheetLoading, _ settings: CellSettings, _ console: Console, as format: ReadingFormat,
    saving saved: SavedFiles
  ) throws -> ExitStatus {
    try rowwise.check(beside: question)
    if files.isEmpty { try question.checkWithoutSheet() }
    let written = question.writesSettings ? try WrittenSettings(settings, to: files) : nil
    var page = ReadingPage(sink: console.output, paint: console.paint, part: part(of: console))
    page.isFormatted = results.isFormatted
    page.guardsFormulas = export.guardsFormulas
    if let rows = rowwise.rows {
      return try RowEvaluation(
        options: rowwise, cells: question.cells, settings: settings, loading: loading, console: console
      ).run(rows, of: files, as: format, page)
    }
    // Whoever only wants a file has no use for the whole sheet beside it.
    var evaluation = FileEvaluation(
      question: question, settings: settings, loading: loading, console: console, written: written, saved: saved,
      tellsWholeSheets: saved.isEmpty || results.format != nil || results.page.output != nil, sink: page.sink,
      reporter: format.reporter(
        page, isSingle: files.count <= 1, titled: files.count == 1 ? FilePath.shown(files[0]) : "sheaf eval"))
    if files.isEmpty { try evaluation.evaluateExpressions() }
    var unread = UnreadFiles(console)
    for path in files {
      try unread.with(path, isAlone: files.count == 1) { () throws(CallFailure) in try evaluation.evaluate(path) }
    }
    return unread.status(evaluation.finish())
  }
}
