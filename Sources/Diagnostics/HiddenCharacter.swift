/// A character that nobody sees, or that looks like a blank and is none, as texts from elsewhere bring along.
package struct HiddenCharacter {
  let scalar: Unicode.Scalar

  /// The first one in a text; `nil` if there is none.
  package init?(in text: some StringProtocol) {
    guard let scalar = text.unicodeScalars.first(where: Self.isHidden) else { return nil }
    self.scalar = scalar
  }

  /// What is said where it stands.
  package var label: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits) stands in it, which nobody sees"
  }

  /// A text with blanks for what looks like blanks, and without what is not seen at all.
  package static func cleaned(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isHidden(scalar) {
        result.append(scalar)
      } else if scalar.properties.generalCategory == .spaceSeparator {
        result.append(" ")
      }
    }
    return String(result)
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: true
    case .control: !"\t\n\r".unicodeScalars.contains(scalar)
    case .spaceSeparator: scalar != " "
    default: false
    }
  }
}
