/// What functions are called in other languages.
///
/// The names are those of Microsoft's Excel in the language; a few functions of recent years whose translation is not
/// known to us keep their English name there.
enum LocalizedNames {
  /// The names of one language, by the English ones and back.
  struct Names: Sendable {
    var localized: [String: String] = [:]
    var canonical: [String: String] = [:]
  }

  static let names: [FormulaLanguage: Names] = {
    var result: [FormulaLanguage: Names] = [:]
    for line in table.split(whereSeparator: \.isNewline) {
      let cells = line.split(separator: " ").map(String.init)
      for (language, cell) in zip(FormulaLanguage.allCases, cells.dropFirst()) where cell != "-" {
        let spellings = cell.split(separator: "/").map(String.init)
        result[language, default: Names()].localized[cells[0]] = spellings[0]
        for spelling in spellings { result[language, default: Names()].canonical[spelling] = cells[0] }
      }
    }
    return result
  }()
}
