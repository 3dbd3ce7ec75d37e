/// A number format in Excel's notation, read once and used often.
///
/// Up to four *sections* separated by `;` stand for positive numbers, negative numbers, zero and texts, or each for what
/// meets its condition, such as `[>=100]`. A section holds *placeholders* (`0 # ?`), parts of dates, or both of neither;
/// ECMA-376 part 1, §18.8.31 lists them. Digits come from ``DecimalNumber``, so rounding is Excel's.
package struct NumberFormat: Sendable, Hashable {
  /// What is wrong with a format, and at which byte of it.
  package struct SyntaxError: Error, Sendable, Hashable {
    package let offset: Int
    /// What is wrong, in lower case without a full stop.
    package let reason: String
  }

  /// A colour that a section asks for; shown by whoever can.
  package enum Colour: Sendable, Hashable {
    case black, blue, cyan, green, magenta, red, white, yellow
    /// One of the 56 colours of the palette.
    case indexed(Int)

    /// Those that have a name, as formats write it.
    package static let named: [(name: String, colour: Colour)] = [
      ("Black", .black), ("Blue", .blue), ("Cyan", .cyan), ("Green", .green), ("Magenta", .magenta), ("Red", .red),
      ("White", .white), ("Yellow", .yellow),
    ]
  }

  package let source: String
  package let sections: [Section]
  /// The patterns of the sections that are no more than one.
  let patterns: [SectionPattern?]

  /// Reads a format; the words of the error are for a diagnostic.
  package init(_ source: String) throws(SyntaxError) {
    self.init(source, try NumberFormatParser.sections(of: source))
  }

  private init(known source: String) {
    self.init(source, (try? NumberFormatParser.sections(of: source)) ?? [Section(tokens: [.general])])
  }

  private init(_ source: String, _ sections: [Section]) {
    self.source = source
    self.sections = sections
    patterns = sections.map(SectionPattern.init)
  }

  package static func == (a: NumberFormat, b: NumberFormat) -> Bool { a.source == b.source }
  package func hash(into hasher: inout Hasher) { hasher.combine(source) }

  package static let general = NumberFormat(known: "General")
  package static let isoDate = NumberFormat(known: "yyyy-mm-dd")
  package static let percent = NumberFormat(known: "0%")
  static let percentWithPlaces = NumberFormat(known: "0.00%")
  static let isoDateTime = NumberFormat(known: "yyyy-mm-dd hh:mm")
  static let isoDateTimeWithSeconds = NumberFormat(known: "yyyy-mm-dd hh:mm:ss")
  static let time = NumberFormat(known: "[hh]:mm")
  static let timeWithSeconds = NumberFormat(known: "[hh]:mm:ss")

  /// Whether numbers are shown as dates or times.
  package var isDate: Bool { sections[0].kind == .date }

  /// What numbers stand for that are shown so: a date for `d/m/yy`, a time for `[h]:mm`, a percentage for `0.0%`.
  package var numberKind: NumberKind { sections[0].numberKind }
  package var isPercent: Bool { sections[0].percents > 0 }

  package enum Kind: Sendable, Hashable { case plain, number, scientific, fraction, date }

  package enum Token: Sendable, Hashable {
    case literal(String)
    /// `0`, `#` or `?`.
    case digit(UInt8)
    case point, percent, slash, general, text
    /// `E+` or `E-`, with its letter as it was written.
    case exponent(letter: UInt8, showsPlus: Bool)
    /// A space as wide as a character.
    case skip
    /// A character repeated to the width of the cell, which text has not.
    case fill
    case year(Int)
    /// The year of the Buddhist era, which began 543 years before ours.
    case buddhistYear(Int)
    /// The year of an era, and the letters `g` that stand for its name; see ``YearCount``.
    case eraYear(Int)
    case era(letters: String)
    case month(Int)
    case day(Int)
    case hour(Int)
    case minute(Int)
    case second(Int)
    case subsecond(Int)
    case halfDay(am: String, pm: String)
    case elapsedHours(Int)
    case elapsedMinutes(Int)
    case elapsedSeconds(Int)
    /// A comma behind a digit or the point, until it is known whether it groups or scales.
    case comma

    package var isDigit: Bool { if case .digit = self { true } else { false } }
    var isExponent: Bool { if case .exponent = self { true } else { false } }

    /// Whether it is a part of a date or of a time, which makes its section one of dates.
    var isDayOrTime: Bool {
      switch self {
      case .year, .buddhistYear, .eraYear, .month, .day, .hour, .minute, .second, .halfDay: true
      case .elapsedHours, .elapsedMinutes, .elapsedSeconds: true
      default: false
      }
    }

    /// What it shows whatever the number is; `nil` for what depends on it.
    package var plainText: String? {
      switch self {
      case .literal(let text): text
      case .skip: " "
      case .percent: "%"
      default: nil
      }
    }
  }

  package struct Condition: Sendable, Hashable {
    package var relation: Criterion.Relation
    package var limit: Double

    func holds(_ number: Double) -> Bool { relation.holds(number, limit) }

    /// Whether only negative numbers meet it, so that the section says itself how they look.
    var isNegativeOnly: Bool {
      switch relation {
      case .less: limit <= 0
      case .lessOrEqual, .equal: limit < 0
      default: false
      }
    }

    /// Whether it leaves to the section after it, or to General, numbers that have no sign there.
    ///
    /// So Excel treats what is not less than a limit, whichever limit that is, and what is not equal to one.
    var leavesSignOut: Bool {
      switch relation {
      case .less, .lessOrEqual, .notEqual: true
      case .greater, .greaterOrEqual: limit <= 0
      case .equal: false
      }
    }

    /// Whether it takes all numbers but the negative ones, but for 0 perhaps.
    package var isOfAllButNegatives: Bool { limit == 0 && (relation == .greater || relation == .greaterOrEqual) }
  }

  package struct Section: Sendable, Hashable {
    package var tokens: [Token]
    package var condition: Condition?
    package var colour: Colour?
    package var kind = Kind.plain
    package var hasGrouping = false
    /// How many times the number is divided by 1000.
    package var thousands = 0
    package var percents = 0
    /// The positions of the point and the exponent among the tokens.
    package var point: Int?
    package var exponent: Int?
    var hasText = false
    /// The language of months and days, ``CalendarNames``; `nil` is English.
    var language: Int?
    /// How years are counted, if not as usual.
    package var yearCount: YearCount?

    init(tokens: [Token]) { self.tokens = tokens }

    /// What numbers stand for that it shows.
    package var numberKind: NumberKind {
      guard kind == .date else { return percents > 0 ? .percent : .plain }
      var (hasDay, hasTime) = (false, false)
      for token in tokens {
        switch token {
        case .year, .buddhistYear, .eraYear, .month, .day: hasDay = true
        case .hour, .minute, .second, .halfDay, .elapsedHours, .elapsedMinutes, .elapsedSeconds: hasTime = true
        default: break
        }
      }
      return hasDay ? (hasTime ? .dateTime : .date) : .time
    }
  }
}
