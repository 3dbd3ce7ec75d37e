import CellModel
import Diagnostics
import Formulas

/// A comparison for equality of numbers that are hardly ever exactly equal.
enum OrderDependent: LintRule {
  static let page = FindingPage(
    code: "order-dependent", .warning, "results that are rounded somewhere are compared for equality",
    why: """
      Quotients, roots and powers with broken exponents are rounded in their last digits, so that what is equal on paper may differ. \
      A comparison of two such results depends on the order of the steps.
      """,
    fix: "Compare rounded values, or ask whether the difference is small.",
    example: FindingExample(
      wrong: """
        input total = 10
        input count = 3
        share = total / count
        ok = SQRT(total) * SQRT(total) = share * count
        """,
      right: """
        input total = 10
        input count = 3
        share = total / count
        ok = ROUND(SQRT(total) * SQRT(total), 6) = ROUND(share * count, 6)
        """))

  static let rounding: Set = [
    "SQRT", "EXP", "LN", "LOG", "LOG10", "SIN", "COS", "TAN", "ATAN", "STDEV", "STDEV.S", "STDEV.P", "PMT", "IRR",
    "NPV", "RATE",
  ]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.formulas(with: .roundedCalls) {
      let tree = formula.tree
      guard tree.calls.contains(where: { rounding.contains($0.value.uppercased()) }) else { continue }
      // For each node whether it is the result of a root or the like, by itself or through products and sums.
      var isRounded: [Bool] = []
      for (position, node) in tree.nodes.enumerated() {
        switch node {
        case .parenthesized(let inner), .unary(.minus, let inner): isRounded.append(isRounded[Int(inner)])
        case .binary(let sign, let left, let right) where sign.isArithmetic:
          isRounded.append(isRounded[Int(left)] || isRounded[Int(right)])
        case .binary(let sign, let left, let right) where sign == .equal || sign == .notEqual:
          if isRounded[Int(left)] || isRounded[Int(right)], !isZero(tree[left]), !isZero(tree[right]) {
            report.add(
              "rounded results are compared with \(sign.rawValue)", at: tree.span(of: FormulaTree.Index(position)),
              label: "the last digits decide")
          }
          isRounded.append(false)
        case .call(let name, _): isRounded.append(rounding.contains(name.uppercased()))
        default: isRounded.append(false)
        }
      }
    }
  }

  /// A root is zero exactly where what stands under it is.
  private static func isZero(_ node: FormulaTree.Node) -> Bool {
    if case .number(0, _) = node { true } else { false }
  }
}
