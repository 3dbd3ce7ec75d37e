import CellModel
import Formulas

/// A constant of a workbook as a sheet writes it, with its number format.
struct SheetLiteral {
  let text: String
  /// How many bytes of the text are a number's digits, of which another number has fewer or more.
  private(set) var digits = 0
  /// Whether a clause tells how the number is shown.
  private(set) var hasFormat = false

  init(_ value: CellValue, format: String, _ dates: DateSystem) {
    switch value {
    case .number(let number, _):
      let (literal, isShown) = Self.number(number, format, dates)
      digits = literal.utf8.count
      let clause = isShown ? "" : Self.format(format)
      hasFormat = !clause.isEmpty
      text = literal + clause
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
    // As a person types it, where that is all of it; what does not read back stays a number.
    let texts = [ValueText().shown(value, nil), ValueText().written(value)]
    guard let written = texts.first(where: { TypedText.value(typed: $0) == value }) else {
      return (NumberText.roundTrip(shifted), false)
    }
    return (written, NumberKind.isStandard(format, for: value))
  }

  /// A format without what only fills the width of a cell, and without a last section that shows texts as they are:
  /// `_(* #,##0_);_(* (#,##0);_(@_)` is `#,##0;(#,##0)`.
  static func withoutPadding(_ format: String) -> String {
    var plain = ""
    var isQuoted = false
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        isQuoted.toggle()
        plain.unicodeScalars.append(scalar)
      case "\\" where !isQuoted:
        plain.unicodeScalars.append(scalar)
        if let next = rest.popFirst() { plain.unicodeScalars.append(next) }
      case "_" where !isQuoted, "*" where !isQuoted: _ = rest.popFirst()
      default: plain.unicodeScalars.append(scalar)
      }
    }
    if plain.hasSuffix(";@") { plain.removeLast(2) }
    return plain.isEmpty || (try? NumberFormat(plain)) == nil ? format : plain
  }

  /// A format without quotes and backslashes around what stands for itself anyway:
  /// `"$"#,##0;\(#,##0\)` is `$#,##0;(#,##0)`.
  static func withoutQuotes(_ format: String) -> String {
    var plain = ""
    var rest = format.unicodeScalars[...]
    func take(through last: Unicode.Scalar) -> String {
      let end = rest.firstIndex(of: last) ?? rest.endIndex
      defer { rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...] }
      return String(rest[..<end])
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        let text = take(through: "\"")
        plain += text.unicodeScalars.allSatisfy(standingForThemselves.contains) ? text : "\"\(text)\""
      case "\\":
        guard let next = rest.popFirst() else { break }
        plain += standingForThemselves.contains(next) ? "\(next)" : "\\\(next)"
      case "[": plain += "[\(take(through: "]"))]"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    guard let old = try? NumberFormat(format), let new = try? NumberFormat(plain), old.sections == new.sections else {
      return format
    }
    return plain
  }

  private static let standingForThemselves: Set<Unicode.Scalar> = ["$", "-", "+", "(", ")", " "]

  /// The clause for a number format; nothing where it says nothing or cannot be read.
  static func format(_ format: String) -> String {
    guard format != "General", format != "@", (try? NumberFormat(format)) != nil,
      !format.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { return "" }
    return " as \""
      + withoutQuotes(withoutPadding(format)).split(separator: "\"", omittingEmptySubsequences: false).joined(
        separator: "\"\"") + "\""
  }
}
