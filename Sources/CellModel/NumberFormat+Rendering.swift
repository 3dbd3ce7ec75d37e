extension NumberFormat {
  /// How a number looks where a format says General.
  enum GeneralStyle: Sendable {
    /// All 15 digits, as in a cell that is wide enough.
    case cell
    /// At most 11 characters, as TEXT gives it.
    case narrow
  }

  /// The text that the function TEXT gives for a value; `#VALUE!` for a date that does not exist.
  ///
  /// A text that reads as a number is formatted as that number, and a blank as 0.
  package func formatted(_ value: CellValue, in system: DateSystem = .from1900) throws(CellError) -> String {
    switch value {
    case .number(let number, _): return try text(number, in: system, .narrow)
    case .blank: return try text(0, in: system, .narrow)
    case .text(let text):
      if !sections[sections.count - 1].hasText, let number = TypedText.number(text, in: system) {
        return try self.text(number, in: system, .narrow)
      }
      return self.text(text)
    case .error(let error): throw error
    case .array(let array): return try formatted(array.first, in: system)
    case .logical where sections.count == 4: return text(try value.asText())
    case .logical, .record, .lambda: return try value.asText()
    }
  }

  /// The text that a cell shows; `#####` for a date that does not exist, nothing for a blank.
  package func text(of value: CellValue, in system: DateSystem = .from1900) -> String {
    switch value {
    case .number(let number, _): (try? text(number, in: system, .cell)) ?? "#####"
    case .text(let text): self.text(text)
    case .blank: ""
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text
    case .array(let array): text(of: array.first, in: system)
    case .record(let record):
      "{"
        + zip(record.names, record.values).map { "\($0): \(NumberFormat.general.text(of: $1, in: system))" }
        .joined(separator: ", ") + "}"
    case .lambda(let lambda): lambda.source
    }
  }

  /// The colour in which a number is to be shown, if the format names one.
  package func colour(for number: Double) -> Colour? { section(for: number).flatMap { sections[$0.index].colour } }

  // MARK: Sections

  /// The section that shows texts.
  package var textSection: Section? {
    guard let last = sections.last, sections.count == 4 || last.hasText else { return nil }
    return last
  }

  /// Whether it is for texts alone, so that numbers are General.
  package var isForTexts: Bool { sections.count == 1 && sections[0].hasText }

  /// The sections for numbers: all but the one for texts, unless it is the only one.
  package var numberSections: ArraySlice<Section> {
    sections.count > 1 && textSection != nil ? sections.dropLast() : sections[...]
  }

  /// The section for a number, and whether a negative number still needs its sign there.
  private func section(for number: Double) -> (index: Int, showsSign: Bool)? {
    if sections.count == 1, sections[0].condition == nil { return (0, true) }
    let sections = numberSections
    guard sections.contains(where: { $0.condition != nil }) else {
      switch sections.count {
      case 1: return (0, true)
      case 2: return (number < 0 ? 1 : 0, false)
      default: return (number > 0 ? 0 : (number < 0 ? 1 : 2), false)
      }
    }
    for (index, section) in sections.enumerated() {
      let holds: Bool
      if let condition = section.condition {
        holds = condition.holds(number)
      } else {
        // Without a condition of its own a section is what is left, except the first of three.
        holds = index > 0 ? (index == sections.count - 1 || number < 0) : number > 0
      }
      guard holds else { continue }
      if let condition = section.condition { return (index, !condition.isNegativeOnly) }
      // The last of three says nothing of signs; the other of two has what the first one leaves.
      guard index == 1, let first = sections[0].condition else { return (index, true) }
      return (index, !(sections.count == 2 ? first.leavesSignOut : first.isOfAllButNegatives))
    }
    return nil
  }

  // MARK: Texts and numbers

  private func text(_ text: String) -> String {
    guard let section = textSection else { return text }
    var result = ""
    for token in section.tokens {
      switch token {
      case .text: result += text
      case .literal(let literal): result += literal
      case .skip: result += " "
      case .general: result += text
      default: break
      }
    }
    return result
  }

  func text(_ number: Double, in system: DateSystem, _ style: GeneralStyle) throws(CellError) -> String {
    guard let (index, showsSign) = section(for: number) else {
      // A single section with a condition leaves the others as they are; among several each should have one.
      guard sections.count == 1, let condition = sections[0].condition else {
        throw .value("No section of the format is for such a number.")
      }
      let showsSign = !condition.leavesSignOut || condition.isOfAllButNegatives
      return (number < 0 && showsSign ? "-" : "") + Self.general(abs(number), style)
    }
    let sign = number < 0 && showsSign
    switch patterns[index] {
    case .decimal(let pattern)?:
      let shown = pattern.rounded(abs(number))
      // What is rounded to 0 has no sign.
      return pattern.text(shown, isNegative: sign && !shown.isZero)
    case .date(let pattern)? where number >= 0 || system != .from1904:
      return try pattern.text(number, in: SerialCalendar(system: system))
    default: break
    }
    let section = sections[index]
    switch section.kind {
    case .plain where section.hasText && section.condition == nil:
      return (sign ? "-" : "") + Self.general(abs(number), style)
    case .plain: return plain(number, section, sign, style)
    case .number:
      let layout = NumberLayout(section)
      return (sign && !layout.showsZero(abs(number)) ? "-" : "") + layout.decimal(abs(number))
    case .scientific: return (sign ? "-" : "") + NumberLayout(section).scientific(abs(number))
    case .fraction: return (sign ? "-" : "") + (FractionLayout(section)?.text(abs(number)) ?? "")
    case .date:
      // Days before the first have a sign where days count from 1904, and are none where they count from 1900. Where they count
      // from 1899, they are days as all others, and only a time that something took has a sign.
      guard number < 0, system == .from1904 || system == .from1899 && section.hasElapsedTime else {
        return try DateLayout(section, system).text(number)
      }
      return (sign ? "-" : "") + (try DateLayout(section, system).text(-number))
    }
  }

  private func plain(_ number: Double, _ section: Section, _ sign: Bool, _ style: GeneralStyle) -> String {
    var result = sign && !section.tokens.isEmpty ? "-" : ""
    for token in section.tokens {
      switch token {
      case .literal(let literal): result += literal
      case .skip: result += " "
      case .percent: result += "%"
      case .general, .text: result += Self.general(abs(number), style)
      default: break
      }
    }
    return result
  }

  private static func general(_ number: Double, _ style: GeneralStyle) -> String {
    style == .narrow ? NumberText.narrow(number) : NumberText.cell(number)
  }
}

// MARK: - Dates

extension NumberFormat.Section {
  /// Whether it shows how long something took, in hours, minutes or seconds in all.
  fileprivate var hasElapsedTime: Bool {
    tokens.contains {
      switch $0 {
      case .elapsedHours, .elapsedMinutes, .elapsedSeconds: true
      default: false
      }
    }
  }
}

extension SerialCalendar {
  /// The time of day of a number and the day on which it falls, or `#VALUE!` for one that is no date.
  func moment(of number: Double, secondPlaces: Int = 0) throws(CellError) -> (time: TimeOfDay, day: CalendarDay) {
    guard let time = TimeOfDay(of: number, secondPlaces: secondPlaces, from: first),
      let day = day(checking: time.serialDay), number < Double(end)
    else { throw .value("\(NumberText.general(number)) is no date.") }
    return (time, day)
  }
}

/// The rendering of a section with parts of a date or time.
struct DateLayout {
  private let section: NumberFormat.Section
  private let calendar: SerialCalendar
  private let names: CalendarNames

  init(_ section: NumberFormat.Section, _ system: DateSystem) {
    names = CalendarNames.names(of: section.language)
    self.section = section
    calendar = SerialCalendar(system: system)
  }

  func text(_ number: Double) throws(CellError) -> String {
    let places = section.tokens.reduce(0) { if case .subsecond(let count) = $1 { max($0, count) } else { $0 } }
    let (time, day) = try calendar.moment(of: number, secondPlaces: places)
    let isHalfDay = section.tokens.contains { if case .halfDay = $0 { true } else { false } }
    var result: [UInt8] = []
    result.reserveCapacity(32)
    for token in section.tokens { append(token, day, time, isHalfDay, places, to: &result) }
    return String(decoding: result, as: UTF8.self)
  }

  private func append(
    _ token: NumberFormat.Token, _ day: CalendarDay, _ time: TimeOfDay, _ isHalfDay: Bool, _ places: Int,
    to result: inout [UInt8]
  ) {
    switch token {
    case .literal(let literal): result += literal.utf8
    case .skip: result.append(Ascii.space)
    case .percent: result.append(Ascii.percent)
    case .year(let count): put(count <= 2 ? day.year % 100 : day.year, count <= 2 ? 2 : 4, to: &result)
    case .buddhistYear(let count):
      let year = day.year + 543
      put(count <= 2 ? year % 100 : year, count <= 2 ? 2 : 4, to: &result)
    case .eraYear(let digits):
      if let count = section.yearCount, let era = count.era(of: day) {
        result += count.text(ofYear: era.year, digits: digits).utf8
      } else {
        put(day.year, 4, to: &result)
      }
    case .era(let letters):
      if let era = section.yearCount?.era(of: day) { result += era.names[min(letters.utf8.count, 3) - 1].utf8 }
    case .month(let count):
      let name = names.months[(day.month - 1) % 12]
      switch count {
      case 1, 2: put(day.month, count, to: &result)
      case 3: result += names.shortMonths[(day.month - 1) % 12].utf8
      case 5: result += name.prefix(1).utf8
      default: result += name.utf8
      }
    case .day(let count):
      let weekday = calendar.weekday(time.serialDay)
      switch count {
      case 1, 2: put(day.day, count, to: &result)
      case 3: result += names.shortDays[weekday].utf8
      default: result += names.days[weekday].utf8
      }
    case .hour(let count):
      let hour = isHalfDay ? (time.hour + 11) % 12 + 1 : time.hour
      put(hour, min(count, 2), to: &result)
    case .minute(let count): put(time.minute, min(count, 2), to: &result)
    case .second(let count): put(time.second, min(count, 2), to: &result)
    case .subsecond(let count):
      // The time is rounded to the longest fraction of the section; a shorter one shows its first digits.
      var fraction = time.fraction
      for _ in count..<max(places, count) { fraction /= 10 }
      result.append(Ascii.dot)
      put(fraction, count, to: &result)
    case .halfDay(let am, let pm): result += (time.hour < 12 ? am : pm).utf8
    case .elapsedHours(let count): put(time.serialDay * 24 + time.hour, count, to: &result)
    case .elapsedMinutes(let count):
      put((time.serialDay * 24 + time.hour) * 60 + time.minute, count, to: &result)
    case .elapsedSeconds(let count):
      let minutes = (time.serialDay * 24 + time.hour) * 60 + time.minute
      put(minutes * 60 + time.second, count, to: &result)
    case .digit, .point, .slash, .general, .text, .exponent, .fill, .comma: break
    }
  }

  /// Writes a number that is not negative, with zeros before it up to a width.
  private func put(_ value: Int, _ width: Int, to result: inout [UInt8]) {
    let number = UInt64(max(value, 0))
    let count = max(DecimalDigits.count(number), width)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { digits in
      guard let start = digits.baseAddress else { return }
      DecimalDigits.write(number, count: count, to: start)
      result.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
  }
}
