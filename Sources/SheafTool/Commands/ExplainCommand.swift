import ArgumentParser
import Diagnostics

/// `sheaf explain [CODE]`: what a finding means, and how it is cured.
struct ExplainCommand: ToolCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument { case human, json, markdown }

  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains a finding by its code, or lists all of them.",
    usage: "sheaf explain [CODE] [-f human|json|markdown]",
    discussion: """
      The code stands in brackets behind a message. Its page says what it means, shows an example and what is said of it, \
      and the example cured.

      The format json is for other programs. The format markdown writes the tables of the guide.

      Examples: sheaf explain
                sheaf explain circular-reference
                sheaf explain unknown-name -f json
      """)

  @Argument(help: "The code of a finding, such as unknown-name.", completion: .list(FindingGuide.codes))
  var code: String?

  @Option(name: .letter("f"), help: "One of human, json and markdown.")
  var format: Format = .human

  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let guide = FindingGuide(console.paint)
    let page = try code.map { (code) throws(CallFailure) in try FindingGuide.page(of: code) }
    let lines =
      switch format {
      case .human: page.map(guide.lines(of:)) ?? guide.overview()
      case .json: [FindingGuide.json(page.map { [$0] } ?? FindingGuide.pages).compactText]
      case .markdown: guide.markdown()
      }
    for line in lines { console.output.line(line) }
    return .success
  }
}
