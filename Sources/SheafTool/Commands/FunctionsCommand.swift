import ArgumentParser
import FunctionLibrary
import Functions
import LiveSheets

/// `sheaf functions [NAME]`: the catalog, or one function of it.
struct FunctionsCommand: ToolCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument, WrittenFormat {
    case human, json, docc

    var endings: [String] { self == .json ? ["json"] : [] }
  }

  static let configuration = CommandConfiguration(
    commandName: "functions", abstract: "Lists the functions by family, or explains one.",
    usage: "sheaf functions [NAME] [--sheet FILE] [--language de|fr|es] [-f human|json|docc] [-o OUT]",
    discussion: """
      A name is found in any case, with the prefixes that files carry, and in German, French and Spanish. Any other word \
      lists the functions that have to do with it.

      The format json is for other tools. The format docc writes the reference pages of the guide into the folder -o.

      Examples: sheaf functions XLOOKUP
                sheaf functions interest
                sheaf functions tax --sheet prices.sheet
      """)

  @Argument(help: "A function, such as ROUND.", completion: .list(FunctionCatalog.standard.functions.map(\.name)))
  var name: String?

  @Option(
    name: .customLong("sheet"),
    help: ArgumentHelp("A sheet whose named LAMBDAs are functions, too.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("Lists the names of a language: one of de, fr and es.", valueName: "code"))
  var language: FormulaLanguage?

  @Option(name: .letter("f"), help: "One of human, json and docc; else what the ending of -o says, or human.")
  var format: Format?

  @Option(
    name: .letter("o"), help: ArgumentHelp("Writes to a file instead; for docc its folder.", valueName: "out"),
    completion: .file())
  var output: String?

  @OptionGroup(visibility: .hidden) var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let log = FileLog()
    let source = try file.map { (file) throws in try loaded(file, noting: log, console) }
    let lambdas = source.map(NamedLambda.all) ?? []
    let paint = isFile ? Paint(isOn: false) : console.paint
    let guide = FunctionGuide(.standard, paint, lambdas: lambdas, language: language)
    let format = try Format.chosen(format, for: isFile ? output : nil, else: .human)
    switch format {
    case .human:
      try write(
        try name.map { (name) throws(CallFailure) in try guide.answer(to: name) } ?? guide.overview(), as: format,
        log, console)
    case .json: try write([try FunctionRecords(guide).json(named: name).compactText], as: format, log, console)
    case .docc:
      guard let output else {
        throw CallFailure("the format docc needs a folder", help: "sheaf functions --format docc --output FOLDER")
      }
      try FileSystem.requireFolder(output)
      for page in FunctionPages(guide).pages {
        try OutputFile.write(Array(page.text.utf8), to: FilePath.joined(output, page.file), .page)
      }
    }
    return source?.diagnostics.contains { $0.severity == .error } == true ? .sheet : .success
  }

  /// The sheet that has functions of its own; what is wrong with its text is told.
  private func loaded(_ file: String, noting log: FileLog, _ console: Console) throws -> LiveSheet {
    try WorkbookFile.refuse(file, by: "functions")
    let sheet = try SheetLoading(sheet, network, console, noting: log).sheet(at: file)
    console.show(sheet.diagnostics, in: sheet.document.source)
    return sheet
  }

  private var isFile: Bool { output != nil && output != FilePath.standardOutput }

  private func write(_ lines: [String], as format: Format, _ log: FileLog, _ console: Console) throws(CallFailure) {
    guard let output, isFile else {
      for line in lines { console.output.line(line) }
      return
    }
    let text = lines.map { $0 + "\n" }.joined()
    let remarks = [
      try OutputFile.write(Array(text.utf8), to: output, .results(from: [file].compactMap(\.self), log)),
      format.remark(on: output),
    ]
    for remark in remarks.compactMap(\.self) { console.remark(remark) }
  }
}

extension FormulaLanguage: ExpressibleByArgument {}
