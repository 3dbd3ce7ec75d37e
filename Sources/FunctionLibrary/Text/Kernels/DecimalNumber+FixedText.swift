import CellModel
import Functions

extension DecimalNumber {
  var isZero: Bool { significand == 0 }

  /// The number without its sign, with a count of decimal places and, if wanted, commas between thousands.
  ///
  /// Digits beyond the places are cut off, so the number should have been rounded to them.
  func fixedText(places: Int, commas: Bool) -> String {
    let digits = Array(String(significand).utf8)
    // How many digits stand before the decimal point; zero or negative for a small number.
    let point = isZero ? 0 : digits.count + exponent
    func digit(_ position: Int) -> UInt8 {
      isZero || !digits.indices.contains(position) ? UInt8(ascii: "0") : digits[position]
    }
    var result: [UInt8] = []
    let whole = max(point, 1)
    for position in 0..<whole {
      if commas, position > 0, (whole - position).isMultiple(of: 3) { result.append(UInt8(ascii: ",")) }
      result.append(point > 0 ? digit(position) : UInt8(ascii: "0"))
    }
    if places > 0 {
      result.append(UInt8(ascii: "."))
      for place in 0..<places { result.append(digit(point + place)) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
