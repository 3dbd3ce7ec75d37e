import CellModel
import LiveSheets
import SheetText

extension LiveSheet {
  /// Why the sheet is not as a test expects it; `nil` when the condition holds.
  func failure(ofExpecting condition: SheetFormula, home: String?) -> TestFailure? {
    let reason: String
    switch evaluate(condition, home: home).value {
    case .logical(true): return nil
    case .number(let number) where number != 0: return nil
    case .logical, .number: reason = ""
    case .array(let array) where array.elements.allSatisfy { $0 == .logical(true) }: return nil
    case .array: reason = ""
    case .error(let error): reason = ", but it is \(Self.words(for: error))"
    case let value: reason = ", but it is \(summary(of: value, format: nil)), neither TRUE nor FALSE"
    }
    let lines = document.source[condition.span].split(whereSeparator: \.isNewline)
    let text = lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
    return TestFailure(
      kind: .expectation, span: condition.span, message: "expected \(text)\(reason)",
      values: values(in: condition, home: home))
  }
}
