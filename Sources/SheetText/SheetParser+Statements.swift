import CellModel
import Diagnostics
import Formulas

/// Reading the statements that define cells, inputs and checks.
extension SheetParser {
  /// Reads the statement between the cursor and the limit.
  mutating func statement(_ item: Item) -> Statement.Kind {
    let before = findings.count
    let kind: Statement.Kind?
    if let keyword = keyword() {
      kind = statement(keyword)
    } else {
      kind = definition()
    }
    if let kind {
      finish(before)
      return kind
    }
    return .invalid(defining: nameForRecovery(item))
  }

  /// Reads the keyword at the cursor if it is one here.
  mutating func keyword() -> SheetKeyword? {
    guard let end = word(at: cursor), end - cursor <= 7, beginsKeywordStatement(behind: end) else { return nil }
    guard let keyword = SheetKeyword(rawValue: source[SourceSpan(cursor, end)].lowercased()) else { return nil }
    cursor = end
    return keyword
  }

  /// Whether what follows a word leaves open that the word is a keyword.
  func beginsKeywordStatement(behind end: Int) -> Bool {
    var index = end
    while index < limit, bytes[index].isBlank { index += 1 }
    guard index < limit else { return true }
    let byte = bytes[index]
    return byte.isWord || byte == Ascii.quote || byte == Ascii.apostrophe || byte == Ascii.leftBrace || byte.isLineEnd
  }

  private mutating func statement(_ keyword: SheetKeyword) -> Statement.Kind? {
    switch keyword {
    case .input: input()
    case .table: table()
    case .sheet: sheet()
    case .always: check(isAlways: true)
    case .never: check(isAlways: false)
    case .test: test()
    case .event: event()
    case .state: state()
    case .service: service()
    case .action: action()
    case .fetch: fetch()
    case .use: use()
    case .modes: modes()
    case .chart: chart()
    case .option: option()
    }
  }

  /// The name a statement that could not be read was about to define.
  private func nameForRecovery(_ item: Item) -> WrittenText? {
    guard let first = word(at: item.lower) else { return nil }
    let firstSpan = SourceSpan(item.lower, first)
    guard let keyword = SheetKeyword(rawValue: source[firstSpan].lowercased()) else {
      var span = firstSpan
      func behind() -> Int {
        var index = span.upper
        while index < item.upper, bytes[index].isBlank { index += 1 }
        return index
      }
      // `let C = 4` is about C, and `C := 4` as well.
      if Self.needlessWords.contains(source[firstSpan].lowercased()), let end = word(at: behind()) {
        span = SourceSpan(behind(), end)
      }
      var index = behind()
      if index + 1 < item.upper, bytes[index] == Ascii.colon { index += 1 }
      guard index < item.upper, bytes[index] == Ascii.equals else { return nil }
      return WrittenText(source[span], at: span)
    }
    guard ![.use, .sheet, .test, .chart, .option].contains(keyword) else { return nil }
    var index = first
    while index < item.upper, bytes[index].isBlank { index += 1 }
    guard let end = word(at: index) else { return nil }
    return WrittenText(source[SourceSpan(index, end)], at: SourceSpan(index, end))
  }

  // MARK: Cells

  /// Reads `name = formula as "…"` and `input <~ expression`.
  private mutating func definition() -> Statement.Kind? {
    let start = cursor
    if let end = word(at: cursor) {
      cursor = end
      if isDefiningEquals() { return cell(SourceSpan(start, end)) }
      cursor = start
    }
    let (end, stop) = scanner.expressionEnd(from: start, limit: limit, stops: [.arrow, .equals])
    if stop < limit, bytes[stop] == Ascii.less { return bindingDefinition().map { .binding($0) } }
    if stop < limit, bytes[stop] == Ascii.equals, end > start {
      if let finding = slip(at: start) {
        findings.append(finding)
        return nil
      }
      cursor = stop
      return cell(SourceSpan(start, end))
    }
    findings.append(slip(at: start) ?? unknownStatement(at: start))
    return nil
  }

  /// Whether an `=` comes next.
  private mutating func isDefiningEquals() -> Bool { nextByte() == Ascii.equals }

  /// Reads the rest of a definition from its `=`.
  private mutating func cell(_ span: SourceSpan) -> Statement.Kind? {
    guard let target = cellTarget(span) else { return nil }
    if isDoubledEquals() {
      findings.append(.doubledEquals(source[span], at: SourceSpan(cursor, cursor + 2)))
      return nil
    }
    cursor += 1
    guard let formula = expression(.as, "the value of a cell") else { return nil }
    let format = format()
    return .cell(CellDefinition(target: target, formula: formula, isConstant: formula.isConstant, format: format))
  }

  /// What stands before the `=` of a definition.
  mutating func cellTarget(_ span: SourceSpan) -> CellTarget? {
    let text = source[span]
    if let cell = SheetNames.cell(text) { return .address(row: cell.row, column: cell.column, span: span) }
    if let colon = text.utf8.firstIndex(of: Ascii.colon) {
      let first = SheetNames.cell(text[..<colon])
      let last = SheetNames.cell(text[text.utf8.index(after: colon)...])
      if let first, let last {
        return .area(
          top: min(first.row, last.row), left: min(first.column, last.column),
          bottom: max(first.row, last.row), right: max(first.column, last.column), span: span)
      }
    }
    let name = WrittenText(text, at: span)
    if SheetNames.isReserved(text) {
      findings.append(.reservedName(name))
      return nil
    }
    if SheetNames.isWellFormed(text) { return .name(name) }
    findings.append(.badTarget(name))
    return nil
  }

  /// Words that other languages have before a definition.
  static let needlessWords: Set<String> = ["let", "var", "const", "def", "cell", "set"]

  /// The keyword of a check.
  static func check(_ key: String) -> StaticString? { key == "always" ? "always" : key == "never" ? "never" : nil }

  /// What somebody meant who wrote a word of another language or of another place before a definition.
  private mutating func slip(at start: Int) -> SheetFinding? {
    guard let end = word(at: start) else { return nil }
    let word = WrittenText(source[SourceSpan(start, end)], at: SourceSpan(start, end))
    cursor = end
    defer { cursor = start }
    if nextByte() == Ascii.colon, cursor + 1 < limit, bytes[cursor + 1] == Ascii.equals {
      return .colonEquals(word, at: SourceSpan(cursor, cursor + 2))
    }
    if cursor < limit, bytes[cursor] == Ascii.colon, let check = Self.check(word.key) {
      let colon = SourceSpan(cursor, cursor + 1)
      cursor += 1
      skipBlanks()
      return .missingLabel(of: check, at: colon, rest: source[SourceSpan(cursor, limit)])
    }
    guard cursor > end, cursor < limit else { return nil }
    let next = bytes[cursor]
    if word.key == "on", self.word(at: cursor) != nil { return .clauseOutsideState(at: word.span) }
    if StepKeyword(rawValue: word.key) != nil { return .stepOutsideTest(word) }
    if let other = self.word(at: cursor), Self.needlessWords.contains(word.key) {
      return .needlessWord(word, before: source[SourceSpan(cursor, other)])
    }
    guard next.isWord || next == Ascii.quote, let keyword = SheetFinding.nearKeyword(word.text) else { return nil }
    return .unknownStatement(at: word.span, didYouMean: keyword)
  }

  /// Reports a comment as shells and databases write it.
  func foreignComment(at start: Int) -> SheetFinding? {
    let isHash = bytes[start] == Ascii.hash
    let dash = UInt8(ascii: "-")
    let isDash = start + 2 < limit && bytes[start] == dash && bytes[start + 1] == dash && bytes[start + 2].isBlank
    let isStar = start + 1 < limit && bytes[start] == Ascii.slash && bytes[start + 1] == UInt8(ascii: "*")
    guard isHash || isDash || isStar else { return nil }
    // `#N/A` is a value.
    if isHash, start + 1 < limit, bytes[start + 1].isWordStart { return nil }
    return .foreignComment(at: SourceSpan(start, start + (isHash ? 1 : 2)))
  }

  private mutating func unknownStatement(at start: Int) -> SheetFinding {
    let whole = SourceSpan(start, limit)
    guard let end = word(at: start) else {
      if bytes[start] == Ascii.bar { return .rowOutsideTable(at: whole) }
      if let comment = foreignComment(at: start) { return comment }
      let isOperator = "+-*/&^<>,%".utf8.contains(bytes[start])
      return isOperator
        ? .looseContinuation(at: whole) : .unknownStatement(at: whole)
    }
    let word = WrittenText(source[SourceSpan(start, end)], at: SourceSpan(start, end))
    cursor = end
    let next = nextByte()
    guard next == Ascii.quote || next.isDigit || next == Ascii.leftBrace || next == 0 else {
      return .unknownStatement(at: whole)
    }
    return .missingEquals(
      behind: word, at: next == 0 ? behind() : elementSpan(), value: source[rest])
  }

  // MARK: Inputs

  /// Reads `: type`.
  ///
  /// - Returns: The type; `nil` without a report if there is no colon.
  mutating func type(_ isValid: inout Bool) -> WrittenType? {
    guard take(Ascii.colon) else { return nil }
    skipBlanks()
    guard let end = word(at: cursor) else {
      findings.append(.missingType(at: cursor < limit ? elementSpan() : behind()))
      isValid = false
      return nil
    }
    let span = SourceSpan(cursor, end)
    cursor = end
    guard let type = ValueType(rawValue: source[span].lowercased()) else {
      findings.append(.unknownType(source[span], at: span))
      isValid = false
      return nil
    }
    return WrittenType(type: type, span: span)
  }

  /// Reads `in a..b` or `in {…}`.
  mutating func domain(_ isValid: inout Bool) -> Domain? {
    guard take("in") else { return nil }
    skipBlanks()
    let start = cursor
    let (end, stop) = scanner.expressionEnd(from: cursor, limit: limit, stops: [.dots, .equals, .where, .as])
    guard end > start else {
      findings.append(.badDomain(at: cursor < limit ? elementSpan() : behind()))
      isValid = false
      return nil
    }
    if stop < limit, bytes[stop] == Ascii.dot {
      let lower = formula(SourceSpan(start, end))
      cursor = stop + 2
      guard let upper = expression([.equals, .where, .as], "the upper end of a domain") else {
        isValid = false
        return nil
      }
      let domain = Domain(kind: .range(lower, upper), span: SourceSpan(start, upper.span.upper))
      if let a = lower.constant, let b = upper.constant {
        if a.number == nil || b.number == nil {
          findings.append(.badDomain(at: domain.span))
          isValid = false
        } else if let low = a.number, let high = b.number, low > high {
          findings.append(.emptyDomain(source[lower.span], source[upper.span], at: domain.span))
          isValid = false
        }
      }
      return domain
    }
    let choices = formula(SourceSpan(start, end))
    cursor = stop
    if case .array? = choices.tree.nodes.last { return Domain(kind: .choices(choices), span: choices.span) }
    if !choices.isInvalid { findings.append(.badDomain(at: choices.span)) }
    isValid = false
    // What is no domain keeps no value out.
    return nil
  }

  private mutating func input() -> Statement.Kind? {
    guard let name = definedName(of: "an input") else { return nil }
    var isValid = true
    var input = InputDefinition(name: name)
    input.type = type(&isValid)
    input.domain = domain(&isValid)
    if isValid, input.domain == nil, cursor < limit, nextByte().isDigit || nextByte() == Ascii.leftBrace {
      findings.append(.missingIn(source[rest], at: elementSpan()))
      isValid = false
    }
    if take(Ascii.equals) {
      input.initial = expression([.where, .as], "the value of an input")
      if input.initial == nil { isValid = false }
    }
    while isValid, cursor < limit {
      if input.format == nil, isNext("as") {
        input.format = format()
        if input.format == nil { isValid = false }
      } else if input.condition == nil, take("where") {
        input.condition = expression(.as, "a condition")
        if input.condition == nil { isValid = false }
      } else {
        break
      }
    }
    // The input itself stands even where a clause of it does not, so that its readers are not blamed too.
    if !isValid { cursor = limit }
    return .input(input)
  }

  // MARK: Grids and checks

  private mutating func sheet() -> Statement.Kind? {
    let byte = nextByte()
    if byte == Ascii.quote { return text().map { .grid($0) } }
    if byte == Ascii.apostrophe, let end = scanner.endOfQuoted(cursor, limit: limit) {
      let span = SourceSpan(cursor, end)
      cursor = end
      return .grid(WrittenText(unquoted(span), at: span))
    }
    guard let name = name() else {
      findings.append(.missingName(of: "a sheet", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    return .grid(name)
  }

  private mutating func check(isAlways: Bool) -> Statement.Kind? {
    guard let label = label(of: isAlways ? "always" : "never") else { return nil }
    guard take(Ascii.colon) else {
      findings.append(.missingColon(before: "the condition", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    guard let condition = expression([], "a condition") else { return nil }
    return .check(CheckDefinition(isAlways: isAlways, label: label, condition: condition))
  }

  /// Reads the label of a check, a test, a chart or a mode.
  mutating func label(of what: StaticString) -> WrittenText? {
    let before = findings.count
    if let label = text() { return label }
    if findings.count == before {
      findings.append(.missingLabel(of: what, at: cursor < limit ? elementSpan() : behind(), rest: source[rest]))
    }
    return nil
  }
}
