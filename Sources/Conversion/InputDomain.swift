import CellModel
import Engine
import Formulas
import LiveWorkbooks
import SheetText
import Workbooks

/// What an input accepts, and the rule for typing that says the same of a cell.
///
/// A list is `in {…}`, a number between two others `in 1..40`; one end alone, and whole numbers, are conditions.
enum InputDomain {
  /// The longest list that a rule of a workbook can hold.
  private static let longestList = 255
  private static let mostChoices = 64

  // MARK: To a sheet

  /// What stands between the name of an input and its value, and behind the value; `nil` when a sheet cannot say the rule, or
  /// when the value breaks it.
  static func clauses(
    of rule: CellValidation, _ name: String, holding value: CellValue, at cell: CellAddress, in workbook: LiveWorkbook
  ) -> (domain: String, condition: String)? {
    if rule.kind == "list" {
      guard let choices = choices(of: rule, at: cell, in: workbook), choices.contains(where: { isSame($0, value) })
      else {
        return nil
      }
      return (" in {" + choices.map { ValueText().literal($0) }.joined(separator: ", ") + "}", "")
    }
    guard rule.kind == "whole" || rule.kind == "decimal", let number = value.number, let low = Double(rule.formula)
    else {
      return nil
    }
    let isWhole = rule.kind == "whole"
    if isWhole, number != number.rounded() { return nil }
    var conditions = isWhole ? ["\(name) = INT(\(name))"] : []
    var range = ""
    let comparison = rule.comparison.isEmpty ? "between" : rule.comparison
    if comparison == "between" {
      guard let high = Double(rule.second), low <= high, (low...high).contains(number) else { return nil }
      range = " in \(NumberText.roundTrip(low))..\(NumberText.roundTrip(high))"
    } else {
      guard let (symbol, holds) = comparisons[comparison], holds(number, low) else { return nil }
      conditions.insert("\(name) \(symbol) \(NumberText.roundTrip(low))", at: 0)
    }
    let condition = conditions.count > 1 ? "AND(\(conditions.joined(separator: ", ")))" : conditions.first ?? ""
    return (": number" + range, condition.isEmpty ? "" : " where " + condition)
  }

  private static let comparisons: [String: (symbol: String, holds: @Sendable (Double, Double) -> Bool)] = [
    "equal": ("=", { $0 == $1 }), "notEqual": ("<>", { $0 != $1 }), "greaterThan": (">", { $0 > $1 }),
    "lessThan": ("<", { $0 < $1 }), "greaterThanOrEqual": (">=", { $0 >= $1 }), "lessThanOrEqual": ("<=", { $0 <= $1 }),
  ]

  private static func isSame(_ a: CellValue, _ b: CellValue) -> Bool {
    if case (.text(let a), .text(let b)) = (a, b) { return a.lowercased() == b.lowercased() }
    return a == b
  }

  /// The values of a list: written out, or constants in cells.
  private static func choices(
    of rule: CellValidation, at cell: CellAddress, in workbook: LiveWorkbook
  ) -> [CellValue]? {
    let formula = rule.formula
    if formula.count > 1, formula.first == "\"", formula.last == "\"" {
      let list = formula.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
        .joined(separator: "\"")
      return list.split(separator: ",").map { item in
        let words = String(item.trimmingPrefix(while: \.isWhitespace))
        return Double(words).map { .number($0) } ?? .text(words)
      }
    }
    let parsed = FormulaParser.parse(formula, dialect: .excel)
    guard !parsed.hasErrors, let area = workbook.engine.area(of: parsed.tree, at: cell),
      area.rows * area.columns <= mostChoices
    else { return nil }
    var choices: [CellValue] = []
    var areConstants = true
    area.forEachCell { place in
      if workbook.isConstant(at: place) {
        choices.append(workbook.engine.value(at: place))
      } else if !workbook.engine.value(at: place).isBlank {
        areConstants = false
      }
    }
    return areConstants && !choices.isEmpty ? choices : nil
  }

  // MARK: To a workbook

  /// The rule for the cell of an input; `nil` when it accepts what a workbook cannot say.
  static func rule(of input: InputDefinition) -> CellValidation? {
    switch input.domain?.kind {
    case .choices(let choices):
      guard let array = choices.constant?.array else { return nil }
      let texts = array.elements.map { ValueText().written($0) }
      let list = texts.joined(separator: ",")
      guard !texts.contains(where: { $0.contains(",") }), list.utf8.count <= longestList else { return nil }
      return CellValidation(
        blocks: [], kind: "list",
        formula: "\"" + list.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"")
    case .range(let lower, let upper):
      guard let low = lower.constant?.number, let high = upper.constant?.number else { return nil }
      let name = input.name.text.lowercased()
      let isWhole = input.condition?.tree.text(.excel).lowercased() == "\(name)=int(\(name))"
      return CellValidation(
        blocks: [], kind: isWhole ? "whole" : "decimal", formula: NumberText.roundTrip(low),
        second: NumberText.roundTrip(high))
    case nil: return nil
    }
  }
}
