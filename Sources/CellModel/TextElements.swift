/// What ``TextOrder`` compares two texts by when bytes of ASCII do not decide.
struct TextElements: Sendable {
  private let folded: String
  /// The elements, written so that their order is that of the strings.
  ///
  /// Letters of other alphabets stand for themselves. Marks that belong to these are elements too, because there a string
  /// knows which letters are canonically equivalent.
  private var elements = String.UnicodeScalarView()
  /// How many elements stand for one character, however that is spelled.
  private var count: UInt64 = 0
  /// The marks, each with the count before it; an earlier place is a greater number.
  private var marks: [UInt64] = []
  /// The characters passed over, each with the count before it.
  private var passedOver: [UInt64] = []

  init(_ text: String) {
    folded = CaseFolding.folded(text)
    var bearsMarks = true
    var held: [Unicode.Scalar] = []
    for scalar in folded.unicodeScalars {
      LetterParts.forEach(of: scalar) { part in
        guard part.value >= 0x300, part.properties.canonicalCombiningClass != .notReordered else {
          add(marks: &held)
          bearsMarks = add(part)
          return
        }
        if bearsMarks, Self.isMark(part) { held.append(part) } else { elements.append(part) }
      }
    }
    add(marks: &held)
  }

  /// Whether a combining character is a mark of letters in general, not of one alphabet.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// Adds the marks of one letter in canonical order.
  private mutating func add(marks held: inout [Unicode.Scalar]) {
    guard !held.isEmpty else { return }
    let ordered = held.enumerated().sorted { a, b in
      let classes = (a.element.properties.canonicalCombiningClass, b.element.properties.canonicalCombiningClass)
      return classes.0 == classes.1 ? a.offset < b.offset : classes.0 < classes.1
    }
    let place = UInt64(UInt32.max) - count
    for mark in ordered { marks.append(place << 32 | Self.weight(of: mark.element)) }
    held = []
  }

  /// Adds a character that is no mark; gives whether the marks behind it are compared apart from it.
  private mutating func add(_ scalar: Unicode.Scalar) -> Bool {
    if let place = TextOrder.place(of: scalar) {
      elements.append(place)
      count += 1
      return true
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .dashPunctuation,
      _ where scalar == "'" || scalar.properties.isVariationSelector:
      passedOver.append(count << 32 | UInt64(scalar.value))
      return true
    case .connectorPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      elements.append(TextOrder.otherSymbol)
      elements.append(scalar)
      return false
    default:
      elements.append(scalar)
      let isLetterWithMarks = (0x80...0x52F).contains(scalar.value) || (0x1E00...0x1FFF).contains(scalar.value)
      count += isLetterWithMarks ? 1 : 0
      return isLetterWithMarks
    }
  }

  /// The weight of a mark: the frequent ones as Windows weighs diacritics, others by code behind these.
  private static func weight(of mark: Unicode.Scalar) -> UInt64 {
    switch mark {
    case "\u{301}": 0x0E
    case "\u{300}": 0x0F
    case "\u{307}": 0x10
    case "\u{302}": 0x12
    case "\u{308}": 0x13
    case "\u{30C}": 0x14
    case "\u{306}": 0x15
    case "\u{304}": 0x17
    case "\u{303}": 0x19
    case "\u{30A}": 0x1A
    case "\u{328}": 0x1B
    case "\u{327}": 0x1C
    case "\u{30B}": 0x1D
    case LetterParts.stroke: 0x21
    default: UInt64(mark.value)
    }
  }

  /// A negative number, 0 or a positive number, as one text stands before, beside or after another.
  static func compare(_ a: TextElements, _ b: TextElements) -> Int {
    if a.folded == b.folded { return 0 }
    let elements = (String(a.elements), String(b.elements))
    if elements.0 != elements.1 { return elements.0 < elements.1 ? -1 : 1 }
    if a.marks != b.marks { return a.marks.lexicographicallyPrecedes(b.marks) ? -1 : 1 }
    if a.passedOver != b.passedOver { return a.passedOver.lexicographicallyPrecedes(b.passedOver) ? -1 : 1 }
    return a.folded < b.folded ? -1 : 1
  }
}

/// A text that is compared with many others, with what its place is computed from.
package struct TextSortKey: Sendable {
  private let text: String
  /// Nothing for a text of ASCII only, of which the bytes nearly always decide.
  private let elements: TextElements?

  package init(_ text: String) {
    self.text = text
    elements = text.isAscii ? nil : TextElements(text)
  }

  /// Whether the text has characters beyond ASCII, so that its key saves work in every comparison.
  package var isPrepared: Bool { elements != nil }

  /// A negative number, 0 or a positive number, as one text stands before, beside or after another in any case.
  package func compare(_ other: TextSortKey) -> Int {
    TextOrder.compareBytes(text, other.text)
      ?? TextElements.compare(elements ?? TextElements(text), other.elements ?? TextElements(other.text))
  }
}
