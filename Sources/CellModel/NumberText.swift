/// Numbers written as text.
package enum NumberText {
  /// The text of a number with up to 15 significant digits, as `&` and the text functions see it.
  ///
  /// From 1E+20 on, and where the decimal form of a small number would be longer than 20 characters, the text is in
  /// scientific notation; beyond 1E+98 and 1E-98 one digit less is shown. These are the rules observed of Excel.
  package static func general(_ number: Double) -> String {
    text { writeGeneral(number, to: $0) } ?? ""
  }

  /// Writes the bytes of ``general(_:)``, and makes no string where there is room for ``longest``.
  ///
  /// - Returns: How many bytes there are; `nil` where there is no room for them.
  package static func writeGeneral(_ number: Double, to bytes: UnsafeMutablePointer<UInt8>, room: Int) -> Int? {
    if room >= longest { return writeGeneral(number, to: bytes) }
    var text = general(number)
    return text.withUTF8 { text in
      guard text.count <= room, let start = text.baseAddress else { return nil }
      bytes.update(from: start, count: text.count)
      return text.count
    }
  }

  private static func writeGeneral(_ number: Double, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    if let count = writeShortDecimal(number, to: bytes) { return count }
    var decimal = DecimalNumber(number)
    if abs(decimal.leadingExponent) > 98 { decimal.round(toPlaces: 13 - decimal.leadingExponent) }
    guard !decimal.isZero else {
      bytes[0] = 0x30
      return 1
    }
    let count = decimal.digitCount
    let exponent = decimal.exponent + count - 1
    let isLong = exponent > 19 || (exponent < 0 && 1 - exponent + count > 20)
    return isLong ? writeScientific(decimal, to: bytes) : writePlain(decimal, to: bytes)
  }

  /// The text of a number in a cell without a format of its own: up to 15 significant digits, and all those of a whole
  /// number that has no others, as that of a card.
  package static func cell(_ number: Double) -> String {
    abs(number) <= 0x1p53 && number == number.rounded(.towardZero) ? String(Int64(number)) : general(number)
  }

  /// The text of a number in General format that has room for 11 characters, as TEXT gives it.
  ///
  /// Digits that do not fit are rounded away; from 1E+11 on, and below 1E-4 where digits would be lost, the text has
  /// six significant digits in scientific notation.
  package static func narrow(_ number: Double) -> String {
    var decimal = DecimalNumber(number)
    guard !decimal.isZero else { return "0" }
    let exponent = decimal.leadingExponent
    if exponent >= 11 { return scientific(decimal.rounded(toPlaces: 5 - exponent)) }
    if exponent < -4 {
      if -decimal.exponent <= 9 { return plain(decimal) }
      return scientific(decimal.rounded(toPlaces: 5 - exponent))
    }
    decimal.round(toPlaces: exponent >= 10 ? 0 : 9 - max(exponent, 0))
    return decimal.leadingExponent >= 11 ? scientific(decimal) : plain(decimal)
  }

  /// The shortest text that reads back as exactly the same number, for files and JSON; 0 has no sign.
  package static func roundTrip(_ number: Double) -> String {
    text { writeRoundTrip(number, to: $0) } ?? number.description
  }

  /// The most bytes of a number that is written as bytes.
  package static var longest: Int { 32 }

  /// Writes the bytes of ``roundTrip(_:)`` where there is room for ``longest``.
  ///
  /// Different decimals of up to 15 digits are different numbers, so one that gives the number is the shortest.
  ///
  /// - Returns: How many bytes there are; `nil` where the number is not finite.
  package static func writeRoundTrip(_ number: Double, to bytes: UnsafeMutablePointer<UInt8>) -> Int? {
    if let count = writeShortDecimal(number, to: bytes) { return count }
    let size = abs(number)
    guard size.isFinite else { return nil }
    let shortest = ShortestDecimal(size)
    let sign = writeSign(of: number, to: bytes)
    let isPlain = size >= 1e-4 && size <= 0x1p53
    return sign
      + (isPlain
        ? writePlain(shortest.significand, shortest.exponent, to: bytes + sign)
        : writeScientific(shortest.significand, shortest.exponent, mark: 0x65, to: bytes + sign))
  }

  private static func text(_ write: (UnsafeMutablePointer<UInt8>) -> Int?) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { buffer in
      guard let start = buffer.baseAddress, let count = write(start) else { return nil }
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  @inline(__always)
  private static func writeSign(of number: Double, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    bytes[0] = Ascii.minus
    return number < 0 ? 1 : 0
  }

  /// Writes a number that is a decimal of up to six places and 15 digits; `nil` for any other.
  private static func writeShortDecimal(_ number: Double, to bytes: UnsafeMutablePointer<UInt8>) -> Int? {
    let size = abs(number)
    guard size < 1e15 else { return nil }
    var end = writeSign(of: number, to: bytes)
    let whole = UInt64(size)
    if Double(whole) == size {
      let count = DecimalDigits.count(whole)
      DecimalDigits.write(whole, count: count, to: bytes + end)
      return end + count
    }
    guard size >= 1e-3, size < 1e9 else { return nil }
    let millionths = UInt64(size * 1e6 + 0.5)
    guard Double(millionths) / 1e6 == size else { return nil }
    var (fraction, places) = (millionths % 1_000_000, 6)
    if fraction % 1000 == 0 { (fraction, places) = (fraction / 1000, 3) }
    while fraction % 10 == 0 { (fraction, places) = (fraction / 10, places - 1) }
    let count = DecimalDigits.count(millionths / 1_000_000)
    DecimalDigits.write(millionths / 1_000_000, count: count, to: bytes + end)
    end += count
    bytes[end] = Ascii.dot
    DecimalDigits.write(fraction, count: places, to: bytes + end + 1)
    return end + 1 + places
  }

  private static func plain(_ decimal: DecimalNumber) -> String { text { writePlain(decimal, to: $0) } ?? "" }

  private static func scientific(_ decimal: DecimalNumber) -> String { text { writeScientific(decimal, to: $0) } ?? "" }

  private static func writePlain(_ decimal: DecimalNumber, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let sign = writeSign(of: decimal.isNegative ? -1 : 1, to: bytes)
    return sign + writePlain(decimal.significand, decimal.exponent, to: bytes + sign)
  }

  private static func writeScientific(_ decimal: DecimalNumber, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let sign = writeSign(of: decimal.isNegative ? -1 : 1, to: bytes)
    return sign + writeScientific(decimal.significand, decimal.exponent, mark: 0x45, to: bytes + sign)
  }

  /// Writes digits × 10^`exponent` with zeros up to the point, as `1200`, `1.2` and `0.012`.
  private static func writePlain(_ digits: UInt64, _ exponent: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let count = DecimalDigits.count(digits)
    // Digits before the point; below 1 there are zeros between it and the first digit.
    let whole = count + exponent
    if exponent >= 0 {
      DecimalDigits.write(digits, count: count, to: bytes)
      DecimalDigits.write(0, count: exponent, to: bytes + count)
      return whole
    }
    if whole <= 0 {
      DecimalDigits.write(0, count: 2 - whole, to: bytes)
      bytes[1] = Ascii.dot
      DecimalDigits.write(digits, count: count, to: bytes + 2 - whole)
      return 2 - whole + count
    }
    DecimalDigits.write(digits, count: count, to: bytes + 1)
    for place in 0..<whole { bytes[place] = bytes[place + 1] }
    bytes[whole] = Ascii.dot
    return count + 1
  }

  /// Writes digits × 10^`exponent` as `1.2E+03`, with a mark before the exponent.
  private static func writeScientific(
    _ digits: UInt64, _ exponent: Int, mark: UInt8, to bytes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let count = DecimalDigits.count(digits)
    let leading = count + exponent - 1
    DecimalDigits.write(digits, count: count, to: bytes + 1)
    bytes[0] = bytes[1]
    var end = 1
    if count > 1 {
      bytes[1] = Ascii.dot
      end = count + 1
    }
    bytes[end] = mark
    bytes[end + 1] = leading < 0 ? Ascii.minus : Ascii.plus
    let size = abs(leading) < 100 ? 2 : 3
    DecimalDigits.write(UInt64(abs(leading)), count: size, to: bytes + end + 2)
    return end + 2 + size
  }
}
