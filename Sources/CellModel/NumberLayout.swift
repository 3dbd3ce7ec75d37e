/// The rendering of a section with placeholders for digits; the sign is added by the caller.
struct NumberLayout {
  private let section: NumberFormat.Section
  private var tokens: [NumberFormat.Token] { section.tokens }

  init(_ section: NumberFormat.Section) { self.section = section }

  // MARK: Decimal numbers

  func decimal(_ magnitude: Double) -> String {
    let number = shown(magnitude)
    let end = tokens.count
    return whole(number, 0..<(section.point ?? end)) + fractional(number, section.point ?? end, end)
  }

  /// Whether a number is rounded to 0.
  func showsZero(_ magnitude: Double) -> Bool { shown(magnitude).isZero }

  /// A number as the section scales and rounds it.
  private func shown(_ magnitude: Double) -> DecimalNumber {
    var number = DecimalNumber(magnitude)
    if !number.isZero { number.exponent += 2 * section.percents - 3 * section.thousands }
    number.round(toPlaces: places(upTo: tokens.count))
    return number
  }

  /// How many placeholders stand between the point and a position.
  private func places(upTo end: Int) -> Int {
    guard let point = section.point, point < end else { return 0 }
    return tokens[point..<end].count(where: \.isDigit)
  }

  /// The digits before the point, first digit first; none for a number below 1.
  func wholeDigits(_ number: DecimalNumber) -> [UInt8] {
    let digits = number.digits
    let count = digits.count + number.exponent
    if count <= 0 { return [] }
    if number.exponent <= 0 { return Array(digits[..<count]) }
    return digits + repeatElement(Ascii.zero, count: number.exponent)
  }

  /// The digits after the point, without zeros at the end.
  private func fractionDigits(_ number: DecimalNumber) -> [UInt8] {
    guard number.exponent < 0, !number.isZero else { return [] }
    let digits = number.digits
    let count = digits.count + number.exponent
    if count >= 0 { return Array(digits[count...]) }
    return repeatElement(Ascii.zero, count: -count) + digits
  }

  private func whole(_ number: DecimalNumber, _ range: Range<Int>) -> String {
    fill(wholeDigits(number), range, isGrouped: section.hasGrouping)
  }

  /// Fills placeholders from the last to the first; the first one takes all digits that are left.
  ///
  /// Groups are counted in placeholders, so that one that shows nothing is a part of its group.
  func fill(_ digits: [UInt8], _ range: Range<Int>, isGrouped: Bool) -> String {
    var reversed: [UInt8] = []
    reversed.reserveCapacity(32)
    var left = digits.count
    var place = 0
    let first = range.first { tokens[$0].isDigit }
    /// Writes one digit, and the separator that stands behind it.
    func write(_ digit: UInt8, separator: UInt8 = Ascii.comma) {
      if isGrouped, place > 0, place % 3 == 0 { reversed.append(separator) }
      place += 1
      reversed.append(digit)
    }
    for index in range.reversed() {
      switch tokens[index] {
      case .digit(let placeholder):
        if left > 0 {
          repeat {
            left -= 1
            write(digits[left])
          } while index == first && left > 0
        } else if placeholder == Ascii.zero {
          write(Ascii.zero)
        } else if placeholder == Ascii.question {
          write(Ascii.space, separator: Ascii.space)
        } else {
          place += 1
        }
      default: if let text = tokens[index].plainText { reversed += text.utf8.reversed() }
      }
    }
    reversed.reverse()
    return String(decoding: reversed, as: UTF8.self)
  }

  private func fractional(_ number: DecimalNumber, _ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    let digits = fractionDigits(number)
    var result = ""
    var next = 0
    for index in start..<end {
      switch tokens[index] {
      case .point where index == section.point: result += "."
      case .digit(let placeholder):
        if next < digits.count {
          result.unicodeScalars.append(Unicode.Scalar(digits[next]))
        } else if placeholder == Ascii.zero {
          result += "0"
        } else if placeholder == Ascii.question {
          result += " "
        }
        next += 1
      default: if let text = tokens[index].plainText { result += text }
      }
    }
    return result
  }

  // MARK: Scientific notation

  /// A number as a mantissa and a power of ten, of which the placeholders before the point say the step.
  ///
  /// A percent sign and commas behind the digits do not scale, and the sign of the power stands before its first digit, as
  /// workbooks have it stored.
  func scientific(_ magnitude: Double) -> String {
    guard let exponentIndex = section.exponent, case .exponent(let letter, let showsPlus) = tokens[exponentIndex],
      let power = tokens[(exponentIndex + 1)...].firstIndex(where: \.isDigit)
    else { return "" }
    let point = section.point.flatMap { $0 < exponentIndex ? $0 : nil }
    let wholeEnd = point ?? exponentIndex
    let width = tokens[..<wholeEnd].count(where: \.isDigit)
    let (number, exponent) = normalized(DecimalNumber(magnitude), width, places: places(upTo: exponentIndex))
    // Zero has all the digits of its whole part.
    let digits = number.isZero ? Array(repeating: Ascii.zero, count: width) : wholeDigits(number)
    return fill(digits, 0..<wholeEnd, isGrouped: section.hasGrouping)
      + (point.map { fractional(number, $0, exponentIndex) } ?? "") + String(UnicodeScalar(letter))
      + tokens[(exponentIndex + 1)..<power].compactMap(\.plainText).joined()
      + (exponent < 0 ? "-" : (showsPlus ? "+" : ""))
      + fill(Array(String(abs(exponent)).utf8), power..<tokens.count, isGrouped: false)
  }

  /// A number as one with at most so many digits before the point, rounded, times a power of ten that is a multiple of that;
  /// without any, as one below 1.
  private func normalized(
    _ number: DecimalNumber, _ width: Int, places: Int
  ) -> (number: DecimalNumber, exponent: Int) {
    guard !number.isZero else { return (number, 0) }
    let step = max(width, 1)
    var exponent = multiple(of: step, notAbove: number.leadingExponent) + (width == 0 ? 1 : 0)
    func scaled() -> DecimalNumber {
      var scaled = number
      scaled.exponent -= exponent
      scaled.round(toPlaces: places)
      return scaled
    }
    // Rounding up may need one digit more than there is room for.
    if scaled().leadingExponent >= width { exponent += step }
    return (scaled(), exponent)
  }

  private func multiple(of width: Int, notAbove exponent: Int) -> Int {
    let rest = exponent % width
    return exponent - (rest < 0 ? rest + width : rest)
  }
}
