import CellModel
import Formulas

/// A constant of a workbook as a sheet writes it, with its number format.
struct SheetLiteral {
  let text: String
  /// How many bytes of the text are a number's digits, of which another number has fewer or more.
  private(set) var digits = 0
  /// Whether a clause tells how the number is shown.
  private(set) var hasFormat = false

  init(_ value: CellValue, _ format: SheetFormat, _ dates: DateSystem) {
    switch value {
    case .number(let number, _):
      let (literal, isShown) = Self.number(number, format, dates)
      digits = literal.utf8.count
      hasFormat = !isShown && !format.clause.isEmpty
      text = hasFormat ? literal + format.clause : literal
    case .text(let words):
      let isPlain = !words.unicodeScalars.contains { $0.value < 0x20 }
      text = isPlain ? ValueText().literal(value) : FormulaTree.textFormula(words)
    case .logical(let logical): text = logical ? "TRUE" : "FALSE"
    case .error(let error): text = error.code.text
    case .blank, .array, .record, .lambda: text = "\"\""
    }
  }

  /// A number as the literal of its kind, and whether that is shown as its format asks.
  private static func number(_ number: Double, _ format: SheetFormat, _ dates: DateSystem) -> (String, isShown: Bool) {
    let plain = NumberText.roundTrip(number)
    guard !format.isGeneral, let parsed = format.parsed else { return (plain, true) }
    let kind = parsed.numberKind
    let value = SheetDates(dates).shifted(number, kind)
    guard kind != .plain, case .number(let shifted, let shownKind) = value, shownKind == kind else {
      return (plain, false)
    }
    // As a person types it, where that is all of it; what does not read back stays a number.
    let texts = [ValueText().shown(value, nil), ValueText().written(value)]
    guard let written = texts.first(where: { Self.reads($0, as: shifted, kind) }) else {
      return (NumberText.roundTrip(shifted), false)
    }
    return (written, parsed.text(of: value) == ValueText().shown(value, nil))
  }

  /// Whether a text, typed, is a number of a kind; the number alone would be shown otherwise.
  private static func reads(_ text: String, as number: Double, _ kind: NumberKind) -> Bool {
    guard case .number(number, kind) = TypedText.value(typed: text) else { return false }
    return true
  }
}
