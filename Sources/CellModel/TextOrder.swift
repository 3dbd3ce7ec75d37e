/// The order of texts in a sorted list: that of Excel in English, which is the word sort of Windows.
///
/// Texts are compared by four questions, of which the first that makes a difference decides:
///
/// 1. Their *elements*: spaces, then punctuation, symbols, digits, letters, without regard to case and marks, with `æ` as
///    `ae` and `ß` as `ss`. Apostrophes, hyphens, dashes and control characters are passed over.
/// 2. Their marks: the first letter that bears another mark decides, and no mark comes first (`cote`, `coté`, `côte`).
/// 3. The characters that were passed over: none comes first (`coop`, `co-op`), then the one that is nearer to the start.
/// 4. Their characters, so that only texts that are equal without regard to case stand beside each other.
///
/// Each question is an order of its own that gives canonically equivalent texts the same place, so the whole is total and
/// transitive, as binary searches need it. Microsoft's page on sorting lists the punctuation, but puts the digits before
/// it; CompareString, which Excel asks, puts them behind ([MS-UCODEREF]).
enum TextOrder {
  /// Everything that has a place of its own, in order; what stands before the first digit is a space or a symbol.
  private static let sequence =
    " \t\n\u{B}\u{C}\r!\"#$%&()*,./:;?@[\\]^ˆ_`{|}~¡¦¨¯´¸¿˜‘’‚“”„‹›+<=>±«»×÷¢£¤¥€§©¬®°µ¶·…†‡•‰\u{10FFFC}"
    + "0123456789abcdefghijklmnopqrstuvwxyz"

  private static let places: [Unicode.Scalar: UInt8] = Dictionary(
    uniqueKeysWithValues: sequence.unicodeScalars.enumerated().map { ($0.element, UInt8($0.offset + 1)) })

  /// The place of each byte of ASCII, in either case; 0 is passed over.
  private static let bytePlaces: [UInt8] = (0..<0x80).map { byte in
    places[Unicode.Scalar(Ascii.lowercased(byte))] ?? 0
  }

  /// What stands before a symbol that has no place of its own.
  static let otherSymbol = Unicode.Scalar(places["\u{10FFFC}"] ?? 1)

  /// The place of a folded character that has one, as the character that its element is written with.
  static func place(of scalar: Unicode.Scalar) -> Unicode.Scalar? { places[scalar].map { Unicode.Scalar($0) } }

  /// A negative number, 0 or a positive number, as one text stands before, beside or after another.
  static func compare(_ a: String, _ b: String) -> Int {
    compareBytes(a, b) ?? TextElements.compare(TextElements(a), TextElements(b))
  }

  /// The order of two texts where characters of ASCII decide it, without other memory; else `nil`.
  static func compareBytes(_ a: String, _ b: String) -> Int? {
    var left = a.utf8.makeIterator()
    var right = b.utf8.makeIterator()
    var (x, y) = (left.next(), right.next())
    var isInStep = true
    while true {
      // Equal bytes stand for equal elements, whatever they mean.
      while x == y {
        if x == nil { return isInStep ? 0 : nil }
        (x, y) = (left.next(), right.next())
      }
      if (x ?? 0) | (y ?? 0) >= 0x80 { return nil }
      let (first, second) = (x.map(place(of:)), y.map(place(of:)))
      if first == second {
        if first == 0 { isInStep = false }
        (x, y) = (left.next(), right.next())
      } else if first == 0 {
        isInStep = false
        x = left.next()
      } else if second == 0 {
        isInStep = false
        y = right.next()
      } else {
        return (first ?? 0) < (second ?? 0) ? -1 : 1
      }
    }
  }

  @inline(__always)
  private static func place(of byte: UInt8) -> UInt8 { bytePlaces[Int(byte)] }
}
