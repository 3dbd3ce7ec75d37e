/// The labels in formulas of OpenDocument (part 4): a text in apostrophes that some cell shows.
enum OpenFormulaLabel {
  /// The first label in a formula; `nil` where all that is in apostrophes is the name of a sheet.
  static func first(in formula: String) -> String? {
    var rest = Substring(formula)
    while let mark = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      var text = ""
      var next = rest.index(after: mark)
      while let end = rest[next...].firstIndex(of: rest[mark]) {
        text += rest[next..<end]
        next = rest.index(after: end)
        guard next < rest.endIndex, rest[next] == rest[mark] else { break }
        text.append(rest[mark])
        next = rest.index(after: next)
      }
      let behind = rest[next...]
      // Two marks cross the labels of a row and a column.
      if rest[mark] == "'", !text.isEmpty, behind.first != "!" || behind.hasPrefix("!!") { return text }
      rest = behind
    }
    return nil
  }
}
