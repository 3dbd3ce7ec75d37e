import Diagnostics
import Formulas

/// A formula with more parts than anybody keeps in mind.
enum LongFormula: LintRule {
  static let page = FindingPage(
    code: "long-formula", .note, "a formula has more than 30 operands and calls",
    why: "Whoever checks it has to keep all of it in mind, and why shows one long line.",
    fix: "Give parts of it names of their own, or use LET.",
    example: FindingExample(
      wrong: [("a = 1\nb = a", 1), (" + a", 31)], right: [("a = 1\nb = a", 1), (" + a", 4)]))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas where !formula.formula.isConstant {
      let count = formula.tree.nodes.count { node in
        switch node {
        case .parenthesized, .unary, .binary, .missing, .member, .array: false
        default: true
        }
      }
      guard count > sheet.context.limits.longFormula else { continue }
      report.add("the formula has \(count) operands and calls", at: formula.formula.span, label: "name its parts")
    }
  }
}

/// A formula with calls inside of calls.
enum DeepNesting: LintRule {
  static let page = FindingPage(
    code: "deep-nesting", .note, "calls stand in each other more than five deep",
    why: "Which argument belongs to which call can hardly be seen.",
    fix: "Give inner calls names of their own; IFS and SWITCH take the place of IF in IF.",
    example: FindingExample(
      wrong: """
        n = 4
        word = IF(n = 1, "a", IF(n = 2, "b", IF(n = 12, "c", IF(n = 24, "d", IF(n = 60, "e", IF(n = 100, "f", "g"))))))
        """,
      right: """
        n = 4
        word = SWITCH(n, 1, "a", 2, "b", 12, "c", 24, "d", 60, "e", 100, "f", "g")
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas {
      var depths: [Int] = []
      for node in formula.tree.nodes {
        let inner = node.operands.map { depths[Int($0)] }.max() ?? 0
        if case .call = node { depths.append(inner + 1) } else { depths.append(inner) }
      }
      guard let depth = depths.last, depth > sheet.context.limits.deepNesting else { continue }
      report.add("calls stand in each other \(depth) deep", at: formula.formula.span, label: "name the inner ones")
    }
  }
}
