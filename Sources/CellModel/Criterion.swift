/// The condition that SUMIF, COUNTIF and their kin test cells with, such as `">=3"` or `"a*"`.
///
/// A number, also one written as text, is equal to the same number and to a text that reads as it; `">5"` holds for numbers
/// only and `">a"` for texts only. `"<>x"` holds for every cell for which `"=x"` does not, blanks and other types too, and
/// for all texts when x is a number.
/// A text is a pattern where it has a `*` or `?`, also behind a `~`; without one a `~` is a character as any other.
/// `"="` holds for blanks, `"<>"` for everything else, the empty text for blanks and empty texts, and a blank criterion
/// counts as 0. A day without a year is one of the current year, and equal to a text that is the same day. Errors have
/// the order of their numbers. Numbers are compared exactly, as an index of a range needs it.
@usableFromInline package struct Criterion: Sendable, Hashable {
  @usableFromInline package enum Relation: Sendable, Hashable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

    @inlinable @inline(__always)
    package func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch self {
      case .equal: a == b
      case .notEqual: a != b
      case .less: a < b
      case .lessOrEqual: a <= b
      case .greater: a > b
      case .greaterOrEqual: a >= b
      }
    }

    func holds(_ order: Int) -> Bool { holds(order, 0) }
  }

  /// What cells are compared with.
  @usableFromInline package enum Operand: Sendable, Hashable {
    case number(Double)
    /// The number of a day that was written without its year, and its number in the year that stands for any; after `=` or nothing.
    case day(Double, inAnyYear: Double)
    /// A text with its case folded.
    case text(String)
    case pattern(Wildcard)
    /// A test of texts as OpenDocument files may ask for it, after `=`, `<>` or nothing.
    case test(TextTest)
    case logical(Bool)
    case error(ErrorCode)
    /// Nothing, after `=` or `<>`.
    case blank
    /// The empty text, which blanks match too.
    case emptyText
    /// Something that no cell is equal to, such as a record.
    case nothing
  }

  @usableFromInline package let relation: Relation
  @usableFromInline package let operand: Operand
  /// Whether a number is found among numbers only, as LibreOffice has it: a text that reads as the number is another value.
  package let passesOverTexts: Bool

  package init(_ relation: Relation, _ operand: Operand, passesOverTexts: Bool = false) {
    self.relation = relation
    self.operand = operand
    self.passesOverTexts = passesOverTexts
  }

  /// Reads the criterion that a value stands for; of an array, its first element.
  package init(parsing value: CellValue, in system: DateSystem = .from1900) {
    switch value {
    case .number(let number, _): self.init(.equal, .number(number))
    case .blank: self.init(.equal, .number(0))
    case .logical(let logical): self.init(.equal, .logical(logical))
    case .error(let error): self.init(.equal, .error(error.code))
    case .text(let text): self.init(parsing: text, in: system)
    case .array(let array):
      if case .array = array.first {
        self.init(.equal, .nothing)
      } else {
        self.init(parsing: array.first, in: system)
      }
    case .record, .lambda: self.init(.equal, .nothing)
    }
  }

  private init(parsing text: String, in system: DateSystem) {
    let (relation, rest) = Self.relation(of: text)
    guard !rest.isEmpty else {
      self.init(relation ?? .equal, relation == nil ? .emptyText : .blank)
      return
    }
    let operand = Self.operand(
      String(rest), allowsPattern: relation == nil || relation == .equal || relation == .notEqual, system)
    self.init(relation ?? .equal, operand)
  }

  /// The criterion where a text that was read is a day without its year, which is one of the current year then.
  ///
  /// - Parameter now: The current date and time as a serial number; asked for only when a year is missing.
  package func day(of text: String, in system: DateSystem, now: @autoclosure () -> Double) -> Criterion? {
    guard case .text = operand else { return nil }
    let day = String(Self.relation(of: text).1)
    guard let inAnyYear = TypedText.dayInAnyYear(day),
      let year = SerialCalendar(system: system).day(checking: now())?.year,
      let number = TypedText.number(day, year: year, in: system)
    else { return nil }
    return Criterion(relation, relation == .equal ? .day(number, inAnyYear: inAnyYear) : .number(number))
  }

  /// The relation with which a criterion begins, if any, and the rest of it.
  package static func relation(of text: String) -> (Relation?, Substring) {
    let first = text.utf8.first
    let second = text.utf8.dropFirst().first
    switch (first, second) {
    case (Ascii.greater, Ascii.equals): return (.greaterOrEqual, text.dropFirst(2))
    case (Ascii.less, Ascii.equals): return (.lessOrEqual, text.dropFirst(2))
    case (Ascii.less, Ascii.greater): return (.notEqual, text.dropFirst(2))
    case (Ascii.greater, _): return (.greater, text.dropFirst())
    case (Ascii.less, _): return (.less, text.dropFirst())
    case (Ascii.equals, _): return (.equal, text.dropFirst())
    default: return (nil, text[...])
    }
  }

  private static func operand(_ text: String, allowsPattern: Bool, _ system: DateSystem) -> Operand {
    if let number = TypedText.number(text, in: system) { return .number(number) }
    if text.utf8.count <= 5 {
      switch CaseFolding.folded(text) {
      case "true": return .logical(true)
      case "false": return .logical(false)
      default: break
      }
    }
    if text.utf8.first == Ascii.hash, let code = ErrorCode(text: text) { return .error(code) }
    return allowsPattern && Wildcard.hasWildcard(text) ? .pattern(Wildcard(text)) : .text(CaseFolding.folded(text))
  }

  // MARK: Matching

  private var isNegated: Bool { relation == .notEqual }

  /// Whether a number meets the criterion.
  @inlinable
  package func matches(_ number: Double) -> Bool {
    if case .number(let wanted) = operand { return relation.holds(number, wanted) }
    return meetsOtherwise(number)
  }

  /// Whether a number meets a criterion that is about something else; apart, so that the loops over numbers copy no text.
  @inline(never) @usableFromInline
  func meetsOtherwise(_ number: Double) -> Bool {
    switch operand {
    case .test(let test): test.meets(number) != isNegated
    case .day(let wanted, _): number == wanted
    default: isNegated
    }
  }

  /// Whether a cell with nothing in it meets the criterion.
  @usableFromInline
  package var matchesBlank: Bool {
    switch operand {
    case .blank, .emptyText: relation == .equal
    default: isNegated
    }
  }

  /// Whether a value in 8 bytes meets the criterion; `nil` when its text or other slot must be read first.
  @inlinable
  package func matches(_ box: BoxedValue) -> Bool? {
    if box.isNumber { return matches(box.number) }
    if box.isBlank { return matchesBlank }
    return box.hasSlot ? nil : matches(.logical(box.logical))
  }

  package func matches(_ text: String) -> Bool {
    switch operand {
    case .text(let wanted):
      return relation.holds(CellComparison.order(text, wanted))
    case .pattern(let pattern): return pattern.matches(text) != isNegated
    case .test(let test): return test.holds(text) != isNegated
    case .number(let wanted):
      switch relation {
      case .equal: return !passesOverTexts && TypedText.number(text) == wanted
      case .notEqual: return true
      default: return false
      }
    case .day(_, let inAnyYear): return TypedText.dayInAnyYear(text) == inAnyYear
    case .emptyText: return text.isEmpty != isNegated
    default: return isNegated
    }
  }

  @usableFromInline
  package func matches(_ value: CellValue) -> Bool {
    switch value {
    case .number(let number, _): return matches(number)
    case .text(let text): return matches(text)
    case .blank: return matchesBlank
    case .logical(let logical):
      if case .test(let test) = operand { return test.meets(value) != isNegated }
      guard case .logical(let wanted) = operand else { return isNegated }
      return relation.holds(logical ? 1 : 0, wanted ? 1 : 0)
    case .error(let error):
      if case .test(let test) = operand { return test.meets(value) != isNegated }
      guard case .error(let wanted) = operand else { return isNegated }
      // Two codes may have one number.
      if relation == .equal || isNegated { return (error.code == wanted) != isNegated }
      return relation.holds(error.code.number, wanted.number)
    case .array, .record, .lambda: return isNegated
    }
  }
}
