import CellModel
import Markup

/// What a data style writes, and where it sends numbers that meet a condition.
struct OpenDocumentDataStyle {
  var notation = ""
  var maps: [(condition: String, style: String)] = []
}

/// Reads the parts of one data style.
struct OpenDocumentDataStyleReader {
  enum Kind { case date, percentage, other }

  private var style = OpenDocumentDataStyle()
  private let kind: Kind
  /// Whether hours go on beyond a day.
  private let isElapsed: Bool
  private var hasElapsed = false

  static func style(_ scanner: inout XMLScanner, _ kind: Kind) throws(XMLFault) -> OpenDocumentDataStyle {
    var reader = OpenDocumentDataStyleReader(
      kind, isElapsed: kind == .date ? try scanner.string("truncate-on-overflow") == "false" : false)
    let outer = scanner.depth - 1
    while true {
      switch try scanner.next() {
      case .start: try reader.readPart(&scanner)
      case .end: if scanner.depth <= outer { return reader.style }
      case .finish: return reader.style
      default: break
      }
    }
  }

  private init(_ kind: Kind, isElapsed: Bool) {
    self.kind = kind
    self.isElapsed = isElapsed
  }

  private mutating func readPart(_ scanner: inout XMLScanner) throws(XMLFault) {
    if scanner.isNamed("map") {
      if let condition = try scanner.string("condition"), let target = try scanner.string("apply-style-name") {
        style.maps.append((condition, target))
      }
    } else if scanner.isNamed("text-properties") {
      style.notation = (try scanner.string("color").flatMap(OpenDocumentColours.notation) ?? "") + style.notation
    } else if scanner.isNamed("text") || scanner.isNamed("currency-symbol") {
      style.notation += literal(try scanner.elementText())
    } else if scanner.isNamed("text-content") {
      style.notation += "@"
    } else if scanner.isNamed("number") {
      try readNumber(&scanner)
    } else if scanner.isNamed("scientific-number") {
      let sign = try scanner.string("forced-exponent-sign") == "false" ? "-" : "+"
      style.notation +=
        wholeDigits(scanner, width: Self.count(scanner.integer("exponent-interval"), 0)) + decimals(scanner) + "E"
        + sign + String(repeating: "0", count: max(Self.count(scanner.integer("min-exponent-digits"), 2), 1))
    } else if scanner.isNamed("fraction") {
      try readFraction(scanner)
    } else {
      try addDatePart(scanner)
    }
  }

  /// No format has more digits than a number.
  private static func count(_ given: Int?, _ otherwise: Int) -> Int { min(max(given ?? otherwise, 0), 30) }

  private mutating func readNumber(_ scanner: inout XMLScanner) throws(XMLFault) {
    let isGrouped = try scanner.string("grouping") == "true"
    let whole = Self.count(scanner.integer("min-integer-digits"), 1)
    let factor = try scanner.string("display-factor").flatMap(DecimalNumber.number) ?? 1
    if scanner.integer("decimal-places") == nil, whole <= 1, !isGrouped, factor <= 1 {
      style.notation += "General"
      return
    }
    var digits = Array(wholeDigits(scanner, width: isGrouped ? 4 : 1))
    let decimals = decimals(scanner)
    let outer = scanner.depth - 1
    var embedded: [(position: Int, text: String)] = []
    while scanner.depth > outer {
      guard try scanner.next() != .finish else { break }
      if scanner.depth > outer + 1, scanner.isNamed("embedded-text") {
        let position = scanner.integer("position") ?? 0
        embedded.append((position, literal(try scanner.elementText())))
      }
    }
    // From the left, so that texts at one place stay in their order.
    var texts: [Int: String] = [:]
    for (position, text) in embedded where position >= 0 && position < 30 { texts[position, default: ""] += text }
    while let most = texts.keys.max(), most >= digits.count { digits.insert("#", at: 0) }
    var notation = ""
    for (place, digit) in digits.enumerated() {
      let behind = digits.count - place
      notation += (isGrouped && place > 0 && behind % 3 == 0 ? "," : "") + (texts[behind] ?? "") + String(digit)
    }
    style.notation += notation
    style.notation += texts[0] ?? ""
    style.notation += decimals
    style.notation += String(repeating: ",", count: Self.thousands(in: factor))
  }

  /// How often a factor is 1000.
  private static func thousands(in factor: Double) -> Int {
    var (rest, count) = (factor, 0)
    while rest >= 1000, count < 8 { (rest, count) = (rest / 1000, count + 1) }
    return count
  }

  /// As many zeros as there are digits at least, and signs for others before them.
  private func wholeDigits(_ scanner: borrowing XMLScanner, width: Int) -> String {
    let least = Self.count(scanner.integer("min-integer-digits"), 1)
    return String(repeating: "#", count: max(width - least, 0)) + String(repeating: "0", count: least)
  }

  /// The point and the decimal places; nothing where there are none.
  private func decimals(_ scanner: borrowing XMLScanner) -> String {
    let places = Self.count(scanner.integer("decimal-places"), 0)
    guard places > 0 else { return "" }
    let least = min(Self.count(scanner.integer("min-decimal-places"), places), places)
    return "." + String(repeating: "0", count: least) + String(repeating: "#", count: places - least)
  }

  private mutating func readFraction(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    if let whole = scanner.integer("min-integer-digits") {
      let digits = whole > 0 ? String(repeating: "0", count: Self.count(whole, 1)) : "#"
      style.notation += (try scanner.string("grouping") == "true" ? "#,##" + (whole > 0 ? "0" : "#") : digits) + " "
    }
    func places(_ name: StaticString) -> String {
      String(repeating: "?", count: max(Self.count(scanner.integer(name), 1), 1))
    }
    style.notation += places("min-numerator-digits") + "/"
    style.notation += scanner.integer("denominator-value").map { "\($0)" } ?? places("min-denominator-digits")
  }

  private mutating func addDatePart(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    let isLong = try scanner.string("style") == "long"
    func elapsed(_ letter: String) -> String {
      let digits = isLong ? letter + letter : letter
      guard isElapsed, !hasElapsed else { return digits }
      hasElapsed = true
      return "[\(digits)]"
    }
    if scanner.isNamed("year") {
      switch try scanner.string("calendar") {
      case "gengou", "ROC":
        try takeLocale(ofCalendar: scanner)
        style.notation += isLong ? "ee" : "e"
      case "buddhist": style.notation += isLong ? "bbbb" : "bb"
      default: style.notation += isLong ? "yyyy" : "yy"
      }
    } else if scanner.isNamed("era") {
      try takeLocale(ofCalendar: scanner)
      style.notation += isLong ? "ggg" : "g"
    } else if scanner.isNamed("month") {
      let isName = try scanner.string("textual") == "true"
      style.notation += (isName ? "mm" : "") + (isLong ? "mm" : "m")
    } else if scanner.isNamed("day") {
      style.notation += isLong ? "dd" : "d"
    } else if scanner.isNamed("day-of-week") {
      style.notation += isLong ? "dddd" : "ddd"
    } else if scanner.isNamed("hours") {
      style.notation += elapsed("h")
    } else if scanner.isNamed("minutes") {
      style.notation += elapsed("m")
    } else if scanner.isNamed("seconds") {
      style.notation += elapsed("s")
      let places = Self.count(scanner.integer("decimal-places"), 0)
      if places > 0 { style.notation += "." + String(repeating: "0", count: places) }
    } else if scanner.isNamed("am-pm") {
      style.notation += "AM/PM"
    }
  }

  /// Puts the locale in front whose years and eras those of the calendar are.
  private mutating func takeLocale(ofCalendar scanner: borrowing XMLScanner) throws(XMLFault) {
    let locale: String? =
      switch try scanner.string("calendar") {
      case "gengou": "[$-411]"
      case "ROC": "[$-404]"
      default: nil
      }
    if let locale, !style.notation.contains(locale) { style.notation = locale + style.notation }
  }

  /// What stands as it is; what would be read as part of a format, in quotation marks.
  private func literal(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "-", "+", " ", "(", ")", ":", "$", "€", "£": true
      case "/", ",", ".": kind == .date
      case "%": kind == .percentage
      default: false
      }
    }
    if isPlain { return text }
    if kind == .percentage, text.utf8.contains(Ascii.percent) {
      return text.split(separator: "%", omittingEmptySubsequences: false).map { literal(String($0)) }
        .joined(separator: "%")
    }
    return text.split(separator: "\"", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "\"\($0)\"" }
      .joined(separator: "\\\"")
  }
}
