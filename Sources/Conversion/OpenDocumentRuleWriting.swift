import CellModel
import Formulas
import Workbooks

/// Writes rules for typing as OpenDocument has them (1.3 part 3, §19.608).
struct OpenDocumentRuleWriting {
  private let writing: OpenFormulaWriting

  init(_ writing: OpenFormulaWriting) { self.writing = writing }

  /// A rule of Excel's by a name; `nil` where OpenDocument cannot say it.
  func rule(
    _ validation: CellValidation, named name: String, on sheet: Int, _ sheetName: String
  ) -> OpenDocumentRule? {
    guard let first = validation.blocks.first else { return nil }
    let top = validation.blocks.map(\.top).min() ?? first.top
    let left = validation.blocks.map(\.left).min() ?? first.left
    let place = OpenFormulaWriting.Place(sheet: sheet, row: top, column: left)
    guard let condition = condition(validation, at: place) else { return nil }
    let cell = A1Notation.text(row: top, column: left)
    var rule = OpenDocumentRule(
      name: name, condition: "of:" + condition, base: OpenFormulaWriting.sheet(sheetName) + "." + cell,
      blocks: validation.blocks)
    rule.allowsBlank = validation.allowsBlank
    rule.alert = validation.alert
    return rule
  }

  private static let kinds = [
    "whole": "cell-content-is-whole-number() and ", "decimal": "cell-content-is-decimal-number() and ",
    "date": "cell-content-is-date() and ", "time": "cell-content-is-time() and ", "textLength": "",
  ]

  private static let signs = [
    "equal": "=", "notEqual": "!=", "lessThan": "<", "lessThanOrEqual": "<=", "greaterThan": ">",
    "greaterThanOrEqual": ">=",
  ]

  private func condition(_ validation: CellValidation, at place: OpenFormulaWriting.Place) -> String? {
    switch validation.kind {
    case "list": return list(validation.formula, at: place).map { "cell-content-is-in-list(\($0))" }
    case "custom": return expression(validation.formula, at: place).map { "is-true-formula(\($0))" }
    default: break
    }
    guard let kind = Self.kinds[validation.kind], let first = expression(validation.formula, at: place) else {
      return nil
    }
    let content = validation.kind == "textLength" ? "cell-content-text-length" : "cell-content"
    switch validation.comparison {
    case "", "between", "notBetween":
      guard let second = expression(validation.second, at: place) else { return nil }
      let negation = validation.comparison == "notBetween" ? "-not" : ""
      return kind + content + "-is\(negation)-between(\(first),\(second))"
    default:
      guard let sign = Self.signs[validation.comparison] else { return nil }
      return kind + content + "()" + sign + first
    }
  }

  private func expression(_ formula: String, at place: OpenFormulaWriting.Place) -> String? {
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return nil }
    return writing.expression(parsed.tree, at: place)
  }

  /// The texts of a list, one after the other, or the cells that hold it.
  private func list(_ formula: String, at place: OpenFormulaWriting.Place) -> String? {
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return nil }
    switch parsed.tree[parsed.tree.root] {
    case .text(let text):
      let items = text.split(separator: ",").map { item in String(item.drop { $0 == " " }) }
      return items.isEmpty ? nil : items.map(\.literal).joined(separator: ";")
    case .array(_, _, let elements):
      let texts = elements.compactMap { (element) -> String? in
        if case .text(let text) = parsed.tree[element] { text } else { nil }
      }
      return texts.count == elements.count ? texts.map(\.literal).joined(separator: ";") : nil
    default: return writing.expression(parsed.tree, at: place)
    }
  }
}
