import ArgumentParser
import CellModel
import Hosting
import LiveSheets

/// `sheaf what-if FILE --set A=11`: what would be another value than it is.
struct WhatIfCommand: ToolCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument, WrittenFormat {
    case human, json, markdown

    var endings: [String] {
      switch self {
      case .human: []
      case .json: ["json"]
      case .markdown: ["md", "markdown"]
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "what-if", abstract: "Shows only what would change, and by how much, if inputs were others.",
    usage: "sheaf what-if FILE --set A=11… [-f human|json|markdown] [-o OUT]",
    discussion: """
      No sheet is written. Checks that would be broken are named, and the status is 1 if there are any that hold now, or if \
      a cell would be an error that is none.

      Examples: sheaf what-if loan.sheet --set years=25
                sheaf what-if loan.sheet --set rate=4% --set years=25 -f markdown
                sheaf what-if model.xlsx --set Inputs!B2=0.07
      """)

  @Argument(help: "The sheet or workbook.", completion: .file())
  var file: String

  @Option(name: .customLong("set"), help: ArgumentHelp("What would be another value.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(help: "Shows every cell that changes, not a few of a column or a workbook.")
  var all = false

  @Option(name: .letter("f"), help: "One of human, json and markdown; else what the ending of -o says, or human.")
  var format: Format?

  @OptionGroup var page: OutputOptions

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  /// How many changes are shown one by one before columns are folded.
  private static let most = 20

  func run(on console: Console) throws -> ExitStatus {
    guard !settings.isEmpty else {
      throw CallFailure(
        "what-if takes what would be another value", help: "sheaf what-if \(FilePath.shellWord(file)) --set NAME=VALUE")
    }
    let loading = try SheetLoading(sheet, network, console)
    let settings = try CellSettings(settings)
    let format = try Format.chosen(format, for: page.file, else: .human)
    return try page.write(as: format, from: [file], loading.log, console) {
      WorkbookFile.isWorkbook(file)
        ? try run(WorkbookFile(file, loading), settings, as: format, console)
        : try run(loading, settings, as: format, console)
    }
  }

  private func run(
    _ loading: SheetLoading, _ settings: CellSettings, as format: Format, _ console: Console
  ) throws -> ExitStatus {
    let sheet = try loading.sheet(at: file)
    console.show(sheet.diagnostics, in: sheet.document.source)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let broken = Set(sheet.checks.broken.map(\.title))
    sheet.recordsChanges = true
    _ = sheet.takeChanges()
    try settings.apply(to: sheet, console)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let changes = sheet.takeChanges()
    show(changes, sheet.valueText, as: format, on: console) { limit in
      let ripple = Ripple(changes, RowNames(), isNew: { _ in false }, in: sheet, showsDifferences: true)
      return ripple.lines(limit: limit, console.paint)
    }
    if !sheet.hasErrors {
      console.show(ErrorCauses(changes.filter(Self.makesError).map { Reading($0.cell, in: sheet) }))
    }
    let fresh = sheet.checks.broken.filter { !broken.contains($0.title) }
    for check in fresh { console.show(check, in: sheet.document.source) }
    return !fresh.isEmpty || changes.contains(where: Self.makesError) || sheet.hasErrors ? .sheet : .success
  }

  private func run(
    _ workbook: WorkbookFile, _ settings: CellSettings, as format: Format, _ console: Console
  ) throws -> ExitStatus {
    let opened = try workbook.open(console)
    let outlook = try WorkbookOutlook(settings, of: opened, console)
    show(outlook.changes, outlook.texts, as: format, on: console) { outlook.lines(limit: $0, console.paint) }
    if format == .human, !all, outlook.changes.count > Self.most {
      console.remark("… and \(outlook.changes.count - Self.most) more cells; --all shows them")
    }
    return outlook.changes.contains(where: Self.makesError) ? .sheet : .success
  }

  private static func makesError(_ change: CellChange) -> Bool { change.new.isError && !change.old.isError }

  /// - Parameter lines: What people read, of so many changes one by one.
  private func show(
    _ changes: [CellChange], _ texts: ValueText, as format: Format, on console: Console,
    lines: (_ limit: Int) -> [String]
  ) {
    switch format {
    case .human:
      for line in lines(all ? .max : Self.most) { console.output.line(line) }
      if changes.isEmpty { console.remark("nothing would change") }
    case .markdown: writeMarkdown(changes, texts, to: console.output)
    case .json: console.output.line(json(changes).compactText)
    }
    console.output.flush()
  }

  private func writeMarkdown(_ changes: [CellChange], _ texts: ValueText, to sink: TextSink) {
    for line in DelimitedFormat.markdown.head(["cell", "before", "after", "difference"]) { sink.line(line) }
    for change in changes {
      let difference = NumberDifference(change)?.text(texts) ?? ""
      let row = [change.cell.name, change.oldText, change.newText, difference]
      sink.line(DelimitedFormat.markdown.line(row))
    }
  }

  private func json(_ changes: [CellChange]) -> JSONValue {
    let list: [JSONValue] = changes.map { change in
      ["cell": .text(change.cell.name), "new": JSONValue(change.new), "old": JSONValue(change.old)]
    }
    return ["changes": .list(list), "file": .text(FilePath.shown(file)), "version": 1]
  }
}
