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
    let dates = SheetDates(workbook.contents.dateSystem)
    switch rule.kind {
    case "list":
      guard var choices = choices(of: rule, at: cell, in: workbook) else { return nil }
      // Of a list of days each is one, as the cell is.
      if case .number(_, let kind) = value {
        choices = choices.map { choice in choice.number.map { dates.shifted($0, kind) } ?? choice }
      }
      guard choices.contains(where: { isSame($0, value) }) else { return nil }
      return (" in {" + choices.map { ValueText().literal($0) }.joined(separator: ", ") + "}", "")
    case "whole", "decimal":
      guard let number = value.number, rule.kind == "decimal" || number == number.rounded() else { return nil }
      let limits = bounds(of: rule, name, number, NumberText.roundTrip)
      let whole = rule.kind == "whole" ? ["\(name) = INT(\(name))"] : []
      return limits.map { (": number" + $0.range, condition($0.conditions + whole)) }
    case "date":
      guard let day = workbook.engine.value(at: cell).number, case .number(_, let kind) = value, kind.isDay
      else { return nil }
      let limits = bounds(of: rule, name, day) { ValueText().literal(dates.shifted($0, .date)) }
      return limits.map { (": date" + $0.range, condition($0.conditions)) }
    case "textLength":
      guard let text = value.text else { return nil }
      var rules = [rule]
      if rule.isBetween {
        rules = [("greaterThanOrEqual", rule.formula), ("lessThanOrEqual", rule.second)].map { comparison, end in
          CellValidation(blocks: [], kind: rule.kind, comparison: comparison, formula: end)
        }
      }
      let limits = rules.map { bounds(of: $0, "LEN(\(name))", Double(text.utf16.count), NumberText.roundTrip) }
      if limits.contains(where: { $0 == nil }) { return nil }
      return (": text", condition(limits.flatMap { $0?.conditions ?? [] }))
    default: return nil
    }
  }

  /// The range or the comparison that says a rule of a number; `nil` where the number breaks it.
  private static func bounds(
    of rule: CellValidation, _ subject: String, _ number: Double, _ text: (Double) -> String
  ) -> (range: String, conditions: [String])? {
    guard let low = Double(rule.formula) else { return nil }
    if rule.isBetween {
      guard let high = Double(rule.second), low <= number, number <= high else { return nil }
      return (" in \(text(low))..\(text(high))", [])
    }
    guard let (symbol, holds) = comparisons[rule.comparison], holds(number, low) else { return nil }
    return ("", ["\(subject) \(symbol) \(text(low))"])
  }

  private static func condition(_ parts: [String]) -> String {
    if parts.isEmpty { return "" }
    return " where " + (parts.count > 1 ? "AND(\(parts.joined(separator: ", ")))" : parts[0])
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
    if formula.first == "{" {
      guard let array = workbook.value(of: formula)?.array else { return nil }
      return Array(array.elements)
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
      return CellValidation(blocks: [], kind: "list", formula: list.literal)
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

extension CellValidation {
  fileprivate var isBetween: Bool { comparison.isEmpty || comparison == "between" }
}
