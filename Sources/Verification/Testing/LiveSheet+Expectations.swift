import CellModel
import LiveSheets
import SheetText

extension LiveSheet {
  /// Why the sheet is not as a test expects it; `nil` when the condition holds.
  func failure(ofExpecting condition: SheetFormula, home: String?) -> TestFailure? {
    let reason: String
    let value = evaluate(condition, home: home).value
    switch Truth(value) {
    case .holds: return nil
    case .doesNotHold, .undecided(.mixed): reason = ""
    case .undecided(.error(let error)): reason = ", but it is \(Self.words(for: error))"
    case .undecided(let other): reason = ", but it is \(summary(of: value, format: nil)), \(Self.words(for: other))"
    }
    let lines = document.source[condition.span].split(whereSeparator: \.isNewline)
    let text = lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
    return TestFailure(
      kind: .expectation, span: condition.span, message: "expected \(text)\(reason)",
      values: values(in: condition, home: home))
  }
}
