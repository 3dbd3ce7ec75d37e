import Functions

/// What a function is called elsewhere, and which others are like it.
extension FunctionGuide {
  /// The names of a function in the languages where it is not the English one.
  static func localizedNames(of function: SheetFunction) -> [(language: FormulaLanguage, name: String)] {
    FormulaLanguage.allCases.compactMap { language in
      let name = language.functionName(for: function.name)
      return name == function.name ? nil : (language, name)
    }
  }

  /// The names of up to eight functions that one may look for instead.
  ///
  /// First those whose names begin or end alike, which are mostly variants, and then the nearest of the family.
  func relatives(of function: SheetFunction) -> [String] {
    let family = catalog.families.first { $0.functions.contains { $0.name == function.name } }?.functions ?? []
    let place = family.firstIndex { $0.name == function.name } ?? 0
    let neighbours = family.indices.sorted { (abs($0 - place), $0) < (abs($1 - place), $1) }.map { family[$0].name }
    let variants = catalog.functions.map(\.name).filter { isVariant($0, of: function.name) }
    var names: [String] = []
    for name in variants.prefix(5) + neighbours where name != function.name && !names.contains(name) {
      names.append(name)
    }
    return Array(names.prefix(8))
  }

  /// Whether two names share their first four letters, or their last five.
  private func isVariant(_ name: String, of other: String) -> Bool {
    zip(name.utf8, other.utf8).prefix { $0 == $1 }.count >= 4
      || zip(name.utf8.reversed(), other.utf8.reversed()).prefix { $0 == $1 }.count >= 5
  }
}
