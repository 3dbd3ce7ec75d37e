/// How a text that is looked for is matched with cells: as in Excel, or as the settings of an OpenDocument file have it.
public struct TextMatching: Sendable, Hashable {
  /// What in the text stands for other characters.
  public enum Patterns: Sendable, Hashable { case none, wildcards, regularExpressions }

  public var patterns = Patterns.wildcards
  /// Whether the text must be the whole of a cell's; else it may stand anywhere in it.
  public var matchesWholeCells = true
  /// Whether a text in a table of criteria means all texts that begin with it.
  public var criteriaAreBeginnings = true
  /// Whether a look-up of a text finds a cell with the number that is shown as it, and that of a blank an empty text.
  public var findsShownTexts = false
  /// Whether operators such as `=` tell upper from lower case; what is looked for never does.
  public var comparesCase = false

  public init() {}

  public static let excel = TextMatching()

  /// Whether single cells are matched as in Excel.
  package var isExcelForCells: Bool { patterns == .wildcards && matchesWholeCells }
}

/// A test of texts that Excel does not have, made of a text and of how it is matched.
@usableFromInline package struct TextTest: Sendable, Hashable {
  private let text: String
  private let matching: TextMatching
  /// The number that the text is; cells that hold it meet the test as well.
  @usableFromInline package let number: Double?
  package let holds: @Sendable (String) -> Bool

  /// - Parameter expression: What decides of a text, where the test is by a regular expression.
  package init(_ text: String, _ matching: TextMatching, expression: (@Sendable (String) -> Bool)? = nil) {
    self.text = text
    self.matching = matching
    number = TypedText.number(text)
    if let expression {
      holds = expression
    } else {
      let pattern = Wildcard.pattern(of: text, matching)
      let wildcard = Wildcard(matching.matchesWholeCells ? pattern : "*\(pattern)*")
      holds = { wildcard.matches($0) }
    }
  }

  @usableFromInline package static func == (a: TextTest, b: TextTest) -> Bool {
    a.text == b.text && a.matching == b.matching
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(matching)
  }
}

extension Wildcard {
  /// A text as a pattern with wildcards; where there are none in it, those signs stand for themselves.
  package static func pattern(of text: String, _ matching: TextMatching) -> String {
    if matching.patterns == .wildcards { return text }
    return String(text.flatMap { "*?~".contains($0) ? ["~", $0] : [$0] })
  }
}
