/// A date, a time of day, or both, as Excel reads them in its US English locale.
struct TypedDate {
  var serial: Double
  var hasDate: Bool
  var hasTime: Bool
  /// Whether the year came first, so that nobody can mistake day and month.
  var isYearFirst = false
  /// How the blanks at its ends are taken.
  var blanks = Blanks.atNoEnd
  /// Whether it is written as only formulas read it: with blanks beside its signs, with a time that ends on a later day,
  /// or with the time first.
  var isLoose = false

  /// Where a date may have blanks; a time of day alone may have them at both ends.
  enum Blanks {
    case atNoEnd
    /// Behind a date with the name of a month.
    case behind
    /// Beside a day and the name of a month without a year.
    case atBothEnds
  }

  /// Whether it may have blanks at its ends, where there are some.
  func allows(blanksBefore: Bool, behind: Bool) -> Bool {
    guard hasDate else { return true }
    switch blanks {
    case .atNoEnd: return !blanksBefore && !behind
    case .behind: return !blanksBefore
    case .atBothEnds: return true
    }
  }

  private enum Token: Equatable {
    case number(value: Int, digits: Int)
    case month(Int)
    case weekday
    case am, pm
    case sign(UInt8)
    case space

    var isMonth: Bool {
      if case .month = self { return true }
      return false
    }
  }

  /// The number of a day that is written as `2020-01-31` in its own digits, and lies in a year in which all systems count alike.
  static func plainDay(_ bytes: UnsafeBufferPointer<UInt8>, in system: DateSystem) -> Double? {
    guard bytes.count == 10, bytes[4] == Ascii.minus, bytes[7] == Ascii.minus else { return nil }
    func number(_ places: Range<Int>) -> Int? {
      var number = 0
      for place in places {
        guard Ascii.isDigit(bytes[place]) else { return nil }
        number = number * 10 + Int(bytes[place] & 15)
      }
      return number
    }
    guard let year = number(0..<4), year > 1904, let month = number(5..<7), let day = number(8..<10) else { return nil }
    return SerialCalendar(system: system).serial(checking: CalendarDay(year: year, month: month, day: day))
      .map(Double.init)
  }

  static func read(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, year: Int?) -> TypedDate? {
    guard let tokens = tokens(bytes, from: start, to: end) else { return nil }
    let closed = closed(tokens)
    let read = closed.withUnsafeBufferPointer { tokens in
      var reader = Reader(tokens: tokens, year: year)
      return reader.read()
    }
    guard var date = read else { return nil }
    if closed.count < tokens.count { date.isLoose = true }
    if date.blanks == .atNoEnd, closed.contains(where: \.isMonth) { date.blanks = .behind }
    return date
  }

  /// The tokens without the blanks that stand beside a sign within a time, a whole date or a date with the name of a month,
  /// as in `4 : 35` and `1 - Apr`.
  private static func closed(_ tokens: [Token]) -> [Token] {
    guard tokens.contains(.space) else { return tokens }
    let signs = tokens.count { $0 == .sign(Ascii.minus) || $0 == .sign(Ascii.slash) }
    guard signs >= 2 || signs == 1 && tokens.contains(where: \.isMonth) || tokens.contains(.sign(Ascii.colon)) else {
      return tokens
    }
    func isSign(_ place: Int) -> Bool {
      guard tokens.indices.contains(place), case .sign(let sign) = tokens[place] else { return false }
      return sign == Ascii.colon || sign == Ascii.minus || sign == Ascii.slash
    }
    return tokens.indices.filter { tokens[$0] != .space || !isSign($0 - 1) && !isSign($0 + 1) }.map { tokens[$0] }
  }

  private static func tokens(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> [Token]? {
    var tokens: [Token] = []
    // Most dates are of five.
    tokens.reserveCapacity(8)
    var position = start
    while position < end {
      guard tokens.count < 28 else { return nil }
      let byte = bytes[position]
      let first = position
      switch byte {
      case Ascii.zero...Ascii.nine:
        var value = 0
        while position < end, Ascii.isDigit(bytes[position]) {
          guard position - first < 9 else { return nil }
          value = value * 10 + Int(bytes[position] - Ascii.zero)
          position += 1
        }
        tokens.append(.number(value: value, digits: position - first))
      case 0x41...0x5A, 0x61...0x7A:
        while position < end, (0x61...0x7A).contains(bytes[position] | 0x20) { position += 1 }
        guard let word = word(bytes[first..<position]) else { return nil }
        tokens.append(word)
      case Ascii.space:
        while position < end, bytes[position] == Ascii.space { position += 1 }
        tokens.append(.space)
      case Ascii.slash, Ascii.minus, Ascii.colon, Ascii.comma, Ascii.dot:
        tokens.append(.sign(byte))
        position += 1
      default: return nil
      }
    }
    return tokens
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Token? {
    guard bytes.count <= 9 else { return nil }
    let word = String(decoding: bytes.map { $0 | 0x20 }, as: UTF8.self)
    switch word {
    case "am", "a": return .am
    case "pm", "p": return .pm
    case "sept": return .month(9)
    default:
      guard word.utf8.count >= 3 else { return nil }
      // A month is known by any beginning of its name from three letters on.
      if let index = months.firstIndex(where: { $0.hasPrefix(word) }) { return .month(index + 1) }
      return weekdays.contains { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) } ? .weekday : nil
    }
  }

  private struct Reader {
    let tokens: UnsafeBufferPointer<Token>
    let year: Int?
    var position = 0

    init(tokens: UnsafeBufferPointer<Token>, year: Int?) {
      self.tokens = tokens
      self.year = year
    }

    var current: Token? { position < tokens.count ? tokens[position] : nil }

    func peek(_ offset: Int) -> Token? { position + offset < tokens.count ? tokens[position + offset] : nil }

    mutating func take(sign: UInt8) -> Bool {
      guard current == .sign(sign) else { return false }
      position += 1
      return true
    }

    mutating func skipSpace() { if current == .space { position += 1 } }

    mutating func number() -> (value: Int, digits: Int)? {
      guard case .number(let value, let digits)? = current else { return nil }
      position += 1
      return (value, digits)
    }

    mutating func read() -> TypedDate? {
      var result: TypedDate
      if beginsTime {
        guard let time = time() else { return nil }
        result = TypedDate(serial: time, hasDate: false, hasTime: true)
        if current == .space, position + 1 < tokens.count {
          position += 1
          guard time < 1, let date = wholeDate() else { return nil }
          result = date
          result.serial += time
          (result.hasTime, result.isLoose) = (true, true)
        }
      } else {
        guard let date = wholeDate() else { return nil }
        result = date
        if current == .space, position + 1 < tokens.count {
          position += 1
          guard let time = time() else { return nil }
          result.serial += time
          result.hasTime = true
          result.isLoose = time >= 1
        }
      }
      skipSpace()
      return position == tokens.count ? result : nil
    }

    /// A date, with a day of the week in front or without.
    private mutating func wholeDate() -> TypedDate? {
      skipWeekday()
      return date()
    }

    /// Passes a day of the week in front of a date, `Wednesday, ` or `Wed `, which need not be the right one.
    mutating func skipWeekday() {
      guard current == .weekday else { return }
      position += 1
      _ = take(sign: Ascii.comma)
      skipSpace()
    }

    /// Whether a time of day begins here: `1:`, `1 PM`; an hour alone stands apart from its half of the day.
    var beginsTime: Bool {
      guard case .number? = current else { return false }
      switch peek(1) {
      case .sign(Ascii.colon): return true
      case .space: return peek(2) == .am || peek(2) == .pm
      default: return false
      }
    }

    /// The fraction of a day; one part may run over, as in `25:10`, `1:75` and `1:10:90`.
    mutating func time() -> Double? {
      guard var hour = part() else { return nil }
      var minute = 0
      var second = 0.0
      let hasMinutes = take(sign: Ascii.colon)
      if hasMinutes {
        guard let typed = partOrEnd() else { return nil }
        minute = typed
        var hasSeconds = false
        if take(sign: Ascii.colon) {
          guard let typed = partOrEnd() else { return nil }
          second = Double(typed)
          hasSeconds = true
        }
        if take(sign: Ascii.dot) {
          guard let part = number(), part.digits <= 9 else { return nil }
          // A point behind two parts makes them minutes and seconds.
          if !hasSeconds { (hour, minute, second) = (0, hour, Double(minute)) }
          second += DecimalNumber.double(UInt64(part.value), -part.digits)
          // Nothing is finer than a thousandth of a second.
          second = (second * 1000).rounded() / 1000
        }
      }
      let overruns = (hour > 23 ? 1 : 0) + (minute > 59 ? 1 : 0) + (second >= 60 ? 1 : 0)
      var isApart = false
      if current == .space, peek(1) == .am || peek(1) == .pm {
        position += 1
        isApart = true
      }
      if current == .am || current == .pm {
        guard isApart, hour <= 12, overruns == 0 else { return nil }
        hour = hour % 12 + (current == .pm ? 12 : 0)
        position += 1
        // A full stop may end it.
        if current == .sign(Ascii.dot) || current == .space && peek(1) == .sign(Ascii.dot) {
          skipSpace()
          position += 1
        }
      } else if !hasMinutes {
        return nil
      }
      return overruns <= 1 ? TimeOfDay.dayFraction(hour: hour, minute: minute, second: second) : nil
    }

    /// Hours, minutes or seconds: four digits at most, and two where the first is a zero.
    mutating func part() -> Int? {
      guard let (value, digits) = number(), digits <= 2 || digits == 3 && value >= 100 || digits == 4 && value >= 1000
      else { return nil }
      return value
    }

    /// A part behind its colon, with which the text may end: `10:` is `10:00`.
    mutating func partOrEnd() -> Int? { position == tokens.count ? 0 : part() }

    mutating func date() -> TypedDate? {
      if case .month(let month)? = current {
        position += 1
        return monthFirst(month)
      }
      guard let first = number() else { return nil }
      if case .sign(let sign)? = current, sign == Ascii.slash || sign == Ascii.minus {
        position += 1
        if case .month(let month)? = current {
          position += 1
          return first.digits == 4 ? yearFirst(first.value, month) : dayFirst(first, month, isSigned: true)
        }
        return numeric(first)
      }
      if current == .space, case .month(let month)? = peek(1) {
        position += 2
        return dayFirst(first, month, isSigned: false)
      }
      if case .month(let month)? = current {
        position += 1
        return dayFirst(first, month, isSigned: false)
      }
      return nil
    }

    /// Passes a sign between parts of a date; each may be another, as in `2021/1-10`.
    mutating func takeDateSign() -> Bool { take(sign: Ascii.slash) || take(sign: Ascii.minus) }

    /// `4/1/2015`, `2015-04-01`, `4/1`, `4/2015`.
    mutating func numeric(_ first: (value: Int, digits: Int)) -> TypedDate? {
      guard let second = number() else { return nil }
      guard takeDateSign() else {
        if first.digits == 4 { return date(first.value, second.value, 1, isYearFirst: false) }
        if second.digits == 4 { return date(second.value, first.value, 1, isYearFirst: false) }
        guard second.digits <= 2 else { return nil }
        return withoutYear(month: first.value, second)
      }
      guard let third = number() else { return nil }
      if first.digits == 4 {
        guard second.digits <= 2, third.digits <= 2 else { return nil }
        return date(first.value, second.value, third.value, isYearFirst: true)
      }
      guard first.digits <= 2, second.digits <= 2, let year = fullYear(third) else { return nil }
      return date(year, first.value, second.value, isYearFirst: false)
    }

    /// `2015-Apr-01`, `2015-Apr`.
    mutating func yearFirst(_ year: Int, _ month: Int) -> TypedDate? {
      guard takeDateSign() else { return date(year, month, 1, isYearFirst: false) }
      guard let day = number(), day.digits <= 2 else { return nil }
      return date(year, month, day.value, isYearFirst: false)
    }

    /// `1-Apr-2015`, `1 April 2015`, `1 Apr-2015`, `1 Apr`.
    ///
    /// - Parameter isSigned: Whether a sign stood in front of the month.
    mutating func dayFirst(_ day: (value: Int, digits: Int), _ month: Int, isSigned: Bool) -> TypedDate? {
      guard day.digits <= 2 else {
        return day.digits == 4 ? date(day.value, month, 1, isYearFirst: false) : nil
      }
      let before = position
      _ = isSigned ? takeDateSign() : take(sign: Ascii.comma) || take(sign: Ascii.minus)
      skipSpace()
      if !beginsTime, let typed = number() {
        guard let year = fullYear(typed) else { return nil }
        return date(year, month, day.value, isYearFirst: false)
      }
      position = before
      // `31-Apr` is no day, and no year either.
      guard day.value > 31 || isDay(day.value, of: month), var result = withoutYear(month: month, day) else {
        return nil
      }
      result.blanks = .atBothEnds
      return result
    }

    /// `Apr 1, 2015`, `April 2015`, `Apr-32`; a year behind the day stands behind a comma.
    mutating func monthFirst(_ month: Int) -> TypedDate? {
      let isSigned = takeDateSign()
      let isPlain = !isSigned && !take(sign: Ascii.dot)
      let hasComma = isPlain && peek(1) == .space && take(sign: Ascii.comma)
      skipSpace()
      guard let day = number() else { return nil }
      if day.digits == 4, !hasComma { return date(day.value, month, 1, isYearFirst: false) }
      guard day.digits <= 2 else { return nil }
      let before = position
      if !isSigned, take(sign: Ascii.comma) {
        skipSpace()
        if !beginsTime, let typed = number() {
          guard let year = fullYear(typed) else { return nil }
          return date(year, month, day.value, isYearFirst: false)
        }
      }
      position = before
      return hasComma ? nil : withoutYear(month: month, day)
    }

    /// A month and a number that is a day of the known year, or else a year.
    func withoutYear(month: Int, _ number: (value: Int, digits: Int)) -> TypedDate? {
      guard (1...12).contains(month) else { return nil }
      if isDay(number.value, of: month) {
        return year.flatMap { date($0, month, number.value, isYearFirst: false) }
      }
      return fullYear(number).flatMap { date($0, month, 1, isYearFirst: false) }
    }

    /// Whether the month of the known year has a day.
    func isDay(_ day: Int, of month: Int) -> Bool {
      day >= 1 && day <= SerialCalendar().daysInMonth(year: year ?? 2000, month: month)
    }

    /// 0 to 29 are years from 2000 on, 30 to 99 years of the twentieth century.
    func fullYear(_ year: (value: Int, digits: Int)) -> Int? {
      if year.digits == 4 { return year.value }
      return year.digits <= 2 ? (year.value < 30 ? 2000 : 1900) + year.value : nil
    }

    func date(_ year: Int, _ month: Int, _ day: Int, isYearFirst: Bool) -> TypedDate? {
      guard let serial = SerialCalendar().serial(checking: CalendarDay(year: year, month: month, day: day)) else {
        return nil
      }
      var result = TypedDate(serial: Double(serial), hasDate: true, hasTime: false)
      result.isYearFirst = isYearFirst
      return result
    }
  }
}
