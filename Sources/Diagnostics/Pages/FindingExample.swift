/// A small file in which something is found, and the same file cured.
package struct FindingExample: Sendable {
  /// What shows the finding.
  package enum Place: String, Sendable {
    /// `sheaf check` of a sheet.
    case check
    /// `sheaf test` of a sheet.
    case test
    /// Lines that are typed at the prompt.
    case prompt
    /// A CSV file with rows of inputs, for `sheaf eval --rows`.
    case rows
    /// `sheaf check` of a sheet whose files are recorded.
    case recorded
    /// `sheaf check` and `sheaf test` of a workbook that is a text.
    case workbook
  }

  package let place: Place
  package let wrong: ExampleText
  package let right: ExampleText
  /// Files that lie beside the wrong one, by their names.
  package let filesBesideWrong: [String: ExampleText]
  package let filesBesideRight: [String: ExampleText]

  package init(
    in place: Place = .check, wrong: ExampleText, right: ExampleText, beside: [String: ExampleText] = [:],
    rightBeside: [String: ExampleText]? = nil
  ) {
    self.place = place
    self.wrong = wrong
    self.right = right
    filesBesideWrong = beside
    filesBesideRight = rightBeside ?? beside
  }

  /// What the sheet of an example is called, which its text may name.
  package static let sheetName = "example.sheet"
  /// What a record of files is called.
  package static let recordName = "data.tsv"
}

/// A text of an example, of which pieces may be repeated many times.
package struct ExampleText: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  private let pieces: [(text: String, count: Int)]

  package init(stringLiteral text: String) { self.init(text) }
  package init(_ text: String) { pieces = [(text, 1)] }
  package init(arrayLiteral pieces: (String, Int)...) { self.pieces = pieces.map { ($0.0, $0.1) } }

  /// The whole text, with its line end.
  package var text: String {
    let text = pieces.reduce(into: "") { $0 += String(repeating: $1.text, count: $1.count) }
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// The text as it is shown: what is repeated too often stands there three times, followed by an ellipsis.
  package var shownText: String { pieces.reduce(into: "") { $0 += Self.shown($1.text, $1.count) } }

  /// The lines as they are shown: what is repeated too often stands there three times, followed by an ellipsis.
  package var shownLines: [String] {
    shownText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func shown(_ text: String, _ count: Int) -> String {
    guard count > 3 else { return String(repeating: text, count: count) }
    return String(repeating: text, count: 3) + "… (\(count) times)"
  }
}
