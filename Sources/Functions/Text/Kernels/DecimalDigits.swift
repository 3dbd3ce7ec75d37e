/// A number as decimal digits, at most 15 of them, which is what Excel rounds and shows.
struct DecimalDigits {
  let isNegative: Bool
  /// The significant digits, 0 to 9 each, the first not 0; empty for zero.
  private(set) var digits: [UInt8]
  /// How many digits stand before the decimal point; zero or negative for a small number.
  private(set) var pointPosition: Int

  /// Takes a finite number apart by its shortest decimal form and keeps 15 digits, a half going up.
  init(_ number: Double) {
    isNegative = number < 0
    digits = []
    pointPosition = 0
    var exponent = 0
    var sawPoint = false
    var exponentText: [UInt8] = []
    var sawExponent = false
    for byte in number.magnitude.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): sawPoint = true
      case UInt8(ascii: "e"): sawExponent = true
      case UInt8(ascii: "+"): break
      case _ where sawExponent: exponentText.append(byte)
      case 48...57:
        digits.append(byte - 48)
        if !sawPoint { pointPosition += 1 }
      default: break
      }
    }
    exponent = Int(String(decoding: exponentText, as: UTF8.self)) ?? 0
    pointPosition += exponent
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    pointPosition -= zeros
    keep(15)
  }

  /// Rounds to a count of decimal places; a negative count rounds before the point. A half goes away from zero.
  mutating func round(toPlaces places: Int) { keep(pointPosition + places) }

  private mutating func keep(_ count: Int) {
    if count < 0 {
      digits = []
    } else if count < digits.count {
      let goesUp = digits[count] >= 5
      digits.removeLast(digits.count - count)
      if goesUp { increment(count) }
    }
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { pointPosition = 0 }
  }

  private mutating func increment(_ count: Int) {
    var position = count - 1
    while position >= 0 {
      if digits[position] < 9 {
        digits[position] += 1
        return
      }
      digits[position] = 0
      position -= 1
    }
    digits.insert(1, at: 0)
    pointPosition += 1
  }

  var isZero: Bool { digits.isEmpty }

  /// The number without its sign, with a count of decimal places and, if wanted, commas between thousands.
  func text(places: Int, commas: Bool) -> String {
    var result: [UInt8] = []
    let whole = max(pointPosition, 1)
    for position in 0..<whole {
      if commas, position > 0, (whole - position).isMultiple(of: 3) { result.append(UInt8(ascii: ",")) }
      result.append(48 + (pointPosition > 0 ? digit(position) : 0))
    }
    if places > 0 {
      result.append(UInt8(ascii: "."))
      for place in 0..<places { result.append(48 + digit(pointPosition + place)) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The digit at a position counted from the first significant one; 0 outside.
  private func digit(_ position: Int) -> UInt8 {
    digits.indices.contains(position) ? digits[position] : 0
  }
}
