import CellModel
import Formulas

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
      text = isPlain ? ValueText().literal(value) : FormulaTree.textFormula(words)
    case .logical(let logical): text = logical ? "TRUE" : "FALSE"
    case .error(let error): text = error.code.text
    case .blank, .array, .record, .lambda: text = "\"\""
    }
  }

  /// A number as the literal of its kind, and whether that is shown as its format asks.
  private static func number(_ number: Double, _ format: String, _ dates: DateSystem) -> (String, isShown: Bool) {
    let plain = NumberText.roundTrip(number)
    guard format != "General", let parsed = try? NumberFormat(format) else { return (plain, true) }
    let kind = parsed.numberKind
    let value = SheetDates(dates).shifted(number, kind)
    guard kind != .plain, case .number(let shifted, let shownKind) = value, shownKind == kind else {
      return (plain, false)
    }
    let written = ValueText().written(value)
    // A time within a formula would be a range of rows; what does not read back stays a number.
    guard TypedText.value(typed: written) == value else { return (NumberText.roundTrip(shifted), false) }
    return (written, NumberKind.standard(of: format) == kind)
  }

  /// The clause for a number format; nothing where it says nothing or cannot be read.
  static func format(_ format: String) -> String {
    guard format != "General", format != "@", (try? NumberFormat(format)) != nil,
      !format.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { return "" }
    return " as \"" + format.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
