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
      default: text += Self.literal(token) ?? ""
      }
    }
    if !text.isEmpty { flush(to: &xml) }
  }

  private static func literal(_ token: NumberFormat.Token) -> String? {
    switch token {
    case .literal(let text): text
    case .skip: " "
    case .percent: "%"
    default: nil
    }
  }

  // MARK: Numbers

  private static func isDigit(_ token: NumberFormat.Token) -> Bool { if case .digit = token { true } else { false } }

  private func digits(_ range: Range<Int>) -> [Int] { range.filter { Self.isDigit(tokens[$0]) } }

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
      Self.literal(tokens[place]).map { (text: $0, position: digits(place..<min(point, tokens.count)).count) }
    }
    flush(to: &xml)
    xml.start("number:number", attributes)
    for (text, position) in embedded {
      xml.element("number:embedded-text", [("number:position", "\(position)")], text: text)
    }
    xml.end()
    // Between decimal places stands no text; a point with none behind it is one.
    text = tokens[min(point, last + 1)..<last + 1].compactMap(Self.literal).joined()
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
    guard let slash = tokens.firstIndex(of: .slash) else { return }
    var top = slash
    while top > 0, !Self.isDigit(tokens[top - 1]) { top -= 1 }
    let topEnd = top
    while top > 0, Self.isDigit(tokens[top - 1]) { top -= 1 }
    let whole = digits(0..<top)
    var bottom = slash + 1
    func fixed(_ place: Int) -> Int? { if case .literal(let text) = tokens[place] { Int(text) } else { nil } }
    while bottom < tokens.count, !Self.isDigit(tokens[bottom]), fixed(bottom) == nil { bottom += 1 }
    var end = bottom
    let denominator = bottom < tokens.count ? fixed(bottom) : nil
    if denominator != nil { end += 1 } else { while end < tokens.count, Self.isDigit(tokens[end]) { end += 1 } }
    writeRest(0..<(whole.first ?? top), to: &xml)
    empty(
      "number:fraction",
      [
        ("number:min-integer-digits", whole.isEmpty ? nil : "\(whole.count { tokens[$0] == .digit(Ascii.zero) })"),
        ("number:grouping", section.hasGrouping ? "true" : nil), ("number:min-numerator-digits", "\(topEnd - top)"),
        ("number:min-denominator-digits", denominator == nil ? "\(end - bottom)" : nil),
        ("number:denominator-value", denominator.map { "\($0)" }),
      ], to: &xml)
    writeRest(end..<tokens.count, to: &xml)
  }

  // MARK: Days and times

  private mutating func writeDate(to xml: inout XMLWriter) {
    for (place, token) in tokens.enumerated() {
      func style(_ isLong: Bool) -> [(String, String?)] { [("number:style", isLong ? "long" : nil)] }
      switch token {
      case .year(let count): empty("number:year", style(count > 2), to: &xml)
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
      default: text += Self.literal(token) ?? ""
      }
    }
    if !text.isEmpty { flush(to: &xml) }
  }
}
