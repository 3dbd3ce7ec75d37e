import ArgumentParser
import Diagnostics
import Drawing
import LiveSheets
import Verification

/// `sheaf explore`: the states that a sheet can reach.
struct ExploreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore", abstract: "Walks every state that a sheet can reach and judges its checks there.",
    usage:
      "sheaf explore FILE… [--max-states N] [--max-memory MB] [--walk N] [--fail-fast] [-j N] [--graph OUT] [-f human|json] [-o OUT]",
    discussion: """
      Sets each input to each value of its domain, fires each event, triggers each action, lets time run to the next \
      timer, and answers each open call with a failure and a success. An input without a declared domain takes the \
      values that the sheet's tests give it. Where a limit ends the walk, what grew without end is named.

      Exits with 1 when a check is broken in some state, and when a limit that was not given ends the walk.

      Examples: sheaf explore form.sheet
                sheaf explore form.sheet --graph form.svg
                sheaf explore big.sheet --walk 100000 --seed 7
      """)

  @Argument(help: "The sheets.", completion: .file())
  var files: [String]

  @OptionGroup var search: SearchLimitOptions

  @Flag(name: .customLong("declared-only"), help: "Leaves inputs without a declared domain as they are.")
  var isDeclaredOnly = false

  @Option(name: .letter("f"), help: "One of human and json; else what the ending of -o says, or human.")
  var format: ExplorationFormat?

  @OptionGroup var page: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Draws the states and steps into a file, as .svg, .dot, .mmd or .json; of many states the modes.",
      valueName: "out"), completion: .file())
  var graph: String?

  @OptionGroup var jobs: JobOptions
  @OptionGroup var sheet: SheetOptions
  @OptionGroup(visibility: .hidden) var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    try search.check()
    for file in files { try WorkbookFile.refuse(file, by: "explore") }
    if let graph {
      guard files.count == 1 else { throw CallFailure("--graph draws the states of one sheet") }
      guard DiagramFormat(ofFile: graph) != nil else {
        throw CallFailure("\(graph) has no ending that says what is written", help: "one of .svg, .dot, .mmd and .json")
      }
    }
    let loading = try SheetLoading(sheet, network, console)
    let format = try ExplorationFormat.chosen(format, for: page.file, else: .human)
    return try page.write(as: format, from: files, loading.log, console) {
      try explore(loading, as: format, console)
    }
  }

  private func explore(
    _ loading: SheetLoading, as format: ExplorationFormat, _ console: Console
  ) throws -> ExitStatus {
    var status = ExitStatus.success
    var reporter = ExplorationReporter(console, format)
    for path in files {
      status = status.worse(try explore(path, loading, &reporter, console))
      if search.failsFast, status != .success { break }
    }
    reporter.finish()
    return status
  }

  private func explore(
    _ path: String, _ loading: SheetLoading, _ reporter: inout ExplorationReporter, _ console: Console
  ) throws -> ExitStatus {
    let document = try loading.document(at: path)
    let environment = loading.environment(forFile: path, seed: sheet.seed ?? 0x5EAF)
    let loaded = LiveSheet(document, environment: environment)
    console.show(loaded.diagnostics, in: document.source)
    guard !loaded.hasErrors else { return .sheet }
    var options = Explorer.Options()
    search.apply(to: &options.search)
    options.search.seed = sheet.seed ?? options.search.seed
    options.usesTests = !isDeclaredOnly
    options.search.keepsTransitions = graph != nil
    options.search.crew = try jobs.crew()
    let progress = ProgressBox(Progress(console))
    options.search.progress = { states, steps in
      progress.value.update("exploring \(path), \(states) states, \(steps) steps")
      return false
    }
    let exploration = Explorer(document: document, environment: environment, options: options).run()
    progress.value.clear()
    reporter.show(exploration, in: document.source)
    if let graph, let states = exploration.graph, let format = DiagramFormat(ofFile: graph) {
      let whole = Diagram(states, titled: document.source.name)
      let part = format == .json ? whole : whole.nearest(Diagram.mostDrawn, to: [0])
      if part.nodes.count < whole.nodes.count {
        console.remark("the first \(part.nodes.count) of \(whole.nodes.count) states are drawn")
      }
      let bytes = format.bytes(part)
      if let remark = try OutputFile.write(bytes, to: graph, .results(from: [path], loading.log)) {
        console.remark(remark)
      }
    }
    if !exploration.counterExamples.isEmpty { return .sheet }
    if exploration.findings.contains(where: { $0.diagnostic.severity == .error }) { return .sheet }
    return search.isFullEnd(exploration.end) ? .success : .sheet
  }
}

/// A progress line that a closure writes to.
private final class ProgressBox {
  var value: Progress
  init(_ value: Progress) { self.value = value }
}
