/// A language other than English in which people write formulas.
///
/// A sheet is always written with the English names; a formula in another language is translated before it is read, and
/// back when somebody asks to see it so.
public enum FormulaLanguage: String, Sendable, CaseIterable {
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// The language's name in English.
  public var name: String {
    switch self {
    case .german: "German"
    case .french: "French"
    case .spanish: "Spanish"
    }
  }

  /// What Excel calls a function in this language; its English name where that is no other, or where we know none.
  public func functionName(for canonical: String) -> String {
    LocalizedNames.names[self]?.localized[canonical.uppercased()] ?? canonical
  }

  /// The English name of a function, in any case; `nil` when the language has no such name of its own.
  public func canonicalName(of name: String) -> String? {
    LocalizedNames.names[self]?.canonical[name.uppercased()]
  }
}
