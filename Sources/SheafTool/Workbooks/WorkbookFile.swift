import CellModel
import Diagnostics
import FunctionLibrary
import Hosting
import Linting
import LiveWorkbooks
import Verification
import Workbooks

/// A workbook that was named where a sheet may be.
struct WorkbookFile {
  private let path: String
  private let loading: SheetLoading

  init(_ path: String, _ loading: SheetLoading) {
    self.path = path
    self.loading = loading
  }

  /// Whether a path names what is opened as a workbook, by its ending; separated values are a workbook of one sheet.
  static func isWorkbook(_ path: String) -> Bool {
    FileEnding.isWorkbook(path) || FileEnding.holdsSeparatedValues(path)
  }

  /// Refuses a workbook where a command takes a sheet.
  static func refuse(_ path: String, by command: String) throws(CallFailure) {
    guard isWorkbook(path) else { return }
    throw CallFailure("\(path) is a workbook, and \(command) takes a sheet", help: "sheaf convert makes a sheet of it")
  }

  /// Whether a path has the name of a workbook that can be written.
  static func isWritable(_ path: String) -> Bool { WorkbookEdit.ending(of: path) != nil }

  /// Whether the path that results go to means a workbook with what was set, rather than what is asked of files.
  static func isMeant(by output: String, of files: [String]) -> Bool {
    isWritable(output) || FileEnding.isWorkbook(output) && files.contains { FileEnding.isWorkbook($0) }
  }

  /// Loads and computes it.
  func open(_ console: Console, setting settings: CellSettings? = nil) throws(CallFailure) -> OpenWorkbook {
    let contents: Workbook
    switch try self.contents() {
    case .success(let read): contents = read
    case .failure(let fault): throw failure(of: fault)
    }
    for remark in remarks(on: contents) { console.remark(remark) }
    return try opened(contents, console, setting: settings)
  }

  /// What is missing in what has been read.
  private func remarks(on contents: Workbook) -> [String] {
    var remarks = contents.sheets.filter { $0.kind == .missing }.map {
      "\(path): the file names the sheet \($0.name) and does not have it; what reads it keeps its stored value"
    }
    if let words = contents.leftOut.wordsOnCellsBeyondEnd { remarks.append("\(path): \(words)") }
    return remarks
  }

  private func failure(of fault: WorkbookFault) -> CallFailure {
    if case .separated(let error) = fault { return CallFailure(error, in: path, hasEncoding: true) }
    return CallFailure("\(path): \(fault.words)", help: fault.help)
  }

  /// The same as a finding among others.
  private func finding(of fault: WorkbookFault) -> Diagnostic {
    if case .separated(let error) = fault { return error.diagnostic }
    return Diagnostic(
      code: DiagnosticCode.unreadableWorkbook.rawValue, "the workbook cannot be read: \(fault.words)",
      help: fault.help)
  }

  private func contents() throws(CallFailure) -> Result<Workbook, WorkbookFault> {
    loading.log.begin(path)
    let bytes = try loading.bytes(at: path)
    do throws(WorkbookFault) {
      return .success(try WorkbookReader.workbook(bytes, named: path, loading.workbooks))
    } catch { return .failure(error) }
  }

  func opened(
    _ contents: Workbook, _ console: Console?, setting settings: CellSettings? = nil
  ) throws(CallFailure) -> OpenWorkbook {
    let workbook = LiveWorkbook(contents, catalog: .standard)
    console?.work?.watch(workbook.engine)
    workbook.engine.settings.readTime = loading.clock
    workbook.engine.settings.exceededMemory = MemoryLimit.exceeded
    if let seed = loading.seed { workbook.engine.settings.randomSeed = seed }
    let opened = OpenWorkbook(path: path, live: workbook)
    if let settings { try opened.apply(settings, console) }
    workbook.recalculate()
    return opened
  }

  // MARK: Evaluating

  /// The values of cells, ranges and names, or of all sheets.
  func readings(
    _ paths: [String], _ settings: CellSettings, _ console: Console, expressions: [String] = []
  ) throws(CallFailure) -> [Reading] {
    let opened = try open(console, setting: settings)
    let source = WorkbookReadings(opened.live)
    let shown = expressions.isEmpty && !paths.isEmpty ? paths.compactMap { opened.known($0) } : nil
    opened.tellStale(for: shown?.count == paths.count ? shown : nil, console)
    if paths.isEmpty, expressions.isEmpty { return try opened.wholeSheets(console) }
    var readings: [Reading] = []
    for path in paths { readings.append(try opened.reading(path, in: source)) }
    for text in expressions {
      readings.append(Reading(ofExpression: text, try opened.value(of: text), in: source))
    }
    return readings
  }

  /// What is evaluated once for each row of a batch.
  func rows(_ paths: [String], _ settings: CellSettings, _ console: Console) throws(CallFailure) -> WorkbookRows {
    guard !paths.isEmpty else {
      throw CallFailure("--rows of a workbook needs --get", help: "name what each row is to give")
    }
    let opened = try open(console, setting: settings)
    var outputs: [(name: String, cells: Area)] = []
    for path in paths { outputs.append((path, try opened.area(path))) }
    return WorkbookRows(workbook: opened, outputs: outputs, console)
  }

  /// Says where errors began.
  func report(_ readings: [Reading], _ console: Console, _ sink: TextSink) -> ExitStatus {
    let errors = ErrorCauses(readings)
    if errors.causes.isEmpty { return .success }
    sink.flush()
    console.show(errors)
    return .sheet
  }

  // MARK: Saving

  /// Sets cells and writes the workbook with its new values to another place; all else in the file stays as it is.
  func save(_ settings: CellSettings, to output: String, _ console: Console) throws(CallFailure) -> ExitStatus {
    try checkEnding(of: output, writing: "-o")
    let opened = try open(console)
    let changes = WorkbookChanges(opened.live)
    try opened.apply(settings, console)
    opened.live.recalculate()
    try write(changes, of: opened.live, to: output, loading.log, console)
    return .success
  }

  /// - Parameter writer: What writes it, for people.
  func checkEnding(of output: String, writing writer: String) throws(CallFailure) {
    guard let ending = WorkbookEdit.ending(of: path) else {
      throw CallFailure(
        "\(path) is no workbook that \(writer) writes with what was set, which are .xlsx, .xlsm, .ods, .ots and .fods",
        help: "sheaf convert \(FilePath.shellWord(path)) "
          + "\(Self.isWritable(output) ? FilePath.shellWord(output) : "new.xlsx") makes one of it")
    }
    guard let wanted = WorkbookEdit.ending(of: output), Self.isOneKind(ending, wanted) else {
      throw CallFailure(
        "\(output) is another kind of file than \(path)",
        help: "sheaf convert \(FilePath.shellWord(path)) \(FilePath.shellWord(output))")
    }
    guard ending == wanted else {
      throw CallFailure(
        "\(output) has another ending than \(path), and no program opens a workbook under the ending of another kind",
        help: "give it the ending of \(path)")
    }
  }

  /// Whether files of two endings are written alike.
  private static func isOneKind(_ one: String, _ other: String) -> Bool {
    one == other || [["xlsx", "xlsm"], ["ods", "ots"]].contains { $0.contains(one) && $0.contains(other) }
  }

  /// Writes the workbook with what has changed in it; all else in the file stays as it is.
  ///
  /// - Parameters:
  ///   - replaced: What stood there when it was looked at; a file that has changed since is refused.
  ///   - log: What else is written by the same command.
  /// - Returns: What is in the file then.
  @discardableResult
  func write(
    _ changes: WorkbookChanges, of workbook: LiveWorkbook, to output: String, replacing replaced: FileVersion? = nil,
    _ log: FileLog, _ console: Console
  ) throws(CallFailure) -> FileVersion {
    let original = try loading.bytes(at: path)
    let bytes: [UInt8]
    do throws(WorkbookFault) { bytes = try changes.applied(to: original) } catch {
      throw CallFailure("\(path): \(error.words)", help: error.help)
    }
    if let remark = try OutputFile.write(bytes, to: output, .workbook(from: [path], log), replacing: replaced) {
      console.remark(remark)
    }
    if !workbook.kept.isEmpty {
      let count = workbook.kept.count
      console.remark(
        "\(path): \(count) \(count == 1 ? "cell keeps its" : "cells keep their") stored values, for they cannot be computed here"
      )
    }
    return FileVersion(bytes)
  }

  // MARK: Comparing

  /// Computes every formula anew and compares with what is stored in the file, sheet by sheet.
  func comparison(filter matches: (String) -> Bool, showsAll: Bool) throws(CallFailure) -> TestFileReport {
    switch try contents() {
    case .failure(let fault):
      return TestFileReport(of: SourceText(name: path, ""), findings: [finding(of: fault)])
    case .success(let contents):
      let workbook = try opened(contents, nil).live
      let comparison = StoredValueComparison(workbook)
      let told = WorkbookTestReport(path, workbook, comparison, showsAll: showsAll, matches)
      var report = told.file
      report.remarks = remarks(on: contents) + told.remarks
      return report
    }
  }

  // MARK: Checking

  /// What is wrong with it: that it cannot be read, or what its cells and names say.
  func findings(_ selection: FindingSelection) throws(CallFailure) -> FileFindings {
    if FileEnding.holdsSeparatedValues(path) { return try tableFindings(selection) }
    switch try contents() {
    case .failure(let fault):
      return FileFindings(SourceText(name: path, ""), [.init(diagnostic: finding(of: fault))], selection)
    case .success(let contents):
      return WorkbookFindings(try opened(contents, nil).live).file(path, selection)
    }
  }

  /// What keeps separated values from being read, or from being a table; as a workbook they may be read all the same.
  private func tableFindings(_ selection: FindingSelection) throws(CallFailure) -> FileFindings {
    loading.log.begin(path)
    let bytes = try loading.bytes(at: path)
    var findings: [Diagnostic] = []
    let source = SourceText(name: path, DecodedChunks.text(of: bytes, told: loading.workbooks.encoding))
    do throws(CSVError) { _ = try loading.table(bytes, named: path) } catch {
      var finding = error.diagnostic(in: source)
      if isReadable(bytes) { finding.severity = .warning }
      findings.append(finding)
    }
    findings += formulasToBe(in: bytes, source)
    return FileFindings(source, findings.map { FileFindings.Finding(diagnostic: $0) }, selection)
  }

  private func isReadable(_ bytes: [UInt8]) -> Bool {
    (try? WorkbookReader.workbook(bytes, named: path, loading.workbooks)) != nil
  }

  /// The first field of each column that a spreadsheet program would run.
  private func formulasToBe(in bytes: [UInt8], _ source: SourceText) -> [Diagnostic] {
    var reader = CSVReader(bytes, loading.workbooks.named(path))
    var told: Set<Int> = []
    var found: [Diagnostic] = []
    while let row = try? reader.next() {
      for position in 0..<row.count where !told.contains(position) && FormulaGuard.runs(row.text(position)) {
        told.insert(position)
        let place = row.place(position)
        found.append(
          CSVInjection.finding(row.text(position), at: source.offset(line: place.line, column: place.column)))
      }
    }
    return found
  }

  // MARK: Explaining

  func explain(
    _ cell: String, _ settings: CellSettings, _ format: ExplanationFormat, _ console: Console
  ) throws(CallFailure) -> ExitStatus {
    let opened = try open(console, setting: settings)
    let workbook = opened.live
    let area = try opened.area(cell)
    guard area.isSingleCell else { throw CallFailure("\(cell) is a range, and why explains a single cell") }
    let explanation = WorkbookExplanation(area.topLeft, in: workbook)
    opened.tellStale(for: [area], console)
    switch format {
    case .human, .mermaid: for line in explanation.lines(console.paint) { console.output.line(line) }
    case .json:
      let object: JSONValue = ["explanation": explanation.json, "file": .text(path), "version": 1]
      console.output.line(object.compactText)
    }
    return workbook.engine.value(at: area.topLeft).isError ? .sheet : .success
  }
}
