import CellModel

/// Names of hosts in other scripts than ASCII's, as the network has them.
///
/// `bücher.example` is `xn--bcher-kva.example` there (RFC 3492). Whether a host is permitted is decided about that form, and
/// it is the form that is connected to, so nothing that looks alike is taken for another.
enum InternationalHost {
  /// A URL with its host in ASCII; a text that has nothing to change stays as it is.
  ///
  /// - Returns: `nil` when the host has a character that no name has.
  static func ascii(in text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    let bytes = Array(text.utf8)
    let scheme = bytes.prefix { Ascii.isNamePart($0) || "+-.".utf8.contains($0) }
    guard
      let marker = [Array("://".utf8), Array("//".utf8)].first(where: { bytes[scheme.endIndex...].starts(with: $0) })
    else { return text }
    let start = scheme.endIndex + marker.count
    let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.endIndex
    let hostStart = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
    let hostEnd = bytes[hostStart..<end].firstIndex(of: Ascii.colon) ?? end
    guard let host = ascii(host: String(decoding: bytes[hostStart..<hostEnd], as: UTF8.self)) else { return nil }
    return String(decoding: bytes[..<hostStart] + Array(host.utf8) + bytes[hostEnd...], as: UTF8.self)
  }

  static func ascii(host: String) -> String? {
    guard host.utf8.contains(where: { $0 >= 0x80 }) else { return host }
    // The full stops of other scripts separate names, too.
    let names = host.split(omittingEmptySubsequences: false) { ".。．｡".contains($0) }
    var result: [String] = []
    for name in names {
      guard let ascii = ascii(name: name.lowercased()) else { return nil }
      result.append(ascii)
    }
    return result.joined(separator: ".")
  }

  private static func ascii(name: String) -> String? {
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
    for scalar in name.unicodeScalars where !isLetter(scalar) { return nil }
    return encoded(Array(name.unicodeScalars)).map { "xn--" + $0 }
  }

  /// Whether a character stands for itself in a name; of those that look like another one, most do not.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    // Both are letters of their own since 2010, though folding changes them.
    if properties.changesWhenNFKCCaseFolded { return scalar == "ß" || scalar == "ς" }
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return scalar == "-" || scalar == "·"
    }
  }

  // MARK: Punycode

  private static let base = 36
  private static let (tMin, tMax, skew, damp) = (1, 26, 38, 700)

  private static func encoded(_ scalars: [Unicode.Scalar]) -> String? {
    let plain = scalars.filter(\.isASCII)
    var output = String(String.UnicodeScalarView(plain))
    if !plain.isEmpty { output += "-" }
    var (next, delta, bias, handled) = (128, 0, 72, plain.count)
    // A label has at most 63 characters; nothing here can overflow.
    guard scalars.count < 64 else { return nil }
    while handled < scalars.count {
      guard let lowest = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= next }).min() else { return nil }
      delta += (lowest - next) * (handled + 1)
      next = lowest
      for scalar in scalars {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        appendNumber(delta, bias, &output)
        bias = adapted(delta, handled + 1, isFirst: handled == plain.count)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output.utf8.count <= 59 ? output : nil
  }

  private static func appendNumber(_ delta: Int, _ bias: Int, _ output: inout String) {
    var rest = delta
    var k = base
    while true {
      let threshold = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
      if rest < threshold { return output.append(digit(rest)) }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      k += base
    }
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(value < 26 ? 97 + value : 22 + value)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }
}
