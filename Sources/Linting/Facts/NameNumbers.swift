/// Numbers for names, by their keys, in the order in which they were met.
struct NameNumbers {
  private var numbers: [String: Int32] = [:]
  private var keys: [String] = []
  private var shapes: [NameShape] = []

  var count: Int { keys.count }

  func number(of key: String) -> Int32? { numbers[key] }
  func key(of number: Int32) -> String { number < 0 ? "" : keys[Int(number)] }
  func shape(of number: Int32) -> NameShape { number < 0 ? NameShape("") : shapes[Int(number)] }

  mutating func add(_ key: String) -> Int32 {
    if let known = numbers[key] { return known }
    let number = Int32(keys.count)
    numbers[key] = number
    keys.append(key)
    shapes.append(NameShape(key))
    return number
  }
}

/// What two names have in common of which one may be the other, misspelt inside of it.
struct NameShape: Sendable {
  /// How many letters and other signs it has.
  let length: Int
  /// One number for the first and the last byte and for all digits and low lines, which nobody mistypes unnoticed.
  let skeleton: UInt64

  init(_ key: String) {
    var length = 0
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ value: UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }
    take(key.utf8.first.map(UInt64.init) ?? 0)
    take(key.utf8.last.map(UInt64.init) ?? 0)
    for scalar in key.unicodeScalars {
      length += 1
      if Self.isFixed(scalar) { take(UInt64(scalar.value)) }
    }
    self.length = length
    skeleton = hash
  }

  /// Whether a sign makes another name, and no misspelling of one.
  static func isFixed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "_" || ("0"..."9").contains(scalar) }
    return scalar.properties.numericType != nil
  }
}
