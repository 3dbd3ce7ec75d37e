import CellModel
import Diagnostics
import Formulas

/// Reading tests and their steps.
extension SheetParser {
  mutating func test() -> Statement.Kind? {
    guard let label = label(of: "a test") else { return nil }
    var steps: [TestStep] = []
    let hasBlock = block { parser, item in
      if let step = parser.step(item) { steps.append(step) }
    }
    guard hasBlock else {
      findings.append(.missingBlock(of: "a test", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    return .test(TestDefinition(label: label, steps: steps))
  }

  mutating func step(_ item: Item) -> TestStep? {
    let before = findings.count
    guard let kind = stepKind() else { return nil }
    finish(before)
    return TestStep(kind: kind, span: item.span)
  }

  /// The keyword of a step at the cursor, if it is one here.
  mutating func stepKeyword() -> StepKeyword? {
    guard let end = word(at: cursor), end - cursor <= 6 else { return nil }
    var index = end
    while index < limit, bytes[index].isBlank { index += 1 }
    if index < limit {
      let byte = bytes[index]
      let next: UInt8 = index + 1 < limit ? bytes[index + 1] : 0
      if byte == Ascii.equals || (byte == Ascii.dot && index == end) || byte == Ascii.leftBracket
        || (byte == Ascii.less && next == Ascii.tilde)
      {
        return nil
      }
    }
    let keyword = StepKeyword(rawValue: source[SourceSpan(cursor, end)].lowercased())
    return keyword == .stop && !isNameOfAction(at: index) ? nil : keyword
  }

  /// Whether a name stands behind `stop`; an event or a service may bear that name, too.
  private func isNameOfAction(at index: Int) -> Bool {
    guard let end = word(at: index) else { return false }
    return !["replies", "sends", "fails"].contains { scanner.isWord(index, end, $0) }
  }

  private mutating func stepKind() -> TestStep.Kind? {
    if bytes[cursor] == Ascii.leftBrace { return instant() }
    guard let keyword = stepKeyword() else { return changeOrTrigger() }
    let wordStart = cursor
    cursor += keyword.rawValue.utf8.count
    switch keyword {
    case .expect: return expectations()
    case .wait:
      if let unit = secondValue(before: limit) {
        findings.append(.unitOfSeconds(source[SourceSpan(cursor, unit.lower)], at: unit))
        return nil
      }
      return expression([], "a number of seconds").map { .wait(seconds: $0) }
    case .clear: return path("a cell").map { .clear($0) }
    case .delete: return path("a row").map { .delete($0) }
    case .stop: return path("an action").map { .stop($0) }
    case .insert:
      guard let position = rowPosition(), let table = path("a table"), let values = arguments() else { return nil }
      return .insert(position, table: table, values: values)
    case .given:
      guard let service = serviceName() else { return nil }
      guard let answer = answer(allowsSends: false) else {
        findings.append(.badGiven(at: cursor < limit ? elementSpan() : SourceSpan(wordStart, wordStart + 5)))
        return nil
      }
      return .given(service: service, answer)
    }
  }

  /// Reads the dotted name of a service.
  private mutating func serviceName() -> WrittenText? {
    skipBlanks()
    let end = pathEnd(cursor)
    guard end > cursor else {
      findings.append(.missingName(of: "a service", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    let span = SourceSpan(cursor, end)
    cursor = end
    return WrittenText(source[span], at: span)
  }

  /// Reads `replies V`, `sends V` or `fails V`.
  ///
  /// - Returns: `nil` without a report and with the cursor unmoved if none of these words stands here.
  private mutating func answer(allowsSends: Bool = true) -> TestStep.Answer? {
    let start = cursor
    for kind in TestStep.Answer.Kind.allCases {
      if kind == .sends, !allowsSends { continue }
      let isTaken =
        switch kind {
        case .replies: take("replies")
        case .sends: take("sends")
        case .fails: take("fails")
        }
      guard isTaken else { continue }
      if nextByte() == Ascii.equals { break }
      var answer = TestStep.Answer(kind: kind, value: nil)
      if cursor < limit { answer.value = expression([], "an answer") }
      return answer
    }
    cursor = start
    return nil
  }

  /// Reads what begins with a name: an assignment, an answer of a service, or a trigger.
  private mutating func changeOrTrigger() -> TestStep.Kind? {
    let start = cursor
    let end = pathEnd(start)
    guard end > start else {
      findings.append(.unknownStep(at: SourceSpan(start, limit)))
      return nil
    }
    cursor = end
    if isDoubledEquals() {
      findings.append(.comparisonAsStep(source[SourceSpan(start, limit)], at: SourceSpan(cursor, cursor + 2)))
      return nil
    }
    if take(Ascii.equals) {
      let target = formula(SourceSpan(start, end))
      guard let value = expression([], "a value") else { return nil }
      return .assign(target: target, value: value)
    }
    if word(at: cursor) != nil, var answer = answer() {
      var span = SourceSpan(start, end)
      if let open = subscriptStart(start, end) {
        answer.call = formula(SourceSpan(open + 1, end - 1))
        span = SourceSpan(start, open)
      }
      return .answer(service: WrittenText(source[span], at: span), answer)
    }
    let target = formula(SourceSpan(start, end))
    if cursor >= limit { return .trigger(target, .none) }
    if bytes[cursor] == Ascii.leftParenthesis, let close = scanner.partner(of: cursor, limit: limit), close + 1 == limit
    {
      return arguments().map { .trigger(target, .arguments($0)) }
    }
    if isPayload(bytes[cursor]) { return expression([], "a payload").map { .trigger(target, .value($0)) } }
    findings.append(.unknownStep(at: SourceSpan(start, limit)))
    return nil
  }

  /// Where the bracket opens with which a path ends; `nil` where it ends with a word.
  private func subscriptStart(_ lower: Int, _ upper: Int) -> Int? {
    guard bytes[upper - 1] == Ascii.rightBracket else { return nil }
    return (lower..<upper).first {
      bytes[$0] == Ascii.leftBracket && scanner.partner(of: $0, limit: upper) == upper - 1
    }
  }

  /// Whether a byte can begin a payload and cannot go on with an expression.
  private func isPayload(_ byte: UInt8) -> Bool {
    byte.isWord || byte == Ascii.quote || byte == Ascii.leftBrace || byte == Ascii.leftParenthesis || byte == Ascii.dot
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "#")
  }

  /// Reads `{ … }`, several changes in one instant.
  private mutating func instant() -> TestStep.Kind? {
    var steps: [TestStep] = []
    block { parser, item in
      if parser.bytes[item.lower] == Ascii.leftBrace {
        parser.findings.append(.notAChange(at: item.span))
        return
      }
      guard let step = parser.step(item) else { return }
      if !step.isChange { parser.findings.append(.notAChange(at: item.span)) }
      steps.append(step)
    }
    return .instant(steps)
  }

  private mutating func expectations() -> TestStep.Kind? {
    var result: [Expectation] = []
    repeat {
      guard let expectation = expectation() else { return nil }
      result.append(expectation)
    } while take(Ascii.comma)
    return .expect(result)
  }

  private mutating func expectation() -> Expectation? {
    skipBlanks()
    let start = cursor
    let isNegated = take("not")
    if take("called") {
      skipBlanks()
      let end = pathEnd(cursor)
      if end > cursor {
        let span = SourceSpan(cursor, end)
        cursor = end
        var values: [SheetFormula?]?
        if nextByte() == Ascii.leftParenthesis {
          values = arguments()
          if values == nil { return nil }
        }
        return .call(
          service: WrittenText(source[span], at: span), arguments: values, isExpected: !isNegated,
          span: SourceSpan(start, behind().lower))
      }
    }
    cursor = start
    if let second = secondValue(before: limit), !isNext("not") {
      let word = source[second]
      // One word behind a number is a unit.
      if OperatorWord.help(for: word) == nil, !bytes[second.lower].isWordStart || second.upper < limit {
        findings.append(.missingComma(before: word, at: second))
        return nil
      }
    }
    return expression(.comma, "a condition").map { .condition($0) }
  }

  /// The place of a value that stands behind the expression at the cursor with nothing in between; `nil` where there is
  /// none.
  mutating func secondValue(before end: Int) -> SourceSpan? {
    skipBlanks()
    let start = cursor
    defer { cursor = start }
    let first = bytes.withUnsafeBufferPointer { bytes in
      FormulaParser.parsePrefix(
        of: UnsafeBufferPointer(rebasing: bytes[..<end]), from: start, options: .init(endsAtLine: true))
    }
    guard first.diagnostics.isEmpty, first.end > start, first.end < end else { return nil }
    cursor = first.end
    let next = nextByte()
    guard cursor < end, next.isWordStart || next.isDigit || next == Ascii.quote || next == Ascii.leftParenthesis else {
      return nil
    }
    return elementSpan()
  }
}
