import ArgumentParser
import Diagnostics

/// The formats of `sheaf check`.
enum FindingFormat: String, CaseIterable, ExpressibleByArgument, Sendable, ReportFormat {
  case human, short, json, github, sarif, markdown

  var endings: [String] {
    switch self {
    case .human, .short, .github: []
    case .json: ["json"]
    case .sarif: ["sarif", "json"]
    case .markdown: ["md", "markdown"]
    }
  }

  func reporter(_ sink: TextSink, _ paint: Paint) -> any FindingReporter {
    switch self {
    case .human: HumanFindings(sink: sink, paint: paint)
    case .short: ShortFindings(sink: sink)
    case .json: JSONFindings(sink: sink)
    case .github: GitHubFindings(sink: sink)
    case .sarif: SARIFFindings(sink: sink)
    case .markdown: MarkdownFindings(sink: sink)
    }
  }
}

/// Prints what is wrong with sheets, one file after the other.
protocol FindingReporter {
  mutating func show(_ file: FileFindings)
  mutating func finish(_ summary: String)
}

/// Each finding with its line and its place, and the sum.
struct HumanFindings: FindingReporter {
  let sink: TextSink
  let paint: Paint

  mutating func show(_ file: FileFindings) {
    for finding in file.findings {
      sink.write(paint.rendered(finding.diagnostic, in: file.source))
      // What has no place in the file is about all of it.
      if finding.diagnostic.labels.isEmpty { sink.line(" --> \(PlainText.oneLine(file.path))") }
      for line in ValueLines.text(finding.values, paint) { sink.line(line) }
    }
  }

  mutating func finish(_ summary: String) { sink.line(summary) }
}

/// A line for each finding, as GNU's compilers write it, for editors and grep.
struct ShortFindings: FindingReporter {
  let sink: TextSink

  mutating func show(_ file: FileFindings) {
    for finding in file.findings {
      let place = Place(finding.diagnostic.labels.first?.span, in: file.source, of: file.path)
      let diagnostic = finding.diagnostic
      sink.line(
        "\(place.text): \(diagnostic.severity)[\(diagnostic.code)]: \(PlainText.oneLine(diagnostic.message))")
    }
  }

  mutating func finish(_ summary: String) {}
}

/// Annotations for GitHub's checks, errors first, and the sum.
struct GitHubFindings: FindingReporter {
  private let sink: TextSink
  private var annotations = GitHubAnnotations()

  init(sink: TextSink) { self.sink = sink }

  mutating func show(_ file: FileFindings) {
    for finding in file.findings {
      let place = Place(finding.diagnostic.labels.first?.span, in: file.source, of: file.path)
      annotations.add(finding.diagnostic.severity, place, finding.diagnostic.code, finding.plainText)
    }
  }

  mutating func finish(_ summary: String) {
    for line in annotations.lines { sink.line(line) }
    sink.line(summary)
  }
}
