import CellModel
import Functions

extension Criterion {
  /// Reads the criterion that a value stands for where a formula is evaluated.
  ///
  /// In LibreOffice an error is none, and a number is found among numbers only.
  init(_ value: CellValue, in context: any EvaluationContext) throws(CellError) {
    let matching = context.textMatching
    guard matching.findsShownTexts else {
      let read = Criterion(parsing: value, in: context.dateSystem)
      if case .text(let text) = value.first, let day = read.day(of: text, in: context.dateSystem, now: context.now) {
        self = day
      } else {
        self = read
      }
      return
    }
    switch value.first {
    case .error(let error): throw error
    case .number(let number, _): self.init(.equal, .number(number), passesOverTexts: true)
    case .text(let text): self.init(text, matching, in: context.dateSystem)
    default: self.init(parsing: value, in: context.dateSystem)
    }
  }

  /// Whether a look at one cell takes more than a comparison.
  var isDear: Bool {
    switch operand {
    case .pattern, .day: true
    case .test(let test): test.plain == nil
    default: false
    }
  }

  /// Whether it holds for numbers on one side of another.
  var isComparisonOfNumbers: Bool {
    if case .number = operand { relation != .equal && relation != .notEqual } else { false }
  }

  /// What the cells meet that do not meet it, where that is one text and they are few; `nil` for any other criterion.
  var leftOut: Criterion? {
    guard relation == .notEqual, case .text = operand else { return nil }
    return Criterion(.equal, operand, passesOverTexts: passesOverTexts)
  }

  /// A criterion as LibreOffice reads it: a text is matched with what cells show, and a number with numbers as well.
  private init(_ text: String, _ matching: TextMatching, in system: DateSystem) {
    let (relation, rest) = Self.relation(of: text)
    let wanted = String(rest)
    let isEquality = relation == nil || relation == .equal || relation == .notEqual
    if !rest.isEmpty, isEquality {
      let test = TextTest(matching: wanted, matching)
      // What no number and no error shows is looked for among texts alone, which is faster.
      if let plain = test.plain, test.number == nil, plain.utf8.first != Ascii.hash {
        self.init(relation ?? .equal, .text(plain))
      } else {
        self.init(relation ?? .equal, .test(test))
      }
    } else if let relation, let number = TextTest.number(of: wanted) {
      self.init(relation, .number(number))
    } else {
      // The empty text is that of blanks and empty texts; where parts of cells will do, of blanks alone.
      let isBlank = text.isEmpty && !matching.matchesWholeCells
      self.init(parsing: .text(isBlank ? "=" : text), in: system)
    }
  }
}

extension TextTest {
  /// The test that a text stands for; one that is no regular expression is looked for as it is.
  init(matching text: String, _ matching: TextMatching) {
    guard matching.patterns == .regularExpressions, RegularTextSearch.isNeeded(text),
      let search = RegularTextSearch(matching.matchesWholeCells ? "\\A(?:\(text))\\z" : text)
    else {
      self.init(text, matching)
      return
    }
    self.init(text, matching) { search.range(in: Array($0.unicodeScalars), from: 0) != nil }
  }
}

/// A search for what a regular expression matches, in any case of letters.
struct RegularTextSearch: Sendable {
  private let program: RegexProgram

  /// `nil` for a text that is no regular expression.
  init?(_ pattern: String) {
    do throws(RegexFault) { program = try RegexProgram(pattern, ignoringCase: true) } catch { return nil }
  }

  /// Whether a text means something else as a regular expression than as itself.
  static func isNeeded(_ text: String) -> Bool { text.contains { "?*+.[]^${}()\\|".contains($0) } }

  /// What is matched first at or after a position; nothing when that takes too long.
  func range(in text: [Unicode.Scalar], from start: Int) -> Range<Int>? {
    var matcher = RegexMatcher(program, text: text)
    do throws(RegexFault) {
      var start = start
      while start <= text.count, let range = try matcher.firstMatch(from: start)?.first ?? nil {
        // Nothing is found only where there is nothing.
        if !range.isEmpty || text.isEmpty { return range }
        start = range.upperBound + 1
      }
      return nil
    } catch { return nil }
  }
}

extension CellValue {
  /// The value, or the first of an array.
  fileprivate var first: CellValue { array?.first ?? self }
}
