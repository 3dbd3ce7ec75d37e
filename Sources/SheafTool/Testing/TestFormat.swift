import ArgumentParser

/// The formats of `sheaf test`.
enum TestFormat: String, CaseIterable, ExpressibleByArgument, Sendable, ReportFormat {
  case human, tap, junit, json, github, markdown

  var endings: [String] {
    switch self {
    case .human, .github: []
    case .tap: ["tap"]
    case .junit: ["xml"]
    case .json: ["json"]
    case .markdown: ["md", "markdown"]
    }
  }

  func reporter(_ sink: TextSink, _ paint: Paint, isQuiet: Bool = false) -> any TestReporter {
    switch self {
    case .human: HumanTestReporter(sink: sink, paint: paint, isQuiet: isQuiet)
    case .tap: TapTestReporter(sink: sink)
    case .junit: JUnitTestReporter(sink: sink)
    case .json: JSONTestReporter(sink: sink)
    case .github: GitHubTestReporter(sink: sink)
    case .markdown: MarkdownTestReporter(sink: sink)
    }
  }
}

/// Prints what became of tests, one file after the other.
protocol TestReporter {
  mutating func show(_ report: TestFileReport)
  mutating func finish(_ totals: TestTotals)
}
