import CellModel
import Diagnostics
import Formulas
import SheetText

/// A condition that has the same outcome whatever the inputs are.
enum ConstantCondition: LintRule {
  static let page = FindingPage(
    code: "constant-condition", .warning, "a condition is always true, or never",
    why: """
      It compares something with itself, constants with each other, or an input with a number that lies outside of its declared \
      range. One of the two results is never reached.
      """,
    fix: "Correct the condition, or leave IF out.",
    example: FindingExample(
      wrong: """
        input rate in 0..1 = 0.07
        level = IF(rate > 7, "high", "low")
        """,
      right: """
        input rate in 0..1 = 0.07
        level = IF(rate > 0.07, "high", "low")
        """))

  static let functions: Set = ["IF", "IFS"]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    let ranges = sheet.inputRanges
    for formula in sheet.formulas(with: .conditions) {
      let tree = formula.tree
      for call in tree.calls {
        guard case .call(let name, let arguments) = tree[call.index] else { continue }
        let conditions: [FormulaTree.Index]
        switch name.uppercased() {
        case "IF": conditions = Array(arguments.prefix(1))
        // A condition TRUE at the end of IFS is how it says otherwise.
        case "IFS":
          conditions = stride(from: 0, to: arguments.count - 1, by: 2).map { arguments[$0] }.filter {
            tree[$0] != .logical(true)
          }
        default: continue
        }
        for condition in conditions {
          guard let outcome = outcome(of: condition, formula, ranges) else { continue }
          report.add(
            "the condition is \(outcome.isTrue ? "always true" : "never true")", at: tree.span(of: condition),
            label: outcome.why)
        }
      }
    }
  }

  private static func outcome(
    of node: FormulaTree.Index, _ formula: LintedSheet.Formula, _ ranges: [String: LintedSheet.InputRange]
  ) -> (isTrue: Bool, why: String)? {
    let tree = formula.tree
    switch tree[node] {
    case .parenthesized(let inner): return outcome(of: inner, formula, ranges)
    case .logical(let isTrue): return (isTrue, "it is written so")
    case .binary(let sign, let left, let right):
      guard let compare = Criterion.Relation(sign) else { return nil }
      let (a, b) = (tree.subtree(at: left), tree.subtree(at: right))
      // A call may give another value each time.
      if a.nodes == b.nodes, a.calls.isEmpty {
        return (compare.holdsForEqual, "both sides are the same")
      }
      if let x = a.constant?.number, let y = b.constant?.number { return (compare.holds(x, y), "both are constants") }
      if let range = range(of: a, formula, ranges), let y = b.constant?.number {
        return compare.outcome(range.met, y).map { ($0, words(a, range.declared)) }
      }
      if let range = range(of: b, formula, ranges), let x = a.constant?.number {
        return compare.mirrored.outcome(range.met, x).map { ($0, words(b, range.declared)) }
      }
      return nil
    default: return nil
    }
  }

  private static func range(
    of tree: FormulaTree, _ formula: LintedSheet.Formula, _ ranges: [String: LintedSheet.InputRange]
  ) -> LintedSheet.InputRange? {
    guard tree.nodes.count == 1, case .name(let name, nil) = tree[tree.root] else { return nil }
    let key = name.lowercased()
    // A column, a parameter or a name of LET may hide the input.
    guard !formula.hidden.contains(key),
      formula.tree.freeNames(formula.scopes).contains(where: { $0.value.name == name })
    else { return nil }
    return ranges[key]
  }

  private static func words(_ input: FormulaTree, _ range: ClosedRange<Double>) -> String {
    "\(input.text()) is in \(NumberText.general(range.lowerBound))..\(NumberText.general(range.upperBound))"
  }
}

extension Criterion.Relation {
  fileprivate init?(_ sign: BinaryOperator) {
    switch sign {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }

  fileprivate var holdsForEqual: Bool { holds(0, 0) }

  /// The comparison with its sides exchanged.
  fileprivate var mirrored: Criterion.Relation {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  /// The outcome for every number of a range; `nil` where it is not the same for all.
  fileprivate func outcome(_ range: ClosedRange<Double>, _ number: Double) -> Bool? {
    if self == .equal || self == .notEqual {
      return range.contains(number) ? nil : self == .notEqual
    }
    let low = holds(range.lowerBound, number)
    return low == holds(range.upperBound, number) ? low : nil
  }
}
