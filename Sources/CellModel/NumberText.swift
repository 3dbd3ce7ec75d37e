/// Numbers written as text.
package enum NumberText {
  /// The text of a number with up to 15 significant digits, as `&` and the text functions see it.
  ///
  /// From 1E+20 on, and where the decimal form of a small number would be longer than 20 characters, the text is in
  /// scientific notation; beyond 1E+98 and 1E-98 one digit less is shown. These are the rules observed of Excel.
  package static func general(_ number: Double) -> String {
    withShortDecimal(number) { String(decoding: $0, as: UTF8.self) } ?? longGeneral(number)
  }

  /// Writes the bytes of ``general(_:)``, and makes no string where the text is a short decimal.
  ///
  /// - Returns: How many bytes there are; `nil` where there is no room for them.
  package static func writeGeneral(_ number: Double, to bytes: UnsafeMutablePointer<UInt8>, room: Int) -> Int? {
    func write(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
      guard text.count <= room, let start = text.baseAddress else { return nil }
      bytes.update(from: start, count: text.count)
      return text.count
    }
    if let written = withShortDecimal(number, write) { return written }
    var text = longGeneral(number)
    return text.withUTF8(write)
  }

  private static func longGeneral(_ number: Double) -> String {
    var decimal = DecimalNumber(number)
    if abs(decimal.leadingExponent) > 98 { decimal.round(toPlaces: 13 - decimal.leadingExponent) }
    guard !decimal.isZero else { return "0" }
    let exponent = decimal.leadingExponent
    if exponent > 19 || (exponent < 0 && 1 - exponent + decimal.digitCount > 20) { return scientific(decimal) }
    return plain(decimal)
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
    withRoundTrip(number) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls the body with the bytes of ``roundTrip(_:)``, which makes no string where the text is a short decimal.
  ///
  /// Different decimals of up to 15 digits are different numbers, so one that gives the number is the shortest.
  package static func withRoundTrip<Result>(
    _ number: Double, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = withShortDecimal(number, body) { return result }
    var text = number.description
    return text.withUTF8 { bytes in
      let isWhole = bytes.count > 2 && bytes[bytes.count - 2] == Ascii.dot && bytes[bytes.count - 1] == Ascii.zero
      return body(isWhole ? UnsafeBufferPointer(rebasing: bytes.dropLast(2)) : bytes)
    }
  }

  /// Calls the body with the bytes of a number that is a decimal of up to six places and 15 digits; `nil` for any other.
  @inline(__always)
  private static func withShortDecimal<Result>(
    _ number: Double, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    let size = abs(number)
    if size < 1e15, size == size.rounded(.down) { return withDecimal(UInt64(size), 0, number < 0, body) }
    guard size >= 1e-3, size < 1e9 else { return nil }
    let millionths = (size * 1e6).rounded()
    return millionths / 1e6 == size ? withDecimal(UInt64(millionths), 6, number < 0, body) : nil
  }

  /// Calls the body with the bytes of a decimal of whole digits of which some are places; zeros at its end are left out.
  private static func withDecimal<Result>(
    _ digits: UInt64, _ places: Int, _ isNegative: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var (digits, places) = (digits, places)
    while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      var start = buffer.count
      func put(_ byte: UInt8) {
        start -= 1
        buffer.initializeElement(at: start, to: byte)
      }
      repeat {
        put(Ascii.zero + UInt8(truncatingIfNeeded: digits % 10))
        digits /= 10
        places -= 1
        if places == 0 { put(Ascii.dot) }
      } while digits > 0 || places >= 0
      if isNegative { put(Ascii.minus) }
      return body(UnsafeBufferPointer(rebasing: buffer[start...]))
    }
  }

  private static func plain(_ decimal: DecimalNumber) -> String {
    let count = decimal.digitCount
    let sign = decimal.isNegative ? 1 : 0
    // Digits before the point; below 1 there are zeros between it and the first digit.
    let whole = count + decimal.exponent
    let length = sign + (whole <= 0 ? 2 + count - whole : max(whole, count + (decimal.exponent < 0 ? 1 : 0)))
    return String(unsafeUninitializedCapacity: length) { buffer in
      buffer.initialize(repeating: Ascii.zero)
      if sign == 1 { buffer[0] = Ascii.minus }
      if whole <= 0 {
        buffer[sign + 1] = Ascii.dot
        DecimalNumber.write(decimal.significand, to: buffer[(length - count)...])
      } else if decimal.exponent >= 0 {
        DecimalNumber.write(decimal.significand, to: buffer[sign..<sign + count])
      } else {
        DecimalNumber.write(decimal.significand, to: buffer[(sign + 1)...])
        for place in sign..<sign + whole { buffer[place] = buffer[place + 1] }
        buffer[sign + whole] = Ascii.dot
      }
      return length
    }
  }

  private static func scientific(_ decimal: DecimalNumber) -> String {
    let digits = decimal.digits
    let exponent = decimal.leadingExponent
    var bytes: [UInt8] = decimal.isNegative ? [Ascii.minus] : []
    bytes.append(digits[0])
    if digits.count > 1 {
      bytes.append(Ascii.dot)
      bytes += digits[1...]
    }
    bytes += [0x45, exponent < 0 ? Ascii.minus : Ascii.plus]
    if abs(exponent) < 10 { bytes.append(Ascii.zero) }
    bytes += String(abs(exponent)).utf8
    return String(decoding: bytes, as: UTF8.self)
  }
}
