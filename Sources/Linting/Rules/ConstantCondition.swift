import CellModel
import Diagnostics
import Formulas
import SheetText

/// A condition that has the same outcome whatever the inputs are.
enum ConstantCondition: LintRule {
  static let page = FindingPage(
    code: "constant-condition", .warning, "a condition is always true, or never",
    why: """
      It compares something with itself, constants with each other, or an input with a value that lies outside of its declared \
      domain, also where it is cleared and counts as 0. One of the two results is never reached. A case of SWITCH is told that \
      an input never has.
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

  static let functions: Set = ["IF", "IFS", "SWITCH"]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
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
        case "SWITCH":
          checkCases(arguments, formula, sheet, &report)
          continue
        default: continue
        }
        for condition in conditions {
          guard let outcome = outcome(of: condition, formula, sheet) else { continue }
          report.add(
            "the condition is \(outcome.isTrue ? "always true" : "never true")", at: tree.span(of: condition),
            label: outcome.why)
        }
      }
    }
  }

  private static func checkCases(
    _ arguments: [FormulaTree.Index], _ formula: LintedSheet.Formula, _ sheet: LintedSheet, _ report: inout LintReport
  ) {
    let tree = formula.tree
    guard let input = arguments.first.map({ tree.subtree(at: $0) }), let key = key(of: input, formula) else { return }
    for node in stride(from: 1, to: arguments.count - 1, by: 2).map({ arguments[$0] }) {
      guard let value = tree.subtree(at: node).constant, let why = words(key, neverBeing: value, input, sheet) else {
        continue
      }
      report.add("\(input.text()) is never \(tree.text(of: node))", at: tree.span(of: node), label: why)
    }
  }

  /// Why an input never has a value; `nil` where it may.
  private static func words(
    _ key: String, neverBeing value: CellValue, _ input: FormulaTree, _ sheet: LintedSheet
  ) -> String? {
    if let number = value.number, let range = sheet.inputRanges[key] {
      return range.met.contains(number) ? nil : words(input, range.declared)
    }
    // An input can be cleared, and then it is equal to an empty text.
    guard let text = value.text, !text.isEmpty, let words = sheet.inputWords[key],
      !words.contains(where: { $0.lowercased() == text.lowercased() })
    else { return nil }
    return "\(input.text()) is \(words.map { "“\($0)”" }.joined(separator: ", "))"
  }

  private static func outcome(
    of node: FormulaTree.Index, _ formula: LintedSheet.Formula, _ sheet: LintedSheet
  ) -> (isTrue: Bool, why: String)? {
    let tree = formula.tree
    switch tree[node] {
    case .parenthesized(let inner): return outcome(of: inner, formula, sheet)
    case .logical(let isTrue): return (isTrue, "it is written so")
    case .binary(let sign, let left, let right):
      guard let compare = Criterion.Relation(sign) else { return nil }
      let (a, b) = (tree.subtree(at: left), tree.subtree(at: right))
      // A call may give another value each time.
      if a.nodes == b.nodes, a.calls.isEmpty {
        return (compare.holdsForEqual, "both sides are the same")
      }
      if let x = a.constant?.number, let y = b.constant?.number { return (compare.holds(x, y), "both are constants") }
      if let key = key(of: a, formula), let value = b.constant { return outcome(compare, key, value, a, sheet) }
      if let key = key(of: b, formula), let value = a.constant {
        return outcome(compare.mirrored, key, value, b, sheet)
      }
      return nil
    default: return nil
    }
  }

  /// The outcome of comparing an input with a value; `nil` where it is not always the same.
  private static func outcome(
    _ compare: Criterion.Relation, _ key: String, _ value: CellValue, _ input: FormulaTree, _ sheet: LintedSheet
  ) -> (isTrue: Bool, why: String)? {
    if compare == .equal || compare == .notEqual {
      return words(key, neverBeing: value, input, sheet).map { (compare == .notEqual, $0) }
    }
    guard let number = value.number, let range = sheet.inputRanges[key] else { return nil }
    return compare.outcome(range.met, number).map { ($0, words(input, range.declared)) }
  }

  /// The key of a name that is all of an expression, unless a column, a parameter or a name of LET hides what it may mean.
  private static func key(of tree: FormulaTree, _ formula: LintedSheet.Formula) -> String? {
    guard tree.nodes.count == 1, case .name(let name, nil) = tree[tree.root] else { return nil }
    let key = name.lowercased()
    guard !formula.hidden.contains(key),
      formula.tree.freeNames(formula.scopes).contains(where: { $0.value.name == name })
    else { return nil }
    return key
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

  /// The outcome of an inequality for every number of a range; `nil` where it is not the same for all.
  fileprivate func outcome(_ range: ClosedRange<Double>, _ number: Double) -> Bool? {
    let low = holds(range.lowerBound, number)
    return low == holds(range.upperBound, number) ? low : nil
  }
}
