import LiveSheets
import SheetText

/// Evaluates files one after the other, and says what each gives and what is wrong in it.
struct FileEvaluation {
  let question: QuestionOptions
  let settings: CellSettings
  let loading: SheetLoading
  let console: Console
  /// What is written into the file of a sheet, and what of it into files of their own.
  let written: WrittenSettings?
  let saved: SavedFiles
  /// Whether the values of a sheet are told of which nothing is asked.
  let tellsWholeSheets: Bool
  let sink: TextSink
  var reporter: any ReadingReporter
  private(set) var status = ExitStatus.success

  /// Ends the results, and tells how all of it went.
  mutating func finish() -> ExitStatus {
    reporter.finish()
    return status
  }

  /// Evaluates expressions that belong to no file.
  mutating func evaluateExpressions() throws {
    let sheet = LiveSheet(
      SheetDocument(name: "expression", ""), environment: loading.environment(forFolder: "."))
    let readings = try question.expressions.map { (text) throws(CallFailure) in
      try Reading(ofExpression: text, in: sheet, console)
    }
    reporter.show(readings, of: "expression")
    report(readings, of: sheet)
  }

  mutating func evaluate(_ path: String) throws(CallFailure) {
    if WorkbookFile.isWorkbook(path) { try evaluateWorkbook(path) } else { try evaluateSheet(path) }
  }

  private mutating func evaluateWorkbook(_ path: String) throws(CallFailure) {
    let file = WorkbookFile(path, loading)
    let readings = try file.readings(question.cells, settings, console, expressions: question.expressions)
    reporter.show(readings, of: path)
    status = status.worse(file.report(readings, console, sink))
  }

  private mutating func evaluateSheet(_ path: String) throws(CallFailure) {
    let sheet = try loading.sheet(at: path)
    console.work?.watch(sheet.engine)
    console.show(sheet.diagnostics, in: sheet.document.source)
    if sheet.hasErrors { status = status.worse(.sheet) }
    try settings.apply(to: sheet, console)
    try written?.write(sheet, console)
    awaitAnswers(of: sheet)
    let cells = question.cells
    var readings: [Reading] = []
    if !cells.isEmpty || question.expressions.isEmpty {
      do throws(CallFailure) { readings = try sheet.readings(cells) } catch {
        throw cells.lazy.compactMap { Self.expression($0, in: sheet, path) }.first ?? error
      }
    }
    for text in question.expressions { readings.append(try Reading(ofExpression: text, in: sheet, console)) }
    if tellsWholeSheets || !cells.isEmpty { reporter.show(readings, of: sheet.document.source.name) }
    try saved.write(from: sheet, loading.log, console)
    report(readings, of: sheet)
  }

  /// Says what prints an expression that was asked for as a cell; `nil` for what is none.
  private static func expression(_ text: String, in sheet: LiveSheet, _ path: String) -> CallFailure? {
    guard case .failure(let failure) = sheet.cell(text), failure.isNoPath, case .success = sheet.evaluate(text)
    else { return nil }
    return CallFailure(failure.message, help: "-e prints an expression: sheaf eval \(path) -e '\(text)'")
  }

  private mutating func awaitAnswers(of sheet: LiveSheet) {
    let wait = AnswerWait(sheet, loading.client)
    if !wait.awaitAnswers(reportingTo: console) { status = status.worse(.sheet) }
    let reports = wait.takeReports()
    console.show(reports, in: sheet.source)
    if reports.contains(where: { $0.severity == .error }) { status = status.worse(.sheet) }
  }

  /// Says where errors began and which checks are broken.
  private mutating func report(_ readings: [Reading], of sheet: LiveSheet) {
    let errors = ErrorCauses(readings)
    let broken = sheet.checks.broken
    guard !errors.causes.isEmpty || !broken.isEmpty else { return }
    sink.flush()
    // What the text has wrong has been said already; the errors that follow from it need no second message.
    console.show(sheet.hasErrors ? errors.besideErrors(of: sheet) : errors)
    for check in broken { console.show(check, in: sheet.source) }
    status = status.worse(.sheet)
  }
}
