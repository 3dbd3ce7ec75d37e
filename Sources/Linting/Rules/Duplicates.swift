import CellModel
import Diagnostics
import Formulas
import LiveSheets
import SheetText

/// A column that lookups search, with a value that stands there twice.
enum DuplicateKey: LintRule {
  static let page = FindingPage(
    code: "duplicate-key", .warning, "a lookup searches a column in which a value stands twice",
    why: """
      XLOOKUP, VLOOKUP and MATCH find the first row with the value, so that the second is never found. Searching from the end, or \
      for the nearest value, asking only whether there is a row, as with ISNUMBER, and equal numbers are not told.
      """,
    fix: "Give each row a value of its own, or use FILTER to have all rows.",
    example: FindingExample(
      wrong: """
        table prices {
          | item   | price |
          | "tea"  | 3     |
          | "milk" | 1     |
          | "tea"  | 4     |
        }
        input item = "tea"
        price = XLOOKUP(item, prices[item], prices[price])
        """,
      right: """
        table prices {
          | item    | price |
          | "tea"   | 3     |
          | "milk"  | 1     |
          | "green" | 4     |
        }
        input item = "tea"
        price = XLOOKUP(item, prices[item], prices[price])
        """))

  /// Functions that search a column.
  static let lookups: Set = ["XLOOKUP", "XMATCH", "MATCH"]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.valueFormulas(with: .lookups) {
      let tree = formula.tree
      let asked = lookupsForExistence(in: tree)
      for call in tree.calls where !asked.contains(call.index) {
        guard case .call(let name, let arguments) = tree[call.index], searchesExactly(name, arguments, tree),
          arguments.count > 1, case .structured(let reference) = tree[arguments[1]], let table = reference.table,
          let column = reference.firstColumn, reference.lastColumn == column, reference.rows == .data,
          let twice = firstTwice(in: "\(table)[\(column)]", sheet)
        else { continue }
        report.add(
          "\(twice.text) stands in the rows \(twice.first) and \(twice.second) of \(table)[\(column)]",
          at: tree.span(of: arguments[1]), label: "the lookup finds the first only")
      }
    }
  }

  /// Whether a lookup looks for the value itself, from the beginning.
  private static func searchesExactly(
    _ name: String, _ arguments: [FormulaTree.Index], _ tree: FormulaTree
  ) -> Bool {
    func isZero(_ position: Int) -> Bool {
      guard position < arguments.count else { return false }
      switch tree[arguments[position]] {
      case .number(0, _), .logical(false), .missing: return true
      default: return false
      }
    }
    return switch name.uppercased() {
    case "XLOOKUP": arguments.count <= 4 || arguments.count == 5 && isZero(4)
    case "XMATCH": arguments.count == 2 || arguments.count == 3 && isZero(2)
    case "MATCH": isZero(2)
    default: false
    }
  }

  /// The lookups that are only asked whether they find anything, for which one row is as good as another.
  private static func lookupsForExistence(in tree: FormulaTree) -> Set<FormulaTree.Index> {
    var asked: Set<FormulaTree.Index> = []
    for call in tree.calls {
      guard case .call(let name, let arguments) = tree[call.index], arguments.count == 1 else { continue }
      var operand = arguments[0]
      while case .parenthesized(let inner) = tree[operand] { operand = inner }
      guard case .call(let lookup, _) = tree[operand] else { continue }
      switch name.uppercased() {
      case "ISNA", "ISERR", "ISERROR": asked.insert(operand)
      // Of what XLOOKUP finds they ask more.
      case "ISNUMBER", "COUNT": if lookup.uppercased() != "XLOOKUP" { asked.insert(operand) }
      default: continue
      }
    }
    return asked
  }

  private static func firstTwice(in path: String, _ sheet: LintedSheet) -> (text: String, first: Int, second: Int)? {
    guard case .success(let cell) = sheet.live.cell(path) else { return nil }
    let values = sheet.live.value(of: cell).array?.elements ?? []
    var rows: [String: Int] = [:]
    for (row, value) in values.enumerated() {
      // Equal numbers are often ties, of which any will do.
      guard case .text(let text) = value, !text.isEmpty else { continue }
      if let first = rows[text.lowercased()] { return ("“\(text)”", first + 1, row + 1) }
      rows[text.lowercased()] = row
    }
    return nil
  }
}

/// A case of SWITCH, or a condition of IFS, that was there before.
enum DuplicateCase: LintRule {
  static let page = FindingPage(
    code: "duplicate-case", .warning, "a case of SWITCH or a condition of IFS is there twice",
    why:
      "The first one that fits is taken, so that the second is never reached. Mostly one of them should say another value.",
    fix: "Correct one of the two, or take it away.",
    example: FindingExample(
      wrong: """
        input size in {"S", "M", "L"} = "S"
        price = SWITCH(size, "S", 10, "M", 12, "M", 15)
        """,
      right: """
        input size in {"S", "M", "L"} = "S"
        price = SWITCH(size, "S", 10, "M", 12, "L", 15)
        """))

  static let functions: Set = ["SWITCH", "IFS"]

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    for formula in sheet.formulas(with: .cases) {
      let tree = formula.tree
      for call in tree.calls {
        guard case .call(let name, let arguments) = tree[call.index] else { continue }
        let cases: [FormulaTree.Index]
        switch name.uppercased() {
        case "SWITCH": cases = stride(from: 1, to: arguments.count - 1, by: 2).map { arguments[$0] }
        case "IFS": cases = stride(from: 0, to: arguments.count - 1, by: 2).map { arguments[$0] }
        default: continue
        }
        var seen: [String: FormulaTree.Index] = [:]
        for node in cases where !isUnsteady(tree.subtree(at: node), sheet) {
          let text = tree.text(of: node).lowercased()
          guard let first = seen.updateValue(node, forKey: text) else { continue }
          seen[text] = first
          report.add(
            "\(tree.text(of: node)) is a case of \(name.uppercased()) already", at: tree.span(of: node),
            label: "never reached", others: [Diagnostic.Label(tree.span(of: first), "this one is taken")])
        }
      }
    }
  }

  /// Whether a case may come to another value each time, as `RAND() < 0.5` does.
  private static func isUnsteady(_ tree: FormulaTree, _ sheet: LintedSheet) -> Bool {
    tree.calls.contains { sheet.catalog.function(named: $0.value)?.isUnsteady == true }
  }
}

/// Two names with one formula.
enum DuplicateFormula: LintRule {
  static let page = FindingPage(
    code: "duplicate-formula", .note, "two names have the same formula",
    why: "A change of the one is easily forgotten in the other.",
    fix: "Let one of them read the other, or give what they have in common a name of its own.",
    example: FindingExample(
      wrong: """
        input price = 100
        input rate = 7%
        net = price * (1 - rate) + 5
        shown = price * (1 - rate) + 5
        """,
      right: """
        input price = 100
        input rate = 7%
        net = price * (1 - rate) + 5
        shown = net
        """))

  /// Shorter formulas are equal by chance.
  private static let fewestNodes = 6

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    var seen: [[FormulaTree.Node]: CellDefinition] = [:]
    for statement in sheet.document.statements {
      guard case .cell(let cell) = statement.kind, let name = cell.target.name, !cell.isConstant,
        cell.formula.tree.nodes.count >= fewestNodes
      else { continue }
      guard let first = seen[cell.formula.tree.nodes], let other = first.target.name else {
        seen[cell.formula.tree.nodes] = cell
        continue
      }
      report.add(
        "\(name.text) has the same formula as \(other.text)", at: name.span, label: "write = \(other.text)",
        others: [Diagnostic.Label(other.span, "the first of them")])
    }
  }
}
