import CellModel
import Diagnostics
import Formulas
import LiveSheets
import SheetText

/// What an expectation that failed would have to say of the value that there is.
///
/// It is known of `expect NAME = literal`, where the value can be written as a literal: one of an expression that is an
/// error, or that has many values, is not.
package struct AcceptedValue: Sendable {
  /// The place of the literal that is expected.
  package let span: SourceSpan
  /// The literal of the value that there is.
  package let literal: String

  /// `nil` for a condition of another form.
  init?(_ condition: SheetFormula, of sheet: LiveSheet, home: String?) {
    let tree = condition.tree
    guard let root = tree.nodes.last, case .binary(.equal, let left, let right) = root,
      tree.subtree(at: right).constant != nil, tree.subtree(at: left).constant == nil
    else { return nil }
    let value = sheet.evaluate(SheetFormula(tree: tree.subtree(at: left), span: condition.span), home: home).value
    let candidates: [String]
    switch value {
    case .number(let number, .plain): candidates = [sheet.literal(value), NumberText.roundTrip(number)]
    // A literal stands in one line.
    case .text(let text) where text.contains(where: \.isNewline): return nil
    case .number, .text, .logical: candidates = [sheet.literal(value)]
    case .blank, .error, .array, .record, .lambda: return nil
    }
    let literal = candidates.first { text in
      let parsed = FormulaParser.parse("\(tree.subtree(at: left).text()) = \(text)", dialect: .sheet)
      guard !parsed.hasErrors else { return false }
      let result = sheet.evaluate(SheetFormula(tree: parsed.tree, span: condition.span), home: home).value
      return Truth(result) == .holds
    }
    guard let literal else { return nil }
    span = tree.span(of: right)
    self.literal = literal
  }
}
