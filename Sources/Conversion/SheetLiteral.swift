import CellModel

/// A constant of a workbook as a sheet writes it, with its number format.
struct SheetLiteral {
  let text: String

  init(_ value: CellValue, format: String, _ dates: DateSystem) {
    switch value {
    case .number(let number, _):
      let (literal, isShown) = Self.number(number, format, dates)
      text = literal + (isShown ? "" : Self.format(format))
    case .text(let words):
      let isPlain = !words.unicodeScalars.contains { $0.value < 0x20 }
      text = isPlain ? ValueText().literal(value) : SheetSpelling.textFormula(words)
    case .logical(let logical): text = logical ? "TRUE" : "FALSE"
    case .error(let error): text = error.code.text
    case .blank, .array, .record, .lambda: text = "\"\""
    }
  }

  /// A number as the literal of its kind, and whether that is shown as its format asks.
  private static func number(_ number: Double, _ format: String, _ dates: DateSystem) -> (String, isShown: Bool) {
    let plain = NumberText.roundTrip(number)
    guard format != "General", let parsed = try? NumberFormat(format) else { return (plain, true) }
    // Before March 1900 Excel's days are not those of the calendar.
    if parsed.isDate, dates == .from1900, number == number.rounded(), (61...2_958_465).contains(number) {
      return (ValueText().written(number, .date), format == NumberKind.date.workbookFormat || format == "yyyy-mm-dd")
    }
    if format.hasSuffix("%"), !parsed.isDate {
      let percentage = ValueText().written(number, .percent)
      if percentage.hasSuffix("%") {
        return (percentage, format == "0%" || format == NumberKind.percent.workbookFormat)
      }
    }
    return (plain, false)
  }

  /// The clause for a number format; nothing where it says nothing or cannot be read.
  static func format(_ format: String) -> String {
    guard format != "General", format != "@", (try? NumberFormat(format)) != nil,
      !format.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { return "" }
    return " as \"" + format.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
