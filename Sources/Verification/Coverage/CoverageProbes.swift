import CellModel
import Diagnostics
import Formulas
import Functions
import SheetText

/// The text of a sheet with a probe in each place that a test may reach.
///
/// A probe is a call of a function that notes its number and gives its other argument as it is: what was chosen is what
/// was evaluated, in a LAMBDA and in each row of a fill as well. A condition gets a probe for when it holds. The formulas
/// of streams, of bodies and of targets are left alone, because they are read rather than evaluated.
struct CoverageProbes {
  /// The name of the function; nobody else may have it.
  static let function = "REACHED.BY.TESTS"

  private let document: SheetDocument
  private let catalog: FunctionCatalog
  private(set) var places: [CoveragePlace] = []
  private var insertions: [Insertion] = []
  private var choiceCount = 0

  /// What is written before and behind a span.
  private struct Insertion {
    var span: SourceSpan
    var before: String
    var behind: String
  }

  init(_ document: SheetDocument, _ catalog: FunctionCatalog) {
    self.document = document
    self.catalog = catalog
    for (number, statement) in document.statements.enumerated() { add(statement, number) }
  }

  /// The document with its probes.
  var instrumented: SheetDocument {
    var edits: [(offset: Int, order: (Int, Int), text: String)] = []
    for (number, insertion) in insertions.enumerated() {
      let size = insertion.span.count
      // At one offset what ends comes before what begins; of what ends the inner is first, of what begins the outer.
      edits.append((insertion.span.lower, (1, -size * 1_000 + number % 1_000), insertion.before))
      edits.append((insertion.span.upper, (0, size * 1_000 - number % 1_000), insertion.behind))
    }
    edits.sort { ($0.offset, $0.order.0, $0.order.1) < ($1.offset, $1.order.0, $1.order.1) }
    var bytes: [UInt8] = []
    var index = 0
    for edit in edits {
      bytes += document.bytes[index..<edit.offset]
      bytes += edit.text.utf8
      index = edit.offset
    }
    return SheetDocument(name: document.source.name, bytes: bytes + document.bytes[index...])
  }

  // MARK: Statements

  private mutating func add(_ statement: Statement, _ number: Int) {
    let owner = statement.definedName?.text ?? document.source[statement.span].prefix { $0 != "=" }.description
    switch statement.kind {
    case .test, .chart, .use, .binding, .grid, .option, .invalid, .event, .service, .input: return
    case .check(let check):
      addOperands(of: check, number)
      addBranches(in: check.condition, check.label.text, number)
    case .modes(let modes):
      for mode in modes.modes {
        addCondition(mode.condition.span, .mode, modes.name.text, mode.label.text, number)
        addBranches(in: mode.condition, modes.name.text, number)
      }
    case .state(let state):
      for clause in state.clauses {
        addValue(clause.value.span, .clause, owner, document.source[clause.span], number)
        addBranches(in: clause.value, owner, number)
        if let condition = clause.condition { addBranches(in: condition, owner, number) }
      }
    case .table(let table): add(table, number)
    case .cell(let cell):
      guard !cell.isConstant else { return }
      note(.formula, owner, document.source[cell.formula.span], cell.formula.span, number)
      addBranches(in: cell.formula, owner, number)
    case .action(let action):
      if let condition = action.condition { addBranches(in: condition, owner, number) }
    case .fetch: return
    }
  }

  private mutating func add(_ table: TableDefinition, _ number: Int) {
    for column in table.columns {
      let owner = "\(table.name.text)[\(column.name.text)]"
      note(.formula, owner, document.source[column.formula.span], column.formula.span, number)
      addBranches(in: column.formula, owner, number)
    }
    for clause in table.clauses {
      let text = document.source[clause.span]
      switch clause.change {
      case .insert(_, let values):
        if let first = values.compactMap(\.self).first {
          addValue(first.span, .clause, table.name.text, text, number)
        }
      case .update(_, let value, _): addValue(value.span, .clause, table.name.text, text, number)
      case .delete(let condition?): addCondition(condition.span, .clause, table.name.text, text, number)
      case .delete(nil): continue
      }
    }
  }

  private mutating func addOperands(of check: CheckDefinition, _ number: Int) {
    let tree = check.condition.tree
    guard case .call(let name, let operands)? = tree.nodes.last,
      name.lowercased() == (check.isAlways ? "or" : "and"), operands.count > 1
    else { return }
    for operand in operands where tree[operand] != .missing {
      let span = tree.span(of: operand)
      addCondition(span, .check, check.label.text, document.source[span], number)
    }
  }

  // MARK: Formulas

  private mutating func addBranches(in formula: SheetFormula, _ owner: String, _ statement: Int) {
    let tree = formula.tree
    for node in tree.nodes {
      guard case .call(let name, let arguments) = node, let function = catalog.function(named: name) else { continue }
      let results = Self.results(of: function, arguments.count)
      guard !results.isEmpty else { continue }
      for (branch, position) in results.enumerated() where tree[arguments[position]] != .missing {
        let span = tree.span(of: arguments[position])
        addValue(span, .branch, owner, document.source[span], statement)
        places[places.count - 1].choice = (choiceCount, branch)
      }
      choiceCount += 1
    }
  }

  /// Which arguments of a call are results that it chooses from.
  private static func results(of function: SheetFunction, _ count: Int) -> [Int] {
    switch function.form {
    case .branch, .selection: return Array(1..<max(1, count))
    case .choice(comparesFirst: false): return Array(stride(from: 1, to: count, by: 2))
    case .choice(comparesFirst: true):
      let pairs = Array(stride(from: 2, to: count, by: 2))
      return count > 1 && count.isMultiple(of: 2) ? pairs + [count - 1] : pairs
    case .rescue: return count > 1 ? [1] : []
    case .call, .binding, .lambda, .previous, .current: return []
    }
  }

  // MARK: Probes

  private mutating func note(
    _ kind: CoveragePlace.Kind, _ owner: String, _ text: String, _ span: SourceSpan, _ statement: Int
  ) {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    places.append(CoveragePlace(kind: kind, owner: owner, text: line, span: span, statement: statement))
  }

  private mutating func addValue(
    _ span: SourceSpan, _ kind: CoveragePlace.Kind, _ owner: String, _ text: String, _ statement: Int
  ) {
    insertions.append(Insertion(span: span, before: "\(Self.function)(\(places.count), ", behind: ")"))
    note(kind, owner, text, span, statement)
  }

  private mutating func addCondition(
    _ span: SourceSpan, _ kind: CoveragePlace.Kind, _ owner: String, _ text: String, _ statement: Int
  ) {
    insertions.append(
      Insertion(span: span, before: "IF(", behind: ", \(Self.function)(\(places.count), TRUE), FALSE)"))
    note(kind, owner, text, span, statement)
  }
}
