import CellModel
import Engine
import Formulas
import Workbooks

/// What a workbook's own rule for typing says of what a cell holds.
package enum TypingJudgement {
  case accepted
  /// The rule does not accept it, and wants it refused or only said.
  case against(words: String, help: String?, isStop: Bool)
  /// What the rule asks cannot be computed here, in words.
  case unknown(String)
}

extension LiveWorkbook {
  /// Whether any cell has a rule for typing.
  package var hasTypingRules: Bool { contents.sheets.contains { !$0.annotations.validations.isEmpty } }

  /// Judges what a cell holds by the first rule for it; a rule that refuses nothing accepts everything.
  ///
  /// - Parameter name: What the cell is called.
  package func judgement(ofTypingAt cell: CellAddress, named name: String) -> TypingJudgement {
    guard let position = grids.firstIndex(of: cell.grid) else { return .accepted }
    let (row, column) = (Int(cell.row), Int(cell.column))
    let rule = contents.sheets[position].annotations.validations.first { rule in
      rule.blocks.contains { $0.contains(row: row, column: column) }
    }
    guard let rule, let alert = rule.alert else { return .accepted }
    let value = engine.value(at: cell)
    let words: String
    if value.isBlank {
      if rule.allowsBlank { return .accepted }
      words = "\(name) must not be blank"
    } else {
      switch TypingCondition(rule, of: self, at: cell).fault(of: value) {
      case .success(nil): return .accepted
      case .success(let condition?):
        let own = ValueText().literal(value)
        words = "\(name) must \(condition), and \(own) \(rule.kind == "custom" ? "does" : "is") not"
      case .failure: return .unknown("the rule for typing at \(name) cannot be computed, and the value is taken")
      }
    }
    let message = [alert.title, alert.message].filter { !$0.isEmpty }.joined(separator: ": ")
    let help = message.isEmpty ? nil : message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return .against(words: words, help: help, isStop: alert.isStop)
  }
}

/// A rule for typing as it reads for one cell.
private struct TypingCondition {
  /// What a rule asks cannot be computed.
  struct Unknown: Error {}

  private let rule: CellValidation
  private let workbook: LiveWorkbook
  private let cell: CellAddress
  private static let mostShown = 12

  init(_ rule: CellValidation, of workbook: LiveWorkbook, at cell: CellAddress) {
    self.rule = rule
    self.workbook = workbook
    self.cell = cell
  }

  /// What the rule asks, as words behind “must”, where a value is otherwise; `nil` where it is so.
  func fault(of value: CellValue) -> Result<String?, Unknown> {
    do throws(Unknown) { return .success(try words(for: value)) } catch { return .failure(error) }
  }

  private func words(for value: CellValue) throws(Unknown) -> String? {
    switch rule.kind {
    case "list": return try list(for: value)
    case "custom":
      guard let tree = tree(of: rule.formula) else { throw Unknown() }
      switch workbook.engine.expressions.evaluate(tree, at: cell) {
      case .logical(true): return nil
      case .number(let number, _) where number != 0: return nil
      case .error(let error) where error.code == .name: throw Unknown()
      default: return "satisfy " + rule.formula
      }
    case "textLength":
      let length = Double(ValueText().written(value).utf16.count)
      return try limit(length).map { "have a length \($0)" }
    case "whole", "decimal", "date", "time":
      let kind = ["date": "a date ", "time": "a time ", "whole": "a whole number "][rule.kind] ?? ""
      guard let number = value.number else { return "be " + (kind.isEmpty ? "a number" : kind.trimmedEnd) }
      if rule.kind == "whole", number != number.rounded() { return "be a whole number" }
      return try limit(number).map { "be \($0)" }
    default: throw Unknown()
    }
  }

  // MARK: Numbers

  /// The limits of the rule in words, where a number does not keep them.
  private func limit(_ number: Double) throws(Unknown) -> String? {
    guard let low = try end(rule.formula) else { return nil }
    if ["", "between", "notBetween"].contains(rule.comparison) {
      guard let high = try end(rule.second) else { return nil }
      let isBetween = low <= number && number <= high
      let range = "\(text(low))..\(text(high))"
      if rule.comparison == "notBetween" { return isBetween ? "outside \(range)" : nil }
      return isBetween ? nil : "in \(range)"
    }
    guard let (symbol, holds) = Self.comparisons[rule.comparison] else { throw Unknown() }
    return holds(number, low) ? nil : "\(symbol) \(text(low))"
  }

  private static let comparisons: [String: (symbol: String, holds: @Sendable (Double, Double) -> Bool)] = [
    "equal": ("=", { $0 == $1 }), "notEqual": ("<>", { $0 != $1 }), "greaterThan": (">", { $0 > $1 }),
    "lessThan": ("<", { $0 < $1 }), "greaterThanOrEqual": (">=", { $0 >= $1 }), "lessThanOrEqual": ("<=", { $0 <= $1 }),
  ]

  /// What a rule compares with; `nil` for a blank cell that lets everything be.
  private func end(_ formula: String) throws(Unknown) -> Double? {
    if let number = Double(formula) { return number }
    guard let tree = tree(of: formula) else { throw Unknown() }
    if rule.allowsBlank, let area = workbook.engine.expressions.area(of: tree, at: cell), area.isSingleCell,
      workbook.engine.value(at: area.topLeft).isBlank
    {
      return nil
    }
    guard let number = workbook.engine.expressions.evaluate(tree, at: cell).number else { throw Unknown() }
    return number
  }

  private func text(_ number: Double) -> String {
    let kind: NumberKind? = ["date": .date, "time": .time][rule.kind]
    return kind.flatMap { TimeNotation.text(number, $0, in: workbook.contents.dateSystem) }
      ?? NumberText.roundTrip(number)
  }

  // MARK: Lists

  private func list(for value: CellValue) throws(Unknown) -> String? {
    if rule.formula.count > 1, rule.formula.first == "\"", rule.formula.last == "\"" {
      let items = rule.formula.dropFirst().dropLast().replacing("\"\"", with: "\"").split(separator: ",")
        .map { TypedText.value(typed: $0.trimmingBlanks) }
      // Of a list that is written out, capitals count.
      return items.contains { Self.isSame($0, value, matchesCase: true) } ? nil : Self.words(for: items)
    }
    guard let tree = tree(of: rule.formula) else { throw Unknown() }
    let area = workbook.engine.expressions.area(of: tree, at: cell)
    let found = area.map { workbook.engine.array(of: workbook.engine.usedArea($0)) }
    switch found ?? workbook.engine.expressions.evaluate(tree, at: cell) {
    case .error: throw Unknown()
    case .array(let array):
      let items = array.elements.filter { !$0.isBlank }
      if items.isEmpty, rule.allowsBlank { return nil }
      return items.contains { Self.isSame($0, value, matchesCase: false) } ? nil : Self.words(for: items)
    case let item: return Self.isSame(item, value, matchesCase: false) ? nil : Self.words(for: [item])
    }
  }

  private static func isSame(_ item: CellValue, _ value: CellValue, matchesCase: Bool) -> Bool {
    if case (.text(let a), .text(let b)) = (item, value) {
      return matchesCase ? a == b : a.lowercased() == b.lowercased()
    }
    return item == value || ValueText().written(item) == ValueText().written(value)
  }

  private static func words(for items: [CellValue]) -> String {
    let shown = items.prefix(mostShown).map { ValueText().literal($0) }.joined(separator: ", ")
    return "be one of " + shown + (items.count > mostShown ? ", …" : "")
  }

  private func tree(of formula: String) -> FormulaTree? {
    rule.blocks.first.flatMap { workbook.tree(of: formula, writtenFor: $0, at: cell) }
  }
}

extension StringProtocol {
  fileprivate var trimmedEnd: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }).trimmedEnd }
}
