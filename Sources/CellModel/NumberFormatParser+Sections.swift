/// What a section of a number format is, once all of its tokens are read.
extension NumberFormatParser {
  mutating func finish(from start: Int) throws(Format.SyntaxError) {
    let tokens = section.tokens
    let isDate = tokens.contains(where: \.isDayOrTime)
    let hasDigits = tokens.contains(where: \.isDigit)
    let hasGeneral = tokens.contains(.general)
    section.hasText = tokens.contains(.text)
    section.percents = tokens.count { $0 == .percent }
    if isDate {
      guard !hasDigits, !hasGeneral, !section.hasText, section.percents == 0 else {
        throw failure("parts of a date and other placeholders stand in one section", at: start)
      }
      section.kind = .date
      finishDate()
    } else if hasDigits {
      guard !hasGeneral, !section.hasText else {
        throw failure("digits stand beside General or @ in one section", at: start)
      }
      try finishNumber(from: start)
    }
    if section.kind != .scientific, tokens.contains(where: \.isExponent) {
      throw failure("digits are missing before E", at: start)
    }
    if section.kind != .fraction, section.kind != .date, tokens.contains(.slash) {
      throw failure("digits are missing beside /, or it stands in quotes", at: start)
    }
    let showsEras = !hasDigits && !hasGeneral && !section.hasText
    section.tokens = section.tokens.map { token in
      switch token {
      case .eraYear where section.yearCount == nil: .year(4)
      case .era(let letters) where !showsEras: .literal(letters)
      case .comma: .literal(",")
      case .point where section.kind == .date || section.kind == .plain: .literal(".")
      case .slash where section.kind != .fraction: .literal("/")
      default: token
      }
    }
  }

  /// Tells minutes from months: `m` or `mm` after hours or before seconds are minutes, and beside an elapsed time where no
  /// day or year stands. A part behind the elapsed time of the same unit is that time again, as workbooks have it stored.
  private mutating func finishDate() {
    finishElapsed()
    var afterHours = false
    for index in section.tokens.indices {
      switch section.tokens[index] {
      case .hour, .elapsedHours: afterHours = true
      case .month(let count) where count <= 2:
        if afterHours || nextPartIsSeconds(after: index) { section.tokens[index] = .minute(count) }
        afterHours = false
      case .year, .eraYear, .month, .day, .second, .elapsedMinutes, .elapsedSeconds: afterHours = false
      default: break
      }
    }
  }

  private mutating func finishElapsed() {
    var (hasElapsed, hasDay) = (false, false)
    for token in section.tokens {
      switch token {
      case .year, .eraYear, .day: hasDay = true
      case .elapsedHours, .elapsedMinutes, .elapsedSeconds: hasElapsed = true
      default: break
      }
    }
    guard hasElapsed else { return }
    var (hours, minutes, seconds) = (false, false, false)
    for index in section.tokens.indices {
      switch section.tokens[index] {
      case .elapsedHours: hours = true
      case .elapsedMinutes: minutes = true
      case .elapsedSeconds: seconds = true
      case .hour(let count) where hours: section.tokens[index] = .elapsedHours(count)
      case .second(let count) where seconds: section.tokens[index] = .elapsedSeconds(count)
      case .month(let count) where count <= 2 && !hasDay:
        section.tokens[index] = minutes ? .elapsedMinutes(count) : .minute(count)
      default: break
      }
    }
  }

  private func nextPartIsSeconds(after index: Int) -> Bool {
    for token in section.tokens[(index + 1)...] {
      switch token {
      case .second, .elapsedSeconds: return true
      case .literal, .skip, .fill, .point, .comma, .slash: continue
      default: return false
      }
    }
    return false
  }

  private mutating func finishNumber(from start: Int) throws(Format.SyntaxError) {
    section.kind = .number
    if let exponent = section.tokens.firstIndex(where: \.isExponent) {
      guard section.tokens[..<exponent].contains(where: \.isDigit) else {
        throw failure("digits are missing before E", at: start)
      }
      let digit = section.tokens[(exponent + 1)...].firstIndex { $0 != .percent && !isText($0) }
      guard let digit, section.tokens[digit].isDigit else { throw failure("digits are missing after E", at: start) }
      section.kind = .scientific
      section.exponent = exponent
    } else if let slash = section.tokens.firstIndex(of: .slash), section.tokens[..<slash].contains(where: \.isDigit),
      let denominator = denominator(after: slash)
    {
      section.kind = .fraction
      try checkFraction(slash, from: start)
      // A fixed denominator was read as text and placeholders; it becomes one text.
      if let fixed = denominator.fixed {
        let start = section.tokens[(slash + 1)...].firstIndex { !isText($0) } ?? slash + 1
        section.tokens.replaceSubrange(start..<denominator.end, with: [.literal(fixed)])
      }
    }
    section.point = section.tokens.firstIndex(of: .point)
    if let point = section.point {
      for index in section.tokens.indices where index > point && section.tokens[index] == .point {
        section.tokens[index] = .literal(".")
      }
    }
    section.settleCommas()
    // The whole part has a place in front of the point where the format names none.
    if section.kind == .number, let point = section.point, !section.tokens[..<point].contains(where: \.isDigit) {
      section.tokens.insert(.digit(Ascii.hash), at: point)
      section.point = point + 1
    }
  }

  private func checkFraction(_ slash: Int, from start: Int) throws(Format.SyntaxError) {
    if section.tokens.contains(.point) { throw failure("a point and a fraction stand in one section", at: start) }
    let tokens = section.tokens
    let numerator = tokens[..<slash].lastIndex(where: \.isDigit) ?? slash
    // Commas hold a number together, and only a whole number has thousands.
    let beginning = tokens[..<numerator].lastIndex { !$0.isDigit && $0 != .comma }.map { $0 + 1 } ?? 0
    guard !tokens[slash...].contains(.comma),
      !tokens[beginning..<numerator].contains(.comma) || tokens[..<beginning].contains(where: \.isDigit)
    else { throw failure("thousands stand in a fraction", at: start) }
  }

  private func denominator(after slash: Int) -> (fixed: String?, end: Int)? {
    var digits = ""
    var end = slash + 1
    // Other texts may stand between the slash and the denominator.
    while end < section.tokens.count, isText(section.tokens[end]) { end += 1 }
    let start = end
    var isFixed = false
    loop: while end < section.tokens.count {
      switch section.tokens[end] {
      case .digit(Ascii.zero) where isFixed: digits.append("0")
      case .digit where !isFixed: break
      case .literal(let text) where end == start:
        let number = text.prefix { $0.isASCII && $0.isNumber }
        guard !number.isEmpty, number.count == text.count else { break loop }
        isFixed = true
        digits += number
      default: break loop
      }
      end += 1
    }
    guard end > start else { return nil }
    guard isFixed else { return (nil, end) }
    guard let value = Int(digits), value > 0, value < 1_000_000 else { return nil }
    return (digits, end)
  }

  /// Whether a token shows the same whatever the number is, and holds no digit.
  private func isText(_ token: Format.Token) -> Bool {
    switch token {
    case .literal(let text): !text.contains { $0.isASCII && $0.isNumber }
    case .skip: true
    default: false
    }
  }
}
