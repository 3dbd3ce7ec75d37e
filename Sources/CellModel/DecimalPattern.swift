/// How the digits of a number are written where nothing stands between them: `#,##0.00` with what is before and behind.
///
/// Most sections of number formats are such a pattern, which is written in one go; see ``NumberLayout`` for the others.
package struct DecimalPattern: Sendable, Hashable {
  /// The fewest digits before the point; zeros stand for those that a number has not.
  var leastWhole: Int
  /// The fewest and the most digits behind the point.
  var leastPlaces: Int
  var mostPlaces: Int
  var isGrouped: Bool
  /// Whether the point is written though no digit follows.
  var hasPoint: Bool
  /// The power of ten that numbers are multiplied by.
  var scale = 0
  private var prefix: [UInt8] = []
  private var suffix: [UInt8] = []

  /// A pattern with a fixed count of places and at least one digit before the point.
  package init(places: Int, isGrouped: Bool) {
    (leastWhole, leastPlaces, mostPlaces) = (1, places, places)
    self.isGrouped = isGrouped
    hasPoint = places > 0
  }

  /// The pattern that a section is; `nil` for one with other placeholders, or with something between them.
  init?(_ section: NumberFormat.Section) {
    guard section.kind == .number else { return nil }
    (leastWhole, leastPlaces, mostPlaces) = (0, 0, 0)
    isGrouped = section.hasGrouping
    hasPoint = section.point != nil
    scale = 2 * section.percents - 3 * section.thousands
    var hasDigits = false
    var isBehindDigits = false
    var isBehindPoint = false
    for (index, token) in section.tokens.enumerated() {
      if let text = token.plainText {
        isBehindDigits = hasDigits
        if isBehindDigits { suffix += text.utf8 } else { prefix += text.utf8 }
        continue
      }
      if isBehindDigits { return nil }
      hasDigits = true
      switch token {
      case .point where index == section.point: isBehindPoint = true
      case .digit(Ascii.zero) where isBehindPoint:
        guard leastPlaces == mostPlaces else { return nil }
        (leastPlaces, mostPlaces) = (leastPlaces + 1, mostPlaces + 1)
      case .digit(Ascii.hash) where isBehindPoint: mostPlaces += 1
      case .digit(Ascii.zero): leastWhole += 1
      case .digit(Ascii.hash) where leastWhole == 0: continue
      default: return nil
      }
    }
  }

  /// A number as it is rounded to the places.
  func rounded(_ magnitude: Double) -> DecimalNumber {
    var number = DecimalNumber(magnitude)
    if !number.isZero { number.exponent += scale }
    number.round(toPlaces: mostPlaces)
    return number
  }

  /// A number that has no more places than the pattern; those beyond are cut off.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func text(_ number: DecimalNumber, isNegative: Bool = false) -> String {
    let count = number.digitCount
    // How many digits stand before the point; zero or less for a small number.
    let point = number.isZero ? 0 : count + number.exponent
    let whole = max(point, leastWhole)
    let commas = isGrouped && whole > 3 ? (whole - 1) / 3 : 0
    let places = number.isZero ? leastPlaces : max(leastPlaces, min(mostPlaces, -number.exponent))
    let length = prefix.count + suffix.count + (isNegative ? 1 : 0) + whole + commas + (hasPoint ? 1 : 0) + places
    return String(unsafeUninitializedCapacity: length) { buffer in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
        guard let digit = digits.baseAddress, var next = buffer.baseAddress else { return 0 }
        DecimalDigits.write(number.significand, count: count, to: digit)
        func put(_ byte: UInt8) {
          next.pointee = byte
          next += 1
        }
        func put(digitAt place: Int) { put(place >= 0 && place < count ? digit[place] : Ascii.zero) }
        if isNegative { put(Ascii.minus) }
        for byte in prefix { put(byte) }
        var left = whole
        while left > 0 {
          put(digitAt: point - left)
          left -= 1
          if isGrouped, left > 0, left % 3 == 0 { put(Ascii.comma) }
        }
        if hasPoint { put(Ascii.dot) }
        for place in 0..<max(places, 0) { put(digitAt: point + place) }
        for byte in suffix { put(byte) }
        return length
      }
    }
  }
}
