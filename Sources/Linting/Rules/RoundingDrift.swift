import CellModel
import Diagnostics
import Formulas
import LiveSheets
import SheetText

/// A total that does not show the sum of what its parts show.
enum RoundingDrift: LintRule {
  static let page = FindingPage(
    code: "rounding-drift", .note, "parts as they are shown do not add up to the total as it is shown",
    why: "Whoever adds up the printed numbers gets another total, and does not trust the rest.",
    fix: "Round the parts with ROUND where they are computed, or show another decimal.",
    example: FindingExample(
      wrong: """
        rent = 10.4 as "0"
        food = 10.4 as "0"
        total = rent + food as "0"
        """,
      right: """
        rent = 10.4 as "0.0"
        food = 10.4 as "0.0"
        total = rent + food as "0.0"
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas {
      guard case .cell(let cell) = sheet.document.statements[formula.statement].kind,
        case .name(let name) = cell.target,
        case .success(let total) = sheet.live.cell(name.text), let shown = shown(total, sheet),
        let parts = parts(formula.tree.root, formula, sheet), parts.count > 1
      else { continue }
      let sum = parts.reduce(0) { $0 + $1.number }
      // Half of the last digit that anybody sees.
      let decimals = max(shown.decimals, parts.map(\.decimals).max() ?? 0)
      let unit = (0..<min(decimals, 15)).reduce(1.0) { result, _ in result / 10 }
      guard abs(sum - shown.number) > unit / 2 else { continue }
      report.add(
        "the parts as shown add up to \(NumberText.general(sum)), and \(name.text) shows \(shown.text)", at: name.span,
        label: "is \(NumberText.general(sheet.live.value(of: total).number ?? 0))")
    }
  }

  private struct Shown {
    let number: Double
    let decimals: Int
    let text: String

    /// `nil` for what is no number with its digits written out.
    init?(_ text: String) {
      self.text = text
      let plain = text.filter { $0 != "," && $0 != " " }
      let digits = plain.hasSuffix("%") ? String(plain.dropLast()) : plain
      guard let number = Double(digits), !digits.lowercased().contains("e") else { return nil }
      let isPercent = plain.hasSuffix("%")
      self.number = isPercent ? number / 100 : number
      let fraction = digits.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
      decimals = fraction + (isPercent ? 2 : 0)
    }
  }

  /// What is shown of a cell that has a format; without one all digits are.
  private static func shown(_ cell: CellInfo, _ sheet: LintedSheet) -> Shown? {
    guard cell.area == nil, let format = cell.format else { return nil }
    let value = sheet.live.value(of: cell)
    return value.number == nil ? nil : Shown(sheet.live.display(value, format: format))
  }

  /// What a sum is made of; `nil` where it is none.
  private static func parts(_ node: FormulaTree.Index, _ formula: LintedSheet.Formula, _ sheet: LintedSheet) -> [Shown]?
  {
    let tree = formula.tree
    switch tree[node] {
    case .binary(.add, let left, let right):
      guard let a = parts(left, formula, sheet), let b = parts(right, formula, sheet) else { return nil }
      return a + b
    case .parenthesized(let inner): return parts(inner, formula, sheet)
    case .name:
      guard case .success(let cell) = sheet.live.cell(sheet.text(tree.span(of: node))) else { return nil }
      return shown(cell, sheet).map { [$0] }
    case .call(let name, let arguments) where name.uppercased() == "SUM" && arguments.count == 1:
      guard case .success(let cell) = sheet.live.cell(sheet.text(tree.span(of: arguments[0]))), let area = cell.area,
        !area.isEmpty, area.rows * area.columns <= 10_000
      else { return nil }
      var all: [Shown] = []
      for row in Int(area.top)...Int(area.bottom) {
        for column in Int(area.left)...Int(area.right) {
          let address = CellAddress(grid: area.grid, row: row, column: column)
          let info = sheet.live.info(at: address)
          let value = sheet.live.value(of: info)
          guard value.number != nil else { continue }
          guard let format = sheet.live.formats.shown(at: address),
            let shown = Shown(sheet.live.display(value, format: format))
          else { return nil }
          all.append(shown)
        }
      }
      return all
    default: return nil
    }
  }
}
