extension NumberFormat.Section {
  /// The language in which the section shows names of months or days, by its tag and a country; `nil` where it shows
  /// none, or English ones.
  package var localeOfNames: (tag: String, country: String)? {
    showsNames ? language.flatMap(CalendarNames.locale) : nil
  }

  /// Whether months or days have their names, and not numbers.
  fileprivate var showsNames: Bool {
    tokens.contains { token in
      switch token {
      case .month(let letters), .day(let letters): letters > 2
      default: false
      }
    }
  }
}

extension NumberFormat {
  /// A section with a locale in front, `[$-407]`, where it shows names of months or days that have another language.
  ///
  /// - Parameters:
  ///   - tag: The language, such as `de`.
  ///   - country: The country in capital letters, which tells one Chinese from the other.
  package static func section(_ notation: String, inLanguage tag: String, ofCountry country: String?) -> String {
    guard let language = CalendarNames.language(of: tag[...]), !notation.contains("[$-"),
      let section = (try? NumberFormat(notation))?.sections.first, section.showsNames
    else { return notation }
    let chinese = 0x04
    let isOfMainland = language == chinese && country != "TW"
    return "[$-\(String(language | (isOfMainland ? 0x800 : 0x400), radix: 16, uppercase: true))]" + notation
  }
}
