import ArgumentParser
import CellModel
import Hosting
import LiveSheets

/// `sheaf what-if FILE --set A=11`: what would be another value than it is.
struct WhatIfCommand: ToolCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument { case human, json, markdown }

  static let configuration = CommandConfiguration(
    commandName: "what-if", abstract: "Shows only what would change, and by how much, if inputs were others.",
    usage: "sheaf what-if FILE --set A=11… [-f human|json|markdown]",
    discussion: """
      Nothing is written. Checks that would be broken are named, and the status is 1 if there are any that hold now, or if \
      a cell would be an error that is none.

      Examples: sheaf what-if loan.sheet --set years=25
                sheaf what-if loan.sheet --set rate=4% --set years=25 -f markdown
      """)

  @Argument(help: "The sheet.", completion: .file())
  var file: String

  @Option(name: .customLong("set"), help: ArgumentHelp("What would be another value.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(help: "Shows every cell of a column that changes.")
  var all = false

  @Option(name: .shortAndLong, help: "One of human, json and markdown.")
  var format: Format = .human

  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  /// How many changes are shown one by one before columns are folded.
  private static let most = 20

  func run(on console: Console) throws -> ExitStatus {
    guard !settings.isEmpty else {
      throw CallFailure("what-if takes what would be another value", help: "sheaf what-if \(file) --set NAME=VALUE")
    }
    guard !WorkbookFile.isWorkbook(file) else {
      throw CallFailure(
        "\(file) is a workbook, and what-if takes a sheet",
        help: "at its prompt, sheaf \(file), a cell that is set shows what changes")
    }
    let loading = try SheetLoading(sheet, network, console)
    let settings = try CellSettings(settings)
    let sheet = try loading.sheet(at: file)
    console.show(sheet.diagnostics, in: sheet.document.source)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let broken = Set(sheet.brokenChecks.map(\.title))
    sheet.recordsChanges = true
    _ = sheet.takeChanges()
    try settings.apply(to: sheet)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let changes = sheet.takeChanges()
    switch format {
    case .human:
      let ripple = Ripple(changes, RowNames(), isNew: { _ in false }, in: sheet, showsDifferences: true)
      for line in ripple.lines(limit: all ? .max : Self.most, console.paint) { console.output.line(line) }
      if changes.isEmpty { console.remark("nothing would change") }
    case .markdown: writeMarkdown(changes, sheet.valueText, to: console.output)
    case .json: console.output.line(json(changes).compactText)
    }
    console.output.flush()
    let fresh = sheet.brokenChecks.filter { !broken.contains($0.title) }
    for check in fresh { console.show(check, in: sheet.document.source) }
    let hasFailed = !fresh.isEmpty || changes.contains { $0.new.isError && !$0.old.isError }
    return hasFailed || sheet.hasErrors ? .sheet : .success
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
    return ["changes": .list(list), "file": .text(file), "version": 1]
  }
}
