import CellModel
import SheetText

/// What values are of a declared type.
extension ValueType {
  /// Why a value is not taken where one of the type is wanted; `nil` when it is.
  func refusal(of value: CellValue) -> RefusalFact? {
    guard let words = mismatch(of: value) else { return nil }
    return .wrongType(self, found: words, near: near(value))
  }

  /// The value that was probably meant.
  private func near(_ value: CellValue) -> String? {
    switch (self, value) {
    case (.number, .text(let text)): TypedText.withPoint(typed: text)
    case (.date, .text(let text)): Self.date(withDayFirst: text)
    case (.logical, .text(let text)): Self.logical(named: text.lowercased())
    case (.logical, .number(let number, .plain)): number == 1 ? "TRUE" : number == 0 ? "FALSE" : nil
    default: nil
    }
  }

  /// `2026-12-31` where somebody writes `31.12.2026`.
  private static func date(withDayFirst text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let day = parts[0], let month = parts[1], let year = parts[2] else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(year)-\(padded(month))-\(padded(day))"
    return CellValue.typed(date).kind == .date ? date : nil
  }

  private static func logical(named word: String) -> String? {
    if ["yes", "y", "on", "ja", "oui", "wahr", "vrai"].contains(word) { return "TRUE" }
    return ["no", "n", "off", "nein", "non", "falsch", "faux"].contains(word) ? "FALSE" : nil
  }

  /// Why a value is not of the type, in words; `nil` when it is, as blank always is.
  func mismatch(of value: CellValue) -> String? {
    switch (self, value) {
    case (_, .blank), (.any, _), (.number, .number), (.text, .text), (.logical, .logical), (.list, .array),
      (.record, .record):
      nil
    // A plain number counts days; a time of day and a percentage are no days.
    case (.date, .number(let number, let kind))
    where (kind.isDay || kind == .plain) && number >= 0 && number < 2_958_466:
      nil
    case (.date, .number(let number, let kind)) where kind.isDay || kind == .plain:
      "\(NumberText.general(number)) is \(number < 0 ? "before the first date" : "behind the last date, 9999-12-31")"
    case (_, .text(let text)): "“\(text.count > 40 ? text.prefix(37) + "…" : text[...])” is a text"
    case (_, .number(_, let kind)): "\(ValueText().shown(value, format: nil)) is \(Self.word(for: kind))"
    case (_, .logical(let logical)): "\(logical ? "TRUE" : "FALSE") is a logical"
    case (_, .array): "this is a list"
    case (_, .record): "this is a record"
    case (_, .lambda): "this is a LAMBDA"
    case (_, .error(let error)): "\(error.code.text) is an error value"
    }
  }

  private static func word(for kind: NumberKind) -> String {
    switch kind {
    case .plain: "a number"
    case .percent: "a percentage"
    case .date, .dateTime: "a date"
    case .time: "a time"
    }
  }

  /// A plain number in the kind that the type asks for.
  func inKind(_ value: CellValue) -> CellValue {
    self == .date && value.kind == .plain ? value.withKind(.date) : value
  }
}
