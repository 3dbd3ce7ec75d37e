import CellModel
import Markup

/// One section of a number format as the parts of a data style: digits, days, times and the texts around them.
struct OpenDocumentNumberSection {
  private let section: NumberFormat.Section
  private var tokens: [NumberFormat.Token] { section.tokens }
  /// Text that has come since the last element.
  private var text = ""
  private var hasElements = false

  init(_ section: NumberFormat.Section) { self.section = section }

  func write(to xml: inout XMLWriter) {
    var writer = self
    switch section.kind {
    case .date: writer.writeDate(to: &xml)
    case .plain: writer.writeRest(0..<tokens.count, to: &xml)
    case .number: writer.writeNumber(to: &xml)
    case .scientific: writer.writeScientific(to: &xml)
    case .fraction: writer.writeFraction(to: &xml)
    }
    // A section of nothing shows nothing, which is not General.
    if !writer.hasElements { xml.empty("number:text") }
  }

  private mutating func empty(_ element: String, _ attributes: [(String, String?)], to xml: inout XMLWriter) {
    flush(to: &xml)
    xml.empty(element, attributes)
  }

  private mutating func flush(to xml: inout XMLWriter) {
    hasElements = true
    if !text.isEmpty { xml.element("number:text", text: text) }
    text = ""
  }

  /// Writes tokens that are no digits.
  private mutating func writeRest(_ range: Range<Int>, to xml: inout XMLWriter) {
    for token in tokens[range] {
      switch token {
      case .text: empty("number:text-content", [], to: &xml)
      case .general: empty("number:number", [("number:min-integer-digits", "1")], to: &xml)
      case .point: text += "."
      default: text += token.plainText ?? ""
      }
    }
    if !text.isEmpty { flush(to: &xml) }
  }

  // MARK: Numbers

  private func digits(_ range: Range<Int>) -> [Int] { range.filter { tokens[$0].isDigit } }

  private func zeros(_ range: Range<Int>) -> Int { tokens[range].count { $0 == .digit(Ascii.zero) } }

  /// How many digits stand before the point and behind it, of which as many as there are zeros at least.
  private func digitAttributes(whole: Range<Int>, decimals: Range<Int>) -> [(String, String?)] {
    let places = digits(decimals).count
    let least = zeros(decimals)
    return [
      ("number:decimal-places", "\(places)"), ("number:min-decimal-places", least < places ? "\(least)" : nil),
      ("number:min-integer-digits", "\(zeros(whole))"), ("number:grouping", section.hasGrouping ? "true" : nil),
    ]
  }

  private mutating func writeNumber(to xml: inout XMLWriter) {
    let all = digits(0..<tokens.count)
    let point = section.point ?? (all.last ?? 0) + 1
    let first = min(all.first ?? 0, point)
    let last = max(all.last ?? 0, min(point, tokens.count - 1))
    writeRest(0..<first, to: &xml)
    var attributes = digitAttributes(
      whole: first..<min(point, tokens.count), decimals: min(point, tokens.count)..<last + 1)
    if section.thousands > 0 {
      let factor = (0..<section.thousands).reduce(1.0) { product, _ in product * 1000 }
      attributes.append(("number:display-factor", NumberText.roundTrip(factor)))
    }
    let embedded = (first..<min(point, last)).compactMap { place in
      tokens[place].plainText.map { (text: $0, position: digits(place..<min(point, tokens.count)).count) }
    }
    flush(to: &xml)
    xml.start("number:number", attributes)
    for (text, position) in embedded {
      xml.element("number:embedded-text", [("number:position", "\(position)")], text: text)
    }
    xml.end()
    // Between decimal places stands no text; a point with none behind it is one.
    text = tokens[min(point, last + 1)..<last + 1].compactMap(\.plainText).joined()
    if point == last, section.point != nil, digits(point..<last + 1).isEmpty { text = "." }
    writeRest(last + 1..<tokens.count, to: &xml)
  }

  private mutating func writeScientific(to xml: inout XMLWriter) {
    guard let exponent = section.exponent, case .exponent(_, let showsPlus) = tokens[exponent] else { return }
    let point = section.point.flatMap { $0 < exponent ? $0 : nil } ?? exponent
    let first = min(digits(0..<exponent).first ?? exponent, point)
    let power = digits(exponent..<tokens.count)
    let width = digits(first..<point).count
    writeRest(0..<first, to: &xml)
    empty(
      "number:scientific-number",
      digitAttributes(whole: first..<point, decimals: point..<exponent) + [
        ("number:min-exponent-digits", "\(max(zeros(exponent..<tokens.count), 1))"),
        ("number:exponent-interval", width > 1 ? "\(width)" : nil),
        ("number:forced-exponent-sign", showsPlus ? "true" : "false"),
      ], to: &xml)
    writeRest((power.last ?? exponent) + 1..<tokens.count, to: &xml)
  }

  private mutating func writeFraction(to xml: inout XMLWriter) {
    guard let parts = FractionParts(section) else { return }
    let (top, bottom) = (parts.numerator, parts.denominator)
    let whole = digits(0..<top.lowerBound)
    writeRest(0..<(whole.first ?? top.lowerBound), to: &xml)
    empty(
      "number:fraction",
      [
        ("number:min-integer-digits", whole.isEmpty ? nil : "\(whole.count { tokens[$0] == .digit(Ascii.zero) })"),
        ("number:grouping", section.hasGrouping ? "true" : nil), ("number:min-numerator-digits", "\(top.count)"),
        ("number:min-denominator-digits", parts.fixedDenominator == nil ? "\(bottom.count)" : nil),
        ("number:denominator-value", parts.fixedDenominator.map { "\($0)" }),
      ], to: &xml)
    writeRest(bottom.upperBound..<tokens.count, to: &xml)
  }

  // MARK: Days and times

  private mutating func writeDate(to xml: inout XMLWriter) {
    let calendar = [("number:calendar", OpenDocumentCalendar(of: section)?.name)]
    for (place, token) in tokens.enumerated() {
      func style(_ isLong: Bool) -> [(String, String?)] { [("number:style", isLong ? "long" : nil)] }
      switch token {
      case .year(let count): empty("number:year", style(count > 2), to: &xml)
      case .eraYear(let count): empty("number:year", style(count > 1) + calendar, to: &xml)
      // The one era of other calendars has no name.
      case .era(let letters) where section.yearCount != nil:
        empty("number:era", style(letters.utf8.count > 2) + calendar, to: &xml)
      case .buddhistYear(let count): empty("number:year", style(count > 2) + calendar, to: &xml)
      case .month(let count) where count > 2:
        empty("number:month", style(count == 4) + [("number:textual", "true")], to: &xml)
      case .month(let count): empty("number:month", style(count == 2), to: &xml)
      case .day(let count) where count > 2: empty("number:day-of-week", style(count > 3), to: &xml)
      case .day(let count): empty("number:day", style(count == 2), to: &xml)
      case .hour(let count), .elapsedHours(let count): empty("number:hours", style(count > 1), to: &xml)
      case .minute(let count), .elapsedMinutes(let count): empty("number:minutes", style(count > 1), to: &xml)
      case .second(let count), .elapsedSeconds(let count):
        var attributes = style(count > 1)
        if place + 1 < tokens.count, case .subsecond(let places) = tokens[place + 1] {
          attributes.append(("number:decimal-places", "\(places)"))
        }
        empty("number:seconds", attributes, to: &xml)
      case .halfDay: empty("number:am-pm", [], to: &xml)
      default: text += token.plainText ?? ""
      }
    }
    if !text.isEmpty { flush(to: &xml) }
  }
}
