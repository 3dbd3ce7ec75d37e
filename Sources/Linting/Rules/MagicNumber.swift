import CellModel
import Diagnostics
import Formulas
import SheetText

/// A number inside of a formula whose meaning nobody says.
enum MagicNumber: LintRule {
  static let page = FindingPage(
    code: "magic-number", .note, "a number stands in a formula without a name",
    why: """
      Nobody can tell what it means, change it in one place, or find out what depends on it. Told of numbers that are \
      calculated or compared with, but for 0, 1, 2, 12, 24, 60, 100, 1000 and exponents; arguments of functions are not looked at.
      """,
    fix: "Declare an input or a constant with a name.",
    example: FindingExample(
      wrong: """
        input net = 100
        gross = net * 1.19
        """,
      right: """
        input net = 100
        input vat = 19%
        gross = net * (1 + vat)
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas where !formula.formula.isConstant {
      if case .check = sheet.document.statements[formula.statement].kind { continue }
      if case .input = sheet.document.statements[formula.statement].kind { continue }
      let tree = formula.tree
      // What stands on a side of a calculation or comparison, with its sign, percent signs and parentheses.
      var calculated: Set<FormulaTree.Index> = []
      for position in tree.nodes.indices.reversed() {
        switch tree.nodes[position] {
        case .binary(.power, let base, _): calculated.insert(base)
        case .binary(let sign, let left, let right) where sign.isArithmetic || sign.compares:
          calculated.formUnion([left, right])
        case .unary(.minus, let operand), .unary(.percent, let operand), .parenthesized(let operand):
          if calculated.contains(FormulaTree.Index(position)) { calculated.insert(operand) }
        default: break
        }
      }
      for node in calculated.sorted() {
        guard case .number(let number, let text) = tree[node], !sheet.context.limits.plainNumbers.contains(number)
        else { continue }
        report.add("the number \(text) has no name", at: tree.span(of: node), label: "what does it mean?")
      }
    }
  }
}

extension BinaryOperator {
  var compares: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}
