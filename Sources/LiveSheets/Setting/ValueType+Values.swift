import CellModel
import SheetText

/// What values are of a declared type.
extension ValueType {
  /// Why a value is not taken where one of the type is wanted; `nil` when it is.
  func refusal(of value: CellValue) -> RefusalFact? {
    guard let words = mismatch(of: value) else { return nil }
    let near = self == .number ? value.text.flatMap { TypedText.withPoint(typed: $0) } : nil
    return .wrongType(self, found: words, near: near)
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
