import Formulas
import Functions

/// Rounds what a formula gives to decimal places where it is a number: precision as displayed, in the words of a sheet.
///
/// It is `ROUND` around the formula, or around those of its branches that give numbers. Where a formula gives something else than
/// a number now and its text does not say where, only a number is rounded.
struct ShownRounding {
  let places: Int
  /// Whether all that the formula gives now are numbers, or errors.
  let givesNumbers: Bool
  let catalog: FunctionCatalog

  /// The deepest branches that are looked into.
  private static let deepest = 64

  func applied(to tree: FormulaTree) -> FormulaTree { rounded(tree, depth: 0) }

  private func rounded(_ tree: FormulaTree, depth: Int) -> FormulaTree {
    guard let root = tree.nodes.last, !isWhole(root, tree) else { return tree }
    switch root {
    case .parenthesized(let inner): return rounded(tree.subtree(at: inner), depth: depth)
    case .number, .unary(.minus, _), .unary(.percent, _), .binary: return call(tree)
    case .call(let name, let arguments):
      let plain = FunctionNames.plain(name)
      if Self.givingNumbers.contains(plain) { return call(tree) }
      let form = catalog.function(named: name)?.form ?? .call
      let branches = depth < Self.deepest ? form.results(of: arguments.count) : []
      guard !branches.isEmpty else { return ofUnknown(tree) }
      let before = arguments.map { tree.subtree(at: $0) }
      var after = before
      for branch in branches { after[branch] = rounded(before[branch], depth: depth + 1) }
      // One ROUND around all reads better than one around each.
      if givesNumbers, branches.allSatisfy({ after[$0].nodes != before[$0].nodes }) { return call(tree) }
      return .call(name, after)
    default: return ofUnknown(tree)
    }
  }

  private var digits: FormulaTree { .literal(.number(Double(places), text: "\(places)")) }

  private func call(_ tree: FormulaTree) -> FormulaTree { .call("ROUND", [tree, digits]) }

  private func ofUnknown(_ tree: FormulaTree) -> FormulaTree {
    if givesNumbers { return call(tree) }
    let shown = FormulaTree.name("shown")
    return .call("LET", [shown, tree, .call("IF", [.call("ISNUMBER", [shown]), call(shown), shown])])
  }

  /// Whether a formula gives no number that rounding would change.
  private func isWhole(_ root: FormulaTree.Node, _ tree: FormulaTree) -> Bool {
    switch root {
    case .text, .logical, .error, .missing: return true
    case .number(let number, _): return places >= 0 && number == number.rounded()
    case .binary(let op, _, _):
      return [.concatenate, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(op)
    case .call(let name, let arguments):
      let plain = FunctionNames.plain(name)
      if Self.givingTexts.contains(plain) || places >= 0 && Self.givingWholes.contains(plain) { return true }
      guard ["ROUND", "ROUNDUP", "ROUNDDOWN"].contains(plain), arguments.count == 2,
        case .number(let digits, _) = tree[arguments[1]]
      else { return false }
      return digits <= Double(places)
    default: return false
    }
  }

  private static let givingNumbers: Set<String> = [
    "SUM", "SUMIF", "SUMIFS", "SUMPRODUCT", "AVERAGE", "AVERAGEIF", "AVERAGEIFS", "PRODUCT", "MEDIAN", "STDEV", "VAR",
    "SUBTOTAL", "ABS", "SQRT", "EXP", "LN", "LOG", "LOG10", "POWER", "PMT", "PV", "FV", "NPV", "IRR", "RATE",
  ]
  private static let givingWholes: Set<String> = [
    "INT", "COUNT", "COUNTA", "COUNTBLANK", "COUNTIF", "COUNTIFS", "ROW", "ROWS", "COLUMN", "COLUMNS", "MATCH", "LEN",
    "YEAR", "MONTH", "DAY", "SIGN",
  ]
  private static let givingTexts: Set<String> = [
    "TEXT", "CONCAT", "CONCATENATE", "TEXTJOIN", "LEFT", "RIGHT", "MID", "UPPER", "LOWER", "PROPER", "TRIM", "REPT",
    "SUBSTITUTE", "CHAR", "AND", "OR", "NOT", "XOR", "ISBLANK", "ISERROR", "ISNUMBER", "ISTEXT", "EXACT", "TRUE",
    "FALSE",
    "NA",
  ]
}
