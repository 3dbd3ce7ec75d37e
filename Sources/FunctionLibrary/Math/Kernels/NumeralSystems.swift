/// Whole numbers written in a base of 2 to 36.
enum NumeralSystems {
  /// The digits of a number from 0 to 2⁵³, filled with zeros to a count of places.
  static func text(of number: Int, base: Int, places: Int = 1) -> String {
    let count = max(places, digitCount(of: number, base))
    return String(unsafeUninitializedCapacity: count) { digits in
      var rest = number
      for place in digits.indices.prefix(count).reversed() {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: base)
        digits[place] = UInt8(digit) + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
        rest = quotient
      }
      return count
    }
  }

  private static func digitCount(of number: Int, _ base: Int) -> Int {
    // A product takes a small part of the time of a quotient.
    var (count, power) = (1, base)
    while power <= number {
      count += 1
      power *= base
    }
    return count
  }

  /// The number that digits in any case stand for; `nil` for a character that is no digit, `.infinity` if it is too large.
  static func number(of text: String, base: Int) -> Double? {
    var result: Double = 0
    for byte in text.utf8 {
      guard let digit = value(of: byte), digit < base else { return nil }
      result = result * Double(base) + Double(digit)
    }
    return result
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case 48...57: Int(byte) - 48
    case 65...90: Int(byte) - 55
    case 97...122: Int(byte) - 87
    default: nil
    }
  }

  /// A base whose numbers of ten digits are read as two's complement, as DEC2BIN and its kin do.
  enum TenDigits: Int, Sendable {
    case binary = 2
    case octal = 8
    case hexadecimal = 16

    /// Half of what ten digits can count.
    var half: Int {
      switch self {
      case .binary: 1 << 9
      case .octal: 1 << 29
      case .hexadecimal: 1 << 39
      }
    }

    /// The number that at most ten digits stand for; `nil` when they do not.
    func number(of text: String) -> Int? {
      guard text.utf8.count <= 10, let number = NumeralSystems.number(of: text, base: rawValue) else { return nil }
      let whole = Int(number)
      return whole < half ? whole : whole - 2 * half
    }

    /// The digits of a number, filled with zeros to a count of places; `nil` when it does not fit.
    func text(of number: Int, places: Int?) -> String? {
      guard number >= -half, number < half else { return nil }
      if number < 0 { return NumeralSystems.text(of: number + 2 * half, base: rawValue) }
      if let places, places > 10 { return nil }
      let digits = NumeralSystems.text(of: number, base: rawValue, places: places ?? 1)
      return digits.utf8.count > places ?? .max ? nil : digits
    }
  }
}
