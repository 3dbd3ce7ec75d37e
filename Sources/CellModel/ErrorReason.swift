/// Why an error value is one, as a fact; the sentence about it is written when somebody reads it.
///
/// A lookup that finds nothing and a text that is no number are errors of every other row in many a column, and most of
/// them end in an `IFERROR` that asks for no words.
package enum ErrorReason: Sendable, Hashable {
  /// The code says all.
  case none
  /// A sentence with its full stop.
  case said(String)
  case nothingMatches(Double, NumberKind)
  case nothingMatchesText(String)
  case isNoNumber(String)

  /// A reason in words; none in none.
  init(_ sentence: String) { self = sentence.isEmpty ? .none : .said(sentence) }

  /// The sentence, with its full stop; empty where the code says all.
  var sentence: String {
    switch self {
    case .none: ""
    case .said(let sentence): sentence
    case .nothingMatches(let number, .plain): "Nothing matches \(NumberText.general(number))."
    case .nothingMatches(let number, let kind):
      "Nothing matches \(ValueText().shown(.number(number, kind), format: nil))."
    case .nothingMatchesText(let text): "Nothing matches “\(text.prefix(60))”."
    case .isNoNumber(let text): "\(CellValue.quoted(text)) is not a number."
    }
  }

  /// What it comes to in a table of errors.
  var digest: Int {
    switch self {
    case .none: 0
    case .nothingMatches(let number, _): Self.spread(number.bitPattern)
    case .said(let text), .nothingMatchesText(let text), .isNoNumber(let text): text.digest
    }
  }

  /// Brings what tells numbers apart, which in whole ones stands in front, to the bits that a table looks at.
  private static func spread(_ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: ((bits ^ bits >> 32) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
