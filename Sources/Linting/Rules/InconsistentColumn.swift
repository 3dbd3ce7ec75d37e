import Diagnostics
import Formulas

/// A formula of the grid that differs from those on both of its sides, which are the same.
enum InconsistentColumn: LintRule {
  static let page = FindingPage(
    code: "inconsistent-column", .warning, "a formula differs from the same formulas on both sides of it",
    why: """
      The cells above and below, or to the left and right, have one formula, filled; this one has other references, or a number is \
      added to it. Mostly it is what a correction of one value has left behind. Formulas of another form are not told.
      """,
    fix: "Fill the formula of the neighbours, or say beside it why this one differs.",
    example: FindingExample(
      wrong: """
        A1:A5 = ROW() * 10
        B1:B2 = A1 * 2
        B3 = A3 * 2 + 1
        B4:B5 = A4 * 2
        """,
      right: """
        A1:A5 = ROW() * 10
        B1:B5 = A1 * 2
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for place in sheet.grids.written {
      guard let cell = sheet.grids[place], cell.formula != nil, !cell.isFilled,
        let fill = BrokenFill(at: place, fewest: 1, in: sheet), isAlike(sheet.tree(of: cell), fill.formula)
      else { continue }
      fill.report("the formula differs from those on both sides of it", at: cell, to: &report)
    }
  }

  /// Whether a formula is another one but for a reference, or for a number that is added to it; any other one is a formula of its own.
  private static func isAlike(_ own: FormulaTree, _ filled: FormulaTree) -> Bool {
    if case .binary(let sign, let left, let right) = own[own.root], sign.isArithmetic,
      own.subtree(at: right).isConstant, own.subtree(at: left).nodes == filled.nodes
    {
      return true
    }
    guard own.nodes.count == filled.nodes.count else { return false }
    let differing = zip(own.nodes, filled.nodes).filter { $0 != $1 }
    return !differing.isEmpty
      && differing.allSatisfy { a, b in
        switch (a, b) {
        case (.reference, .reference): true
        default: false
        }
      }
  }
}

/// A number that was typed where a formula fills the cells on both sides.
enum HardcodedInFormulaColumn: LintRule {
  static let page = FindingPage(
    code: "hardcoded-in-formula-column", .error, "a number is typed where a formula rules",
    why: """
      The cells on both sides have one formula; here stands its result, or another number, which does not change when the \
      inputs do.
      """,
    fix: "Fill the formula of the neighbours, or allow it in a comment that says why the number stands there.",
    example: FindingExample(
      wrong: """
        A1:A5 = ROW() * 10
        B1:B2 = A1 * 2
        B3 = 60
        B4:B5 = A4 * 2
        """,
      right: """
        A1:A5 = ROW() * 10
        B1:B5 = A1 * 2
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for place in sheet.grids.written {
      guard let cell = sheet.grids[place], cell.constant?.number != nil, !cell.isFilled,
        let fill = BrokenFill(at: place, fewest: 2, in: sheet)
      else { continue }
      fill.report("a number stands where a formula rules", at: cell, to: &report)
    }
  }
}
