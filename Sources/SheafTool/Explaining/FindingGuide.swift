import CellModel
import Diagnostics
import Hosting
import Linting

/// What is told about findings: all of them, and the page of each.
struct FindingGuide {
  private let paint: Paint

  init(_ paint: Paint) { self.paint = paint }

  /// Every kind of finding, by what it is about.
  static let chapters = FindingPages.chapters + [LintRules.chapter]

  /// Every kind of finding, sorted by its code.
  static let pages = chapters.flatMap(\.pages).sorted { $0.code < $1.code }

  /// The codes of all findings, sorted.
  static let codes = pages.map(\.code)

  static let pagesByCode = Dictionary(uniqueKeysWithValues: pages.map { ($0.code, $0) })

  /// The page of a code; it may be written as it is printed, in brackets, and in any case.
  static func page(of code: String) throws(CallFailure) -> FindingPage {
    let plain = code.trimmed.drop { $0 == "[" }.prefix { $0 != "]" }.lowercased()
    if let page = pagesByCode[plain] { return page }
    if let error = ErrorCode(text: plain) {
      throw CallFailure(
        "\(error.text) is an error value, and no finding",
        help: "sheaf why CELL FILE tells where the one in a cell began")
    }
    throw CallFailure(
      "there is no finding with the code \(code)",
      help: NearNames.suggestion(for: plain, among: codes).map(Diagnostic.didYouMean)
        ?? "sheaf explain lists the codes")
  }

  // MARK: Lists

  /// A line for each finding, by what it is about.
  func overview() -> [String] {
    let width = Self.codes.map(TextWidth.of).max() ?? 0
    var lines: [String] = []
    for chapter in Self.chapters {
      lines += (lines.isEmpty ? [] : [""]) + [paint.strong(chapter.title)]
      lines += chapter.pages.map { "  \(paint.name(TextWidth.padded($0.code, to: width)))  \($0.summary)" }
    }
    return lines + ["", "sheaf explain CODE tells more about one of them."]
  }

  /// A line for each finding with its severity, sorted by the codes.
  func list() -> [String] {
    let width = Self.codes.map(TextWidth.of).max() ?? 0
    return Self.pages.map { page in
      "\(paint.name(TextWidth.padded(page.code, to: width)))  \(TextWidth.padded("\(page.severity)", to: 7))  \(page.summary)"
    }
  }

  // MARK: A page

  /// What a finding means, an example of it with what is said there, and the cure.
  func lines(of page: FindingPage) -> [String] {
    var lines = ["\(paint.name(page.code)): \(page.summary)", ""]
    lines += [page.why + Self.words(about: page)]
    if let example = page.example {
      lines += ["", paint.strong("Example") + Self.place(of: example)]
      lines += Self.shown(example.wrong, beside: example.filesBesideWrong)
      if let said = ExampleFindings(example).first(with: page.code) {
        lines += [""] + paint.rendered(said.diagnostic, in: said.source).lines.map { "  " + $0 }
      }
    }
    lines += ["", paint.strong("Cure"), "  " + page.fix]
    if let example = page.example {
      lines += [""] + Self.shown(example.right, beside: example.filesBesideRight)
    }
    return lines
  }

  private static func words(about page: FindingPage) -> String {
    if LintRules.offByDefault.contains(page.code) {
      return " It is a \(page.severity), reported where it is selected: sheaf check --select \(page.code)."
    }
    return page.severity == .error ? "" : " It is a \(page.severity)."
  }

  private static func place(of example: FindingExample) -> String {
    switch example.place {
    case .check: ""
    case .test: ", of a test"
    case .prompt: ", typed at the prompt"
    case .rows: ", a file of rows"
    case .workbook: ", a workbook as a text, Flat OpenDocument"
    case .recorded: ", checked with --data \(FindingExample.recordName)"
    }
  }

  /// The lines of a file, and of those beside it, each under its name.
  private static func shown(_ text: ExampleText, beside files: [String: ExampleText]) -> [String] {
    var lines = text.shownLines.map { "  " + PlainText.oneLine($0) }
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      lines += ["", "  and \(name):"] + text.shownText.lines.map { "  " + $0 }
    }
    return lines
  }

  // MARK: For other programs

  /// Tables of all findings for the guide, in Markdown.
  func markdown() -> [String] {
    var lines: [String] = []
    for chapter in Self.chapters {
      lines += (lines.isEmpty ? [] : [""]) + ["### \(chapter.title)", "", "| code | | when |", "|---|---|---|"]
      lines += chapter.pages.map {
        "| `\($0.code)` | \($0.severity) | \($0.summary.replacing("|", with: "\\|")) |"
      }
    }
    return lines
  }

  static func json(_ pages: [FindingPage]) -> JSONValue {
    let list: [JSONValue] = pages.map { page in
      var object: [String: JSONValue] = [
        "code": .text(page.code), "fix": .text(page.fix), "severity": .text("\(page.severity)"),
        "summary": .text(page.summary), "why": .text(page.why),
      ]
      if let example = page.example {
        object["example"] = [
          "place": .text(example.place.rawValue), "right": .text(example.right.shownLines.joined(separator: "\n")),
          "wrong": .text(example.wrong.shownLines.joined(separator: "\n")),
        ]
      }
      return .object(object)
    }
    return ["findings": .list(list), "version": 1]
  }
}

extension String {
  /// Its lines, without an empty one behind the last line end.
  fileprivate var lines: [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }
}
