import CellModel
import Conversion
import Diagnostics
import Engine
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import SheetText
import Workbooks

/// A file that is written as a file of another kind.
struct FileConversion {
  /// What an ending says of a file.
  private enum Kind: String {
    case sheet, xlsx, ods, fods, csv, tsv
    /// A workbook that is read and not written.
    case workbook

    init?(_ path: String) {
      let written: [Kind] = [.sheet, .xlsx, .ods, .fods, .csv, .tsv]
      if let kind = written.first(where: { FilePath.hasExtension(path, $0.rawValue) }) {
        self = kind
      } else if WorkbookFile.isWorkbook(path) {
        self = .workbook
      } else if path == FilePath.standardInput {
        self = .sheet
      } else {
        return nil
      }
    }
  }

  private let input: String
  private let output: String
  private let from: Kind
  private let to: Kind
  private let sheet: String?
  /// Whether texts in tables are written so that no program takes them for formulas.
  private let guardsFormulas: Bool
  private let loading: SheetLoading
  private let console: Console

  init(
    from input: String, to output: String, sheet: String?, guardsFormulas: Bool, loading: SheetLoading,
    _ console: Console
  ) throws(CallFailure) {
    let endings = "the endings are .sheet, .xlsx, .ods, .fods, .csv and .tsv"
    if input.isEmpty || output.isEmpty { throw CallFailure("the name of a file is empty") }
    guard let from = Kind(input) else {
      if FileSystem.kind(input) == .folder { throw CallFailure("\(input) is a folder, not a file") }
      throw CallFailure("\(input) has no ending that says what it is", help: endings)
    }
    guard let to = Kind(output), to != .workbook else {
      throw CallFailure("\(output) has no ending of a file that can be written", help: endings)
    }
    if from == .sheet, to == .sheet {
      throw CallFailure(
        "\(input) is a sheet already",
        help: output == FilePath.standardOutput
          ? "sheaf convert \(FilePath.shellWord(input)) OUT writes another kind of file" : nil)
    }
    if sheet != nil, to != .csv, to != .tsv { throw CallFailure("--sheet says of what a table is written") }
    if let place = FilePath.resolved(output), place == FilePath.resolved(input) {
      throw CallFailure("\(output) is what would be converted; it is not written over it")
    }
    self.input = input
    self.output = output
    self.from = from
    self.to = to
    self.sheet = sheet
    self.guardsFormulas = guardsFormulas
    self.loading = loading
    self.console = console
  }

  func run() throws -> ExitStatus {
    switch from {
    case .sheet: return try convertSheet()
    case .csv, .tsv: return try convertTable()
    case .xlsx, .ods, .fods, .workbook:
      if from == to {
        return try WorkbookFile(input, loading).save(CellSettings([]), to: output, console)
      }
      let workbook = try WorkbookFile(input, loading).open(console).live
      switch to {
      case .sheet: return try write(workbook)
      case .xlsx, .ods, .fods, .workbook:
        let made = RespelledWorkbook(workbook, for: to == .xlsx ? .excel : .openDocument)
        list(made.omissions)
        listFunctions(of: workbook.engine)
        return try writeWorkbook(made.workbook)
      case .csv, .tsv: return try writeTable(of: workbook)
      }
    }
  }

  private func write(_ bytes: [UInt8]) throws(CallFailure) {
    if output == FilePath.standardOutput { return console.output.write(bytes) }
    if let remark = try OutputFile.write(bytes, to: output) { console.remark(remark) }
  }

  /// Writes a workbook, reads it back and says where it computes otherwise.
  private func writeWorkbook(_ workbook: Workbook) throws(CallFailure) -> ExitStatus {
    let bytes = try workbookBytes(workbook)
    try write(bytes)
    let contents: Workbook
    do throws(WorkbookFault) { contents = try WorkbookReader.workbook(bytes, named: output) } catch {
      throw CallFailure("\(output): \(error.words)")
    }
    let written = WrittenWorkbook(try WorkbookFile(output, loading).opened(contents, nil).live, of: workbook)
    return status(written.differences, of: written.compared)
  }

  private func workbookBytes(_ workbook: Workbook) throws(CallFailure) -> [UInt8] {
    do throws(WorkbookFault) {
      guard to != .xlsx else {
        let long = workbook.sheets.reduce(0) { $0 + UnwritableTexts($1).tooLong }
        if long > 0 { list(["text of more characters than Excel takes in a cell, which it cuts": long]) }
        var workbook = workbook
        list(ExcelFormulaLimits.keepValues(in: &workbook))
        return try ExcelWriter.bytes(workbook)
      }
      let made = OpenDocumentWorkbook(workbook)
      list(made.omissions)
      return try made.bytes(isFlat: to == .fods)
    } catch {
      throw CallFailure("\(output): \(error.words)")
    }
  }

  private func list(_ omissions: [String: Int]) {
    for (what, count) in omissions.sorted(by: { $0.key < $1.key }) {
      console.remark("\(FilePath.shown(input)): not carried over: \(what)\(count > 1 ? " (\(count))" : "")")
    }
  }

  /// Lists the functions that Excel does not have; their formulas show what was computed until it computes them.
  private func listFunctions(of engine: Engine) {
    guard to == .xlsx else { return }
    let names = engine.formulas.calledFunctions.filter(OpenFormulaNames.isOnlyLibreOffices)
    list(Dictionary(uniqueKeysWithValues: names.map { ("\($0), a function that Excel does not have", 1) }))
  }

  private var name: String {
    let file = FilePath.name(of: input)
    return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
  }

  /// Says how many cells have other values in what is written.
  private func status(_ differences: [String], of count: Int) -> ExitStatus {
    guard !differences.isEmpty else { return .success }
    let first = differences.prefix(5).joined(separator: ", ")
    console.report(
      CallFailure(
        "\(output): \(differences.count) of \(count) cells have other values than in \(input): \(first)\(differences.count > 5 ? ", …" : "")"
      ))
    return .sheet
  }

  // MARK: From workbooks

  private func write(_ workbook: LiveWorkbook) throws(CallFailure) -> ExitStatus {
    var environment = loading.environment(forFile: output)
    environment.catalog = workbook.engine.catalog
    let made = ConvertedSheet(
      workbook, name: output == FilePath.standardOutput ? "\(name).sheet" : FilePath.name(of: output),
      environment: environment)
    try write(Array(made.text.utf8))
    list(made.omissions)
    return status(made.differences, of: made.compared)
  }

  private func writeTable(of workbook: LiveWorkbook) throws(CallFailure) -> ExitStatus {
    let used = zip(workbook.contents.sheets, workbook.grids).map { sheet, grid in
      let all = Area(grid: grid, top: 0, left: 0, bottom: Area.lastRow, right: Area.lastColumn)
      return (name: sheet.name, area: workbook.engine.usedArea(all))
    }.filter { !$0.area.isEmpty }
    let area = try chosen(used.map(\.name)).map { used[$0].area }
    let whole = area.map { Area(grid: $0.grid, top: 0, left: 0, bottom: Int($0.bottom), right: Int($0.right)) }
    if let whole { try OpenWorkbook(path: input, live: workbook).checkSize(of: whole, sheet ?? input) }
    let rows = whole.map(workbook.shownValue(in:))
    try writeRows(rows)
    return .success
  }

  /// The place of the sheet that is meant; `nil` when there is nothing at all.
  private func chosen(_ names: [String]) throws(CallFailure) -> Int? {
    if let sheet {
      if let place = names.firstIndex(where: { $0.lowercased() == sheet.lowercased() }) { return place }
      throw CallFailure(
        "there is nothing named \(sheet) in \(input)", near: NearNames.suggestion(for: sheet, among: names))
    }
    guard names.count < 2 else {
      throw CallFailure(
        "\(input) has more than a table can hold: \(names.joined(separator: ", "))",
        help: "name one with --sheet, as in --sheet '\(names[0])'")
    }
    return names.isEmpty ? nil : 0
  }

  private func writeRows(_ value: CellValue?) throws(CallFailure) {
    let writer = CSVWriter(delimiter: to == .tsv ? 9 : 44, guardsFormulas: guardsFormulas)
    var text = ""
    switch value {
    case .array(let array)?:
      for row in 0..<array.rows { text += writer.line(Array(array.row(row))) }
    case let value?: text = writer.line([value])
    case nil: break
    }
    try write(Array(text.utf8))
  }

  // MARK: From sheets

  private func convertSheet() throws -> ExitStatus {
    let sheet = try loading.sheet(at: input)
    console.show(sheet.diagnostics, in: sheet.document.source)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let isTable = to == .csv || to == .tsv
    let made = WorkbookFromSheet(
      sheet, name: input == FilePath.standardInput ? "Sheet1" : name, takesValuesOnly: isTable)
    if isTable {
      let written = try writeTable(of: LiveWorkbook(made.workbook, catalog: .standard))
      return sheet.hasErrors ? .sheet : written
    }
    list(made.omissions)
    listFunctions(of: sheet.engine)
    let written = try writeWorkbook(made.workbook)
    return sheet.hasErrors ? .sheet : written
  }

  // MARK: From tables

  private func convertTable() throws(CallFailure) -> ExitStatus {
    let bytes = try loading.bytes(at: input)
    let file: TableFile
    do throws(CSVError) { file = try loading.table(bytes, named: input) } catch {
      throw CallFailure(error, in: input, hasEncoding: true)
    }
    let table = ConvertedTable(file, name: name)
    switch to {
    case .sheet:
      list(table.omissions)
      try write(SheetFormatter.formatted(table.sheet(named: output)).bytes)
    case .csv, .tsv:
      let header = file.columns.map { CellValue.text($0) }
      try writeRows(.array(CellArray([header] + file.rows)))
    case .xlsx, .ods, .fods, .workbook: return try writeWorkbook(table.workbook)
    }
    return .success
  }
}
