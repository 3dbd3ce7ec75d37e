import CellModel
import Engine
import Formulas
import LiveWorkbooks
import SheetText
import Workbooks

/// What an input accepts by the rule for typing of its cell.
///
/// A list is `in {…}`, or `in` the cells that hold it where they are more than a few or computed; a number between two others
/// `in 1..40`; one end alone, whole numbers and formulas are conditions. An end that is a formula stays one.
struct InputDomain {
  /// What stands between the name of the input and its value.
  private(set) var domain = ""
  /// What stands behind the value.
  var condition: String {
    if conditions.isEmpty { return "" }
    return " where " + (conditions.count > 1 ? "AND(\(conditions.joined(separator: ", ")))" : conditions[0])
  }

  private var conditions: [String] = []
  private let workbook: LiveWorkbook
  private let cell: CellAddress
  private let spell: (FormulaTree) -> String?
  private static let mostChoices = 64

  /// - Parameters:
  ///   - rule: The rule for the cell.
  ///   - name: The name of the input.
  ///   - value: What the cell holds; a rule that it breaks says nothing of an input.
  ///   - spell: Writes a formula of the workbook as the sheet has it; `nil` when it cannot have it.
  /// - Returns: `nil` when a sheet cannot say the rule, or when the value breaks it.
  init?(
    _ rule: CellValidation, _ name: String, holding value: CellValue, at cell: CellAddress, in workbook: LiveWorkbook,
    spell: @escaping (FormulaTree) -> String?
  ) {
    self.workbook = workbook
    self.cell = cell
    self.spell = spell
    let dates = SheetDates(workbook.contents.dateSystem)
    switch rule.kind {
    case "list":
      guard let list = list(rule, holding: value) else { return nil }
      domain = " in " + list
    case "whole", "decimal":
      guard let number = value.number, rule.kind == "decimal" || number == number.rounded(),
        limit(rule, name, number, NumberText.roundTrip)
      else { return nil }
      domain = ": number" + domain
      if rule.kind == "whole" { conditions.append("\(name) = INT(\(name))") }
    case "date":
      guard let day = workbook.engine.value(at: cell).number, case .number(_, let kind) = value, kind.isDay,
        limit(rule, name, day, { ValueText().literal(dates.shifted($0, .date)) })
      else { return nil }
      domain = ": date" + domain
    case "textLength":
      guard let text = value.text else { return nil }
      var rules = [rule]
      if rule.isBetween {
        rules = [("greaterThanOrEqual", rule.formula), ("lessThanOrEqual", rule.second)].map { comparison, end in
          CellValidation(blocks: rule.blocks, kind: rule.kind, comparison: comparison, formula: end)
        }
      }
      for rule in rules {
        guard limit(rule, "LEN(\(name))", Double(text.utf16.count), NumberText.roundTrip) else { return nil }
      }
      domain = ": text"
    case "custom":
      guard let tree = tree(of: rule.formula, rule),
        case .logical(true) = workbook.engine.expressions.evaluate(tree, at: cell),
        let text = spell(tree)
      else { return nil }
      conditions = [text]
    default: return nil
    }
  }

  // MARK: Numbers

  /// Adds the range or the comparison that says a rule of a number; `false` where the number breaks it.
  private mutating func limit(
    _ rule: CellValidation, _ subject: String, _ number: Double, _ text: (Double) -> String
  ) -> Bool {
    guard let low = end(rule.formula, rule, text) else { return false }
    if rule.isBetween {
      guard let high = end(rule.second, rule, text), low.number <= number, number <= high.number else { return false }
      domain = " in \(low.text)..\(high.text)"
      return true
    }
    guard let (symbol, holds) = Self.comparisons[rule.comparison], holds(number, low.number) else { return false }
    conditions.append("\(subject) \(symbol) \(low.text)")
    return true
  }

  /// A number that a rule compares with: written out, or that of a formula.
  private func end(
    _ formula: String, _ rule: CellValidation, _ text: (Double) -> String
  ) -> (number: Double, text: String)? {
    if let number = Double(formula) { return (number, text(number)) }
    guard let tree = tree(of: formula, rule), let number = workbook.engine.expressions.evaluate(tree, at: cell).number,
      let spelled = spell(tree)
    else { return nil }
    return (number, spelled)
  }

  private static let comparisons: [String: (symbol: String, holds: @Sendable (Double, Double) -> Bool)] = [
    "equal": ("=", { $0 == $1 }), "notEqual": ("<>", { $0 != $1 }), "greaterThan": (">", { $0 > $1 }),
    "lessThan": ("<", { $0 < $1 }), "greaterThanOrEqual": (">=", { $0 >= $1 }), "lessThanOrEqual": ("<=", { $0 <= $1 }),
  ]

  // MARK: Lists

  /// A list as a sheet says it; `nil` where the value is none of it.
  private func list(_ rule: CellValidation, holding value: CellValue) -> String? {
    if let choices = written(rule.formula) { return literal(choices, holding: value) }
    guard let (tree, area) = cells(of: rule.formula, rule) else { return nil }
    if let choices = constants(in: area) { return literal(choices, holding: value) }
    let own = workbook.engine.value(at: cell)
    var isThere = false
    workbook.engine.usedArea(area).forEachCell { place in
      if Self.isSame(workbook.engine.value(at: place), own) { isThere = true }
    }
    return isThere ? spell(tree) : nil
  }

  private func literal(_ choices: [CellValue], holding value: CellValue) -> String? {
    var choices = choices
    // Of a list of days each is one, as the cell is.
    if case .number(_, let kind) = value {
      let dates = SheetDates(workbook.contents.dateSystem)
      choices = choices.map { choice in choice.number.map { dates.shifted($0, kind) } ?? choice }
    }
    guard choices.contains(where: { Self.isSame($0, value) }) else { return nil }
    return "{" + choices.map { ValueText().literal($0) }.joined(separator: ", ") + "}"
  }

  private static func isSame(_ a: CellValue, _ b: CellValue) -> Bool {
    if case (.text(let a), .text(let b)) = (a, b) { return a.lowercased() == b.lowercased() }
    return a == b
  }

  /// The values of a list that is written out.
  private func written(_ formula: String) -> [CellValue]? {
    if formula.count > 1, formula.first == "\"", formula.last == "\"" {
      let list = formula.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
        .joined(separator: "\"")
      return list.split(separator: ",").map { item in
        let words = String(item.trimmingPrefix(while: \.isWhitespace))
        return Double(words).map { .number($0) } ?? .text(words)
      }
    }
    guard formula.first == "{", let array = workbook.value(of: formula)?.array else { return nil }
    return Array(array.elements)
  }

  /// The values of cells that hold a short list of constants.
  private func constants(in area: Area) -> [CellValue]? {
    guard area.rows * area.columns <= Self.mostChoices else { return nil }
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

  // MARK: Formulas

  /// The cells that a formula names: a range, what an array fills, or a name for either.
  private func cells(of formula: String, _ rule: CellValidation) -> (tree: FormulaTree, area: Area)? {
    guard let tree = tree(of: formula, rule) else { return nil }
    var area: Area?
    switch tree[tree.root] {
    case .reference, .name: area = workbook.engine.expressions.area(of: tree, at: cell)
    case .unary(.spill, let anchor):
      let anchor = workbook.engine.expressions.area(of: .literal(tree[anchor]), at: cell)
      area = anchor.flatMap { workbook.engine.spills.area(of: $0.topLeft) ?? $0 }
    default: break
    }
    return area.map { (tree, $0) }
  }

  private func tree(of formula: String, _ rule: CellValidation) -> FormulaTree? {
    rule.blocks.first.flatMap { workbook.tree(of: formula, writtenFor: $0, at: cell) }
  }
}

extension CellValidation {
  fileprivate var isBetween: Bool { comparison.isEmpty || comparison == "between" }
}
