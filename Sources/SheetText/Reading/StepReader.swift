import CellModel
import Diagnostics

/// Reads the steps of tests, and those that are typed at a prompt.
enum StepReader {
  static func read(_ reader: inout SheetReader, _ item: SheetItem) -> TestStep? {
    let before = reader.findings.count
    guard let kind = kind(&reader) else { return nil }
    reader.finish(before)
    return TestStep(kind: kind, span: item.span)
  }

  /// The keyword of a step at the cursor, if it is one here.
  static func keyword(_ reader: inout SheetReader) -> StepKeyword? {
    guard let end = reader.word(at: reader.cursor), end - reader.cursor <= 6 else { return nil }
    var index = end
    while index < reader.limit, reader.bytes[index].isBlank { index += 1 }
    if index < reader.limit {
      let byte = reader.bytes[index]
      let next: UInt8 = index + 1 < reader.limit ? reader.bytes[index + 1] : 0
      if byte == Ascii.equals || (byte == Ascii.dot && index == end) || byte == Ascii.leftBracket
        || (byte == Ascii.less && next == Ascii.tilde)
      {
        return nil
      }
    }
    let keyword = StepKeyword(rawValue: reader.source[SourceSpan(reader.cursor, end)].lowercased())
    return keyword == .stop && !isNameOfAction(reader, at: index) ? nil : keyword
  }

  /// Whether a name stands behind `stop`; an event or a service may bear that name, too.
  private static func isNameOfAction(_ reader: SheetReader, at index: Int) -> Bool {
    guard let end = reader.word(at: index) else { return false }
    return !["replies", "sends", "fails"].contains { reader.scanner.isWord(index, end, $0) }
  }

  private static func kind(_ reader: inout SheetReader) -> TestStep.Kind? {
    if reader.bytes[reader.cursor] == Ascii.leftBrace { return instant(&reader) }
    guard let keyword = keyword(&reader) else { return changeOrTrigger(&reader) }
    let wordStart = reader.cursor
    reader.cursor += keyword.rawValue.utf8.count
    switch keyword {
    case .expect: return ExpectationReader.read(&reader)
    case .wait:
      if let unit = reader.secondValue(before: reader.limit) {
        reader.report(StepFinding.unitOfSeconds(reader.source[SourceSpan(reader.cursor, unit.lower)], at: unit))
        return nil
      }
      return reader.expression([], "a number of seconds").map { .wait(seconds: $0) }
    case .clear: return reader.path("a cell").map { .clear($0) }
    case .delete: return reader.path("a row").map { .delete($0) }
    case .stop: return reader.path("an action").map { .stop($0) }
    case .insert:
      guard let position = RowPositionReader.read(&reader), let table = reader.path("a table"),
        let values = reader.arguments()
      else { return nil }
      return .insert(position, table: table, values: values)
    case .given:
      guard let service = serviceName(&reader) else { return nil }
      guard let answer = answer(&reader, allowsSends: false) else {
        reader.report(
          StepFinding.badGiven(
            at: reader.cursor < reader.limit ? reader.elementSpan() : SourceSpan(wordStart, wordStart + 5)))
        return nil
      }
      return .given(service: service, answer)
    }
  }

  /// Reads the dotted name of a service.
  private static func serviceName(_ reader: inout SheetReader) -> WrittenText? {
    reader.skipBlanks()
    let end = reader.pathEnd(reader.cursor)
    guard end > reader.cursor else {
      reader.report(NameFinding.missingName(of: "a service", at: reader.nextPlace()))
      return nil
    }
    let span = SourceSpan(reader.cursor, end)
    reader.cursor = end
    return WrittenText(reader.source[span], at: span)
  }

  /// Reads `replies V`, `sends V` or `fails V`.
  ///
  /// - Returns: `nil` without a report and with the cursor unmoved if none of these words stands here.
  private static func answer(_ reader: inout SheetReader, allowsSends: Bool = true) -> TestStep.Answer? {
    let start = reader.cursor
    for kind in TestStep.Answer.Kind.allCases {
      if kind == .sends, !allowsSends { continue }
      let isTaken =
        switch kind {
        case .replies: reader.take("replies")
        case .sends: reader.take("sends")
        case .fails: reader.take("fails")
        }
      guard isTaken else { continue }
      if reader.nextByte() == Ascii.equals { break }
      var answer = TestStep.Answer(kind: kind, value: nil)
      if reader.cursor < reader.limit { answer.value = reader.expression([], "an answer") }
      return answer
    }
    reader.cursor = start
    return nil
  }

  /// Reads what begins with a name: an assignment, an answer of a service, or a trigger.
  private static func changeOrTrigger(_ reader: inout SheetReader) -> TestStep.Kind? {
    let start = reader.cursor
    let end = reader.pathEnd(start)
    guard end > start else {
      reader.report(StepFinding.unknownStep(at: SourceSpan(start, reader.limit)))
      return nil
    }
    reader.cursor = end
    if reader.isDoubledEquals() {
      reader.report(
        StepFinding.comparisonAsStep(
          reader.source[SourceSpan(start, reader.limit)], at: SourceSpan(reader.cursor, reader.cursor + 2)))
      return nil
    }
    if reader.take(Ascii.equals) {
      let target = reader.formula(SourceSpan(start, end))
      guard let value = reader.expression([], "a value") else { return nil }
      return .assign(target: target, value: value)
    }
    if reader.word(at: reader.cursor) != nil, var answer = answer(&reader) {
      var span = SourceSpan(start, end)
      if let open = subscriptStart(reader, start, end) {
        answer.call = reader.formula(SourceSpan(open + 1, end - 1))
        span = SourceSpan(start, open)
      }
      return .answer(service: WrittenText(reader.source[span], at: span), answer)
    }
    if let slip = slip(&reader, behind: SourceSpan(start, end)) {
      reader.report(slip)
      return nil
    }
    let target = reader.formula(SourceSpan(start, end))
    if reader.cursor >= reader.limit { return .trigger(target, .none) }
    if reader.bytes[reader.cursor] == Ascii.leftParenthesis,
      let close = reader.scanner.partner(of: reader.cursor, limit: reader.limit), close + 1 == reader.limit
    {
      return reader.arguments().map { .trigger(target, .arguments($0)) }
    }
    if isPayload(reader.bytes[reader.cursor]) {
      let first = reader.cursor
      guard let payload = reader.expression(.comma, "a payload") else { return nil }
      if reader.cursor < reader.limit {
        reader.report(
          StepFinding.bareArguments(
            of: reader.source[SourceSpan(start, end)], reader.source[SourceSpan(first, reader.limit)],
            at: SourceSpan(reader.cursor, reader.cursor + 1)))
        return nil
      }
      return .trigger(target, .value(payload))
    }
    reader.report(StepFinding.unknownStep(at: SourceSpan(start, reader.limit)))
    return nil
  }

  /// The words of other languages with which a service answers.
  private static let wordsForAnswers = [
    "returns": "replies", "succeeds": "replies", "answers": "replies", "responds": "replies", "resolves": "replies",
    "replied": "replies", "reply": "replies", "yields": "sends", "emits": "sends", "errors": "fails", "throws": "fails",
    "rejects": "fails", "failed": "fails", "fail": "fails",
  ]

  /// `a = a + 1` where somebody writes `a += 1` or `a++`, and `a = 1` for `a <- 1`.
  private static func changeInPlace(_ reader: inout SheetReader, of name: String) -> String? {
    let rest = reader.source[reader.rest]
    guard rest.utf8.count < 60, !rest.contains(where: \.isNewline) else { return nil }
    if rest.hasPrefix("<-") { return "\(name) = \(rest.dropFirst(2).drop { $0 == " " })" }
    guard let sign = rest.first, "+-*/".contains(sign) else { return nil }
    if "+-".contains(sign), rest == "\(sign)\(sign)" { return "\(name) = \(name) \(sign) 1" }
    guard rest.dropFirst().first == "=" else { return nil }
    return "\(name) = \(name) \(sign) \(rest.dropFirst(2).drop { $0 == " " })"
  }

  /// What somebody means who writes `:=` behind the name of a cell, or an answer behind a call.
  private static func slip(_ reader: inout SheetReader, behind name: SourceSpan) -> (any DiagnosticFact)? {
    let start = reader.cursor
    defer { reader.cursor = start }
    let byte = reader.nextByte()
    if byte == Ascii.colon, reader.cursor + 1 < reader.limit, reader.bytes[reader.cursor + 1] == Ascii.equals {
      let sign = SourceSpan(reader.cursor, reader.cursor + 2)
      return StatementFinding.colonForEquals(WrittenText(reader.source[name], at: name), sign: ":=", at: sign)
    }
    if let end = reader.word(at: reader.cursor), end < reader.limit,
      case let word = WrittenText(reader.source[SourceSpan(reader.cursor, end)], at: SourceSpan(reader.cursor, end)),
      let meant = wordsForAnswers[word.key]
    {
      return StepFinding.wordForAnswer(word, meant: meant)
    }
    if let change = changeInPlace(&reader, of: reader.source[name]) {
      return StepFinding.unknownStep(at: SourceSpan(name.lower, reader.limit), meant: change)
    }
    guard byte == Ascii.leftParenthesis,
      let close = reader.scanner.partner(of: reader.cursor, limit: reader.limit), close + 1 < reader.limit
    else { return nil }
    let arguments = SourceSpan(reader.cursor, close + 1)
    reader.cursor = close + 1
    reader.skipBlanks()
    let isAnswer = reader.isNext("replies") || reader.isNext("sends") || reader.isNext("fails")
    return isAnswer ? StepFinding.answerWithArguments(of: reader.source[name], at: arguments) : nil
  }

  /// Where the bracket opens with which a path ends; `nil` where it ends with a word.
  private static func subscriptStart(_ reader: SheetReader, _ lower: Int, _ upper: Int) -> Int? {
    guard reader.bytes[upper - 1] == Ascii.rightBracket else { return nil }
    return (lower..<upper).first {
      reader.bytes[$0] == Ascii.leftBracket && reader.scanner.partner(of: $0, limit: upper) == upper - 1
    }
  }

  /// Whether a byte can begin a payload and cannot go on with an expression.
  private static func isPayload(_ byte: UInt8) -> Bool {
    byte.isWord || byte == Ascii.quote || byte == Ascii.leftBrace || byte == Ascii.leftParenthesis || byte == Ascii.dot
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "#")
  }

  /// Reads `{ … }`, several changes in one instant.
  private static func instant(_ reader: inout SheetReader) -> TestStep.Kind? {
    var steps: [TestStep] = []
    guard var items = SheetItems(ofBlockIn: &reader) else { return .instant(steps) }
    while let item = items.next(&reader) {
      if reader.bytes[item.lower] == Ascii.leftBrace {
        reader.report(StepFinding.notAChange(at: item.span))
        continue
      }
      guard let step = read(&reader, item) else { continue }
      if !step.isChange { reader.report(StepFinding.notAChange(at: item.span)) }
      steps.append(step)
    }
    return .instant(steps)
  }
}
