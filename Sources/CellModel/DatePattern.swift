/// A date or a time as numbers of two or four digits and what stands between them, written in one go: `yyyy-mm-dd hh:mm`.
///
/// Most sections of dates are such a pattern; see ``DateLayout`` for names, eras, fractions of seconds and elapsed times.
struct DatePattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case byte(UInt8)
    case year
    case yearOfCentury
    // With the fewest digits that they have.
    case month(Int)
    case day(Int)
    case hour(Int)
    case minute(Int)
    case second(Int)
  }

  private var parts: [Part] = []
  private var mostBytes = 0

  /// The pattern that a section is; `nil` for one that shows anything else.
  init?(_ section: NumberFormat.Section) {
    guard section.kind == .date else { return nil }
    for token in section.tokens {
      switch token {
      case .year(let count): add(count <= 2 ? .yearOfCentury : .year, 4)
      case .month(let count) where count <= 2: add(.month(count), 2)
      case .day(let count) where count <= 2: add(.day(count), 2)
      case .hour(let count): add(.hour(min(count, 2)), 2)
      case .minute(let count): add(.minute(min(count, 2)), 2)
      case .second(let count): add(.second(min(count, 2)), 2)
      default:
        guard let text = token.plainText else { return nil }
        for byte in text.utf8 { add(.byte(byte), 1) }
      }
    }
  }

  private mutating func add(_ part: Part, _ bytes: Int) {
    parts.append(part)
    mostBytes += bytes
  }

  /// The text of a number, or `#VALUE!` for one that is no date.
  func text(_ number: Double, in calendar: SerialCalendar) throws(CellError) -> String {
    let (time, day) = try calendar.moment(of: number)
    return String(unsafeUninitializedCapacity: mostBytes) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      var end = 0
      func put(_ value: Int, _ width: Int) {
        let number = UInt64(max(value, 0))
        let count = max(number < 10 ? 1 : number < 100 ? 2 : DecimalDigits.count(number), width)
        DecimalDigits.write(number, count: count, to: start + end)
        end += count
      }
      for part in parts {
        switch part {
        case .byte(let byte):
          start[end] = byte
          end += 1
        case .year: put(day.year, 4)
        case .yearOfCentury: put(day.year % 100, 2)
        case .month(let width): put(day.month, width)
        case .day(let width): put(day.day, width)
        case .hour(let width): put(time.hour, width)
        case .minute(let width): put(time.minute, width)
        case .second(let width): put(time.second, width)
        }
      }
      return end
    }
  }
}

/// What a section is that is written in one go.
enum SectionPattern: Sendable, Hashable {
  case decimal(DecimalPattern)
  case date(DatePattern)

  /// `nil` for a section that is neither.
  init?(_ section: NumberFormat.Section) {
    if let pattern = DecimalPattern(section) {
      self = .decimal(pattern)
    } else if let pattern = DatePattern(section) {
      self = .date(pattern)
    } else {
      return nil
    }
  }
}
