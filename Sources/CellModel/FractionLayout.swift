/// The rendering of a section with a fraction such as `# ?/?`; the sign is added by the caller.
///
/// The placeholders before the slash are the *numerator*, those before a gap in front of it the *whole number*, those
/// behind the slash the *denominator*. Other texts may stand between any two of these. Without a whole number the
/// fraction may be larger than 1.
struct FractionLayout {
  private let section: NumberFormat.Section
  private let layout: NumberLayout
  private let parts: FractionParts

  private var tokens: [NumberFormat.Token] { section.tokens }
  private var slash: Int { parts.slash }
  private var numerator: Range<Int> { parts.numerator }
  private var denominator: Range<Int> { parts.denominator }
  private var fixed: Int? { parts.fixedDenominator }
  private var lastWhole: Int? { parts.lastWhole }

  /// The layout of a section; `nil` when it has no fraction.
  init?(_ section: NumberFormat.Section) {
    guard let parts = FractionParts(section) else { return nil }
    self.section = section
    self.parts = parts
    layout = NumberLayout(section)
  }

  private func has(_ placeholder: UInt8, _ range: Range<Int>) -> Bool { tokens[range].contains(.digit(placeholder)) }

  func text(_ magnitude: Double) -> String {
    let value = magnitude * (section.percents > 0 ? 100 : 1)
    var whole = lastWhole != nil ? value.rounded(.down) : 0
    var (top, bottom) = Self.approximate(value - whole, fixed, denominator.count)
    if lastWhole != nil, top == bottom {
      whole += 1
      top = 0
      bottom = 1
    }
    let tail = layout.fill([], denominator.upperBound..<tokens.count, isGrouped: false)
    guard let lastWhole else {
      return layout.fill([], 0..<numerator.lowerBound, isGrouped: false) + fraction(top, bottom) + tail
    }
    let digits = whole > 0 ? layout.wholeDigits(DecimalNumber(whole)) : [Ascii.zero]
    if top == 0, !has(Ascii.zero, numerator) {
      return layout.fill(digits, 0..<lastWhole + 1, isGrouped: section.hasGrouping) + gapOfFraction(lastWhole) + tail
    }
    if whole == 0, isWholeLeftOut(ofFraction: top > 0) {
      return layout.fill([], 0..<lastWhole, isGrouped: false) + gapOfWhole(lastWhole) + fraction(top, bottom) + tail
    }
    return layout.fill(digits, 0..<numerator.lowerBound, isGrouped: section.hasGrouping) + fraction(top, bottom) + tail
  }

  // MARK: What is left out

  /// What stands in the place of a fraction that is 0: as many spaces, if some placeholder asks for them.
  private func gapOfFraction(_ lastWhole: Int) -> String {
    guard has(Ascii.question, 0..<denominator.upperBound) else { return "" }
    let width = tokens[(lastWhole + 1)..<denominator.upperBound].reduce(0) { $0 + ($1.plainText?.count ?? 1) }
    return String(repeating: " ", count: width)
  }

  /// Whether a whole number that is 0 is not shown.
  private func isWholeLeftOut(ofFraction hasFraction: Bool) -> Bool {
    let whole = 0..<numerator.lowerBound
    if hasFraction { return !has(Ascii.zero, whole) }
    return tokens[whole].filter(\.isDigit) == [.digit(Ascii.hash)]
  }

  /// What stands in the place of a whole number that is 0, and of the texts behind it.
  private func gapOfWhole(_ lastWhole: Int) -> String {
    guard has(Ascii.question, 0..<numerator.upperBound) else { return "" }
    let width = tokens[lastWhole..<numerator.lowerBound].reduce(0) {
      $0 + ($1.plainText?.count ?? ($1 == .digit(Ascii.hash) ? 0 : 1))
    }
    return String(repeating: " ", count: width)
  }

  // MARK: The fraction

  private func fraction(_ top: Double, _ bottom: Double) -> String {
    let digits = top > 0 ? layout.wholeDigits(DecimalNumber(top)) : [Ascii.zero]
    return layout.fill(digits, numerator.lowerBound..<slash, isGrouped: false) + "/"
      + tokens[(slash + 1)..<denominator.lowerBound].compactMap(\.plainText).joined()
      + denominatorText(bottom, denominator.lowerBound, denominator.upperBound, fixed)
  }

  private func denominatorText(_ value: Double, _ start: Int, _ end: Int, _ fixed: Int?) -> String {
    if let fixed { return String(fixed) }
    let digits = NumberText.general(value)
    var padding = ""
    var missing = max(0, end - start - digits.utf8.count)
    for index in (start..<end).reversed() where missing > 0 {
      if tokens[index] == .digit(Ascii.question) { padding += " " }
      if tokens[index] == .digit(Ascii.zero) { return String(repeating: "0", count: missing) + digits }
      missing -= 1
    }
    return digits + padding
  }

  /// A fraction near to a number from 0 on, with a given denominator or with one of at most some digits.
  ///
  /// It is the last convergent of the continued fraction whose denominator has room, as in Excel, which is not always the
  /// nearest fraction: 0.456 in one digit is 1/2 where 4/9 is nearer. Doubles are inverted as they are, so what is lost with
  /// a large whole number shows: 0.3 is 2/7, and what is left of 1.3 is 1/3.
  static func approximate(_ value: Double, _ fixed: Int?, _ digits: Int) -> (top: Double, bottom: Double) {
    if let fixed {
      let bottom = Double(fixed)
      return ((value * bottom).rounded(), bottom)
    }
    let limit = DecimalNumber.double(1, min(max(digits, 1), 7)) - 1
    let whole = value.rounded(.down)
    var rest = value - whole
    var (top0, bottom0, top1, bottom1) = (1.0, 0.0, whole, 1.0)
    for _ in 0..<40 where rest > 0 && abs(value - top1 / bottom1) >= 1e-14 {
      let inverse = 1 / rest
      let term = inverse.rounded(.down)
      let bottom = term * bottom1 + bottom0
      guard bottom <= limit else { break }
      (top0, bottom0, top1, bottom1) = (top1, bottom1, term * top1 + top0, bottom)
      rest = inverse - term
    }
    return (top1, bottom1)
  }
}
