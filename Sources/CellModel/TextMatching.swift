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

/// A test of cells that Excel does not have, made of a text and of how it is matched.
///
/// It looks at what cells show. A text that is a number is met by the number as well, and by that alone among numbers.
@usableFromInline package struct TextTest: Sendable, Hashable {
  private let text: String
  private let matching: TextMatching
  /// The number that the text is; cells that hold it meet the test as well.
  package let number: Double?
  /// The folded text that a text has to be, where nothing in it stands for other characters and nothing may stand beside it.
  package let plain: String?
  package let holds: @Sendable (String) -> Bool

  /// - Parameter expression: What decides of a text, where the test is by a regular expression.
  package init(_ text: String, _ matching: TextMatching, expression: (@Sendable (String) -> Bool)? = nil) {
    self.text = text
    self.matching = matching
    number = Self.number(of: text)
    let isPattern = matching.patterns == .wildcards && Wildcard.isNeeded(text)
    plain = matching.matchesWholeCells && expression == nil && !isPattern ? CaseFolding.folded(text) : nil
    if text.isEmpty, !matching.matchesWholeCells {
      // What is nothing is a part of everything, and found nowhere.
      holds = { _ in false }
    } else if let expression {
      holds = expression
    } else {
      let pattern = Wildcard.pattern(of: text, matching)
      let wildcard = Wildcard(matching.matchesWholeCells ? pattern : "*\(pattern)*")
      holds = { wildcard.matches($0) }
    }
  }

  /// The number that a text is, which a word for a logical is as well.
  package static func number(of text: String) -> Double? {
    if let number = TypedText.number(text) { return number }
    guard text.utf8.count <= 5 else { return nil }
    switch CaseFolding.folded(text) {
    case "true": return 1
    case "false": return 0
    default: return nil
    }
  }

  /// What a cell without a format shows; `nil` for one with nothing in it.
  package static func shown(_ value: CellValue) -> String? {
    switch value {
    case .text(let text): text
    case .number(let number, _): NumberText.general(number)
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text
    case .blank, .array, .record, .lambda: nil
    }
  }

  /// Whether a number meets the test, by what it is or by how it is written.
  @usableFromInline package func meets(_ number: Double) -> Bool {
    if let wanted = self.number { return number == wanted }
    return plain == nil && holds(NumberText.general(number))
  }

  /// Whether a value meets the test; a blank never does.
  package func meets(_ value: CellValue) -> Bool {
    switch value {
    case .number(let number, _): return meets(number)
    case .logical(let logical):
      guard let number else { return Self.shown(value).map(holds) ?? false }
      return number == (logical ? 1 : 0)
    default: return Self.shown(value).map(holds) ?? false
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
